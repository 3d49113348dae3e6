"""Lines of chat that people reported."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext

from games.models import Report


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports are read and closed; what they say stays as it was said."""

    list_display = ("made_at", "about", "reason", "text", "reporter", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "reason")
    list_select_related = ("about", "reporter")
    search_fields = ("text", "note", "about__display_name", "reporter__display_name")
    date_hierarchy = "made_at"
    actions = ("close",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People report at the table."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A report that is dealt with is closed."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All of them."""
        return [field.name for field in Report._meta.fields]

    @admin.action(description=gettext_lazy("Close the chosen reports"), permissions=["change"])
    def close(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """Mark them as dealt with; those that are closed already keep their date."""
        count = reports.filter(closed_at=None).update(closed_at=timezone.now())
        self.message_user(
            request, ngettext("%(count)d report is closed.", "%(count)d reports are closed.", count) % {"count": count}
        )
