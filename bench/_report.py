"""What every bench prints: one object as JSON, or the same as a table."""

import argparse
import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

Measures = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Target:
    """What a measure has to reach; without `value` and `met` it could not be measured."""

    what: str
    value: float | None
    target: str
    met: bool | None


def at_most(what: str, value: float, limit: float) -> Target:
    """A target that is met by staying at or below `limit`."""
    return Target(what, round(value, 3), f"<= {limit:g}", value <= limit)


def at_least(what: str, value: float | None, limit: float) -> Target:
    """A target that is met by reaching `limit`; None: it was not measured."""
    if value is None:
        return Target(what, None, f">= {limit:g}", None)
    return Target(what, round(value, 3), f">= {limit:g}", value >= limit)


def machine() -> str:
    """The machine in a few words."""
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def parser_for(name: str) -> argparse.ArgumentParser:
    """The command line that every bench has, to be added to."""
    parser = argparse.ArgumentParser(prog=f"./dev bench {name}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def show(name: str, measures: Measures, targets: Sequence[Target], as_json: bool) -> None:
    """Print what was measured. Units are in the measures' names."""
    if as_json:
        rows = [asdict(target) for target in targets]
        print(json.dumps({"name": name, "machine": machine(), "measures": dict(measures), "targets": rows}))
        return
    print(f"{name} ({machine()})")
    width = max(map(len, measures), default=0)
    for key, value in measures.items():
        print(f"  {key:<{width}} {value:>12.3f}")
    for target in targets:
        verdict = {True: "met", False: "MISSED", None: "not measured"}[target.met]
        reached = "-" if target.value is None else f"{target.value:g}"
        print(f"  {verdict:<13} {target.what}: {reached} ({target.target})")


def report(name: str, measure: Callable[[], tuple[Measures, Sequence[Target]]]) -> None:
    """Measure and print: the whole of a bench that takes nothing but `--json`."""
    options = parser_for(name).parse_args()
    measures, targets = measure()
    show(name, measures, targets, options.json)
