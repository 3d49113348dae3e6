"""Seasons: ended by an admin, who begins the next with that."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminSplitDateTime
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Match, Season
from games.services.errors import Declined
from games.services.ladders import final, seasons
from games.services.ladders.eligible import current_season


class NextSeasonForm(forms.ModelForm):
    """What the season that begins is called, and until when it is meant to last."""

    class Meta:
        model = Season
        fields = ("name", "ends_at")
        field_classes = {"ends_at": forms.SplitDateTimeField}
        widgets = {"ends_at": AdminSplitDateTime}
        # the read-only ones, too: the administration takes their names from here
        labels = {
            "number": gettext_lazy("Number"),
            "name": gettext_lazy("Name"),
            "began_at": gettext_lazy("Began at"),
            "ended_at": gettext_lazy("Ended at"),
        }
        help_texts = {
            "name": gettext_lazy(
                "Shown as you write it, in every language; empty: the season is called by its number."
            ),
            "ends_at": gettext_lazy("Shown to players. The season goes on until it is ended here."),
        }

    def clean_ends_at(self) -> Any:
        """The end lies ahead."""
        ends_at = self.cleaned_data["ends_at"]
        if ends_at is not None and ends_at <= timezone.now():
            raise ValidationError(_("That is over already."))
        return ends_at


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin):
    """Begun and ended by a page of their own that says what it does; the one that is on can be named anew."""

    form = NextSeasonForm
    list_display = ("title", "number", "began_at", "ends_at", "ended_at")
    readonly_fields = ("number", "began_at", "ended_at")
    fields = ("number", "name", "began_at", "ends_at", "ended_at")
    change_list_template = "admin/games/season/list.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The end of one begins the next."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Season | None = None) -> bool:
        """Their standings stay."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        """When a finished one was meant to end is history."""
        is_over = obj is not None and obj.ended_at is not None
        return (*self.readonly_fields, "ends_at") if is_over else self.readonly_fields

    def get_urls(self) -> list[URLPattern]:
        """The pages that end and begin seasons, too."""
        view = self.admin_site.admin_view
        return [
            path("<int:season_id>/end/", view(self.end), name="games_season_end"),
            path("begin/", view(self.begin), name="games_season_begin"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Offer what can be done: end the season that is on, or begin one."""
        may = self.has_change_permission(request)
        return super().changelist_view(request, {"may_end": may, "current": current_season(), **(extra_context or {})})

    def end(self, request: HttpRequest, season_id: int) -> HttpResponse:
        """Say what the end of this season does, ask for the next, and do it."""
        return self._turn(request, get_object_or_404(Season, pk=season_id))

    def begin(self, request: HttpRequest) -> HttpResponse:
        """Begin a season where none is on."""
        return self._turn(request, None)

    def _turn(self, request: HttpRequest, season: Season | None) -> HttpResponse:
        if not self.has_change_permission(request, season):
            raise PermissionDenied
        form = NextSeasonForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            self._do(request, season, form.cleaned_data)
            return redirect("admin:games_season_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": _("End this season and begin the next") if season else _("Begin a season"),
            "opts": self.opts,
            "season": season,
            "going_on": Match.objects.filter(season=season, state=Match.State.PLAYING).count() if season else 0,
            "badges": final.BADGES,
            "form": form,
            "media": self.media + form.media,
        }
        return TemplateResponse(request, "admin/games/season/turn.html", context)

    def _do(self, request: HttpRequest, season: Season | None, asked: dict[str, Any]) -> None:
        now = timezone.now()
        try:
            begun = seasons.end(season, now, **asked) if season else seasons.begin(now, **asked)
        except Declined as error:
            self.message_user(request, error.sentence, messages.ERROR)
            return
        if season is not None:
            self.log_change(request, season, "Ended.")
        self.log_addition(request, begun, "Begun.")
        self.message_user(request, _("%(season)s has begun.") % {"season": begun.title}, messages.SUCCESS)
