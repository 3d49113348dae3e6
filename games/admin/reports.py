"""The queue of reports: each with its evidence, and what is done about it; the same page for a person."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.admin_pages import found_or_404
from accounts.models import Kind, User
from games.forms.moderation import MeasureForm, ReasonForm
from games.models import Action, Report
from games.services.errors import Declined
from games.services.moderation import measures, roles
from games.services.moderation.evidence import Evidence, evidence_about, evidence_of, is_about_reader


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports are read and dealt with; what they say stays as it was said."""

    list_display = ("made_at", "about", "kind", "reason", "text", "reporter", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "kind", "reason")
    list_select_related = ("about", "reporter")
    search_fields = ("text", "note", "about__display_name", "reporter__display_name")
    date_hierarchy = "made_at"
    # open ones first, the oldest of them first: whoever has waited longest
    ordering = (F("closed_at").desc(nulls_first=True), "made_at")
    actions = None

    def get_queryset(self, request: HttpRequest) -> Any:
        """Nobody reads who reported them, but an admin, who may read all there is."""
        rows = super().get_queryset(request)
        return rows if request.user.is_superuser else rows.exclude(about=request.user.pk)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People report."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A report that is dealt with is closed."""
        return False

    def get_urls(self) -> list[URLPattern]:
        """The page about a person, and taking a measure back, too."""
        view = self.admin_site.admin_view
        return [
            path("person/<slug:public_id>/", view(self.person), name="games_report_person"),
            path("lift/<int:number>/", view(require_POST(self.lift)), name="games_report_lift"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a report with its evidence, and take what is done about it."""
        found = self.get_queryset(request).select_related("about", "reporter", "table", "match", "line")
        report = found_or_404(found, object_id)
        return self._case(request, evidence_of(report))

    def person(self, request: HttpRequest, public_id: str) -> HttpResponse:
        """Show what is known of a person, and take what is done about them."""
        found = User.objects.exclude(kind=Kind.AI)
        return self._case(request, evidence_about(get_object_or_404(found, public_id=public_id)))

    def _case(self, request: HttpRequest, evidence: Evidence) -> HttpResponse:
        if not self.has_view_permission(request) or is_about_reader(evidence.person, request.user):
            raise PermissionDenied
        may_act = request.user.has_perm(roles.MEASURE_PEOPLE)
        form = MeasureForm(request.POST or None, has_report=evidence.report is not None)
        if request.method == "POST":
            if not may_act:
                raise PermissionDenied
            if form.is_valid() and self._do(request, evidence, form):
                return redirect("admin:games_report_changelist" if evidence.report else request.path)
        context = {
            **self.admin_site.each_context(request),
            "title": _("A report") if evidence.report else _("What is known of %(name)s") % {"name": evidence.person},
            "opts": self.opts,
            "evidence": evidence,
            "form": form,
            "lift_form": ReasonForm(auto_id=False),
            "may_act": may_act,
            "liftable": measures.LASTING,
        }
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/games/report/case.html", context, status=status)

    def _do(self, request: HttpRequest, evidence: Evidence, form: MeasureForm) -> bool:
        """Do what the form says; return whether it was done, else the form says why not."""
        asked, actor, report = form.cleaned_data, request.user, evidence.report
        assert isinstance(actor, User)
        try:
            if report is not None and asked["kind"] == Action.Kind.DISMISS:
                action = measures.dismiss(actor, report, asked["reason"])
            else:
                action = measures.take(
                    actor, evidence.person, asked["kind"], asked["reason"],
                    until=form.until(), name=asked["name"], report=report,
                )  # fmt: skip
        except Declined as error:
            form.add_error(None, error.sentence)
            return False
        self.message_user(
            request,
            _("%(name)s: %(kind)s") % {"name": evidence.person, "kind": action.get_kind_display()},
            messages.SUCCESS,
        )
        return True

    def lift(self, request: HttpRequest, number: int) -> HttpResponse:
        """Take back what was done by the act with this number in the log."""
        if not request.user.has_perm(roles.MEASURE_PEOPLE):
            raise PermissionDenied
        actor, action = request.user, get_object_or_404(Action, pk=number)
        if action.match_id_public and not actor.has_perm(roles.ANNUL_MATCHES):
            raise PermissionDenied
        assert isinstance(actor, User)
        try:
            measures.lift(actor, action, request.POST.get("reason", ""))
        except Declined as error:
            self.message_user(request, error.sentence, messages.ERROR)
        else:
            self.message_user(request, _("It is taken back, and the person is told."), messages.SUCCESS)
        person = User.objects.filter(pk=action.person_number or 0).first()
        return redirect(
            reverse("admin:games_report_person", args=[person.public_id])
            if person
            else reverse("admin:games_report_changelist")
        )
