"""A match as JSON-able data and back: the stored position is a cache of the moves."""

from collections.abc import Mapping
from typing import Any

from games.rules.core.shuffle import Shuffler
from games.rules.uno.events import CardsLaid
from games.rules.uno.match import Match
from games.rules.uno.round import Four, Phase, Round
from games.rules.uno.ruleset import Ruleset

#: Raised when the shape below changes; a position of another one is rebuilt from the moves.
SCHEMA = 1

_PLAIN = (
    "number",
    "uses",
    "dealer",
    "color",
    "turn",
    "direction",
    "drawn",
    "pending",
    "kind",
    "penalty_from",
    "skips",
    "finisher",
    "follow_color",
    "idle",
    "winner",
    "blocked",
)


def dump(match: Match) -> dict[str, Any]:
    """Return the match as data that holds everything but the ruleset and the seed. It is full of secrets."""
    return {
        "schema": SCHEMA,
        "seats": match.seats,
        "vip": sorted(match.vip),
        "days": list(match.days),
        "gone": sorted(match.gone),
        "scores": list(match.scores),
        "placement": None if match.placement is None else list(match.placement),
        "number": match.number,
        "turn_since": match.turn_since,
        "top_since": match.top_since,
        "round": _dump_round(match.round),
    }


def _dump_round(round: Round) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(round, name) for name in _PLAIN}
    last = round.last_lay
    data.update(
        phase=round.phase.value,
        hands=[" ".join(hand) for hand in round.hands],
        draw_pile=" ".join(round.draw_pile),
        discard=" ".join(round.discard),
        gone=sorted(round.gone),
        called=sorted(round.called),
        uncalled=sorted(round.uncalled),
        catches=[list(pair) for pair in sorted(round.catches)],
        fours=[[four.seat, four.guilty, " ".join(four.hand)] for four in round.fours],
        last_lay=None if last is None else [last.seat, list(last.cards)],
    )
    return data


def load(data: Mapping[str, Any], rules: Ruleset, shuffle: Shuffler) -> Match:
    """Return the match that was dumped; raise ValueError when it has another schema."""
    if data.get("schema") != SCHEMA:
        raise ValueError(f"a stored position of schema {data.get('schema')!r}, not {SCHEMA}")
    match = Match(rules, data["seats"], shuffle, frozenset(data["vip"]), tuple(data["days"]))
    match.gone = frozenset(data["gone"])
    match.scores = list(data["scores"])
    match.placement = None if data["placement"] is None else tuple(data["placement"])
    round = match.round = _load_round(data["round"], match)
    round.position, round.turn_since, round.top_since = data["number"], data["turn_since"], data["top_since"]
    return match


def _load_round(data: Mapping[str, Any], match: Match) -> Round:
    round = Round(match.rules, match.seats, match.shuffle)
    for name in _PLAIN:
        setattr(round, name, data[name])
    round.phase = Phase(data["phase"])
    round.vip, round.days = match.vip, match.days
    round.hands = [hand.split() for hand in data["hands"]]
    round.draw_pile, round.discard = data["draw_pile"].split(), data["discard"].split()
    round.gone = frozenset(data["gone"])
    round.called, round.uncalled = frozenset(data["called"]), frozenset(data["uncalled"])
    round.catches = frozenset((catcher, seat) for catcher, seat in data["catches"])
    round.fours = tuple(Four(seat, guilty, tuple(hand.split())) for seat, guilty, hand in data["fours"])
    last = data["last_lay"]
    if last is not None:  # what else the event told, nobody asks it again
        round.last_lay = CardsLaid(last[0], tuple(last[1]), "", False)
    return round
