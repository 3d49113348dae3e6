"""Load the presets of every family, the ladders, the AI characters and the roles; run again after each update."""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.characters import AI
from accounts.models import Kind, User
from games.models import AiPlayer, Ladder, LadderRuleset, SavedRuleset, Season
from games.rules.families import FAMILIES
from games.services.moderation.roles import load_roles

# name and level; twelve of each, so that a table of ten fills up with one level
AI_PLAYERS = {
    "easy": ("Pip", "Dot", "Momo", "Kiki", "Bix", "Lulu", "Nib", "Tofu", "Fenn", "Wisp", "Ollie", "Zuzu"),
    "steady": (
        "Juno", "Basil", "Marlow", "Saffron", "Tarn", "Quill", "Ember", "Linden", "Orla", "Rowan", "Sable", "Wendell",
    ),
}  # fmt: skip

# the site's own, beside the presets: what is played on the ladder of teams, for the presets with teams favour VIPs
CAMPS: dict[str, Any] = {
    "family": "uno",
    "is_preset": True,
    "title": _("Official, in two camps"),
    "explanation": _("The official game for four, six or eight in two camps, who win together."),
    "options": {"teams": "two_camps", "seats": [4, 8]},
}
# the ladders as they are shipped: key, title, explanation, and which rulesets count with how many seats; an admin may
# change all of it
LADDERS = (
    ("duel", _("Duel"), _("The official game, one against one."), (("official", 2, 2),)),
    ("classic", _("Classic"), _("The official game for three and more, each for themselves."), (("official", 3, 10),)),
    ("teams", _("Teams"), _("Two camps, who win together."), (("official_camps", 4, 8),)),
    (
        "house",
        _("House rules"),
        _("Stacking, jumping in, swapping hands: the rules of the clubs and living rooms."),
        (
            ("club", 2, 10),
            ("home", 2, 10),
            ("home_strict", 2, 10),
            ("speed", 2, 10),
            ("seven_zero", 2, 10),
            ("progressive", 2, 10),
            ("duel", 2, 2),
        ),
    ),
)


class Command(BaseCommand):
    """Idempotent: what is there is brought up to date, nothing is doubled, admins' own rulesets stay."""

    help = "Load the presets of every family, the ladders, the AI characters and the roles of staff."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Load them all."""
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
        SavedRuleset.objects.update_or_create(key="official_camps", defaults={**CAMPS, "order": len(presets)})
        for order, (key, title, explanation, rulesets) in enumerate(LADDERS):
            _load_ladder(order, key, title, explanation, rulesets)
        if not Season.objects.exists():
            Season.objects.create(number=1, began_at=timezone.now())
        for level, names in AI_PLAYERS.items():
            for index, name in enumerate(names):
                _load_ai(name, level, f"{AI}-{index + 1}" if index else AI)
        load_roles()
        self.stdout.write(f"{len(presets)} presets, {AiPlayer.objects.count()} AI players")


def _load_ladder(order: int, key: str, title: str, explanation: str, rulesets: Iterable[tuple[str, int, int]]) -> None:
    """Make the ladder, unless it is there: then it is an admin's, with what counts for it."""
    fields = {"title": title, "explanation": explanation, "order": order, "is_shipped": True}
    ladder, is_new = Ladder.objects.get_or_create(key=key, defaults=fields)
    if is_new:
        keys = SavedRuleset.objects.in_bulk([key for key, *_seats in rulesets], field_name="key")
        LadderRuleset.objects.bulk_create(
            LadderRuleset(ladder=ladder, ruleset=keys[key], fewest=fewest, most=most) for key, fewest, most in rulesets
        )


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
