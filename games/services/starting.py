"""When a match may begin, and with whom."""

import calendar
from collections.abc import Sequence
from random import Random

from django.utils.translation import gettext as _

from games.models import Seat
from games.services.errors import Declined
from games.services.state import TableState, ruleset_of

# a year with a 29 February
LEAP = 2024


def ready_seats(state: TableState) -> list[Seat]:
    """Return the seats that would be dealt to: those who are ready; the others wait for the next match."""
    return [seat for seat in state.taken if seat.ready or seat.is_ai]


def why_not_start(state: TableState) -> str:
    """Return why the match cannot begin yet, as a sentence, or an empty text when it can."""
    ruleset = ruleset_of(state.table.family, state.table.ruleset)
    ready = len(ready_seats(state))
    enough = ruleset.start_when_ready
    if ready < len(state.taken) and (enough is None or ready < enough):
        return _("Not everybody is ready yet.")
    if ready not in ruleset.seatings:
        return seating_text(ruleset.seatings)
    return ""


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
