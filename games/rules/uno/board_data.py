"""The parts of a scenario's position, read and checked: each failure names its place."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.cards import CardError, check_within, parse_cards
from games.rules.core.scenario import ScenarioError


def seats_of_deal(data: Mapping[str, Any], allowed: tuple[int, int]) -> int:
    """Return how many seats a dealt scenario has: as it says, or as its lists and seat numbers show."""
    deal = data["deal"]
    given = deal.get("seats", data.get("seats"))
    if given is not None:
        return read_numbers([given], "seats", 1)[0]
    steps = [step for step in data.get("steps") or [] if isinstance(step, dict)]
    expects = [step["expect"] for step in steps if isinstance(step.get("expect"), dict)]
    lists = [data.get(key) for key in ("scores", "days")]
    lists += [expect.get(key) for expect in expects for key in ("hands", "hand_sizes", "scores", "placement")]
    for one in lists:
        if isinstance(one, list):
            return len(one)
    named = [deal.get("dealer", 0), *data.get("vip", [])]
    named += [expect.get("turn") for expect in expects]
    named += [str(step.get("move", step.get("legal", ""))).partition(":")[0] for step in steps]
    highest = max(int(seat) for seat in named if str(seat).isdigit())
    return min(max(highest + 1, allowed[0]), max(allowed[1], highest + 1))


def read_cards(text: Any, place: str) -> list[str]:
    if not isinstance(text, str):
        raise ScenarioError(place, "cards are written in one text, divided by blanks")
    try:
        return parse_cards(text)
    except CardError as error:
        raise ScenarioError(place, str(error)) from error


def check_cards(cards: Sequence[str], deck: Sequence[str], place: str) -> None:
    try:
        check_within(cards, deck)
    except CardError as error:
        raise ScenarioError(place, str(error)) from error


def read_numbers(values: Any, place: str, count: int) -> list[int]:
    """Return so many whole numbers from 0 up."""
    if not isinstance(values, list) or len(values) != count:
        raise ScenarioError(place, f"it lists {count} numbers, one for each seat")
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise ScenarioError(place, f"{value!r} is not a number from 0 up")
    return list(values)


def read_seats(values: Any, place: str, seats: int) -> list[int]:
    """Return seat numbers that are there."""
    if not isinstance(values, list):
        raise ScenarioError(place, "it lists seats")
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
            raise ScenarioError(place, f"{value!r} is not one of the {seats} seats")
    return list(values)


def read_days(data: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the seats' dates as `12-25`, or none at all."""
    days = data.get("days")
    if days is None:
        return ()
    if not isinstance(days, list) or len(days) != seats:
        raise ScenarioError("days", "it lists one date for each seat")
    for day in days:
        try:
            month, date = (int(part) for part in str(day).split("-"))
            datetime.date(2000, month, date)
        except ValueError as error:
            raise ScenarioError("days", f"{day!r} is not a date such as 12-25") from error
    return tuple(days)
