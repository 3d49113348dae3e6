"""The log of what staff did, which nobody edits, and the appeals against it."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from accounts.admin_pages import ReadOnlyAdmin, found_or_404
from accounts.models import User
from games.forms.moderation import AnswerForm
from games.models import Action, Appeal
from games.services.errors import Declined
from games.services.moderation import appeals
from games.services.moderation.evidence import evidence_about, is_about_reader


@admin.register(Action)
class ActionAdmin(ReadOnlyAdmin):
    """The log: read, searched, never written to from here."""

    list_display = ("made_at", "actor_name", "kind", "person_name", "reason", "until")
    list_filter = ("kind",)
    search_fields = ("actor_name", "person_name", "reason", "table_id_public", "match_id_public")
    date_hierarchy = "made_at"


@admin.register(Appeal)
class AppealAdmin(admin.ModelAdmin):
    """Appeals, the unanswered first; each is answered once, by a page that shows what it is about."""

    list_display = ("made_at", "person", "what", "text", "answered_at", "is_granted")
    list_filter = (("answered_at", admin.EmptyFieldListFilter), "is_granted")
    list_select_related = ("person", "action")
    search_fields = ("text", "answer", "person__display_name")
    ordering = (F("answered_at").desc(nulls_first=True), "made_at")
    actions = None

    @admin.display(description=Action._meta.get_field("kind").verbose_name)
    def what(self, appeal: Appeal) -> str:
        """What it is against."""
        return str(appeal.action.get_kind_display())

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People appeal."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What they said stays."""
        return False

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show an appeal with what it is about, and take the answer."""
        found = Appeal.objects.select_related("action", "person", "answered_by")
        appeal = found_or_404(found, object_id)
        if not self.has_view_permission(request, appeal) or is_about_reader(appeal.person, request.user):
            raise PermissionDenied
        may_answer = self.has_change_permission(request, appeal)
        form = AnswerForm(request.POST or None)
        if request.method == "POST":
            if not may_answer:
                raise PermissionDenied
            if form.is_valid() and self._answer(request, appeal, form):
                return redirect("admin:games_appeal_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": _("An appeal"),
            "opts": self.opts,
            "appeal": appeal,
            "evidence": evidence_about(appeal.person),
            "form": form,
            "may_answer": may_answer and appeal.answered_at is None,
        }
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/games/appeal/answer.html", context, status=status)

    def _answer(self, request: HttpRequest, appeal: Appeal, form: AnswerForm) -> bool:
        """Answer it; return whether that was possible, else the form says why not."""
        actor = request.user
        assert isinstance(actor, User)
        try:
            appeals.answer(actor, appeal.pk, form.cleaned_data["granted"], form.cleaned_data["text"])
        except Declined as error:
            form.add_error(None, error.sentence)
            return False
        self.message_user(request, _("The appeal is answered, and the person is told."), messages.SUCCESS)
        return True
