"""`manage.py rules_doc`: write docs/rules.md from the declarations of the options, editions and presets."""

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.core.options import Choice, Option, Several
from games.rules.uno.editions import EDITIONS
from games.rules.uno.options import GROUPS, EditionChoice
from games.rules.uno.presets import PRESETS
from games.rules.uno.ruleset import OPTIONS, read_options

PLACE = Path(__file__).resolve().parents[3] / "docs" / "rules.md"

INTRO = """# Rulesets

A ruleset is an edition and options. The defaults together are the official game; a ruleset names only what differs.
This page is written by `./dev manage rules_doc` from the declarations in `games/rules/uno/options.py` and
`games/rules/uno/house_rules/`: change those, not this.
"""


class Command(BaseCommand):
    """Write docs/rules.md anew."""

    help = "Write docs/rules.md from the options' declarations."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take another place to write to."""
        parser.add_argument("--output", type=Path, default=PLACE, help="where to write (docs/rules.md)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the page."""
        options["output"].write_text(page(), encoding="utf-8")
        self.stdout.write(f"{options['output']} written")


def page() -> str:
    """Return the whole page."""
    parts = [INTRO, _editions()]
    for group, title in GROUPS.items():
        declared = [option for option in OPTIONS.values() if option.group == group]
        parts.append("\n".join([f"## {title}", "", *_options(declared)]) + "\n")
    parts.append(_presets())
    return "\n".join(parts)


def _editions() -> str:
    rows = [f"| `{edition.key}` | {edition.title} | {edition.text} |" for edition in EDITIONS.values()]
    return "\n".join(["## Editions", "", "| key | name | cards |", "| --- | --- | --- |", *rows]) + "\n"


def _options(options: Iterable[Option]) -> Iterable[str]:
    yield "| key | values | default | meaning |"
    yield "| --- | --- | --- | --- |"
    for option in options:
        meaning = f"**{option.title}.** {option.text}"
        if isinstance(option, Choice | Several) and not isinstance(option, EditionChoice):
            meaning += " " + "; ".join(f"`{value}`: {label}" for value, label in option.labels.items()) + "."
        yield f"| `{option.key}` | {option.allowed} | {_shown(option.default)} | {meaning} |"


def _presets() -> str:
    lines = ["## Presets", "", "| key | name | what it sets |", "| --- | --- | --- |"]
    defaults = read_options({})
    for preset in PRESETS.values():
        options = read_options({"preset": preset.key})
        sets = [f"`{key}: {_shown(value)}`" for key, value in options.items() if value != defaults[key]]
        lines.append(f"| `{preset.key}` | **{preset.title}.** {preset.text} | {', '.join(sets) or 'nothing'} |")
    return "\n".join(lines) + "\n"


def _shown(value: Any) -> str:
    """Return a value as a ruleset file has it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value) if value != "" else "empty"
