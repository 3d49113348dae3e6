"""Whole games between bots, as the site's service would play them without any delay."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.bots import choose_move, reaction
from games.rules.core.shuffle import Shuffle
from games.rules.uno.calls import exempt
from games.rules.uno.family import UNO
from games.rules.uno.match import Match


def play_game(levels: Sequence[str], seed: int, options: Mapping[str, Any], limit: int = 6000) -> Match:
    """Play a match to its end; seats are asked for their reactions in an order that follows from the seed."""
    seats = len(levels)
    days = [f"{month}-{month + 9}" for month in range(1, seats + 1)]
    rng = random.Random(seed)
    vip = frozenset(seat for seat in range(seats) if rng.random() < 0.5)
    match, _ = UNO.deal(UNO.ruleset(options), seats, Shuffle(rng.randbytes(32)), vip, days)
    while not match.over:
        assert match.number < limit, "the game does not end"
        if match.round_over:
            match.next_round()
        elif not _react(match, levels, seed):
            seat = match.turn
            assert seat is not None
            choice = choose_move(levels[seat], UNO.view(match, seat), random.Random(f"{seed}/{seat}/{match.number}"))
            assert choice.reasons
            match.play(seat, choice.move)
    return match


def _react(match: Match, levels: Sequence[str], seed: int) -> bool:
    """Let the first seat that wants to react do so; tell whether any did."""
    order = list(range(match.seats))
    random.Random(f"{seed}/{match.number}").shuffle(order)
    for seat in order:
        rng = random.Random(f"{seed}/{seat}/{match.top_since}")
        wanted = reaction(levels[seat], UNO.view(match, seat), rng)
        if wanted is None:
            continue
        if wanted.move.startswith("catch") and exempt(match.round, int(wanted.move[-1])):
            continue  # it looks possible and would be refused at no cost
        match.play(seat, wanted.move)
        return True
    return False
