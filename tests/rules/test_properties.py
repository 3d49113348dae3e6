"""What holds in every position of every game, whatever is played."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.core.shuffle import Shuffle
from games.rules.uno.family import UNO
from games.rules.uno.match import Match

from .random_games import check_moves, check_position, start, walk
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
        if number % 5 or match.round_over:
            continue
        for seat in (rng.randrange(seats), None):
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


@quick
@given(seats=seat_counts, seed=seeds)
def test_events_hide_what_others_drew_and_survive_storage(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    match, _ = UNO.deal(UNO.ruleset({"match": "single"}), seats, Shuffle(rng.randbytes(32)))
    while not match.over:
        assert match.turn is not None
        played = match.play(match.turn, rng.choice(UNO.view(match, match.turn).moves))
        for event in played.events:
            assert UNO.load_event(UNO.dump_event(event)) == event
            for reader in (None, *range(seats)):
                seen = UNO.seen_by(event, reader)
                if seen is None:
                    continue
                name = type(seen).__name__
                if name == "CardsDrawn":
                    assert seen.cards == (event.cards if event.seat == reader else ())
                    assert seen.count == len(event.cards)
                if name.startswith("Challenge") and event.challenger != reader:
                    assert not seen.hand


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
