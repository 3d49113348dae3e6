"""`manage.py verify RECORD`: recompute a match's deals from its published seed and play its moves again."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.core.record import RecordError, check_deals, parse_record, replay_record
from games.rules.families import FAMILIES

FAILED = 1


class Command(BaseCommand):
    """Check a match's record against its seed and the rules."""

    help = "Check a record: the commitment, every deal, every move, the result. Exit status 1: something is not so."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the record's file and, if one wrote it down, the commitment that the table published."""
        parser.add_argument("record", metavar="RECORD", help="a match record (text)")
        parser.add_argument("--commitment", help="the commitment as it was shown before the first deal")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check one thing after the other and say how far it holds."""
        try:
            self._check(Path(options["record"]).read_bytes().decode(), options["commitment"])
        except (RecordError, OSError, UnicodeDecodeError) as error:
            self.stderr.write(f"{options['record']}: {error}")
            sys.exit(FAILED)

    def _check(self, text: str, published: str | None) -> None:
        record = parse_record(text)
        family = FAMILIES.get(record.tag("Family"))
        if family is None:
            raise RecordError(2, f"{record.tag('Family')!r} is not a family of games")
        deals = check_deals(record, family)
        if published is not None and published.lower() != record.tag("Commitment"):
            raise RecordError(0, "the seed is not the one that was committed to before the first deal")
        self.stdout.write(f"commitment: the seed's SHA-256 is {record.tag('Commitment')}")
        self.stdout.write(f"deals: {deals} recomputed from the seed, all as recorded")
        if record.tag("Rules") != str(family.rules_version):
            self.stdout.write(
                f"moves: not replayed, the match was played by rules version {record.tag('Rules')}"
                f" and this program has version {family.rules_version}"
            )
            return
        match = replay_record(record, family)
        self.stdout.write(f"moves: {match.number} replayed, all legal")
        self.stdout.write(f"result: {record.tag('Result')}")
        if left := record.left():
            self.stdout.write(f"left for good: seats {', '.join(map(str, left))} (the site places them last)")
