"""How long a page of a ladder keeps the database: 100,000 people on it, with 5,000,000 results behind them.

The calls are the very ones that the pages make. The time of one is what PostgreSQL says that it planned and carried out
all its queries in.
"""

import json
import statistics
from argparse import Namespace
from pathlib import Path

from bench._report import Measures, Target, at_most, machine, parser_for, show
from bench._sites import on_servers, started
from tests.servers import Site

#: What the database may take for a page, in milliseconds.
LIMIT = 50


def measure(options: Namespace) -> tuple[Measures, list[Target]]:
    """Make a site's database full of people and results, and ask it what the pages ask."""
    with on_servers("ladder") as (servers, folder):
        site = Site(folder / "site", servers=servers, web=0, workers=0, beat=0)
        with started(site):
            made = json.loads(site.run("bench._ladder_rows", str(options.people), str(options.results)))
            plans = folder / "plans.md"
            said = json.loads(
                site.run("bench._ladder_times", str(options.times), str(plans) if options.explain else "")
            )
            times: dict[str, list[float]] = said["times"]
            version = site.query("SHOW server_version")[0][0]
            if options.explain:
                head = f"{options.people:,} people, {made['results']:,} results; {machine()}, PostgreSQL {version}."
                options.explain.write_text(_text(head, times, plans.read_text()))
    measures: dict[str, float] = {
        "people": options.people,
        "results": made["results"],
        "load_s": made["seconds"],
        "wrong_lines": said["wrong"],
    }
    for name, taken in times.items():
        measures[f"{name}_median_ms"] = statistics.median(taken)
        measures[f"{name}_worst_ms"] = max(taken)
    targets = [at_most("lines of all pages that are not a plain ranking's", said["wrong"], 0)]
    targets += [
        at_most(f"{name.replace('_', ' ')}, median ms of the database", statistics.median(taken), LIMIT)
        for name, taken in times.items()
    ]
    return measures, targets


def _text(head: str, times: dict[str, list[float]], plans: str) -> str:
    """The file of plans: on what, the figures, then every query as PostgreSQL carries it out."""
    rows = [f"| {name} | {statistics.median(taken):.1f} | {max(taken):.1f} |" for name, taken in times.items()]
    table = "\n".join(["| call | median, ms | worst, ms |", "| --- | --- | --- |", *rows])
    return (
        "# What the pages of a ladder ask of the database\n\n"
        f"Written by `./dev bench ladder --explain docs/ladder-explain.md`: {head}\n\n"
        f"All queries of a call together, planning and execution:\n\n{table}\n\n"
        f"Each query is shown where it is asked first.\n\n{plans}"
    )


def main() -> None:
    """Read the command line, measure and print."""
    parser = parser_for("ladder")
    parser.add_argument("--people", type=int, default=100_000, help="on the ladder (100,000)")
    parser.add_argument("--results", type=int, default=5_000_000, help="behind them, four to a match (5,000,000)")
    parser.add_argument("--times", type=int, default=40, help="that each call is made (40)")
    parser.add_argument("--explain", type=Path, help="a file for the figures and every query's plan")
    options = parser.parse_args()
    measures, targets = measure(options)
    show("ladder", measures, targets, options.json)


if __name__ == "__main__":
    main()
