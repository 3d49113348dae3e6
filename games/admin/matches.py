"""Matches: found, read with their moves, and annulled; and how far the ratings that follow are worked out anew."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_pages import found_or_404
from accounts.models import User
from games.admin.ladders import ToLookUp
from games.forms.annul import AnnulForm, UndoForm
from games.models import Action, Match, MatchSeat, Reckoning
from games.screens.words import listed
from games.services.errors import Declined
from games.services.ladders import reckoning
from games.services.ladders.changes import changes_of
from games.services.moderation import annulling, roles
from games.services.moves_read import moves_read


@admin.register(Match)
class MatchAdmin(ToLookUp):
    """Every match there was; its page has the result, the moves and what can be done about it."""

    list_display = ("public_id", "started_at", "state", "rules_title", "ladder", "players", "annulled_at")
    list_filter = ("state", ("annulled_at", admin.EmptyFieldListFilter), "ladder", "season")
    list_select_related = ("ladder",)
    search_fields = ("=public_id", "=seats__user__display_name", "=seats__user__public_id", "=table__public_id")
    search_help_text = gettext_lazy("The id of a match, a table or a person, or a person's whole name.")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> Any:
        """With who played them."""
        return super().get_queryset(request).defer("position").prefetch_related("seats__user")

    @admin.display(description=gettext_lazy("players"))
    def players(self, match: Match) -> str:
        """Who played, by seat."""
        return listed(name_of(seat) for seat in match.seats.all())

    def get_urls(self) -> list[URLPattern]:
        """The pages that annul a match and take a change back, too."""
        view = self.admin_site.admin_view
        return [
            path("<int:match_id>/annul/", view(self.annul), name="games_match_annul"),
            path("<int:match_id>/undo/<int:seat>/", view(self.undo), name="games_match_undo"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show a match: who came where, what it did to the ratings, its moves, and what was done about it."""
        if request.method == "POST" or not self.has_view_permission(request):
            raise PermissionDenied
        match = found_or_404(Match.objects.all(), object_id)
        seats = list(match.seats.select_related("user").order_by("seat"))
        changes = changes_of(match)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Match %(match)s") % {"match": match.public_id},
            "opts": self.opts,
            "match": match,
            "rows": [(seat, name_of(seat), changes.get(seat.seat)) for seat in seats],
            "moves": moves_read(match, [name_of(seat) for seat in seats]),
            "done": Action.objects.filter(match_id_public=match.public_id).order_by("pk"),
            "may_act": request.user.has_perm(roles.ANNUL_MATCHES) and match.state == Match.State.OVER,
            "reckoning": self._reckoning(match),
        }
        return TemplateResponse(request, "admin/games/match/page.html", context)

    def annul(self, request: HttpRequest, match_id: int) -> HttpResponse:
        """Say what annulling does, ask for the reason, and do it."""
        match, form = self._asked(request, match_id), AnnulForm(request.POST or None)

        def act(actor: User) -> str:
            annulling.annul(actor, match.pk, form.cleaned_data["why"], form.cleaned_data["reason"])
            return _("The match is annulled, and its people are told.")

        return self._act(request, match, form, act, {"title": _("Annul this match")})

    def undo(self, request: HttpRequest, match_id: int, seat: int) -> HttpResponse:
        """Ask why what the match did to one seat's rating is taken back, and do it."""
        match, form = self._asked(request, match_id), UndoForm(request.POST or None)
        name = name_of(get_object_or_404(MatchSeat.objects.select_related("user"), match=match, seat=seat))

        def act(actor: User) -> str:
            annulling.undo_change(actor, match.pk, seat, form.cleaned_data["reason"])
            return _("The change is taken back, and %(name)s is told.") % {"name": name}

        title = _("Take back what this match did to the rating of %(name)s") % {"name": name}
        return self._act(request, match, form, act, {"title": title, "name": name})

    def _asked(self, request: HttpRequest, match_id: int) -> Match:
        if not request.user.has_perm(roles.ANNUL_MATCHES):
            raise PermissionDenied
        return get_object_or_404(Match, pk=match_id)

    def _act(
        self, request: HttpRequest, match: Match, form: Form, act: Callable[[User], str], more: dict[str, Any]
    ) -> HttpResponse:
        if form.is_valid():
            assert isinstance(request.user, User)
            try:
                self.message_user(request, act(request.user), messages.SUCCESS)
                return redirect("admin:games_match_change", match.pk)
            except Declined as error:
                form.add_error(None, error.sentence)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "match": match,
            "form": form,
            **more,
        }
        return TemplateResponse(request, "admin/games/match/act.html", context, status=422 if form.errors else 200)

    @staticmethod
    def _reckoning(match: Match) -> Reckoning | None:
        if match.ladder is None or match.season is None:
            return None
        return reckoning.going_on(match.ladder, match.season)


@admin.register(Reckoning)
class ReckoningAdmin(ToLookUp):
    """How far ratings are worked out anew, and when they last were."""

    list_display = ("ladder", "season", "done", "total", "worked_at", "finished_at")
    list_filter = (("finished_at", admin.EmptyFieldListFilter),)
    list_select_related = ("ladder", "season")
    ordering = ("-worked_at",)


def name_of(seat: MatchSeat) -> str:
    """Return what the player of a seat is called, as staff read it."""
    return seat.user.name if seat.user else _("former player")
