"""The seats' dates for judgement day: `12-25` is Christmas. A seat without one has the empty text."""

import calendar
import re
from collections.abc import Sequence

_DAY = re.compile(r"(1[0-2]|0?[1-9])-(3[01]|[12][0-9]|0?[1-9])")


def check_days(days: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the dates, none at all or one for each seat; raise ValueError for what is none."""
    if days and len(days) != seats:
        raise ValueError(f"{len(days)} dates for {seats} seats")
    for day in days:
        found = _DAY.fullmatch(day)
        # 29 February is a date: people are born on it.
        if day and (found is None or int(found[2]) > calendar.monthrange(2000, int(found[1]))[1]):
            raise ValueError(f"{day!r} is not a date such as 12-25")
    return tuple(days)


def digits_of(day: str) -> str:
    """Return a date's digits, sorted: no leading zeros, in any order."""
    return "".join(sorted("".join(str(int(part)) for part in day.split("-")))) if day else ""
