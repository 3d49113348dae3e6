"""Make the data of this installation ready: `./dev setup` and every start of the site."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.messages import compile_catalogues


class Command(BaseCommand):
    """Migrates, loads what the site ships as rows, compiles the translations.

    Every step looks first and does nothing when there is nothing to do, and all of them share one process:
    that is quicker than remembering what was done, and a database put back from a backup is brought up to
    date all the same.
    """

    help = "Migrate, load the presets and texts, compile the translations"

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps in order; the first that fails ends it with its own error."""
        quieter = max(0, options["verbosity"] - 1)
        compile_catalogues()
        # nothing need be in it (the sources are served), but the static files' server misses the folder aloud
        Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
        call_command("migrate", interactive=False, verbosity=quieter)
        call_command("load_presets", verbosity=quieter)
        call_command("load_texts", verbosity=quieter)
