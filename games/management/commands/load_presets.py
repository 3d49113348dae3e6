"""Load the presets of every family and the AI characters; run again after each update."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.characters import AI
from accounts.models import Kind, User
from games.models import AiPlayer, SavedRuleset
from games.rules.families import FAMILIES

# name and level; twelve of each, so that a table of ten fills up with one level
AI_PLAYERS = {
    "easy": ("Pip", "Dot", "Momo", "Kiki", "Bix", "Lulu", "Nib", "Tofu", "Fenn", "Wisp", "Ollie", "Zuzu"),
    "steady": (
        "Juno", "Basil", "Marlow", "Saffron", "Tarn", "Quill", "Ember", "Linden", "Orla", "Rowan", "Sable", "Wendell",
    ),
}  # fmt: skip


class Command(BaseCommand):
    """Idempotent: what is there is brought up to date, nothing is doubled, admins' own rulesets stay."""

    help = "Load the presets of every family and the AI characters."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Load both."""
        presets = [(family, preset) for family in FAMILIES.values() for preset in family.presets.values()]
        for order, (family, preset) in enumerate(presets):
            fields = {
                "family": family.key,
                "title": preset.title,
                "explanation": preset.text,
                "options": {"preset": preset.key},
                "is_preset": True,
                "order": order,
            }
            SavedRuleset.objects.update_or_create(key=preset.key, defaults=fields)
        for level, names in AI_PLAYERS.items():
            for index, name in enumerate(names):
                _load_ai(name, level, f"{AI}-{index + 1}" if index else AI)
        self.stdout.write(f"{len(presets)} presets, {AiPlayer.objects.count()} AI players")


def _load_ai(name: str, level: str, character: str) -> None:
    """Make the AI player, unless it is there; its disc differs from those of its level, for they sit together."""
    if AiPlayer.objects.filter(level=level, user__display_name=name).exists():
        User.objects.filter(display_name=name).exclude(character=character).update(character=character)
        return
    try:
        user = User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        user = User.objects.create_user(name, kind=Kind.AI, character=character)
    if user.kind != Kind.AI:
        return  # a person took the name before; the level has eleven others
    AiPlayer.objects.get_or_create(user=user, defaults={"level": level})
