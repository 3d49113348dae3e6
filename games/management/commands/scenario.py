"""`manage.py scenario FILE...`: run scenario files and say what was not as it must be."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.core.scenario import ScenarioError, read_file, run
from games.rules.families import FAMILIES

FAILED, NOT_A_SCENARIO = 1, 2


class Command(BaseCommand):
    """Run scenario files against the rules: a position, moves, and what must be so."""

    help = "Run scenario files. Exit status 1: something was not as expected; 2: a file is not a scenario."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the files' names."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scenario file (JSON)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every file, print each failure, close with the counts, and leave with the status of the worst."""
        passed = failed = 0
        broken = False
        for name in options["files"]:
            try:
                for title, failures in _run_file(Path(name)):
                    for failure in failures:
                        self.stdout.write(f"{name}: {title}: {failure}")
                    failed, passed = failed + bool(failures), passed + (not failures)
            except (ScenarioError, OSError, UnicodeDecodeError) as error:
                broken = True
                self.stderr.write(f"{name}: not a scenario: {error}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if broken or failed:
            sys.exit(NOT_A_SCENARIO if broken else FAILED)


def _run_file(path: Path) -> list[tuple[str, list[Any]]]:
    """Return each scenario's title with its failures; raise ScenarioError, OSError or UnicodeDecodeError."""
    results = []
    for scenario in read_file(path.read_text(encoding="utf-8-sig")):
        family = FAMILIES.get(str(scenario.get("family", "uno")))
        if family is None:
            raise ScenarioError("family", f"{scenario['family']!r} is not a family of games")
        results.append((str(scenario.get("title", "untitled")), run(scenario, family)))
    return results
