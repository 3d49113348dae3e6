"""How long a move takes to everybody at the table, beside a bare Channels consumer that commits the same rows.

Both are daphne processes on the same PostgreSQL and Redis, with the same number of tables and sockets, measured by
turns. The site has its workers and beat, clocks of the usual 30 seconds, and sends every seat its own fragments.
"""

import json
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from bench._crowd import Crowd
from bench._report import Measures, Target, at_least, at_most, parser_for, show
from bench._sites import ENVIRONMENT, BareSite, memory_mb, on_servers, started, troubles, versions
from tests.servers import Site

TURN_SECONDS = 30
SLICE = 10.0  # seconds; shorter than a turn, so that no clock ends one while the other side is measured
WARM_UP = 3.0
# what is played flat out, in tables; of the idle ones, in connections
FLAT_OUT, IDLE = 10, 500
# clients that reconnect at once
STORM = 200
SEATS = 4
PERCENTILES = {"median": 50, "p95": 95, "p99": 99}


@dataclass(slots=True)
class Side:
    """One of the two: its processes, its people, what was measured."""

    name: str
    site: Site
    crowd: Crowd
    latencies: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    moves: int = 0
    seconds: float = 0.0

    def sit_down(self, tables: int, turn_seconds: int = TURN_SECONDS) -> list[dict[str, Any]]:
        """Fill tables with people and open their sockets."""
        rows: list[dict[str, Any]] = json.loads(
            self.site.run("bench._scene", "begin", str(tables), "4", str(turn_seconds))
        )
        self.crowd.ask("open", rows=rows, ports=self.site.ports, is_bare=isinstance(self.site, BareSite))
        return rows


type Play = Callable[[Side, float], None]


def by_turns(sides: Sequence[Side], seconds: float, play: Play) -> None:
    """Let each side play for so many seconds, a slice of one after a slice of the other."""
    slices = max(1, round(seconds / SLICE))
    for _ in range(slices):
        for side in sides:
            play(side, seconds / slices)


def paced(side: Side, seconds: float) -> None:
    """One move a second at every table."""
    answer = side.crowd.ask("pace", seconds=seconds)
    _check(side, answer)
    side.latencies += answer["latencies"]


def flat_out(side: Side, seconds: float) -> None:
    """As many moves as go."""
    answer = side.crowd.ask("flat_out", seconds=seconds, tables=FLAT_OUT)
    _check(side, answer)
    side.moves += answer["moves"]
    side.seconds += answer["seconds"]


def _check(side: Side, answer: Mapping[str, Any]) -> None:
    if answer["unanswered"] or answer["lost_lines"]:
        raise SystemExit(f"{side.name}: {answer}\n" + side.site.log()[-5000:])


def measure(options: Any) -> tuple[Measures, list[Target]]:
    """Start both, measure them by turns, then the site alone with many connections."""
    with on_servers("table") as (servers, folder), ExitStack() as stack:
        where = {"servers": servers, "web": options.web}
        real = Site(folder / "site", workers=options.workers, environment=ENVIRONMENT, **where)
        bare = BareSite(folder / "bare", workers=0, beat=0, **where)
        sides = [
            Side(name, stack.enter_context(started(site)), stack.enter_context(Crowd()))
            for name, site in (("site", real), ("bare", bare))
        ]
        return _measure(sides, options)


def _measure(sides: Sequence[Side], options: Any) -> tuple[Measures, list[Target]]:
    real = sides[0]
    measures: dict[str, float] = {}
    _begin(sides, options.tables, paced, options.seconds)
    by_turns(sides, options.seconds, paced)
    for side in sides:
        measures |= _percentiles(side)
        _stop(side)
    _begin(sides, min(FLAT_OUT, options.tables), flat_out, options.seconds)
    by_turns(sides, options.seconds, flat_out)
    for side in sides:
        measures[f"{side.name}_flat_out_moves_per_s"] = side.moves / side.seconds
    measures |= _bytes(real.crowd.ask("weigh"))
    for side in sides:
        _stop(side)
    measures |= _connections(real, options.tables)
    return measures, _targets(measures)


def _begin(sides: Sequence[Side], tables: int, play: Play, seconds: float) -> None:
    """Fill the tables, the site's last: its clocks run. Play a little, and forget what that took."""
    for side in reversed(sides):
        side.sit_down(tables)
    for side in sides:
        play(side, min(WARM_UP, seconds))
        side.latencies.clear()
        side.moves, side.seconds = 0, 0.0


def _percentiles(side: Side) -> dict[str, float]:
    cuts = statistics.quantiles(side.latencies, n=100, method="inclusive")
    named = {f"{side.name}_{name}_ms": cuts[at - 1] * 1000 for name, at in PERCENTILES.items()}
    return {f"{side.name}_moves_measured": len(side.latencies), **named}


def _bytes(weighed: Mapping[str, Sequence[int]]) -> dict[str, float]:
    return {
        "fragments_to_one_seat_median_bytes": statistics.median(weighed["sent"]),
        "fragments_to_one_seat_gzipped_median_bytes": statistics.median(weighed["gzipped"]),
    }


def _stop(side: Side) -> None:
    """Everybody goes, and no clock or AI player goes on at their tables."""
    side.crowd.ask("close")
    side.site.run("bench._scene", "end")


def _connections(side: Side, most_tables: int) -> dict[str, float]:
    """What an idle connection costs, and what happens when many come back at once."""
    before = memory_mb(side.site, "web")
    tables = min(STORM // SEATS, most_tables)
    rows = side.sit_down(tables, turn_seconds=600)
    # each person has some tables of others open as well
    idle = IDLE * tables * SEATS // STORM
    side.crowd.ask("watch", rows=rows, ports=side.site.ports, count=idle - tables * SEATS)
    grown = memory_mb(side.site, "web") - before
    told = len(troubles(side.site.log()))
    storm = side.crowd.ask("reconnect")
    behind = side.crowd.ask("catch_up", versions=versions(side.site), seconds=10)["behind"]
    _stop(side)
    errors = troubles(side.site.log())[told:]
    for what, lines in (("a socket that failed", storm["why"]), ("in the log of the storm", errors)):
        for line in lines:
            print(f"{what}: {line}", file=sys.stderr)
    return {
        "idle_connections": idle,
        "idle_connection_kb": grown * 1024 / idle,
        "storm_clients": tables * SEATS,
        "storm_failed_sockets": storm["failed"] + behind,
        "storm_all_back_s": storm["seconds"],
        "storm_errors_in_log": len(errors),
    }


def _targets(measures: Measures) -> list[Target]:
    def times(name: str) -> float:
        return measures[f"site_{name}"] / measures[f"bare_{name}"]

    return [
        at_most("median from a move to the last seat's fragment, in the bare one's", times("median_ms"), 1.5),
        at_most("99th percentile, in the bare one's", times("p99_ms"), 2),
        at_least("moves a second flat out, in the bare one's", times("flat_out_moves_per_s"), 0.6),
        at_most("a move's fragments to one seat, bytes", measures["fragments_to_one_seat_median_bytes"], 6000),
        at_most("the same gzipped, bytes", measures["fragments_to_one_seat_gzipped_median_bytes"], 2000),
        at_most("clients of the storm that failed", measures["storm_failed_sockets"], 0),
        at_most("errors in the log of the storm", measures["storm_errors_in_log"], 0),
    ]


def main() -> None:
    """Read the command line, measure and print."""
    parser = parser_for("table")
    parser.add_argument("--seconds", type=float, default=60, help="of each side and each of the two measures (60)")
    parser.add_argument("--tables", type=int, default=50, help="where one move a second is made (50)")
    parser.add_argument("--web", type=int, default=2, help="web processes of each side (2)")
    parser.add_argument("--workers", type=int, default=2, help="worker processes of the site (2)")
    options = parser.parse_args()
    measures, targets = measure(options)
    show("table", measures, targets, options.json)


if __name__ == "__main__":
    main()
