"""Bots: legal in every game, better by level, and blind for what their seat does not see."""

import random

import pytest

from games.bots import LEVELS, choose_move, reaction
from games.rules.uno.board import Board
from games.rules.uno.family import UNO
from games.rules.uno.match import Match

from .games import play_game


@pytest.mark.parametrize("seats", range(2, 11))
def test_whole_matches_of_the_official_game_end(seats: int) -> None:
    levels = [("easy", "steady")[seat % 2] for seat in range(seats)]
    match = play_game(levels, seats, {"preset": "official"})
    assert match.over
    assert max(match.scores) >= 500


@pytest.mark.parametrize("preset", sorted(UNO.presets))
@pytest.mark.parametrize("level", sorted(LEVELS))
def test_every_preset_is_played_to_its_end(preset: str, level: str) -> None:
    rules = UNO.ruleset({"preset": preset})
    fewest, most = rules.seats
    for seats in {fewest, min(most, 4), min(most, 6)} - {2 if rules.teams else 0, 3 if rules.teams else 0}:
        match = play_game([level] * seats, seats, {"preset": preset, "match": "rounds", "rounds": 2})
        assert match.placement is not None


def test_steady_beats_easy() -> None:
    """Pairs of games with the same cards, the seats exchanged: most of them must go to the better level."""
    won = 0
    for seed in range(30):
        for levels in (["steady", "easy"], ["easy", "steady"]):
            match = play_game(levels, seed, {"match": "single"})
            won += levels[match.round.winner or 0] == "steady"
    assert won >= 38


def board(**position: object) -> Match:
    """Return a match at a scenario's position."""
    return Board({"discard": "R9", "draw_pile": "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8", **position}).match


def chosen(match: Match, seat: int = 0) -> str:
    return choose_move("steady", UNO.view(match, seat), random.Random(1)).move


@pytest.mark.parametrize(
    ("hands", "move"),
    [
        (["R1", "B1 B2 B3"], "R1"),
        (["W R1 R2 G3", "B1 B2 B3"], "R2"),
        (["W B1 B2 G3", "B1 B5 B3"], "W>B"),
        (["RS R1 G2 G3", "B1"], "RS"),
        (["B1 B2 G3", "B1 B5 B3"], "draw"),
    ],
)
def test_steady_plays_as_a_careful_player(hands: list[str], move: str) -> None:
    assert chosen(board(hands=hands))[:3] == move[:3]


def test_steady_challenges_a_big_hand_and_accepts_from_a_small_one() -> None:
    for others, answer in (("R1 R2 R3 R4 R5 R6 R7 R8", "challenge"), ("G1", "accept")):
        match = board(hands=[f"W4 {others}", "B1 B2"])
        match.play(0, "W4>B")
        assert chosen(match, 1) == answer


@pytest.mark.parametrize(
    ("rules", "hands", "before", "seat", "move"),
    [
        ({"stack_two_on_two": True}, ["RD R1 R2", "GD B1 B2"], "RD", 1, "GD"),
        ({"skip_passes_two": True}, ["RD R1 R2", "RS B1 B2", "G1 G2"], "RD", 1, "RS"),
        ({"multi_play": "same_face"}, ["R1 G2 B7", "R5 G5 B5 Y2", "G1 G2"], "R1", 1, "R5+"),
        ({"seven_swaps": True}, ["R1 G2 B8", "R7 G1 B5 Y2 Y3", "G4"], "R1", 1, "R7@2"),
        ({"seven_swaps": True}, ["R1 G2 B8 B9 G9", "R7 R2", "G4 G5 G6"], "R1", 1, "R2"),
    ],
)
def test_steady_uses_the_house_rules(
    rules: dict[str, object], hands: list[str], before: str, seat: int, move: str
) -> None:
    match = board(rules=rules, hands=hands)
    match.play(0, before)
    assert chosen(match, seat).startswith(move)


def test_reactions_call_catch_jump_in_and_show() -> None:
    match = board(rules={"jump_in": "everyone", "death_number": True}, hands=["R3 R2", "B1 B2 B5", "R3 G5 GS", "Y4 Y5"])
    match.play(0, "R3")
    wanted = {seat: reaction("steady", UNO.view(match, seat), random.Random(3)) for seat in range(4)}
    assert {seat: choice and choice.move for seat, choice in wanted.items()} == {
        0: "uno",
        1: "catch 0",
        2: "catch 0",
        3: "show",
    }
    match.play(0, "uno")
    jump = reaction("steady", UNO.view(match, 2), random.Random(3))
    assert jump is not None
    assert jump.move == "R3"
    assert reaction("steady", UNO.view(match, 1), random.Random(3)) is None


def test_the_call_comes_with_the_play_where_it_must() -> None:
    match = board(rules={"uno_late_call": False}, hands=["R1 G2", "B1 B2"])
    for level in LEVELS:
        assert choose_move(level, UNO.view(match, 0), random.Random(1)).move == "R1!"


def test_the_same_view_and_rng_give_the_same_choice() -> None:
    match = board(hands=["R1 R2 R3 G9 W", "B1 B2"])
    for level in LEVELS:
        choices = {choose_move(level, UNO.view(match, 0), random.Random(7)) for _ in range(5)}
        assert len(choices) == 1


def test_a_seat_that_is_not_to_move_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="no move to choose"):
        chosen(board(hands=["R1 R2", "B1 B2"]), 1)
