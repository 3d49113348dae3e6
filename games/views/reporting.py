"""Reporting a person, or a match at one of its moves; a line of chat is reported at its table."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import Kind, User
from accounts.views import PersonRequest
from games.forms.report import ReportForm
from games.services import reports
from games.services.errors import Declined
from games.views.records import find


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: PersonRequest, public_id: str) -> HttpResponse:
    """Report somebody; one may report whom one has blocked, too."""
    other = User.objects.filter(public_id=public_id, removed_number=None).exclude(kind=Kind.AI).first()
    if other is None or other == request.user:
        raise Http404
    form = ReportForm(request.POST or None)
    title = _("Report %(name)s") % {"name": other.name}

    def send() -> str:
        return reports.report_person(request.user.pk, other, form.cleaned_data["reason"], form.cleaned_data["note"])

    return _page(request, form, title, reverse("games:person", args=[public_id]), send)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: PersonRequest, public_id: str) -> HttpResponse:
    """Report how somebody played in a finished match; `?move=` is filled in by the replay."""
    found = find(request, public_id)
    seats = found.seats.filter(is_ai=False, user__removed_number=None).exclude(user=request.user)
    players = {seat.user.public_id: seat.user for seat in seats.select_related("user") if seat.user is not None}
    if not players:
        raise Http404
    asked = {"move": request.GET.get("move", ""), "about": request.GET.get("about", "")}
    form = ReportForm(request.POST or None, initial=asked, players=list(players.values()))
    replay = reverse("games:replay", args=[public_id])
    move = asked["move"]

    def send() -> str:
        data = form.cleaned_data
        return reports.report_match(
            request.user.pk, found, players[data["about"]], data["move"], data["reason"], data["note"]
        )

    back = f"{replay}?move={move}" if move.isascii() and move.isdigit() else reverse("games:match", args=[public_id])
    return _page(request, form, _("Report this match"), back, send)


def _page(request: PersonRequest, form: ReportForm, title: str, back: str, send: Callable[[], str]) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        try:
            thanks = send()
        except Declined as error:
            form.add_error(None, error.sentence)
        else:
            messages.success(request, thanks)
            return redirect(back)
    status = 422 if form.errors else 200
    return render(request, "games/report.html", {"form": form, "title": title, "back": back}, status=status)
