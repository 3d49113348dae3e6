"""The lobby: open tables, and opening one."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.views import PersonRequest
from games.forms import OpenTableForm
from games.models import Seat, Table
from games.screens.options import differences
from games.services import rulesets, tables
from games.services.state import ruleset_of
from games.views.signing_in import sign_in_first

SHOWN = 60
DOUBLE_CLICK = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class TableCard:
    """One table as the lobby shows it."""

    table: Table
    seats: list[Seat]
    preset_title: str
    preset_text: str

    @property
    def taken(self) -> list[Seat]:
        """The seats that somebody has."""
        return [seat for seat in self.seats if seat.taken]

    @property
    def free(self) -> int:
        """How many seats are free."""
        return len(self.seats) - len(self.taken)

    @property
    def can_sit(self) -> bool:
        """Whether one may sit down here now."""
        return self.table.state == Table.State.OPEN and self.free > 0


def _card(table: Table) -> TableCard:
    rules = differences(ruleset_of(table.family, table.ruleset), table.family)
    return TableCard(table, list(table.seats.all()), _(table.rules_title), ", ".join(line.title for line in rules))


def _cards() -> list[TableCard]:
    shown = (
        Table.objects.filter(visibility=Table.Visibility.PUBLIC, state__in=[Table.State.OPEN, Table.State.PLAYING])
        .select_related("owner")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
        # those that still wait for players first: they are what people come for
        .order_by("state", "-created_at")[:SHOWN]
    )
    cards = [_card(table) for table in shown]
    return sorted(cards, key=lambda card: not card.can_sit)


def _show(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    current = tables.current_table(request.user) if request.user.is_authenticated else None
    context = {"tables": _cards(), "form": form, "current": _card(current) if current else None}
    return render(request, "games/lobby.html", context, status=status)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables and the form for a new one."""
    return _show(request, OpenTableForm(user_id=request.user.pk))


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def open_table(request: PersonRequest) -> HttpResponse:
    """Open a table as the form says and go there; errors stand beside their fields."""
    if request.method == "GET":
        # who comes here wants company: seats that wait for friends, not for AI players
        initial = {"visibility": Table.Visibility.PRIVATE, "ai_level": "", **_by_rules(request)}
        return _show(request, OpenTableForm(user_id=request.user.pk, initial=initial))
    form = OpenTableForm(request.POST, user_id=request.user.pk)
    if not form.is_valid():
        return _show(request, form, status=422)
    return _go_to(request, tables.open_table(request.user, form.wishes()))


def _by_rules(request: HttpRequest) -> dict[str, object]:
    """The rules that a link asks for, with a number of seats that suits them."""
    key = request.GET.get("rules", "")
    saved = next((one for one in rulesets.offered(request.user.pk, key) if one.key == key), None)
    if saved is None:
        return {}
    seatings = ruleset_of(saved.family, saved.options).seatings
    return {"preset": saved.key, "seats": 4 if 4 in seatings else seatings[0]}


@require_POST
@sign_in_first(lambda: reverse("games:lobby"))
def play_now(request: PersonRequest) -> HttpResponse:
    """Sit down at once: a table of the official game with AI players in the other seats."""
    form = OpenTableForm(
        {"preset": "official", "seats": "4", "visibility": "public", "ai_level": "steady", "length": "match"}
    )
    if not form.is_valid():
        return _show(request, form, status=422)
    return _go_to(request, tables.open_table(request.user, form.wishes()))


def _go_to(request: HttpRequest, table: Table) -> HttpResponse:
    # the second half of a double click needs no word; somebody who wanted a second table does
    if timezone.now() - table.created_at > DOUBLE_CLICK:
        messages.info(request, tables.already_sits(table))
    return redirect("games:table", table.public_id)
