"""Ruleset: an edition and options, read once. The only reader of options: everything else reads attributes."""

import json
from collections.abc import Mapping
from typing import Any

from games.rules.core.options import Option, RulesetError
from games.rules.uno.binding import Bound
from games.rules.uno.editions import edition_of
from games.rules.uno.house_rules import HOUSE_RULES
from games.rules.uno.house_rules.special_cards import COLOR_NAMES
from games.rules.uno.options import MOST_SEATS, PRINTED
from games.rules.uno.presets import PRESETS

#: Every option there is, by its key, in the order of its declaration.
OPTIONS: dict[str, Option] = {
    option.key: option for option in (*PRINTED, *(option for rule in HOUSE_RULES for option in rule.options))
}
DEFAULTS: dict[str, Any] = {key: option.default for key, option in OPTIONS.items()}


def read_options(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a ruleset given as a preset and differences; raise RulesetError for what cannot be."""
    options = dict(DEFAULTS)
    given = dict(data)
    preset = given.pop("preset", "official")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesetError("preset", preset, ", ".join(PRESETS))
    for key, value in {**PRESETS[preset].options, **given}.items():
        option = OPTIONS.get(key)
        if option is None:
            raise RulesetError(key, value, "no option has this key; there are " + ", ".join(OPTIONS))
        options[key] = option.check(value)
    _check_pairs(options)
    return options


def _check_pairs(options: Mapping[str, Any]) -> None:
    """Raise RulesetError for options that are possible each, but not together."""
    if options["play_drawn"] == "nobody":
        if options["draw"] == "until_playable":
            raise RulesetError("draw", "until_playable", "one, where play_drawn is nobody", "play_drawn")
        if options["must_play"]:
            raise RulesetError("must_play", True, "false, where play_drawn is nobody", "play_drawn")
    if options["answer_skip"] and options["finish_on"] == "number":
        raise RulesetError("answer_skip", True, "false, where finish_on is number", "finish_on")
    fewest, most = options["seats"]
    for key in ("start_when_ready", "second_deck_from"):
        if options[key] is not None and options[key] > most:
            raise RulesetError(key, options[key], f"at most {most}, the most seats", "seats", most=most)
    even = [seats for seats in range(fewest, most + 1) if seats >= 4 and seats % 2 == 0]
    if options["teams"] == "two_camps" and not even:
        raise RulesetError("teams", "two_camps", "none, where no even number of 4 seats or more can sit", "seats")
    edition = edition_of(options["edition"])
    if "WK" in edition.wilds and COLOR_NAMES[options["swim_color"]] not in edition.colors:
        colors = ", ".join(name for name, letter in COLOR_NAMES.items() if letter in edition.colors)
        raise RulesetError("swim_color", options["swim_color"], f"{colors}, the colors of this edition", "edition")
    for seats in range(fewest, most + 1):
        _check_deal(options, seats)


def _check_deal(options: Mapping[str, Any], seats: int) -> None:
    """Raise RulesetError where the deck cannot deal to so many and leave one card for each in the pile."""
    size = hand_size_for(options, seats)
    cards = len(deck_for(options, seats))
    if seats * size + 1 + seats > cards:
        most = (cards - 1 - seats) // seats
        allowed = f"at most {most} with {seats} seats and {cards} cards"
        raise RulesetError("hand_size", size, allowed, "seats", most=most, seats=seats, cards=cards)


def hand_size_for(options: Mapping[str, Any], seats: int) -> int:
    """Return how many cards each seat is dealt."""
    size = options["hand_size"]
    return int(size.get(seats, DEFAULTS["hand_size"]) if isinstance(size, Mapping) else size)


def deck_for(options: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Return the cards that so many seats play with, in the edition's order."""
    deck = edition_of(options["edition"]).deck()
    return deck * 2 if has_second_deck(options, seats) else deck


def has_second_deck(options: Mapping[str, Any], seats: int) -> bool:
    """Tell whether two whole decks are shuffled together for so many players."""
    second = options["second_deck_from"]
    return second is not None and seats >= second


class Ruleset(Bound):
    """What a match is played by. `options` is the full dictionary; those that the loop needs are attributes."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Read a preset and differences; raise RulesetError naming the key, the value and what is allowed."""
        options = read_options(data)
        self.options = options
        self.edition = edition_of(options["edition"])
        self.colors = self.edition.colors
        self.seats: tuple[int, int] = options["seats"]
        deck = self.edition.deck()
        self.points = {card: self.edition.points_of(card) for card in deck}
        self._decks = deck, deck * 2
        self._hand_sizes = {seats: hand_size_for(options, seats) for seats in range(MOST_SEATS + 1)}
        self.teams: bool = options["teams"] == "two_camps"
        self._read_printed(options)
        self._bind([hooks for rule in HOUSE_RULES if (hooks := rule.hooks(options)) is not None])

    def _read_printed(self, options: Mapping[str, Any]) -> None:
        """Make attributes of what the printed rules ask for in play."""
        self.play_drawn: str = options["play_drawn"]
        self.play_drawn_cards: str = options["play_drawn_cards"]
        self.all_may_play_drawn = self.play_drawn == "everyone" and self.play_drawn_cards == "any"
        self.until_playable: bool = options["draw"] == "until_playable"
        self.wild_four_needs: str = options["wild_four_needs"]
        self.wild_four_policing: str = options["wild_four_policing"]
        self.challenge_target: str = options["challenge_target"]
        self.challenge_penalty: int = options["challenge_penalty"]
        self.last_draw_counts: bool = options["last_draw_counts"]
        self.uno_penalty: int = options["uno_penalty"]
        self.uno_per_catcher: bool = options["uno_per_catcher"]
        self.uno_window: str = options["uno_window"]
        self.uno_late_call: bool = options["uno_late_call"]
        self.uno_false_call_penalty: int = options["uno_false_call_penalty"]
        self.uno_action_exempt: bool = options["uno_action_exempt"]
        self.start_wild: str = options["start_wild"]
        self.start_draw_two: str = options["start_draw_two"]
        self.start_reverse: str = options["start_reverse"]
        self.start_numbers_only: bool = options["start_numbers_only"]
        self.redraw_to_number: bool = options["redraw_to_number"]
        self.next_dealer: str = options["next_dealer"]
        self.scoring: str = options["scoring"]
        self.match: str = options["match"]
        self.target: int = options["target"]
        self.rounds: int = options["rounds"]

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of so many seats is dealt."""
        return self._hand_sizes[seats]

    @property
    def seatings(self) -> tuple[int, ...]:
        """The numbers of players that these rules can be played with."""
        fewest, most = self.seats
        return tuple(seats for seats in range(fewest, most + 1) if not self.teams or (seats >= 4 and seats % 2 == 0))

    @property
    def wants_days(self) -> bool:
        """Whether each player names a day of the year before the first deal."""
        return bool(self.options["judgement_day"])

    @property
    def favours_vips(self) -> bool:
        """Whether any option allows VIPs what it does not allow everybody."""
        return "vip" in (self.options["jump_in"], self.options["play_drawn"])

    @property
    def advice_penalty(self) -> int:
        """Cards for advice on play; 0: it is not punished."""
        cards: int = self.options["advice_penalty"]
        return cards

    @property
    def start_when_ready(self) -> int | None:
        """How many ready players are enough to begin; None: all who sit down."""
        enough: int | None = self.options["start_when_ready"]
        return enough

    def deck(self, seats: int) -> tuple[str, ...]:
        """Return the cards that so many seats play with."""
        return self._decks[has_second_deck(self.options, seats)]

    def differences(self) -> dict[str, Any]:
        """Return what differs from the official game, in the order of the declarations."""
        return {key: value for key, value in self.options.items() if value != DEFAULTS[key]}

    def to_json(self) -> dict[str, Any]:
        """Return what is stored with a table: JSON-able, and Ruleset(...) of it is this ruleset again."""
        stored: dict[str, Any] = json.loads(json.dumps(self.differences()))
        return stored

    @property
    def preset(self) -> str | None:
        """The key of the preset that is exactly this ruleset, or None."""
        return next((key for key in PRESETS if read_options({"preset": key}) == self.options), None)
