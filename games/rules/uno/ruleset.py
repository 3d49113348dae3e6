"""Ruleset: an edition and options, read once. The only reader of options: everything else reads attributes."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.rules.core.options import Option, RulesetError
from games.rules.core.refusals import Refusal
from games.rules.uno import plays, printed
from games.rules.uno.editions import edition_of
from games.rules.uno.events import Event
from games.rules.uno.hooks import CandidatesHook, CardEffect, Check, CheckHook, EventsHook, Hooks, Play, Reach
from games.rules.uno.house_rules import HOUSE_RULES
from games.rules.uno.house_rules.special_cards import COLOR_NAMES
from games.rules.uno.moves import Catch, Lay, Move, NameColor
from games.rules.uno.options import PRINTED
from games.rules.uno.presets import PRESETS
from games.rules.uno.round import Phase, Round

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
    second = options["second_deck_from"]
    return deck * 2 if second is not None and seats >= second else deck


class Ruleset:
    """What a match is played by. Options that the loop needs are attributes, hooks are bound once.

    `options` is the full dictionary; `judge` and `follow` are the folded rules that the engine calls.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Read a preset and differences; raise RulesetError naming the key, the value and what is allowed."""
        options = read_options(data)
        self.options: dict[str, Any] = options
        self.edition = edition_of(options["edition"])
        self.colors = self.edition.colors
        self.seats: tuple[int, int] = options["seats"]
        self.points = {card: self.edition.points_of(card) for card in self.edition.deck()}
        self.teams: bool = options["teams"] == "two_camps"
        self._read_printed(options)
        self._bind([hooks for rule in HOUSE_RULES if (hooks := rule.hooks(options)) is not None])

    def _read_printed(self, options: Mapping[str, Any]) -> None:
        """Make attributes of what the printed rules ask for in play."""
        self.play_drawn: str = options["play_drawn"]
        self.play_drawn_cards: str = options["play_drawn_cards"]
        self.draw: str = options["draw"]
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

    def _bind(self, rules: list[Hooks]) -> None:
        """Fold the hooks of the rules in force over the printed rules, so that the loop finds them ready."""
        self.candidates: tuple[CandidatesHook, ...] = tuple(h.candidates for h in rules if h.candidates)
        self.event_hooks: tuple[EventsHook, ...] = tuple(h.events for h in rules if h.events)
        self.answers = frozenset().union(*(hooks.answers for hooks in rules))
        if self.wild_four_policing == "challenge":
            self.answers |= {"W4"}
        self.regroups: frozenset[str] = frozenset().union(*(hooks.regroups for hooks in rules))
        self.out_of_turn = any(hooks.out_of_turn for hooks in rules)
        self.effects: dict[str, CardEffect] = dict(plays.EFFECTS)
        self.plays: dict[type, Play] = dict(plays.PLAYS)
        self.passes: dict[str, Reach] = {}
        self.complete = next((hooks.complete for hooks in rules if hooks.complete), None)
        self.misplay = next((hooks.misplay for hooks in rules if hooks.misplay), None)
        self.times: Callable[[Lay], int] = _once
        for hooks in rules:
            self.effects.update(hooks.effects)
            self.plays.update(hooks.plays)
            self.passes.update(hooks.passes)
            if hooks.times is not None:
                self.times = hooks.times
        self.lays: dict[str, tuple[Lay, ...]] = {card: self._lays_of(card, rules) for card in self.points}
        self.color_moves = tuple(NameColor(color) for color in self.colors)
        folded = self._folded_checks(rules)
        self.checks: dict[type, tuple[Check, ...]] = {
            kind: tuple(check for _, check in named) for kind, named in folded.items()
        }
        # Ways that differ in their colour alone are all legal or all not.
        self.ways = {
            card: tuple({(lay.power, lay.target): lay for lay in reversed(lays)}.values())[::-1]
            for card, lays in self.lays.items()
        }
        self._leave_out(rules)

    def _leave_out(self, rules: list[Hooks]) -> None:
        """Bind the checks for lists and views without the printed ones that are passed there in any case.

        What house rules bring may be anything: they must have left the lists, or the ways to lay, as printed.
        """
        listed = frozenset() if any(hooks.candidates or hooks.lays for hooks in rules) else printed.PASSED_BY_LISTED
        own = () if any(hooks.lays for hooks in rules) else printed.PASSED_BY_OWN
        self.checks_of_listed: dict[type, tuple[Check, ...]] = {
            kind: tuple(check for check in checks if check not in listed) for kind, checks in self.checks.items()
        }
        # A catch is listed as it looks, not as it is judged: whether it counts can hang on a hidden card.
        self.checks_of_listed[Catch] = ()
        checks = self.checks[Lay]
        self.checks_of_own: dict[Phase, tuple[Check, ...]] = {
            phase: tuple(check for check in checks if check not in own and printed.ONLY_IN.get(check, phase) is phase)
            for phase in Phase
            if phase is not Phase.COLOR
        }
        # While a color is owed, no card may be laid, and choices_made says so.
        self.checks_of_own[Phase.COLOR] = checks

    def _lays_of(self, card: str, rules: list[Hooks]) -> tuple[Lay, ...]:
        """Return the ways to lay one card: as it is, or naming each colour, and what house rules add."""
        ways = tuple(Lay((card,), color) for color in self.colors) if card[0] == "W" else (Lay((card,)),)
        for hooks in rules:
            if hooks.lays is not None:
                ways = hooks.lays(card, ways)
        return ways

    def _folded_checks(self, rules: list[Hooks]) -> dict[type, list[tuple[str, Check]]]:
        """Return for each kind of move its stages, house rules folded in, those that never refuse left out."""
        stages = dict(printed.CHECKS)
        for hooks in rules:
            stages.update(hooks.moves)
        replaced = self._options_as_checks()
        folded: dict[type, list[tuple[str, Check]]] = {}
        for kind, named in stages.items():
            checks: list[tuple[str, Check]] = []
            for name, check in named:
                one: Check | None = replaced.get((kind, name), check)
                for hooks in rules:
                    if (hook := hooks.checks.get((kind, name))) is not None:
                        one = _fold(one, hook)
                if one is not None:
                    checks.append((name, one))
            folded[kind] = checks
        return folded

    def _options_as_checks(self) -> dict[tuple[type, str], Check | None]:
        """Return the printed stages that an option changes, None for one that is not in force."""
        options = self.options
        unless: dict[tuple[type, str], Check | None] = {}
        if not options["must_play"]:
            unless[plays.Draw, "must_play"] = unless[plays.Pass, "must_play"] = None
        if options["finish_on"] == "any":
            unless[Lay, "finish"] = None
        if not options["wild_after_draw_card"]:
            unless[Lay, "match"] = printed.wild_may_follow
        if self.wild_four_policing != "refuse":
            unless[Lay, "four"] = None
        return unless

    def judge(self, round: Round, seat: int, move: Move) -> Refusal | None:
        """Return the first refusal among the checks for this kind of move, or None."""
        checks = self.checks.get(type(move))
        if checks is None:
            return Refusal("not_in_these_rules")
        for check in checks:
            refusal = check(round, seat, move)
            if refusal is not None:
                return refusal
        return None

    def can_lay(self, round: Round, seat: int, card: str) -> bool:
        """Tell whether there is any way to lay this card now, whatever choice it asks for."""
        for way in self.ways[card]:
            if self.judge(round, seat, way if self.complete is None else self.complete(round, seat, way)) is None:
                return True
        return False

    def follow(self, round: Round, seat: int, move: Move) -> Iterator[Event]:
        """Return the events of a legal move, printed and amended, to be applied as they come."""
        events = self.plays[type(move)](round, seat, move)
        for hook in self.event_hooks:
            events = hook(round, seat, move, events)
        return events

    def hand_size(self, seats: int) -> int:
        """Return how many cards each of so many seats is dealt."""
        return hand_size_for(self.options, seats)

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
        return deck_for(self.options, seats)

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


def _once(move: Lay) -> int:
    """Return how often the effect of a play counts: a play is one card, or a pair that counts as one."""
    return 1


def _fold(check: Check | None, hook: CheckHook) -> Callable[..., Refusal | None]:
    """Return a check that asks the hook what it makes of the verdict so far."""
    if check is None:
        return lambda round, seat, move: hook(round, seat, move, None)
    return lambda round, seat, move: hook(round, seat, move, check(round, seat, move))
