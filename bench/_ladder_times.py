"""The database time of what a ladder's pages ask: run on a site's data by `Site.run`, after `bench._ladder_rows`.

Arguments: TIMES, and a file for the plans or nothing. Prints the milliseconds of each call as JSON, by its name.
"""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Max

from accounts.models import User
from bench._ladder_rows import BASE, LADDER
from games.models import Rating
from games.services.ladders import standings
from games.services.ladders.eligible import current_season
from games.services.ladders.ladder_page import page_for

Call = Callable[[], Any]


def asked_by(call: Call) -> list[tuple[str, Any]]:
    """Return the queries of a call, with their parameters."""
    asked = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        call()
    return asked


def calls() -> dict[str, Call]:
    """What is measured, by name: the calls that the pages make, some with another reader or page each time."""
    chance = random.Random(5)
    season = current_season()
    assert season is not None
    here = Rating.objects.filter(season=season).select_related("person", "season", "ladder")
    people = here.count()
    pages = standings.page_of(people - 1)
    middle = User.objects.get(pk=BASE + people // 2)
    busiest = here.order_by("-matches").first()
    last = here.order_by("rank_value", "-person_id").first()
    past = str(Rating.objects.exclude(season=season).aggregate(number=Max("season__number"))["number"])
    assert busiest is not None
    assert last is not None

    def anybody() -> User:
        return User.objects.get(pk=BASE + 1 + chance.randrange(people))

    readers = [anybody() for _ in range(20)]

    def page(reader: User | None, number: int, season: str = "", who: Any = "all") -> Any:
        return page_for(reader, LADDER, season, who, str(number))

    return {
        "first_page": lambda: page(middle, 1),
        "first_page_signed_out": lambda: page(None, 1),
        "middle_page": lambda: page(middle, pages // 2 - 2),
        "last_page": lambda: page(middle, pages),
        "any_page_of_anybody": lambda: page(chance.choice(readers), chance.randint(1, pages)),
        "own_place_at_the_end": lambda: page(last.person, 1),
        "busiest_person": lambda: page(busiest.person, 1),
        "friends": lambda: page(middle, 1, who="friends"),
        "past_season_first_page": lambda: page(middle, 1, past),
        "past_season_last_page": lambda: page(middle, pages, past),
        "place_of_the_last": lambda: standings.place_of(last),
        "history_of_the_busiest": lambda: standings.climb_of(busiest),
    }


def database_ms(sql: str, params: Any) -> float:
    """Return the milliseconds that PostgreSQL says it planned and carried out this query in."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0][0]
    return float(plan["Planning Time"] + plan["Execution Time"])


def main(times: int, plans: str) -> dict[str, list[float]]:
    """Time every call; write the plans of the last of each where a file is named."""
    measured: dict[str, list[float]] = {}
    texts = []
    for name, call in calls().items():
        measured[name] = []
        for _ in range(times):
            asked = asked_by(call)
            measured[name].append(sum(database_ms(*query) for query in asked))
        texts.append(f"## {name}\n\n" + "\n\n".join(_plan(*query) for query in asked))
    if plans:
        Path(plans).write_text("\n\n".join(texts) + "\n")
    return measured


def _plan(sql: str, params: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {sql}", params)
        return "```\n" + "\n".join(line for (line,) in cursor.fetchall()) + "\n```"


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")))
