"""A ladder full of people and results, made by the database itself: run on a site's data by `Site.run`.

Arguments: PEOPLE RESULTS. Everybody stands on the ladder "classic", in the season that is on and in one that is over;
the results are matches of four of the season that is on. Few people play much: of 5,000,000 results the busiest person
has some 15,000. The same numbers make the same rows.
"""

import json
import sys
from datetime import timedelta
from typing import Any

from django.db import connection, models
from django.utils import timezone

from accounts.models import Friendship, User
from games.models import Ladder, Match, RatedResult, Rating, Season
from games.services.ladders import steps
from games.services.ladders.eligible import current_season
from games.services.ladders.skill import SETTLED_AFTER

LADDER = "classic"
SEATS = 4
FRIENDS = 200
#: The rows made here have numbers from here on: people and the ratings of the season that is on the same.
BASE = 1_000_000
#: Ratings of the season that is over.
PAST = 2_000_000
# a standard normal, from two even ones
NORMAL = "sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())"


def insert(model: type[models.Model], source: str, given: dict[str, str]) -> None:
    """Make a row of `model` for each of `source`: columns by SQL, those that are not given by their field's default."""
    columns, values, plain = [], [], []
    for field in model._meta.concrete_fields:
        columns.append(connection.ops.quote_name(field.column))
        if field.attname in given:
            values.append(given[field.attname])
        else:
            values.append("%s")
            plain.append(field.get_db_prep_save(field.get_default(), connection))
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {source}",  # noqa: S608
            plain,
        )


def run(*statements: str) -> None:
    """Run statements, each for itself."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def make_people(people: int) -> None:
    """Make so many people; one in the middle has many friends."""
    name = "'Player ' || n"
    insert(
        User,
        f"generate_series(1, {people}) n",
        {
            "id": f"{BASE} + n",
            "public_id": "'bench' || n",
            "display_name": name,
            "display_key": name,
            "display_shape": name,
            "password": "'!'",
            "joined_at": "now()",
        },
    )
    middle = BASE + people // 2
    friends = min(FRIENDS, people - 1)
    others = [BASE + 1 + number * people // friends for number in range(friends)]
    pairs = [Friendship(asker_id=middle, asked_id=other, accepted_at=timezone.now()) for other in others]
    Friendship.objects.bulk_create(pair for pair in pairs if pair.asked_id != middle)


def make_ratings(people: int, results: int, ladder: Ladder, season: Season, base: int) -> None:
    """Put everybody on the ladder: as sure of as they have played much, and as good as it comes."""
    matches = f"greatest(1, round({results} / (2 * sqrt(n::float * {people}))))::int"
    mu = f"25 + 5 * {NORMAL}"
    skill = f"SELECT n, {matches} AS matches, {mu} AS mu, 1.2 + 7.1 * exp(-{matches} / 12.0) AS sigma"
    played = f"({skill} FROM generate_series(1, {people}) n) played"
    shown = "n, matches, mu, sigma, round(1500 + 40 * (mu - 25))::int AS number, round(40 * sigma)::int AS spread"
    insert(
        Rating,
        f"(SELECT {shown} FROM {played}) shown",  # noqa: S608
        {
            "id": f"{base} + n",
            "ladder_id": str(ladder.pk),
            "season_id": str(season.pk),
            "person_id": f"{BASE} + n",
            "first_mu": "25",
            "first_sigma": "8.3",
            "mu": "mu",
            "sigma": "sigma",
            "number": "number",
            "spread": "spread",
            "rank_value": "number - 2 * spread",
            "matches": "matches",
            "wins": "matches / 4",
            "last_match_at": "now()",
        },
    )


def make_results(people: int, results: int, ladder: Ladder, season: Season) -> None:
    """Make matches of four, and what they did to whom. The indexes of the results are made when all are there."""
    matches = max(1, results // SEATS)
    made_at = f"'{season.began_at.isoformat()}'::timestamptz + m * interval '80 days' / {matches}"
    insert(
        Match,
        f"generate_series(0, {matches - 1}) m",
        {
            "id": f"{BASE} + m",
            "public_id": "'bench' || m",
            "state": "'over'",
            "family": "'uno'",
            "rules_version": "1",
            "ruleset": "'{}'",
            "position": "'{}'",
            "seed": r"'\x00'",
            "commitment": "''",
            "ladder_id": str(ladder.pk),
            "season_id": str(season.pk),
            "started_at": made_at,
            "finished_at": made_at,
        },
    )
    # one number by chance a match; the four are apart by a quarter, so nobody sits at it twice
    who = "u + s / 4.0 - floor(u + s / 4.0)"
    with connection.schema_editor() as editor:
        for index in RatedResult._meta.indexes:
            editor.remove_index(RatedResult, index)
        for constraint in RatedResult._meta.constraints:
            editor.remove_constraint(RatedResult, constraint)
    insert(
        RatedResult,
        f"(SELECT m, random() AS u FROM generate_series(0, {matches - 1}) m) played "  # noqa: S608
        f"CROSS JOIN generate_series(0, {SEATS - 1}) s",
        {
            "id": f"{BASE} + m * {SEATS} + s",
            "rating_id": f"{BASE} + 1 + floor({people} * power({who}, 2))::int",
            "match_id": f"{BASE} + m",
            "place": "s + 1",
            "mu_before": "25 + 4 * u",
            "sigma_before": "2",
            "mu_after": "25.1 + 4 * u",
            "sigma_after": "1.9",
            "made_at": made_at,
        },
    )
    run("SET maintenance_work_mem = '256MB'")
    with connection.schema_editor() as editor:
        for index in RatedResult._meta.indexes:
            editor.add_index(RatedResult, index)
        for constraint in RatedResult._meta.constraints:
            editor.add_constraint(RatedResult, constraint)


def end_season(ladder: Ladder, season: Season) -> None:
    """Give the final places of a season that is over, to those who have played enough."""
    run(
        "UPDATE games_rating SET final_place = ranked.place FROM "  # noqa: S608
        "(SELECT id, rank() OVER (ORDER BY rank_value DESC) AS place FROM games_rating "
        f"WHERE season_id = {season.pk} AND ladder_id = {ladder.pk} AND matches >= {SETTLED_AFTER}) ranked "
        "WHERE ranked.id = games_rating.id"
    )


def main(people: int, results: int) -> dict[str, Any]:
    """Make it all and have the database look at it, as autovacuum does on a site that runs."""
    began = timezone.now()
    ladder, season = Ladder.objects.get(key=LADDER), current_season()
    assert season is not None
    season.began_at = began - timedelta(days=80)
    season.save()
    past = Season.objects.create(
        number=season.number + 1, began_at=began - timedelta(days=170), ended_at=season.began_at
    )
    # all that rows point at is made here too: nothing need be looked up for each
    run("SELECT setseed(0.5)", "SET session_replication_role = replica", "SET synchronous_commit = off")
    make_people(people)
    make_ratings(people, results, ladder, season, BASE)
    make_ratings(people, results, ladder, past, PAST)
    end_season(ladder, past)
    make_results(people, results, ladder, season)
    # no trigger ran
    steps.recount("default")
    run("VACUUM (ANALYZE)")
    return {"seconds": (timezone.now() - began).total_seconds(), "results": RatedResult.objects.count()}


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
