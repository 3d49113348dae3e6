"""Ladders with people on them, for the tests: no match need be played for a rating."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.models import Ladder, Match, Rating, Season

_numbers = count(1)
# those that an installation has from the start come before
_seasons = count(100)


def new_ladder(**fields: object) -> Ladder:
    """A ladder that is open."""
    number = next(_numbers)
    return Ladder.objects.create(**{"key": f"ladder-{number}", "title": f"Ladder {number}", **fields})


def new_season(*, is_over: bool = False) -> Season:
    """A season that is on, or one that is over."""
    now = timezone.now()
    ended = now - timedelta(days=1) if is_over else None
    return Season.objects.create(number=next(_seasons), began_at=now - timedelta(days=30), ended_at=ended)


def new_people(many: int) -> list[User]:
    """So many people, without passwords."""
    fresh = [User(public_id=f"stander{next(_numbers):017}") for _ in range(many)]
    for person in fresh:
        person.display_name = f"Stander {person.public_id[-6:]}"
        person.display_key = person.display_shape = person.display_name
    return User.objects.bulk_create(fresh)


def new_match(**fields: object) -> Match:
    """A match without a table or a position, to hang results on."""
    needed = {"family": "uno", "rules_version": 1, "ruleset": {}, "seed": b"1", "position": {}}
    return Match.objects.create(**{**needed, **fields})


def rating(
    person: User, ladder: Ladder, season: Season, rank_value: int, *, spread: int = 40, **fields: object
) -> Rating:
    """What somebody stands with, not stored: ranked by `rank_value`, settled unless `matches` says otherwise."""
    usual = {"first_mu": 25.0, "first_sigma": 8.3, "mu": 25.0, "sigma": spread / 40, "matches": 20, "wins": 5}
    shown = {"number": rank_value + 2 * spread, "spread": spread, "rank_value": rank_value}
    return Rating(ladder=ladder, season=season, person=person, **{**usual, **shown, **fields})


def stand(ladder: Ladder, season: Season, rank_values: Iterable[int], **fields: object) -> list[Rating]:
    """Put somebody on the ladder for each of these rank values; returns their ratings in the same order."""
    values = list(rank_values)
    people = new_people(len(values))
    made = [rating(person, ladder, season, value, **fields) for person, value in zip(people, values, strict=True)]
    return Rating.objects.bulk_create(made)
