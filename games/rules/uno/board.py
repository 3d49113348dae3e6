"""Scenario positions: a board set up from data, with scripted decks and a fixed seed for everything else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.core.cards import ALL_CARDS, check_within, parse_cards
from games.rules.core.refusals import Refusal, Refused
from games.rules.core.scenario import ScenarioError
from games.rules.core.shuffle import SEED_BYTES, Shuffle
from games.rules.uno import calls
from games.rules.uno.board_data import check_cards, read_cards, read_days, read_numbers, read_seats, seats_of_deal
from games.rules.uno.match import Match
from games.rules.uno.moves import Day, Lay, Move, parse_move
from games.rules.uno.round import Phase, Round
from games.rules.uno.ruleset import Ruleset
from games.rules.uno.view import winner

TOP_KEYS = frozenset(
    [
        "title",
        "note",
        "comment",
        "rules",
        "hands",
        "vip",
        "draw_pile",
        "discard",
        "color",
        "turn",
        "direction",
        "pending",
        "scores",
        "days",
        "seats",
        "deal",
        "steps",
        "invalid",
        "family",
    ]
)
_GIVEN_BY_DEAL = ("hands", "draw_pile", "discard", "color", "turn", "direction", "pending")


class Script(Shuffle):
    """A shuffle whose decks may be written down; cards not named follow in the edition's order."""

    __slots__ = ("_decks",)

    def __init__(self) -> None:
        super().__init__(bytes(SEED_BYTES))
        self._decks: dict[int, list[str]] = {}

    def script(self, round_number: int, cards: Sequence[str]) -> None:
        """Let a round's deal begin with these cards."""
        self._decks[round_number] = list(cards)

    def order(self, cards: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return the scripted deck for a round's deal, the seeded order for everything else."""
        named = self._decks.get(round_number)
        if named is None or use:
            return super().order(cards, round_number, use)
        rest = Counter(cards) - Counter(named)
        return named + [card for card in dict.fromkeys(cards) for _ in range(rest[card])]

    def put_back(self, card: str, pile: Sequence[str], round_number: int, use: int) -> list[str]:
        """Put a turned card under a scripted pile."""
        if round_number in self._decks:
            return [*pile, card]
        return super().put_back(card, pile, round_number, use)


class Board:
    """A match at a scenario's position."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Raise ScenarioError for data that is not a position, RulesetError for a ruleset that is refused."""
        for key in data:
            if key not in TOP_KEYS:
                raise ScenarioError(key, "not a key of a scenario")
        rules = data.get("rules", {})
        if not isinstance(rules, dict):
            raise ScenarioError("rules", "a ruleset is an object")
        self.rules = Ruleset(rules)
        self.script = Script()
        if "deal" in data:
            self.match = self._deal(data)
        else:
            if "hands" not in data and "invalid" in data:
                self.match = self._empty(data, self.rules.seats[0])
            else:
                self.match = self._given(data)
        #: The position's number after so many accepted moves.
        self._numbers = [self.match.number]

    def move(self, seat: int, text: str, seen: int | None) -> Refusal | None:
        """Make a move; `leave` takes the seat out. Raise IndexError for a seat that is not there."""
        self._check_seat(seat)
        if seen is not None:
            if seen >= len(self._numbers):
                raise IndexError(f"only {len(self._numbers) - 1} moves have been accepted")
            seen = self._numbers[seen]
        if text == "leave" or (text.startswith("advice ") and self.rules.options["advice_penalty"]):
            return self._by_the_table(seat, text)
        try:
            played = self.match.play(seat, text, seen)
        except Refused as error:
            return error.refusal
        if played.refusal is None:
            self._numbers.append(self.match.number)
        return played.refusal

    def _by_the_table(self, seat: int, text: str) -> Refusal | None:
        """Make what only records hold: a seat is taken out, or draws for advice."""
        try:
            played = self.match.leave(seat) if text == "leave" else self.match.advice(seat)
        except ValueError:
            return Refusal("round_over" if self.match.round_over else "not_your_turn")
        if played.text != text:
            return Refusal("bad_move")
        self._numbers.append(self.match.number)
        return None

    def legal(self, seat: int) -> list[str]:
        """Return every legal move of a seat; raise IndexError for one that is not there."""
        self._check_seat(seat)
        return list(self.match.legal(seat))

    def next(self, deck: Sequence[str]) -> None:
        """Deal the next round, from a scripted deck where one is given; raise ValueError where none is due."""
        cards = parse_cards(" ".join(deck))
        check_within(cards, self.rules.deck(self.match.seats))
        self.script.script(self.match.round.number + 1, cards)
        self.match.next_round()
        self._numbers[-1] = self.match.number

    def look(self) -> dict[str, Any]:
        """Return everything that `expect` may hold."""
        match, round = self.match, self.match.round
        found_winner = winner(round)
        return {
            "turn": round.turn,
            "hands": [sorted(hand) for hand in round.hands],
            "hand_sizes": [len(hand) for hand in round.hands],
            "top": round.discard[-1] if round.discard else None,
            "color": round.color,
            "pending": round.pending,
            "direction": round.direction,
            "phase": round.phase.value,
            "drawn": round.drawn,
            "winner": list(found_winner) if isinstance(found_winner, tuple) else found_winner,
            "scores": list(match.scores),
            "draw_pile_size": len(round.draw_pile),
            "discard_size": len(round.discard),
            "called": sorted(round.called),
            "catchable": calls.catchable(round),
            "dealer": round.dealer,
            "round": round.number,
            "match": "over" if match.over else "open",
            "placement": None if match.placement is None else list(match.placement),
        }

    def read_expected(self, key: str, value: Any) -> Any:
        """Return an expected value as `look` has it; raise ValueError for one that cannot be."""
        if key == "hands":
            if not isinstance(value, list) or not all(isinstance(hand, str) for hand in value):
                raise ValueError("hands are a list of cards divided by blanks")
            return [sorted(parse_cards(hand)) for hand in value]
        if key in ("called", "catchable") or (key == "winner" and isinstance(value, list)):
            if not isinstance(value, list) or not all(isinstance(seat, int) for seat in value):
                raise ValueError("seats are listed")
            return sorted(value)
        if key in ("top", "drawn") and value is not None and (not isinstance(value, str) or value not in ALL_CARDS):
            raise ValueError(f"{value!r} is not a card")
        if key == "phase" and value not in [phase.value for phase in Phase]:
            raise ValueError(f"{value!r} is not a phase")
        if key == "match" and value not in ("open", "over"):
            raise ValueError("a match is open or over")
        return value

    def same_move(self, text: str) -> object:
        """Return what a list's entry is by: several cards count by their first, their last and the set between."""
        move: Move = parse_move(text)
        if isinstance(move, Lay) and len(move.cards) > 2:
            first, *middle, last = move.cards
            return (first, tuple(sorted(middle)), last, move.target, move.call)
        if isinstance(move, Day):
            return (type(move), tuple(sorted(move.cards[:-1])), move.cards[-1], move.color, move.call)
        return move

    def _check_seat(self, seat: int) -> None:
        if seat >= self.match.seats:
            raise IndexError(f"there is no seat {seat}")

    def _empty(self, data: Mapping[str, Any], seats: int) -> Match:
        vip = frozenset(read_seats(data.get("vip", []), "vip", seats))
        match = Match(self.rules, seats, self.script, vip, read_days(data, seats))
        match.scores = read_numbers(data.get("scores", [0] * seats), "scores", seats)
        return match

    def _deal(self, data: Mapping[str, Any]) -> Match:
        """Deal from a scripted deck."""
        deal = data["deal"]
        if not isinstance(deal, dict) or set(deal) - {"dealer", "deck", "seats"}:
            raise ScenarioError("deal", "it is an object with dealer and deck")
        for key in _GIVEN_BY_DEAL:
            if key in data:
                raise ScenarioError(key, "a scenario that deals does not give this")
        match = self._empty(data, seats_of_deal(data, self.rules.seats))
        dealer = deal.get("dealer", 0)
        read_seats([dealer], "deal.dealer", match.seats)
        cards = read_cards(deal.get("deck", ""), "deal.deck")
        check_cards(cards, self.rules.deck(match.seats), "deal.deck")
        self.script.script(1, cards)
        match.deal_first(dealer)
        return match

    def _given(self, data: Mapping[str, Any]) -> Match:
        """Put the given position on the table."""
        hands = data.get("hands")
        if not isinstance(hands, list):
            raise ScenarioError("hands", "a scenario gives hands, or a deal")
        match = self._empty(data, len(hands))
        round = match.round
        round.number = 1
        round.hands = [read_cards(hand, f"hands[{seat}]") for seat, hand in enumerate(hands)]
        for seat, hand in enumerate(round.hands):
            if not hand:
                raise ScenarioError(f"hands[{seat}]", "a hand without a card has gone out")
        round.draw_pile = read_cards(data.get("draw_pile", ""), "draw_pile")[::-1]
        round.discard = read_cards(data.get("discard", ""), "discard")
        if not round.discard:
            raise ScenarioError("discard", "the discard pile has a top")
        everything = [*round.draw_pile, *round.discard, *(card for hand in round.hands for card in hand)]
        check_cards(everything, self.rules.deck(match.seats), "hands, draw_pile and discard together")
        round.color = self._color(data.get("color"), round.discard[-1])
        round.turn = read_seats([data.get("turn", 0)], "turn", match.seats)[0]
        direction = data.get("direction", 1)
        if direction not in (1, -1) or isinstance(direction, bool):
            raise ScenarioError("direction", "1 is clockwise, -1 counter-clockwise")
        round.direction = direction
        self._pending(data.get("pending", 0), round)
        return match

    def _color(self, color: Any, top: str) -> str:
        if color is None:
            if top[0] == "W":
                raise ScenarioError("color", "the top is wild, so the active color must be given")
            return top[0]
        if not isinstance(color, str) or color not in tuple(self.rules.colors):
            raise ScenarioError("color", f"{color!r} is not a color of this edition")
        return color

    def _pending(self, pending: Any, round: Round) -> None:
        """Let a penalty wait; its kind is that of the newest draw card, and it cannot be challenged."""
        round.pending = read_numbers([pending], "pending", 1)[0]
        if not round.pending:
            return
        kinds = [card if card == "W4" else card[1:] for card in round.discard if card == "W4" or card[1:] == "D"]
        if not kinds:
            raise ScenarioError("pending", "there is no draw card in the discard pile")
        round.kind, round.phase = kinds[-1], Phase.ANSWER
