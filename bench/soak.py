"""Many tables for minutes: AI and scripted people over real WebSockets, with two web and two worker processes.

Nothing may go wrong in any log, no move may be lost or made twice, everybody has to see the last version in the end,
and the processes must not grow once they are warm.
"""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from bench._crowd import Crowd
from bench._report import Measures, Target, at_most, parser_for, show
from bench._sites import ENVIRONMENT, memory_mb, on_servers, started, troubles, versions
from tests.servers import Kind, Site

TURN_SECONDS = 30
#: Seconds that a person thinks: from, to.
PACE = (0.5, 2.0)
#: Of the time, after which the processes count as warm.
WARM = 1 / 3
#: How much a process may grow once it is warm: what caches still take and what malloc does not give back.
GROWTH = 1.1
#: Seconds for the last pushes to arrive.
SETTLING = 10.0
KINDS: tuple[Kind, ...] = ("web", "worker")


def measure(options: Namespace) -> tuple[Measures, list[Target]]:
    """Start the site, let everybody play, then compare what people did with what the rows say."""
    with on_servers("soak") as (servers, folder), ExitStack() as stack:
        site = Site(folder / "site", servers=servers, web=2, workers=2, environment=ENVIRONMENT)
        stack.enter_context(started(site))
        crowd = stack.enter_context(Crowd())
        begun = site.run("bench._scene", "begin", str(options.tables), str(options.people), str(TURN_SECONDS))
        rows = json.loads(begun)
        crowd.ask("open", rows=rows, ports=site.ports)
        return _soak(site, crowd, rows, options.minutes * 60)


def _soak(site: Site, crowd: Crowd, rows: Sequence[Any], seconds: float) -> tuple[Measures, list[Target]]:
    said = len(site.log())
    crowd.ask("live", seconds=seconds * WARM, pace=PACE)
    warm = {kind: memory_mb(site, kind) for kind in KINDS}
    failures = crowd.ask("live", seconds=seconds * (1 - WARM), pace=PACE)
    end = {kind: memory_mb(site, kind) for kind in KINDS}
    behind = crowd.ask("catch_up", versions=versions(site), seconds=SETTLING)["behind"]
    wrong = troubles(site.log()[said:])
    measures: dict[str, float] = {
        "tables": len(rows),
        "minutes": seconds / 60,
        **_moves(site, crowd, rows),
        "refused": failures["refused"],
        "unanswered": failures["unanswered"],
        "lost_lines": failures["lost_lines"],
        "seats_behind": behind,
        "lines_of_errors": len(wrong),
        **{f"{kind}_warm_mb": warm[kind] for kind in KINDS},
        **{f"{kind}_end_mb": end[kind] for kind in KINDS},
    }
    crowd.ask("close")
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    return measures, _targets(measures)


def _moves(site: Site, crowd: Crowd, rows: Sequence[Any]) -> dict[str, float]:
    """Compare the moves that people made, as their sockets were answered, with the rows.

    People's moves are counted by table and person. A number that is missing in a match is a gap.
    """
    time.sleep(1)
    made = crowd.ask("made")["moves"]
    words = "SELECT m.table_id, s.user_id, count(*) FROM games_move v JOIN games_match m ON m.id = v.match_id"
    words += " JOIN games_matchseat s ON s.match_id = m.id AND s.seat = v.seat WHERE NOT v.by_ai GROUP BY 1, 2"
    stored = {(table, person): count for table, person, count in site.query(words)}
    pairs = [
        (accepted, stored.get((row["table"], person), 0))
        for row, seats in zip(rows, made, strict=True)
        for person, accepted in zip(row["people"], seats, strict=True)
    ]
    words = "SELECT max(number) + 1 - count(*) FROM games_move GROUP BY match_id"
    (all_moves,) = site.query("SELECT count(*) FROM games_move")[0]
    return {
        "moves": all_moves,
        "moves_of_people": sum(kept for _, kept in pairs),
        "moves_lost": sum(max(0, accepted - kept) for accepted, kept in pairs),
        "moves_doubled": sum(max(0, kept - accepted) for accepted, kept in pairs),
        "gaps_in_numbers": sum(abs(gap) for (gap,) in site.query(words)),
    }


def _targets(measures: Measures) -> list[Target]:
    none = {
        "lines of errors in all logs": "lines_of_errors",
        "moves lost": "moves_lost",
        "moves made twice": "moves_doubled",
        "gaps in the numbers of moves": "gaps_in_numbers",
        "moves that were never answered": "unanswered",
        "sockets that were lost": "lost_lines",
        "seats that do not show the last version": "seats_behind",
    }
    return [
        *(at_most(what, measures[name], 0) for what, name in none.items()),
        *(
            at_most(f"memory of the {kind} processes at the end, in the warm ones'", end / warm, GROWTH)
            for kind in KINDS
            for warm, end in [(measures[f"{kind}_warm_mb"], measures[f"{kind}_end_mb"])]
        ),
    ]


def main() -> None:
    """Read the command line, measure and print."""
    parser = parser_for("soak")
    parser.add_argument("--minutes", type=float, default=3, help="how long to play (3)")
    parser.add_argument("--tables", type=int, default=50, help="tables of four (50)")
    parser.add_argument("--people", type=int, default=2, help="people at each table, AI players in the other seats (2)")
    options = parser.parse_args()
    measures, targets = measure(options)
    show("soak", measures, targets, options.json)


if __name__ == "__main__":
    main()
