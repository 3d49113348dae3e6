"""`manage.py draw_sprite`: writes static/art/sprite.svg anew after a change to the drawings."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.screens.art import sprite


class Command(BaseCommand):
    help = "Draw the sprite of shapes, icons, animals and card faces into static/art/sprite.svg."

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "static" / "art" / "sprite.svg"
        path.write_text(sprite(), encoding="utf-8")
        self.stdout.write(f"{path}: {path.stat().st_size} bytes")
