"""`manage.py recount`: make totals and achievements anew from the moves, and tell any difference."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from games.services.totals.recount import recount

FAILED = 1


class Command(BaseCommand):
    """Compares, person by person and field by field; mends only when asked to."""

    help = "Recount everybody's totals from the moves. Exit status 1: something else was kept, and is said."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether to mend, and whom to look at."""
        parser.add_argument("--write", action="store_true", help="mend what differs, award what is missing")
        parser.add_argument("--person", metavar="ID", help="one person alone: the id of their page's address")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each difference; end with a line that sums up."""
        person = None
        if public_id := options["person"]:
            person = User.objects.filter(public_id=public_id).first()
            if person is None:
                raise CommandError(f"there is nobody with the id {public_id}")
        people = 0
        for difference in recount(person, write=options["write"]):
            people += 1
            for line in difference.what:
                self.stdout.write(f"{difference.person}: {line}")
        if not people:
            self.stdout.write("What is kept is what the moves say.")
            return
        self.stdout.write(f"{people} people: {'mended' if options['write'] else 'not mended (--write does)'}")
        sys.exit(FAILED)
