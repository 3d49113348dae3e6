"""One's own matches, and one that is finished."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timesince import timesince
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views import PersonRequest
from games.models import Match
from games.screens.spans import MINUTE, span_text
from games.services import past
from games.services.history import running_matches_of
from games.services.ladders.changes import changes_of
from games.services.records import can_be_replayed, shuffle_of
from games.services.reports import may_report
from games.views.records import find


@never_cache
@require_safe
@login_required
def history(request: PersonRequest) -> HttpResponse:
    """List the reader's matches: those that go on, then the finished ones, newest first."""
    page = Paginator(past.finished_of(request.user, private=True), past.PER_PAGE).get_page(request.GET.get("page"))
    # once, above the first page
    running = running_matches_of(request.user) if page.number == 1 else []
    listed = past.listed(list(page), changes=True)
    return render(request, "games/matches.html", {"page": page, "past": listed, "running": running})


@never_cache
@require_safe
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the result of a finished match and the published seed of its deals, to those who may see it."""
    found = find(request, public_id)
    seats = sorted(found.seats.select_related("user"), key=lambda seat: (seat.place or 99, seat.seat))
    changes = changes_of(found)
    context = {
        "match": found,
        "took": _took(found),
        "seats": seats,
        "rows": [(seat, changes.get(seat.seat)) for seat in seats],
        "shuffle": shuffle_of(found),
        "replayable": can_be_replayed(found),
        "may_report": may_report(found, request.user.pk),
    }
    return render(request, "games/match.html", context)


def _took(match: Match) -> str:
    """Say how long a finished match took; in seconds where "0 minutes" would be said else."""
    assert match.finished_at is not None
    seconds = int((match.finished_at - match.started_at).total_seconds())
    return span_text(max(seconds, 1)) if seconds < MINUTE else timesince(match.started_at, match.finished_at)
