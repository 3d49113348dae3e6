"""People and texts in the administration."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from .admin_pages import ReadOnlyAdmin
from .models import Friendship, TextPage, Tie, User

# one way to sign in, with its limits, for staff as well
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """People sign up and leave by themselves: nobody is added or deleted here.

    Nor renamed or shut out: that needs a reason, is logged and told, and so has its own page.
    """

    list_display = ["name", "kind", "email", "joined_at", "is_vip_until", "deletion_due_at", "is_active", "is_staff"]
    list_filter = ["kind", "is_staff", "is_active", ("deletion_due_at", admin.EmptyFieldListFilter)]
    search_fields = ["display_name", "email", "public_id", "removed_number"]
    ordering = ["-joined_at"]
    readonly_fields = [
        "public_id", "kind", "display_name", "email", "is_vip_until", "is_active", "joined_at", "last_login",
        "terms_agreed_at", "deletion_due_at", "removed_number",
    ]  # fmt: skip
    filter_horizontal = ["groups", "user_permissions"]
    fieldsets = [
        (None, {"fields": ["public_id", "kind", "display_name", "email", "character", "is_vip_until"]}),
        (gettext_lazy("Reading"), {"fields": ["language", "time_zone"]}),
        (gettext_lazy("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (
            gettext_lazy("Dates"),
            {"fields": ["joined_at", "terms_agreed_at", "last_login", "deletion_due_at", "removed_number"]},
        ),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Who may give rights away is decided by those who have them all."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups", "user_permissions"]
        return [*self.readonly_fields, *rights]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(TextPage)
class TextPageAdmin(admin.ModelAdmin):
    """The texts behind the footer's links."""

    list_display = ["slug", "language", "title"]
    list_filter = ["language", "slug"]
    ordering = ["slug", "language"]


@admin.register(Friendship)
class FriendshipAdmin(ReadOnlyAdmin):
    """Who asked whom to be friends, and when the other accepted: theirs to say."""

    list_display = ["asker", "asked", "asked_at", "accepted_at"]
    list_filter = [("accepted_at", admin.EmptyFieldListFilter)]
    list_select_related = ["asker", "asked"]
    search_fields = ["asker__display_name", "asked__display_name", "asker__public_id", "asked__public_id"]
    ordering = ["-pk"]


@admin.register(Tie)
class TieAdmin(ReadOnlyAdmin):
    """Who follows, blocks or does not hear whom: theirs to say."""

    list_display = ["person", "kind", "other", "made_at"]
    list_filter = ["kind"]
    list_select_related = ["person", "other"]
    search_fields = ["person__display_name", "other__display_name", "person__public_id", "other__public_id"]
    ordering = ["-pk"]
