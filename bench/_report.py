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
    """What a measure has to reach."""

    what: str
    value: float
    target: str
    met: bool


def at_most(what: str, value: float, limit: float) -> Target:
    """A target that is met by staying at or below `limit`."""
    return Target(what, round(value, 3), f"<= {limit:g}", value <= limit)


def machine() -> str:
    """The machine in a few words."""
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}"


def report(name: str, measure: Callable[[], tuple[Measures, Sequence[Target]]]) -> None:
    """Measure and print; `--json` on the command line prints one object. Units are in the measures' names."""
    parser = argparse.ArgumentParser(prog=f"./dev bench {name}")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    measures, targets = measure()
    if options.json:
        rows = [asdict(target) for target in targets]
        print(json.dumps({"name": name, "machine": machine(), "measures": dict(measures), "targets": rows}))
        return
    print(f"{name} ({machine()})")
    for key, value in measures.items():
        print(f"  {key:<28} {value:>10.3f}")
    for target in targets:
        print(f"  {'met' if target.met else 'MISSED':<8} {target.what}: {target.value:g} ({target.target})")
