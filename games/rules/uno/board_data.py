"""The parts of a scenario's position, read and checked: each failure names its place."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.cards import CardError, check_within, parse_cards
from games.rules.core.scenario import ScenarioError
from games.rules.uno.days import check_days


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
    named = [deal.get("dealer"), data.get("vip")]
    named += [expect.get(key) for expect in expects for key in ("turn", "dealer", "winner", "called", "catchable")]
    named += [str(step.get("legal", step.get("move", ""))).partition(":")[0] for step in steps]
    named += re.findall(r"(?:[@?~]|catch )([0-9])", " ".join(str(step.get("move", "")) for step in steps))
    seats = [str(seat) for one in named for seat in (one if isinstance(one, list) else [one])]
    highest = max((int(seat) for seat in seats if re.fullmatch("[0-9]{1,3}", seat)), default=0)
    return max(highest + 1, allowed[0])


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
    if not isinstance(days, list) or not all(isinstance(day, str) for day in days):
        raise ScenarioError("days", "it lists one date for each seat")
    try:
        return check_days(days, seats)
    except ValueError as error:
        raise ScenarioError("days", str(error)) from error
