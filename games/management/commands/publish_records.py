"""`manage.py publish_records`: all rated matches of a month as one file, for anybody to study."""

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services import publishing
from games.services.errors import Declined


class Command(BaseCommand):
    """Write the records of a month's rated matches, with the file's SHA-256 beside it; again, the same."""

    help = "Publish the records of all rated matches that ended in a month (the last one), as a compressed file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the month and the folder."""
        parser.add_argument("--month", metavar="2026-11", help="the month; the last one unless said otherwise")
        parser.add_argument("--out", metavar="FOLDER", type=Path, help="where to; where the site looks for them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file and say what is in it."""
        last = timezone.now().date().replace(day=1) - timedelta(days=1)
        try:
            month = publishing.month_of(options["month"] or f"{last:%Y-%m}")
        except Declined as error:
            raise CommandError(error.sentence) from error
        done = publishing.publish(month, options["out"] or publishing.folder())
        self.stdout.write(f"{done.path}: {done.matches} matches, sha256 {done.digest}")
        if done.left_out:
            self.stdout.write(f"left out: {done.left_out} that were played by other rules than today's")
