"""A ladder full of people on a site's data: run by `Site.run`.

Argument: the name of the reader, who comes to stand on the ladder "duel" behind most of the others, with a climb.
"""

import sys
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.models import Ladder, RatedResult, Rating, Season
from games.services.ladders.eligible import current_season
from tests.games.standing import new_match, new_people, rating

PEOPLE = 160
RESULTS = 38


def main(name: str) -> None:
    """Make it all; the season that is on becomes the third."""
    now = timezone.now()
    ladder, season = Ladder.objects.get(key="duel"), current_season()
    assert season is not None
    season.number, season.ends_at = 3, now + timedelta(days=18, hours=6)
    season.save()
    past = Season.objects.create(number=2, began_at=now - timedelta(days=200), ended_at=now - timedelta(days=100))
    people = new_people(PEOPLE)
    rows = [
        rating(person, ladder, season, 1880 - 5 * at, spread=30 + 11 * at % 50, matches=7 * at % 400)
        for at, person in enumerate(people)
    ]
    rows += [rating(person, ladder, past, 1700 - at, final_place=at + 1) for at, person in enumerate(people[:20])]
    Rating.objects.bulk_create(rows)
    mine = rating(User.objects.get(display_name=name), ladder, season, 1402, spread=42, matches=RESULTS, wins=10)
    mine.save()
    results = [
        RatedResult(
            rating=mine,
            match=new_match(),
            place=1,
            mu_before=25,
            sigma_before=2,
            mu_after=22 + 2.7 * at / RESULTS + (at * 7 % 5) / 6,
            sigma_after=1 + 3 / (at + 1),
            made_at=now - timedelta(days=RESULTS - at),
        )
        for at in range(RESULTS)
    ]
    RatedResult.objects.bulk_create(results)


if __name__ == "__main__":
    main(sys.argv[1])
