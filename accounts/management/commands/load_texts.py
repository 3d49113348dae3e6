"""`manage.py load_texts`."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.texts import load_texts


class Command(BaseCommand):
    help = "Load the texts that come with the site (privacy, terms, contact, age); keep edited ones."

    def handle(self, *args: Any, **options: Any) -> None:
        written = load_texts()
        if options["verbosity"]:
            self.stdout.write(f"{written} texts written." if written else "All texts are in place.")
