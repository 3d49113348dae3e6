"""The lobby: open tables, playing now, and opening a table of one's own."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.views import PersonRequest
from games.forms import LobbyForm, OpenTableForm, PlayNowForm
from games.forms.open_table import CASUAL, RATED
from games.models import Table
from games.services import lobby as lobbies
from games.services import pairing, people, rulesets, tables
from games.services.errors import Declined
from games.services.ladders.own_season import own_season_of
from games.services.lobby_page import page_for, query
from games.services.state import ruleset_of
from games.services.tables import DOUBLE_CLICK
from games.views.signing_in import sign_in_first

# where the session keeps what was last played now
WISH = "play_now"


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the tables that are open to all, as the address filters them."""
    return _show(request, _remembered_wish(request))


def _show(request: HttpRequest, now_form: PlayNowForm, status: int = 200) -> HttpResponse:
    wanted = LobbyForm(request.GET).chosen()
    said = urlencode({"lang": get_language(), **query(wanted)})
    context: dict[str, Any] = {
        "page": page_for(request.user.pk, wanted),
        "popular": lobbies.popular(),
        "now_form": now_form,
        "ws_path": f"/ws/lobby/?{said}",
    }
    if request.user.is_authenticated:
        context["own_season"] = own_season_of(request.user)
        context["friends"] = people.panel(request.user)
    return render(request, "games/lobby.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def open_table(request: PersonRequest) -> HttpResponse:
    """Open a table as the form says and go there; errors stand beside their fields."""
    if request.method == "GET":
        return _show_form(request, OpenTableForm(user=request.user, initial=_initial(request)))
    form = OpenTableForm(request.POST, user=request.user)
    if not form.is_valid():
        return _show_form(request, form, status=422)
    try:
        return _go_to(request, tables.open_table(request.user, form.wishes()))
    except Declined as error:
        form.add_error(None, error.sentence)
        return _show_form(request, form, status=422)


@never_cache
@login_required
@require_POST
def open_counts(request: PersonRequest) -> HttpResponse:
    """Say whether matches at the table would count, as the form for it is being filled in; nothing is kept.

    Who has not chosen yet is offered rated ones where they could count.
    """
    data = request.POST.copy()
    data.setdefault("rated", RATED)
    return render(request, "games/_counts.html", {"form": OpenTableForm(data, user=request.user)})


def _show_form(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    return render(request, "games/open_table.html", {"form": form}, status=status)


def _initial(request: HttpRequest) -> dict[str, Any]:
    """What the link asks for: who comes to open a table wants people, and who says so only friends.

    Rules come with a number of seats that suits them.
    """
    visibility = Table.Visibility.PRIVATE if "friends" in request.GET else Table.Visibility.PUBLIC
    initial: dict[str, Any] = {"visibility": visibility, "ai_level": ""}
    key = request.GET.get("rules", "")
    saved = next((one for one in rulesets.offered(request.user.pk, key) if one.key == key), None)
    if saved is not None:
        seatings = ruleset_of(saved.family, saved.options).seatings
        initial |= {"preset": saved.key, "seats": 4 if 4 in seatings else seatings[0]}
    return initial


def _remembered_wish(request: HttpRequest) -> PlayNowForm:
    """The form for playing now, filled in as it was last time, or as a link to it says (`?now-kind=rated`)."""
    said = {name: request.GET[f"now-{name}"] for name in PlayNowForm.base_fields if f"now-{name}" in request.GET}
    user = request.user if request.user.is_authenticated else None
    return PlayNowForm(user=user, initial={**request.session.get(WISH, {}), **said})


@require_POST
@sign_in_first(lambda: reverse("games:lobby"))
def play_now(request: PersonRequest) -> HttpResponse:
    """Seat the person with those who wait for the same, or at a new table that waits; what they chose is remembered."""
    form = PlayNowForm(request.POST, user=request.user)
    if not form.is_valid():
        return _show(request, form, status=422)
    wish = form.wish()
    kind = RATED if wish.is_rated else CASUAL
    request.session[WISH] = {"preset": wish.ruleset.key, "seats": wish.seats, "kind": kind}
    try:
        return redirect("games:table", pairing.pair(request.user, wish).public_id)
    except Declined as error:  # it could not count any more
        form.add_error("kind", error.sentence)
        return _show(request, form, status=422)


def _go_to(request: HttpRequest, table: Table) -> HttpResponse:
    # the second half of a double click needs no word; somebody who wanted a second table does
    if timezone.now() - table.created_at > DOUBLE_CLICK:
        messages.info(request, tables.already_sits(table))
    return redirect("games:table", table.public_id)
