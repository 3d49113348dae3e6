"""`manage.py recompute_ratings`: work out the ratings again from the results, and report or write what differs."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Ladder, Season
from games.services.ladders import recompute

DIFFERENT = 1


class Command(BaseCommand):
    """Compare what is kept with what the results say; there must be no difference."""

    help = "Work out all ratings again from the results. Exit status 1: something is not as it is worked out."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take which ladder and season, all by default, and whether to write."""
        parser.add_argument("--ladder", metavar="KEY", help="only this ladder")
        parser.add_argument("--season", metavar="N", type=int, help="only the season of this number")
        parser.add_argument("--write", action="store_true", help="write what was worked out in place of what is kept")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the seasons and ladders, one after another, and say of each how it stands."""
        ladders, seasons = Ladder.objects.all(), Season.objects.order_by("number")
        if options["ladder"] is not None:
            ladders = ladders.filter(key=options["ladder"])
        if options["season"] is not None:
            seasons = seasons.filter(number=options["season"])
        if not ladders or not seasons:
            raise CommandError("there is no such ladder or season")
        found = sum([self._one(ladder, season, options["write"]) for season in seasons for ladder in ladders])
        if found:
            sys.exit(DIFFERENT)

    def _one(self, ladder: Ladder, season: Season, writing: bool) -> int:
        where = f"{ladder}, {season}"
        if writing:
            changed = recompute.write(ladder, season)
            self.stdout.write(f"{where}: {changed} rows written")
        differences = 0
        for difference in recompute.compare(ladder, season):
            differences += 1
            self.stdout.write(f"{where}: {difference}")
        self.stdout.write(f"{where}: {differences} differences")
        return differences
