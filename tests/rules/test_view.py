"""What a seat's view says: its plays, its reasons, what it may know of the rest."""

import itertools
import random

import pytest

from games.rules.core.refusals import CODES, Refusal
from games.rules.uno import engine
from games.rules.uno.board import Board
from games.rules.uno.family import UNO
from games.rules.uno.match import Match
from games.rules.uno.moves import Lay, Move, parse_move
from games.rules.uno.seat_view import HandCard, Lasting, Passing, SeatView
from games.rules.uno.view import hand_order
from tests.rules.random_games import start, walk


def match_at(**position: object) -> Match:
    return Board({"discard": "R9", "draw_pile": "Y1 Y2 Y3 Y4 Y5 Y6", **position}).match


def reasons(view: SeatView) -> dict[str, str | None]:
    return {card.card: card.refusal and card.refusal.code for card in view.hand}


def test_each_card_says_what_it_allows_or_why_not() -> None:
    view = UNO.view(match_at(hands=["R1 B2 W G9", "B1 B2"]), 0)
    assert {card.card: card.moves for card in view.hand} == {
        "R1": ("R1",),
        "B2": (),
        "W": ("W>R", "W>Y", "W>G", "W>B"),
        "G9": ("G9",),
    }
    assert reasons(view) == {"R1": None, "B2": "does_not_match", "W": None, "G9": None}
    assert view.moves == ("R1", "W>R", "W>Y", "W>G", "W>B", "G9", "draw")
    assert not view.call_due


@pytest.mark.parametrize(
    ("rules", "hands", "before", "seat", "expected"),
    [
        ({}, ["R1 R2", "B1 W"], [], 1, {"B1": "not_your_turn", "W": "not_your_turn"}),
        ({"jump_in": "everyone"}, ["R1 R2", "R9 B1"], [], 1, {"R9": None, "B1": "not_your_turn"}),
        ({"jump_in": "vip"}, ["R1 R2", "R9 B1"], [], 1, {"R9": "not_vip", "B1": "not_your_turn"}),
        ({}, ["W4 R1 R2", "B1 W"], ["0: W4>B"], 1, {"B1": "penalty_pending", "W": "penalty_pending"}),
        ({"seven_swaps": True}, ["B7 R1 R2", "B1 W"], [], 0, {"B7": "does_not_match", "R1": None, "R2": None}),
        ({"wild_powers": ["peek"]}, ["W R1 R2", "W B1"], ["0: W?1"], 0, {"R1": "not_your_turn", "R2": "not_your_turn"}),
        ({"finish_on": "number"}, ["RS", "B1 W"], [], 0, {"RS": "cannot_finish_on_this"}),
        (
            {"wild_powers": ["peek"], "stack_two_on_two": True},
            ["RD R1 R2", "W B1"],
            ["0: RD"],
            1,
            {"W": "penalty_pending", "B1": "penalty_pending"},
        ),
    ],
)
def test_the_reason_is_the_one_that_good_choices_would_not_take_away(
    rules: dict[str, object], hands: list[str], before: list[str], seat: int, expected: dict[str, str | None]
) -> None:
    match = match_at(rules=rules, hands=hands)
    for move in before:
        mover, _, text = move.partition(": ")
        match.play(int(mover), text)
    assert reasons(UNO.view(match, seat)) == expected


def test_a_drawn_card_is_its_seats_alone() -> None:
    match = match_at(hands=["G1 G2", "B1 B2"], draw_pile="R5 Y2")
    match.play(0, "draw")
    views = [UNO.view(match, seat) for seat in (0, 1, None)]
    assert [view.drawn for view in views] == ["R5", None, None]
    assert [view.phase for view in views] == ["drawn"] * 3
    assert reasons(views[0]) == {"G1": "not_the_drawn_card", "G2": "not_the_drawn_card", "R5": None}
    assert views[2].hand == ()
    assert views[2].moves == ()
    assert views[2].hand_sizes == (3, 2)


def test_a_call_is_due_and_a_hand_of_one_can_be_caught() -> None:
    match = match_at(hands=["R1 R2", "B1 B2", "G1 G2"])
    assert UNO.view(match, 0).call_due
    match.play(0, "R1")
    assert UNO.view(match, 2).catchable == (0,)
    assert UNO.view(match, 0).moves == ("uno",)
    match.play(0, "uno")
    assert UNO.view(match, 2).catchable == ()
    assert UNO.view(match, 2).called == {0}


def test_open_hands_are_shown_only_when_the_round_is_over() -> None:
    match = match_at(hands=["R1", "B1 B2"])
    assert UNO.view(match, None).final_hands is None
    match.play(0, "R1!")
    view = UNO.view(match, None)
    assert view.final_hands == ((), ("B1", "B2"))
    assert (view.winner, view.phase, view.turn, view.scores) == (0, "over", None, (3, 0))


def test_a_view_says_what_waits() -> None:
    match = match_at(rules={"answer_skip": True, "stack_two_on_two": True}, hands=["RS RD R1", "B1 B2"])
    match.play(0, "RS")
    view = UNO.view(match, 1)
    assert (view.phase, view.skips, view.pending, view.kind) == ("answer", 1, 0, "")
    match.play(1, "accept")
    match.play(0, "RD")
    view = UNO.view(match, 1)
    assert (view.phase, view.skips, view.pending, view.kind, view.penalty_from) == ("answer", 0, 2, "D", 0)


def test_idle_moves_cost_least_to_decide() -> None:
    for rules, hands, before, idle in (
        ({}, ["R1 G2", "B1 B2"], [], "draw"),
        ({}, ["G1 G2", "B1 B2"], ["0: draw"], "pass"),
        ({}, ["W4 R1 R2", "B1 B2"], ["0: W4>B"], "accept"),
        ({"must_play": True}, ["R1 G2", "B1 B2"], [], "R1"),
    ):
        match = match_at(rules=rules, hands=hands, draw_pile="R5 Y2 Y3 Y4 Y5")
        for move in before:
            match.play(int(move[0]), move[3:])
        assert match.turn is not None
        assert match.idle_move(match.turn) == idle
    dealt = {"dealer": 1, "deck": "G1 B1 G2 B2 R3 B3 W", "seats": 2}
    assert Board({"rules": {"hand_size": 3}, "deal": dealt}).match.idle_move(0) == "color G"
    with pytest.raises(ValueError, match="does not wait"):
        match.idle_move(1)


def test_a_hand_is_sorted_as_players_sort_it() -> None:
    assert hand_order(("W4", "B1", "RS", "W", "R9", "G0", "R1"), "RYGB") == ("R1", "R9", "RS", "G0", "B1", "W", "W4")


@pytest.mark.parametrize("preset", ["official", "club", "home_strict", "duel", "reef"])
def test_views_say_what_the_judging_says(preset: str) -> None:
    rng = random.Random(3)
    match = start({"preset": preset}, 4 if preset != "duel" else 2, rng)
    for _ in itertools.islice(walk(match, rng, leaving=0), 150):
        for seat in range(match.seats):
            view = UNO.view(match, seat)
            assert view.moves == tuple(match.legal(seat))
            assert [card.card for card in view.hand] == match.round.hands[seat]
            for held in view.hand:
                plays = [text for text in view.moves if is_play_of(held.card, parse_move(text))]
                assert list(held.moves) == plays
                assert held.refusal == (None if plays else judged(match, seat, held.card))


def is_play_of(card: str, move: Move) -> bool:
    return isinstance(move, Lay) and move.cards[0] == card and not move.call


def judged(match: Match, seat: int, card: str) -> Refusal | None:
    """Return the refusal of a card by the engine's own judging of all ways to lay it."""
    round, rules = match.round, match.rules
    ways = [rules.complete(round, seat, way) if rules.complete else way for way in rules.lays[card].values()]
    found = [engine.judge(round, seat, way) for way in ways]
    return max(found, key=lambda why: CODES.index(why.code)) if None not in found else None


def test_a_view_says_of_each_field_what_is_there() -> None:
    match = match_at(
        rules={"stack_two_on_two": True}, hands=["RD R1", "B1 BD W", "G1 G2 G3 G4"], vip=[2], scores=[7, 8, 9]
    )
    match.play(0, "RD")
    view = UNO.view(match, 1)
    fields = {*view._fields, "top", *Passing._fields, *Lasting._fields} - {"passing", "lasting", "hand", "ruleset"}
    assert {name: getattr(view, name) for name in fields} == {
        "seat": 1, "seats": 3, "gone": frozenset(), "number": 1, "round": 1, "dealer": match.round.dealer,
        "phase": "answer", "turn": 1, "direction": 1, "hand_sizes": (1, 3, 4), "top": "RD",
        "discard": ("R9", "RD"), "discard_size": 2, "color": "R", "draw_pile_size": 6, "pending": 2,
        "penalty_from": 0, "drawn": None, "moves": ("accept", "catch 0", "BD"), "call_due": False,
        "called": frozenset(), "catchable": (0,), "scores": (7, 8, 9), "winner": None, "match_over": False,
        "placement": None, "final_hands": None, "turn_since": 1, "top_since": 1, "kind": "D",
        "skips": 0, "days": (), "vip": frozenset({2}),
    }  # fmt: skip
    assert view.ruleset is match.rules
    assert view.hand[1] == HandCard("BD", ("BD",), None)
