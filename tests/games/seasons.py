"""Rated matches without their play: the rows as `ending.finish` leaves them, and the result that it applies."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Ladder, Match, MatchSeat, RatedResult, Season
from games.services.ladders import results
from games.services.ladders.eligible import people_key

OFFICIAL: dict[str, object] = {}
CAMPS: dict[str, object] = {"teams": "two_camps", "seats": [4, 8]}


def begin_match(
    ladder: Ladder, season: Season | None, people: Sequence[User], rules: Mapping[str, object] = OFFICIAL
) -> Match:
    """A rated match of these people that is going on, in the order of their seats."""
    match = Match.objects.create(
        ladder=ladder,
        season=season,
        people_key=people_key(person.pk for person in people),
        family="uno",
        rules_version=1,
        ruleset=rules,
        seed=bytes(32),
        commitment="",
        position={},
    )
    MatchSeat.objects.bulk_create(MatchSeat(match=match, seat=seat, user=person) for seat, person in enumerate(people))
    return match


def finish_match(
    match: Match, places: Sequence[int], at: datetime, left: Sequence[int] = (), *, dies: bool = False
) -> list[RatedResult]:
    """End the match with a place for each seat; those in `left` had gone for good.

    `dies`: the process ends before its transaction does.
    """
    with transaction.atomic():
        match.state, match.finished_at = Match.State.OVER, at
        match.save()
        seats = list(match.seats.all())
        for seat in seats:
            seat.place, seat.left_at = places[seat.seat], at if seat.seat in left else None
        MatchSeat.objects.bulk_update(seats, ["place", "left_at"])
        made = results.apply(match, seats, at)
        if dies:
            transaction.set_rollback(True)
    return made


def play_match(ladder: Ladder, season: Season | None, people: Sequence[User], at: datetime) -> list[RatedResult]:
    """A match in which they came in the order of their seats."""
    return finish_match(begin_match(ladder, season, people), range(1, len(people) + 1), at)
