"""What holds in every position of every game, whatever is played."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.uno.family import UNO
from games.rules.uno.match import Match

from .random_games import check_moves, check_position, completed, start, walk
from .random_rules import random_ruleset, random_seats

quick = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
seeds = st.integers(0, 2**32)
seat_counts = st.integers(2, 10)


def single(seats: int, seed: int) -> tuple[Match, random.Random]:
    rng = random.Random(seed)
    return start({"match": "single"}, seats, rng), rng


@quick
@given(seats=seat_counts, seed=seeds)
def test_every_position_is_sound(seats: int, seed: int) -> None:
    match, rng = single(seats, seed)
    for _ in walk(match, rng):
        check_position(match)


@quick
@given(seats=seat_counts, seed=seeds)
def test_listed_moves_are_accepted_and_all_others_refused(seats: int, seed: int) -> None:
    match, rng = single(seats, seed)
    for number, _ in enumerate(walk(match, rng)):
        if number % 8 == 0:
            check_moves(match, rng)


@quick
@given(seats=seat_counts, seed=seeds)
def test_the_moves_replayed_give_the_same_position(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    match = start({"target": 100}, seats, rng)
    moves = list(walk(match, rng))
    again = UNO.replay(match.rules, seats, match.shuffle, match.vip, match.days, moves)
    assert UNO.dump(again) == UNO.dump(match)


@quick
@given(seats=seat_counts, seed=seeds)
def test_the_same_seed_gives_the_same_game(seats: int, seed: int) -> None:
    games = [single(seats, seed) for _ in range(2)]
    first, second = (list(walk(match, rng)) for match, rng in games)
    assert first == second
    assert UNO.dump(games[0][0]) == UNO.dump(games[1][0])


@quick
@given(seats=seat_counts, seed=seeds)
def test_a_view_does_not_change_when_hidden_cards_change_places(seats: int, seed: int) -> None:
    match, rng = single(seats, seed)
    for number, _ in enumerate(walk(match, rng)):
        if number % 5 == 0 and not match.round_over:
            check_view_hides(match, rng)


def check_view_hides(match: Match, rng: random.Random) -> None:
    """Check that what a seat or a watcher sees does not depend on the cards that it does not see."""
    for seat in (rng.randrange(match.seats), None):
        before = UNO.view(match, seat)
        twin = UNO.load(UNO.dump(match), match.rules, match.shuffle)
        shuffle_hidden(twin, seat, rng)
        assert UNO.view(twin, seat) == before


def shuffle_hidden(match: Match, seat: int | None, rng: random.Random) -> None:
    """Shuffle all cards that a seat does not see among themselves."""
    round = match.round
    others = [other for other in range(match.seats) if other != seat]
    hidden = round.draw_pile + [card for other in others for card in round.hands[other]]
    rng.shuffle(hidden)
    for other in others:
        round.hands[other] = [hidden.pop() for _ in round.hands[other]]
    round.draw_pile = hidden
    if round.drawn is not None and round.turn != seat:
        assert round.turn is not None
        round.drawn = round.hands[round.turn][-1]


#: The fields of events that only some seats may read, and which fields name those seats; none: nobody.
PRIVATE = {
    "CardsDrawn": (("cards",), ("seat",)),
    "ChallengeWon": (("hand",), ("challenger",)),
    "ChallengeLost": (("hand",), ("challenger",)),
    "Peeked": (("cards",), ("seat",)),
    "CardsExchanged": (("gave", "took"), ("seat", "target")),
    "FourLaid": (("guilty", "hand"), ()),
}


@pytest.mark.parametrize("seed", range(30))
def test_events_hide_what_is_private_and_survive_storage(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    match = start({**rules.to_json(), "match": "single"}, random_seats(rules, rng), rng)
    while not match.over:
        seat = match.turn
        assert seat is not None
        moves = [text for text in UNO.view(match, seat).moves if not text.startswith("catch")]
        lays = [text for text in moves if text not in ("draw", "pass")]
        text = completed(match, seat, rng.choice(lays if lays and rng.random() < 0.9 else moves))
        for event in match.play(seat, text).events:
            assert UNO.load_event(UNO.dump_event(event)) == event
            for reader in (None, *range(match.seats)):
                check_seen(event, reader)


def check_seen(event: Any, reader: int | None) -> None:
    """Check that a reader sees an event whole, or without what is private to others."""
    seen = UNO.seen_by(event, reader)
    fields, owners = PRIVATE.get(type(event).__name__, ((), ()))
    if not fields or any(getattr(event, owner) == reader for owner in owners):
        assert seen == event
    elif seen is not None:
        assert seen == event._replace(**dict.fromkeys(fields, ()))


def test_a_copy_is_a_position_of_its_own() -> None:
    match, rng = single(4, 5)
    for _ in range(6):
        next(walk(match, rng))
    before = UNO.dump(match)
    twin = UNO.load(before, match.rules, match.shuffle)
    twin.round = match.round.copy()
    for _ in walk(twin, rng):
        pass
    assert UNO.dump(match) == before


@pytest.mark.long
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seats=seat_counts, seed=seeds)
def test_whole_matches_are_sound(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    match = start({}, seats, rng)
    for number, _ in enumerate(walk(match, rng)):
        check_position(match)
        if number % 10 == 0:
            check_moves(match, rng)


def play_any_rules(seed: int) -> None:
    """Play a match by a random ruleset and check every position of it, and its replay."""
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    seats = random_seats(rules, rng)
    match = start({**rules.to_json(), "match": "single"}, seats, rng)
    moves = []
    for number, move in enumerate(walk(match, rng)):
        moves.append(move)
        check_position(match)
        if number % 10 == 0:
            check_moves(match, rng, 6)
        if number % 7 == 0 and not match.round_over:
            check_view_hides(match, rng)
    again = UNO.replay(match.rules, seats, match.shuffle, match.vip, match.days, moves)
    assert UNO.dump(again) == UNO.dump(match)


@pytest.mark.parametrize("seed", range(40))
def test_any_ruleset_is_sound(seed: int) -> None:
    play_any_rules(seed)


@pytest.mark.long
@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=seeds)
def test_any_ruleset_is_sound_at_length(seed: int) -> None:
    play_any_rules(seed)
