"""The ladders: who stands where, in the season that is on and in those that are over."""

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.ladders.ladder_page import Who, first_ladder, page_for
from games.services.ladders.skill import SETTLED_AFTER


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Go to the first ladder that is open; without one, say so."""
    first = first_ladder()
    return redirect("games:ladder", first.key) if first else render(request, "games/ladder.html")


@never_cache
@require_safe
def ladder(request: HttpRequest, key: str) -> HttpResponse:
    """Show a page of a ladder, in one season; whose friends are asked for signs in first."""
    asked = request.GET
    reader = request.user if request.user.is_authenticated else None
    if reader is None and asked.get("who") == "friends":
        return redirect_to_login(request.get_full_path())
    who: Who = "friends" if asked.get("who") == "friends" else "all"
    shown = page_for(reader, key, asked.get("season", ""), who, asked.get("page", ""))
    if shown is None:
        raise Http404
    return render(request, "games/ladder.html", {"page": shown, "settled_after": SETTLED_AFTER})
