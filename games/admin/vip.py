"""VIPs in the administration: given and taken back for many at once, and codes."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.forms.give_vip import GiveForm, MakeCodesForm, RevokeForm, as_told
from games.models import VipCode, VipGrant
from games.screens.words import listed
from games.services.errors import Declined
from games.services.vip import codes, grants


class AskedFor(admin.ModelAdmin):
    """Rows that are made by a page of its own, through the service that makes them, and not changed afterwards."""

    show_full_result_count = False
    list_per_page = 50

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only what the actions do."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They stay."""
        return False

    def has_end_permission(self, request: HttpRequest) -> bool:
        """Whether this reader may end what is there: whoever may change such rows."""
        return request.user.has_perm(f"games.change_{self.opts.model_name}")

    def ask(
        self, request: HttpRequest, form: forms.Form, title: str, do: Callable[[], str] | None, **more: Any
    ) -> HttpResponse:
        """Show `form`; where it was sent and is valid, `do` it, say what `do` returns and go to the list."""
        if do is not None and form.is_valid():
            try:
                said = do()
            except Declined as error:
                form.add_error(None, error.sentence)
            else:
                self.message_user(request, said, messages.SUCCESS)
                return redirect(f"admin:games_{self.opts.model_name}_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": title,
            "opts": self.opts,
            "form": form,
            "media": self.media + form.media,
            **more,
        }
        return TemplateResponse(request, "admin/games/vip/ask.html", context)


@admin.register(VipGrant)
class VipGrantAdmin(AskedFor):
    """Who is a VIP. A grant is taken back, with a reason; it is never changed."""

    list_display = ("person", "begins_at", "ends_at", "reason", "granted_by", "code", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter), ("code", admin.EmptyFieldListFilter), "ends_at")
    list_select_related = ("person", "granted_by", "code")
    search_fields = ("person__display_name", "=person__public_id", "reason", "=code__code")
    date_hierarchy = "ends_at"
    fields = ("person", "begins_at", "ends_at", "reason", "granted_by", "granted_at", "code", "revoked_at")
    actions = ("revoke",)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Make one or many people VIPs."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = GiveForm(request.POST if request.method == "POST" else None)

        def give() -> str:
            given = grants.give(form.people, actor=request.user, **as_told(form))  # type: ignore[arg-type]
            for grant in given:
                self.log_addition(request, grant, "Given.")
            count = len(given)
            said = ngettext("%(count)d person is made a VIP.", "%(count)d people are made VIPs.", count)
            return said % {"count": count}

        return self.ask(request, form, _("Make people VIPs"), give if request.method == "POST" else None)

    @admin.action(description=gettext_lazy("Take the chosen grants back"), permissions=["end"])
    def revoke(self, request: HttpRequest, chosen: QuerySet[VipGrant]) -> HttpResponse:
        """Ask why, then take them back."""
        numbers = [str(number) for number in chosen.values_list("pk", flat=True)]
        sent = "reason" in request.POST
        form = RevokeForm(request.POST if sent else None)

        def take() -> str:
            count = grants.revoke(map(int, numbers), form.cleaned_data["reason"], request.user)  # type: ignore[arg-type]
            said = ngettext("%(count)d grant is taken back.", "%(count)d grants are taken back.", count)
            return said % {"count": count}

        return self.ask(
            request,
            form,
            _("Take the chosen grants back"),
            take if sent else None,
            rows=chosen.select_related("person"),
            kept=[("action", "revoke"), *((helpers.ACTION_CHECKBOX_NAME, number) for number in numbers)],
        )


class IsOpen(admin.SimpleListFilter):
    """Codes that somebody can redeem now, or the others."""

    title = gettext_lazy("open")
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Both."""
        return [("yes", gettext_lazy("can be redeemed")), ("no", gettext_lazy("used up or over"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[VipCode]) -> QuerySet[VipCode]:
        """Those that were asked for."""
        is_open = Q(uses__lt=F("most_uses")) & (Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
        return {"yes": queryset.filter(is_open), "no": queryset.exclude(is_open)}.get(self.value() or "", queryset)


@admin.register(VipCode)
class VipCodeAdmin(AskedFor):
    """Codes to be redeemed at /vip/: made at random, many at once, and ended. Who has redeemed one stays a VIP."""

    list_display = ("code", "days", "uses", "most_uses", "expires_at", "note", "made_by", "made_at")
    list_filter = (IsOpen,)
    list_select_related = ("made_by",)
    search_fields = ("code", "note")
    fields = ("code", "days", "uses", "most_uses", "expires_at", "note", "made_by", "made_at")
    actions = ("end",)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Make one or many codes."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        form = MakeCodesForm(request.POST if request.method == "POST" else None)

        def make() -> str:
            made = codes.make(actor=request.user, **as_told(form))  # type: ignore[arg-type]
            for code in made:
                self.log_addition(request, code, "Made.")
            return _("Made: %(codes)s") % {"codes": listed(code.code for code in made)}

        return self.ask(request, form, _("Make codes"), make if request.method == "POST" else None)

    @admin.action(description=gettext_lazy("End the chosen codes now"), permissions=["end"])
    def end(self, request: HttpRequest, chosen: QuerySet[VipCode]) -> None:
        """Nobody redeems them any more; who has is a VIP as long as they were told."""
        now = timezone.now()
        ended = list(chosen.filter(Q(expires_at=None) | Q(expires_at__gt=now)))
        VipCode.objects.filter(pk__in=[code.pk for code in ended]).update(expires_at=now)
        for code in ended:
            self.log_change(request, code, "Ended.")
        count = len(ended)
        said = ngettext("%(count)d code is ended.", "%(count)d codes are ended.", count)
        self.message_user(request, said % {"count": count}, messages.SUCCESS)
