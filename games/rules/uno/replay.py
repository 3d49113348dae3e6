"""A match played again from its moves."""

from collections.abc import Iterable

from games.rules.core.refusals import Refusal, Refused, refused
from games.rules.core.shuffle import Shuffler
from games.rules.uno.match import Match
from games.rules.uno.ruleset import Ruleset


def replay(
    rules: Ruleset,
    seats: int,
    shuffle: Shuffler,
    vip: frozenset[int],
    days: tuple[str, ...],
    moves: Iterable[tuple[int | None, str]],
) -> Match:
    """Play a match again from its moves; a seat of None deals the next round.

    Raise Refused at the first move that is not legal or does not say what it did.
    """
    match = Match(rules, seats, shuffle, vip, days)
    match.deal_first()
    for seat, text in moves:
        replay_move(match, seat, text)
    return match


def replay_move(match: Match, seat: int | None, text: str) -> None:
    """Make a move as a record has it; a seat of None deals the next round.

    Raise Refused where it is not legal or not the text of what it does, ValueError where nothing of the kind is due.
    """
    if seat is None:
        match.next_round()
        return
    if not 0 <= seat < match.seats:
        raise ValueError(f"there is no seat {seat}")
    if text == "leave":
        match.leave(seat)
    elif text.startswith("advice "):
        if text != f"advice {match.rules.options['advice_penalty']}":
            raise refused("bad_move")
        match.advice(seat)
    else:
        played = match.play(seat, text.removeprefix("x "))
        if played.text != text:
            raise Refused(played.refusal or Refusal("bad_move"))
