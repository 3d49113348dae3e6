"""The database time of what a ladder's pages ask: run on a site's data by `Site.run`, after `bench._ladder_rows`.

Arguments: TIMES, and a file for the plans or nothing. Prints as JSON the milliseconds of each call by its name
(`times`), and how many lines of all pages are not those of a plain ranking (`wrong`).
"""

import json
import random
import re
import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.models import Max

from accounts.models import User
from bench._ladder_rows import BASE, LADDER
from games.models import Ladder, Rating, Season
from games.services.ladders import standings
from games.services.ladders.eligible import current_season
from games.services.ladders.ladder_page import page_for
from games.services.ladders.own_season import own_season_of

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
        "lobby_of_the_last": lambda: own_season_of(last.person),
        "history_of_the_busiest": lambda: standings.climb_of(busiest),
    }


def database_ms(sql: str, params: Any) -> float:
    """Return the milliseconds that PostgreSQL says it planned and carried out this query in."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0][0]
    return float(plan["Planning Time"] + plan["Execution Time"])


def wrong_lines() -> int:
    """Turn all pages of both seasons; return how many lines are not the database's own ranking, line for line."""
    wrong = 0
    for season in Season.objects.all():
        order = standings.order_of(Ladder.objects.get(key=LADDER), season)
        shown = [
            (row.rating.person_id, row.place)
            for page in range(1, standings.page_of(order.total - 1) + 1)
            for row in standings.standing_rows(order, page)
        ]
        with connection.cursor() as cursor:
            place = "final_place" if season.ended_at else "rank() OVER (ORDER BY rank_value DESC)"
            cursor.execute(
                f"SELECT person_id, {place} AS place FROM games_rating WHERE season_id = %s "  # noqa: S608
                "ORDER BY place ASC NULLS LAST, rank_value DESC, person_id",
                [season.pk],
            )
            ranked = cursor.fetchall()
        wrong += sum(one != other for one, other in zip_longest(shown, ranked))
    return wrong


def main(times: int, plans: str) -> dict[str, Any]:
    """Time every call, and one again when vacuum lags behind; write the plans where a file is named."""
    every = calls()
    measured: dict[str, list[float]] = {}
    seen: set[str] = set()
    texts = []
    wrong = wrong_lines()
    for name, call in every.items():
        measured[name], asked = _timed(call, times)
        texts.append(_new_plans(name, asked, seen))
    # one rating in fifty is another, and no vacuum has come by
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_rating SET number = number + 1, rank_value = rank_value + 1 WHERE id %% 50 = 7", []
        )
    measured["any_page_before_vacuum"], _ = _timed(every["any_page_of_anybody"], times)
    if plans:
        Path(plans).write_text("\n\n".join(text for text in texts if text) + "\n")
    return {"times": measured, "wrong": wrong}


def _timed(call: Call, times: int) -> tuple[list[float], list[tuple[str, Any]]]:
    """What a call took of the database each time, and what it asked the last time."""
    taken = []
    for _ in range(times):
        asked = asked_by(call)
        taken.append(sum(database_ms(*query) for query in asked))
    return taken, asked


def _new_plans(name: str, asked: list[tuple[str, Any]], seen: set[str]) -> str:
    """The plans of those queries whose like no call before has asked."""
    plans = []
    for sql, params in asked:
        like = re.sub(r"\d+", "", sql)
        if like not in seen:
            seen.add(like)
            plans.append(_plan(sql, params))
    return f"## {name}\n\n" + "\n\n".join(plans) if plans else ""


def _plan(sql: str, params: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS) {sql}", params)
        return "```\n" + "\n".join(line for (line,) in cursor.fetchall()) + "\n```"


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")))
