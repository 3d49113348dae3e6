"""The UNO family's door: what games.rules.core.family asks of every family."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.rules.core.options import Option
from games.rules.core.shuffle import Shuffler
from games.rules.core.tally import SeatTally, StoredMove
from games.rules.core.text import N_
from games.rules.uno import events, storage
from games.rules.uno.board import Board
from games.rules.uno.events import Event
from games.rules.uno.match import Match
from games.rules.uno.options import GROUPS
from games.rules.uno.presets import PRESETS, Preset
from games.rules.uno.replay import replay, replay_move
from games.rules.uno.ruleset import OPTIONS, Ruleset
from games.rules.uno.tally import tally
from games.rules.uno.view import seen_by, view


class Uno:
    """The UNO family. It has no state: one instance serves everybody."""

    key = "uno"
    title = N_("UNO")
    rules_version = 1
    schema = storage.SCHEMA

    @property
    def presets(self) -> Mapping[str, Preset]:
        """The named rulesets, by key."""
        return PRESETS

    @property
    def options(self) -> Mapping[str, Option]:
        """The options' declarations, by key, in the order in which they are shown."""
        return OPTIONS

    @property
    def groups(self) -> Mapping[str, str]:
        """The groups that the options are shown in, with their titles."""
        return GROUPS

    def ruleset(self, data: Mapping[str, Any]) -> Ruleset:
        """Return the ruleset for a preset and differences; raise RulesetError naming key, value and what is allowed."""
        return _ruleset(json.dumps(data, sort_keys=True))

    def deal(
        self,
        rules: Ruleset,
        seats: int,
        shuffle: Shuffler,
        vip: frozenset[int] = frozenset(),
        days: Sequence[str] = (),
    ) -> tuple[Match, list[Event]]:
        """Return a match with round 1 dealt; raise ValueError for a number of seats that the ruleset does not allow."""
        match = Match(rules, seats, shuffle, frozenset(vip), tuple(days))
        return match, match.deal_first()

    view = staticmethod(view)
    seen_by = staticmethod(seen_by)

    def dump(self, match: Match) -> dict[str, Any]:
        """Return a match as JSON-able data, without its ruleset and seed."""
        return storage.dump(match)

    def load(self, data: Mapping[str, Any], rules: Ruleset, shuffle: Shuffler) -> Match:
        """Return the match that was dumped; raise ValueError for another schema."""
        return storage.load(data, rules, shuffle)

    def dump_event(self, event: Event) -> list[Any]:
        """Return an event as JSON-able data."""
        return events.dump_event(event)

    def load_event(self, data: list[Any]) -> Event:
        """Return the event that was dumped."""
        return events.load_event(data)

    def replay(
        self,
        rules: Ruleset,
        seats: int,
        shuffle: Shuffler,
        vip: frozenset[int],
        days: Sequence[str],
        moves: Iterable[tuple[int | None, str]],
    ) -> Match:
        """Play a match again from its moves; raise Refused at the first that is not legal."""
        return replay(rules, seats, shuffle, vip, tuple(days), moves)

    def replay_move(self, match: Match, seat: int | None, text: str) -> None:
        """Make a move as a record has it; raise Refused or ValueError where it cannot have been."""
        replay_move(match, seat, text)

    def tally(self, rules: Ruleset, seats: int, moves: Iterable[StoredMove]) -> list[SeatTally]:
        """Return what each of so many seats did in a match, from all its stored moves, the deals among them."""
        return tally(rules, seats, moves)

    def dealt(self, match: Match) -> tuple[int, list[str]]:
        """Return the dealer and the deck's order of the round that has just been dealt."""
        round = match.round
        deck = match.rules.deck(len(round.seats_in()))
        return round.dealer, match.shuffle.order(deck, round.number, 0)

    def deck(self, rules: Ruleset, seats: int) -> tuple[str, ...]:
        """Return the cards that so many seats play with, in the order in which they are shuffled."""
        return rules.deck(seats)

    def board(self, data: Mapping[str, Any]) -> Board:
        """Set up a scenario's position; raise ScenarioError for what is none, RulesetError for a refused ruleset."""
        return Board(data)


@lru_cache(maxsize=256)
def _ruleset(data: str) -> Ruleset:
    """Return one Ruleset for the same data: reading it costs far more than a move."""
    return Ruleset(json.loads(data))


UNO = Uno()
