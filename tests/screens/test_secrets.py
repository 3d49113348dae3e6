"""What a screen shows does not depend on what its reader may not know."""

import random

import pytest

from games.bots import choose_move
from games.rules.core.refusals import Refused
from games.screens import REGIONS, render

from .tables import FAMILY, deal, snapshot


def hide_and_shuffle(match, viewer, rng):
    """The same match with all cards that `viewer` cannot know dealt anew among their places."""
    twin = FAMILY.load(FAMILY.dump(match), match.rules, match.shuffle)
    game = twin.round
    hidden = [card for seat, hand in enumerate(game.hands) if seat != viewer for card in hand] + game.draw_pile
    rng.shuffle(hidden)
    for seat, hand in enumerate(game.hands):
        if seat != viewer:
            game.hands[seat] = [hidden.pop() for _ in hand]
    game.draw_pile = [hidden.pop() for _ in game.draw_pile]
    return twin


def positions(seed: int, moves: int):
    """A match played by bots: each position with the events of the move that led to it."""
    rng = random.Random(seed)
    match, events = deal(4)
    log = [(None, events)]
    for _ in range(moves):
        if match.round_over:
            return
        yield match, log[:12]
        seat = match.turn
        try:
            played = match.play(seat, choose_move("easy", FAMILY.view(match, seat), rng).move, None)
        except Refused as error:  # a bot reads what is legal: this is a fault of the rules, not of the screen
            pytest.fail(f"{error}")
        log.insert(0, (seat, played.events))


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_hidden_cards_do_not_change_any_screen(viewer):
    rng = random.Random(7)
    for match, log in positions(seed=3, moves=24):
        here = render(snapshot(match, viewer, log), REGIONS, "en")
        assert render(snapshot(hide_and_shuffle(match, viewer, rng), viewer, log), REGIONS, "en") == here


def test_no_fragment_names_a_card_of_another_hand():
    for match, log in positions(seed=5, moves=16):
        for viewer in range(4):
            html = render(snapshot(match, viewer, log), REGIONS, "en")
            seen = set(match.round.hands[viewer]) | set(match.round.discard)
            told = {card for _seat, events in log for event in events for card in _open_cards(event, viewer)}
            for seat, hand in enumerate(match.round.hands):
                if seat != viewer:
                    for card in set(hand) - seen - told:
                        assert f'data-card="{card}"' not in html
                        assert f'data-code="{card}"' not in html


def _open_cards(event, viewer):
    seen = FAMILY.seen_by(event, viewer)
    if seen is None:
        return
    for value in seen:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (one for one in _flat(value) if isinstance(one, str))


def _flat(value):
    for one in value:
        if isinstance(one, tuple):
            yield from _flat(one)
        else:
            yield one
