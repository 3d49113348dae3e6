"""Whole matches at real tables, played at random in few transactions: rows, results and totals as the site has them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import SavedRuleset, Table
from games.rules.families import FAMILIES
from games.services import getting_ready, room, tables
from games.services.progress import Progress
from games.services.state import TableState, lock
from games.services.tables import Wishes
from tests.rules.random_games import walk


def begin(people: Sequence[User], rules: Mapping[str, Any], title: str = "Official", ai: int = 0) -> Table:
    """A match of these people and so many AI players, dealt. It is played by correspondence: all may play many."""
    ruleset = SavedRuleset.objects.create(title=title, options=rules)
    table = tables.open_table(people[0], Wishes(ruleset, seats=len(people) + ai, turn_seconds=86_400))
    for _ in range(ai):
        room.add_ai(table.pk, people[0].pk, "easy")
    for person in people[1:]:
        tables.join(table.pk, person)
    for number, person in enumerate(people):
        getting_ready.set_day(table.pk, person.pk, f"{number + 1}-12")
        getting_ready.set_ready(table.pk, person.pk, True)
    getting_ready.start(table.pk, people[0].pk)
    return table


def play_on(table: Table, seed: int, most: int | None = None, by_ai: float = 0.1) -> TableState:
    """Play the present match on, at random, in one transaction: to its end, or so many moves.

    An AI makes the moves of AI seats and of those who have left, and of the others this share.
    """
    rng = random.Random(seed)
    with transaction.atomic():
        state = lock(table.pk)
        family, game = FAMILIES[state.table.family], state.game
        progress = Progress(state)
        # a second game goes ahead and says what to play: the events are those of the first
        ahead = family.load(family.dump(game), game.rules, game.shuffle)
        for number, (place, text) in enumerate(walk(ahead, rng, leaving=0)):
            if place is None:
                progress.add(None, "deal", game.next_round())
            else:
                played = game.play(place, text)
                theirs = state.at_place(place).played_by_ai or rng.random() < by_ai
                progress.add(place, played.text, played.events, by_ai=theirs)
            if number == most:
                break
        progress.commit()
        return state
