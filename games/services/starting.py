"""When a match may begin, and with whom."""

import calendar
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat
from games.services.errors import Declined
from games.services.state import TableState, ruleset_of

# a year with a 29 February
LEAP = 2024


def camps(seats: Iterable[Seat]) -> tuple[list[Seat], list[Seat]]:
    """Part these seats by camp: they sit alternately, so a seat's number says which is its own."""
    even: list[Seat] = []
    odd: list[Seat] = []
    for seat in seats:
        (odd if seat.index % 2 else even).append(seat)
    return even, odd


def ready_seats(state: TableState) -> list[Seat]:
    """Return the seats that would be dealt to, in the order of play; who is not ready waits for the next match.

    Free seats are left out, so camps are dealt to in turn: everybody stays in the camp that they sat down in.
    """
    ready = [seat for seat in state.taken if seat.ready or seat.is_ai]
    if not ruleset_of(state.table.family, state.table.ruleset).teams:
        return ready
    return [seat for pair in zip_longest(*camps(ready)) for seat in pair if seat is not None]


def why_not_start(state: TableState) -> str:
    """Return why the match cannot begin yet, as a sentence, or an empty text when it can."""
    if state.table.is_quick and len(state.taken) < len(state.seats):
        return _("The match begins by itself when all seats are taken.")
    ruleset = ruleset_of(state.table.family, state.table.ruleset)
    ready = ready_seats(state)
    enough = ruleset.start_when_ready
    if len(ready) < (len(state.taken) if enough is None else min(enough, len(state.seats))):
        return _not_ready(state, enough)
    if len(ready) not in ruleset.seatings:
        return seating_text(ruleset.seatings)
    even, odd = map(len, camps(ready))
    if ruleset.teams and even != odd:
        return _("Both camps need the same number of players who are ready: now it is %(one)s against %(other)s.") % {
            "one": even,
            "other": odd,
        }
    return ""


def _not_ready(state: TableState, enough: int | None) -> str:
    if enough is None or len(ready_seats(state)) < len(state.taken):
        return _("Not everybody is ready yet.")
    number = min(enough, len(state.seats))
    return ngettext(
        "These rules begin when %(number)s player is ready.",
        "These rules begin when %(number)s players are ready.",
        number,
    ) % {"number": number}


def seating_text(seatings: Sequence[int]) -> str:
    """Say how many players some rules need."""
    if len(seatings) == 1:
        return _("These rules are for %(number)s players.") % {"number": seatings[0]}
    if seatings[1] - seatings[0] > 1:
        numbers = ", ".join(map(str, seatings))
        return _("These rules need an even number of players: %(numbers)s.") % {"numbers": numbers}
    return _("These rules need %(few)s to %(most)s players.") % {"few": seatings[0], "most": seatings[-1]}


def valid_day(text: str) -> str:
    """Return a day of the year as month and day ("12-25"); raise `Declined` for anything else."""
    month, dash, day = text.strip().partition("-")
    if dash and text.isascii() and month.isdigit() and day.isdigit() and len(month) <= 2 and len(day) <= 2:
        number, date = int(month), int(day)
        if 1 <= number <= 12 and 1 <= date <= calendar.monthrange(LEAP, number)[1]:
            return f"{number}-{date}"
    raise Declined(_("That is no day of the year. Write month and day, such as 12-25."))


def name_days(seats: list[Seat], seed: bytes) -> None:
    """Give AI players a day of their own."""
    for seat in seats:
        if not seat.day:
            month = Random(f"{seed.hex()}/{seat.index}/month").randint(1, 12)
            last = calendar.monthrange(LEAP, month)[1]
            seat.day = f"{month}-{Random(f'{seed.hex()}/{seat.index}/day').randint(1, last)}"
