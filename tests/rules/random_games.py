"""Random games for the property tests: what every position of every game must be like."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.rules.core.cards import COLOR_LETTERS
from games.rules.core.refusals import CODES, Refused
from games.rules.core.shuffle import Shuffle
from games.rules.uno.calls import exempt
from games.rules.uno.family import UNO
from games.rules.uno.match import Match
from games.rules.uno.moves import Lay, format_move, parse_move

#: Notation from everywhere, legal seldom: what a position does not list, it must refuse.
WORDS = ["draw", "pass", "accept", "challenge", "uno", "show", *(f"catch {seat}" for seat in range(10))]
COLORS = [f"color {letter}" for letter in COLOR_LETTERS]


def seed_of(rng: random.Random) -> bytes:
    """Return a seed that follows from the test's own."""
    return rng.randbytes(32)


def start(options: Mapping[str, Any], seats: int, rng: random.Random) -> Match:
    """Deal a match by these rules."""
    days = tuple(f"{rng.randint(1, 12)}-{rng.randint(1, 28)}" for _ in range(seats))
    vip = frozenset(seat for seat in range(seats) if rng.random() < 0.5)
    match, _ = UNO.deal(UNO.ruleset(options), seats, Shuffle(seed_of(rng)), vip, days)
    return match


def actors(match: Match, rng: random.Random) -> list[int]:
    """Return the seats that may want to act, in any order."""
    seats = [seat for seat in range(match.seats) if seat not in match.gone]
    rng.shuffle(seats)
    return seats


def walk(
    match: Match, rng: random.Random, limit: int = 15000, leaving: float = 0.002
) -> Iterator[tuple[int | None, str]]:
    """Play random legal moves to the end of the match; yield each (seat, text) once it has been played."""
    for played in range(limit):
        if match.over:
            return
        if match.round_over:
            match.next_round()
            yield None, "next"
            continue
        if rng.random() < leaving and len(match.gone) < match.seats:
            seat = rng.choice(actors(match, rng))
            yield seat, match.leave(seat).text
            continue
        seat = match.turn
        if rng.random() < 0.3:
            seat = rng.choice(actors(match, rng))
        assert seat is not None
        moves = UNO.view(match, seat).moves
        if not moves:
            continue
        lays = [move for move in moves if move not in ("draw", "pass")]
        # Random players may draw for ever: after a while they lay what they can.
        patient = played < 1500 and rng.random() < 0.3
        text = rng.choice(list(moves) if patient or not lays else lays)
        if text.startswith("catch") and exempt(match.round, int(text[-1])):
            continue  # it looks possible, so that the list does not tell what the card is
        yield seat, match.play(seat, completed(match, seat, text)).text
    raise AssertionError("the game does not end")


def completed(match: Match, seat: int, text: str) -> str:
    """Return a listed move with the choices that lists leave out."""
    move = parse_move(text)
    complete = match.rules.complete
    return format_move(complete(match.round, seat, move)) if complete and isinstance(move, Lay) else text


def check_position(match: Match) -> None:
    """Check what is so in every position."""
    round = match.round
    cards = [*round.draw_pile, *round.discard, *(card for hand in round.hands for card in hand)]
    decks = [match.rules.deck(match.seats - gone) for gone in range(len(round.gone) + 1)]
    assert Counter(cards) in map(Counter, decks), "cards are conserved"
    assert round.discard
    if round.over:
        assert round.turn is None
        assert not round.pending
        assert not any(UNO.view(match, seat).moves for seat in range(match.seats))
    else:
        assert round.turn is not None
        assert round.turn not in round.gone
        assert UNO.view(match, round.turn).moves, "whoever is waited for can do something"
        assert round.color is not None or round.phase == "color"
        listed = [completed(match, round.turn, text) for text in UNO.view(match, round.turn).moves]
        assert match.idle_move(round.turn) in listed
    data = json.loads(json.dumps(UNO.dump(match)))
    again = UNO.load(data, match.rules, match.shuffle)
    assert UNO.dump(again) == UNO.dump(match)


def check_moves(match: Match, rng: random.Random, tries: int = 12) -> None:
    """Check that listed moves are accepted, and others refused with a code, changing nothing."""
    before = UNO.dump(match)
    for seat in range(match.seats):
        listed = UNO.view(match, seat).moves
        assert len(set(listed)) == len(listed)
        for text in listed:
            if text.startswith("catch") and exempt(match.round, int(text[-1])):
                continue
            twin = UNO.load(before, match.rules, match.shuffle)
            assert twin.play(seat, completed(twin, seat, text)).events
        tried = [*rng.sample(WORDS + COLORS, 4), *(any_lay(match, rng) for _ in range(tries))]
        for text in tried:
            if text in listed or may_be_unlisted(match, seat, text):
                continue
            with pytest.raises(Refused) as refused:
                match.play(seat, text)
            assert refused.value.refusal.code in CODES
            assert UNO.dump(match) == before


def may_be_unlisted(match: Match, seat: int, text: str) -> bool:
    """Tell whether a move is accepted though no list holds it, as the rules say.

    False calls, calls with or without need, `draw` for `accept`, other orders of the same cards.
    """
    if text == "uno" or (text == "draw" and match.turn == seat):
        return True
    if match.rules.options.get("misplay_penalty"):
        return True
    move = parse_move(text)
    cards = getattr(move, "cards", ())
    return bool(getattr(move, "call", False)) or len(cards) > 2 or bool(getattr(move, "power", ""))


def any_lay(match: Match, rng: random.Random) -> str:
    """Return a lay of cards from anywhere."""
    cards = [card for hand in match.round.hands for card in hand] or ["R5"]
    card = rng.choice(cards)
    if card[0] == "W":
        return card + rng.choice(["", ">R", ">B", ">P", ">G!"])
    return card + rng.choice(["", "", "!", f"+{rng.choice(cards)}", "@1"] if card[1] == "7" else ["", "", "!"])
