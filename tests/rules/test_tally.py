"""What each seat did in a match, counted from its stored events."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.rules.core.shuffle import Shuffle
from games.rules.core.tally import SeatTally, StoredMove
from games.rules.families import FAMILIES
from games.rules.uno.events import EVENT_TYPES, MatchOver, RoundDealt, RoundWon
from games.rules.uno.family import UNO
from games.rules.uno.tally import COUNTED
from tests.rules.random_games import walk

type Made = tuple[int, str]

PILE = "B2 B3 B1 B4 B6 B7 B8 B9 G1 G2"


def stored(seat: int | None, by_ai: bool, events: Sequence[Any]) -> StoredMove:
    """A move as the site reads it back from its rows."""
    return seat, by_ai, json.loads(json.dumps([UNO.dump_event(event) for event in events]))


def tally(position: Mapping[str, Any], moves: Sequence[Made], ai: Sequence[int] = ()) -> list[SeatTally]:
    """Play these moves from a position, those with the numbers in `ai` by an AI, and count them."""
    match = UNO.board({"draw_pile": PILE, "discard": "R1", "turn": 0, **position}).match
    rows = [stored(seat, number in ai, match.play(seat, text).events) for number, (seat, text) in enumerate(moves)]
    return UNO.tally(match.rules, match.seats, rows)


CASES: dict[str, tuple[dict[str, Any], list[Made], list[int], list[dict[str, int]]]] = {
    "who goes out collects the other hands; who made no move has not played": (
        {"hands": ["R5", "R7 W4"]},
        [(0, "R5")],
        [],
        [{"rounds": 1, "rounds_won": 1, "points": 57, "best_round": 57, "cards_laid": 1}, {}],
    ),
    "a card drawn counts, whoever draws it": (
        {"hands": ["G5 G6", "B5 B6"]},
        [(0, "draw"), (1, "draw")],
        [1],
        [{"cards_drawn": 1}, {"cards_drawn": 1}],
    ),
    "a call that comes with the card": (
        {"hands": ["R5 G6", "R6 B6"]},
        [(0, "R5!")],
        [],
        [{"cards_laid": 1, "calls": 1}, {}],
    ),
    "a call too late to be caught": (
        {"hands": ["R5 G6", "R6 B6"]},
        [(0, "R5"), (0, "uno")],
        [],
        [{"cards_laid": 1, "calls": 1}, {}],
    ),
    "a call for nothing": (
        {"hands": ["R5 G6 G7", "R6 B6"]},
        [(0, "uno")],
        [],
        [{"false_calls": 1}, {}],
    ),
    "who forgets is caught": (
        {"hands": ["R5 G6", "R6 B6"]},
        [(0, "R5"), (1, "catch 0")],
        [],
        [{"cards_laid": 1, "missed": 1, "cards_drawn": 2}, {"catches": 1}],
    ),
    "an AI that catches catches for nobody": (
        {"hands": ["R5 G6", "R6 B6"]},
        [(0, "R5"), (1, "catch 0")],
        [1],
        [{"cards_laid": 1, "missed": 1, "cards_drawn": 2}, {}],
    ),
    "what an AI forgets, its seat's player has not missed": (
        {"hands": ["R5 G6", "R6 B6"]},
        [(0, "R5"), (1, "catch 0")],
        [0],
        [{"cards_drawn": 2}, {"catches": 1}],
    ),
    "one forgotten call is missed once, however many catch it": (
        {"hands": ["R5 G6", "R6 B6", "R7 B7"], "rules": {"uno_per_catcher": True}},
        [(0, "R5"), (1, "catch 0"), (2, "catch 0")],
        [],
        [{"cards_laid": 1, "missed": 1, "cards_drawn": 4}, {"catches": 1}, {"catches": 1}],
    ),
    "a challenge that is right": (
        {"hands": ["W4 R5 R6", "B5 B6"]},
        [(0, "W4>B"), (1, "challenge")],
        [],
        [{"cards_laid": 1, "cards_drawn": 4}, {"challenges_won": 1}],
    ),
    "a challenge that is wrong": (
        {"hands": ["W4 G5 G6", "B5 B6"]},
        [(0, "W4>B"), (1, "challenge")],
        [],
        [{"cards_laid": 1}, {"cards_drawn": 6}],
    ),
    "a card out of turn": (
        {"hands": ["R5 G5", "B6 B7", "R5 G6 G7"], "rules": {"jump_in": "everyone"}},
        [(0, "R5!"), (2, "R5")],
        [],
        [{"cards_laid": 1, "calls": 1}, {}, {"cards_laid": 1, "jump_ins": 1}],
    ),
    "out on a Wild Draw Four, which is taken": (
        {"hands": ["W4", "B5 B6"]},
        [(0, "W4>B"), (1, "accept")],
        [],
        [
            {"rounds": 1, "rounds_won": 1, "points": 21, "best_round": 21, "cards_laid": 1, "out_on_a_four": 1},
            {"rounds": 1, "cards_drawn": 4},
        ],
    ),
    "a round that an AI ends, it has won": (
        {"hands": ["R5 R6", "B5 B6"]},
        [(0, "R5!"), (1, "draw"), (0, "R6")],
        [2],
        [{"rounds": 1, "cards_laid": 1, "calls": 1}, {"rounds": 1, "cards_drawn": 1}],
    ),
    "where everyone is charged their own hand, points are what the others kept": (
        {"hands": ["R5", "R7 W4"], "rules": {"scoring": "own_points"}},
        [(0, "R5")],
        [],
        [{"rounds": 1, "rounds_won": 1, "points": 57, "best_round": 57, "cards_laid": 1}, {}],
    ),
    "a camp wins together, those of it who played": (
        {"hands": ["R5 R6", "G3 G4", "R7 W", "Y5 Y6"], "rules": {"teams": "two_camps"}},
        [(0, "R5!"), (1, "draw"), (2, "R7!"), (3, "draw"), (0, "R6")],
        [],
        [
            {"rounds": 1, "rounds_won": 1, "points": 23, "best_round": 23, "cards_laid": 2, "calls": 1},
            {"rounds": 1, "cards_drawn": 1},
            {"rounds": 1, "rounds_won": 1, "points": 23, "best_round": 23, "cards_laid": 1, "calls": 1},
            {"rounds": 1, "cards_drawn": 1},
        ],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_each_seat_did(case: str) -> None:
    position, moves, ai, expected = CASES[case]
    found = tally(position, moves, ai)
    assert found == [SeatTally(**one) for one in expected]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scoring", "gains", "last"),
    [
        ("winner_collects", [(50, 0, 0), (0, 0, 90)], [False, True, True]),
        ("winner_collects", [(50, 0, 0), (0, 20, 0), (0, 0, 90)], [False, False, True]),
        ("own_points", [(0, 10, 30), (40, 40, 0)], [False, False, True]),
        ("winner_collects", [(50, 0, 0)], [False, False, False]),
    ],
)
def test_who_was_last_before_the_last_round(scoring: str, gains: list[tuple[int, ...]], last: list[bool]) -> None:
    rows = []
    for number, gained in enumerate(gains, 1):
        rows.append(stored(None, False, [RoundDealt(number, 0, 7)]))
        rows.append(stored(0, False, [RoundWon(gained.index(max(gained)), gained, gained), MatchOver((1, 2, 3))]))
    assert [one.was_last for one in UNO.tally(UNO.ruleset({"scoring": scoring}), 3, rows)] == last


def test_points_add_up_to_the_scores_of_people_who_play_every_card_themselves() -> None:
    """By the printed rules a score is what was collected; every round has one winner."""
    rules, seed = UNO.ruleset({"target": 200}), bytes(32)
    match, events = UNO.deal(rules, 4, Shuffle(seed))
    rows = [stored(None, False, events)]
    twin, _ = UNO.deal(rules, 4, Shuffle(seed))
    for seat, made in walk(twin, random.Random(5), leaving=0):
        events = match.next_round() if seat is None else match.play(seat, made).events
        rows.append(stored(seat, False, events))
    found = UNO.tally(match.rules, 4, rows)
    assert [one.points for one in found] == list(match.scores)
    assert sum(one.rounds_won for one in found) == match.round_number
    assert all(one.rounds <= match.round_number for one in found)


def test_every_family_counts() -> None:
    for family in FAMILIES.values():
        assert family.tally(family.ruleset({}), 2, []) == [SeatTally(), SeatTally()]


def test_what_is_counted_are_events() -> None:
    assert EVENT_TYPES.keys() >= COUNTED
