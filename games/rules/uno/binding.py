"""Folds the house rules in force over the printed ones, once, so that the engine finds everything ready.

What changes nothing is left out here, not asked about in play: a ruleset without house rules binds the printed rules
and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.rules.core.cards import ALL_CARDS, effect_of
from games.rules.core.refusals import Refusal
from games.rules.uno import plays, printed
from games.rules.uno.hooks import CandidatesHook, CardEffect, Check, Hooks, Listed, Pardon, Play, Reach, Verdict
from games.rules.uno.moves import Lay, Move, NameColor
from games.rules.uno.round import Phase, Round

#: How a card may be laid: the one way, or several by their text.
type Ways = Lay | Listed


def _fitting(lays: Mapping[str, Ways], colors: str) -> dict[str | None, dict[str, dict[str, Ways]]]:
    """Return by the active colour and the top which cards may be laid, with their ways; tops of one face share it."""
    faces = {card: "" if card[0] == "W" else card[1] for card in lays}
    fitting: dict[str | None, dict[str, dict[str, Ways]]] = {}
    for color in colors:
        on = {
            face: {card: ways for card, ways in lays.items() if card[0] in ("W", color) or card[1] == face}
            for face in set(faces.values())
        }
        fitting[color] = {top: on[face] for top, face in faces.items()}
    return fitting


class Bound:
    """The rules in force, as the engine asks for them. Ruleset is made of it."""

    options: dict[str, Any]
    colors: str
    points: dict[str, int]
    wild_four_policing: str

    def _bind(self, rules: Sequence[Hooks]) -> None:
        """Fold the hooks of these rules over the printed rules."""
        self.answers = frozenset[str]().union(*(hooks.answers for hooks in rules))
        if self.wild_four_policing == "challenge":
            self.answers |= {"W4"}
        self.regroups = frozenset[str]().union(*(hooks.regroups for hooks in rules))
        self.twins_jump = any(hooks.twins_jump for hooks in rules)
        #: With more cards than this in a hand, no play leaves it one.
        self.most_kept = 1 + max((hooks.most_laid for hooks in rules), default=1)
        self.complete = next((hooks.complete for hooks in rules if hooks.complete), _as_it_is)
        self.misplay = next((hooks.misplay for hooks in rules if hooks.misplay), None)
        self.times: Callable[[Lay], int] = next((hooks.times for hooks in rules if hooks.times), _once)
        self.passes: dict[str, Reach] = _merged(hooks.passes for hooks in rules)
        self.effects: dict[str, CardEffect] = {**plays.EFFECTS, **_merged(hooks.effects for hooks in rules)}
        self.does = self._bind_plays(rules)
        self._bind_lists(rules)
        self._bind_checks(rules)

    def _bind_plays(self, rules: Sequence[Hooks]) -> dict[str, Play]:
        """Return what a move does, by its kind: cards without an effect in these rules are laid the short way."""
        by_type: dict[type[Any], Play] = {**plays.PLAYS, **_merged(hooks.plays for hooks in rules)}
        plain: Play = plays.lay_plain
        for hooks in rules:
            for kind, around in hooks.around.items():
                by_type[kind] = around(by_type[kind])
                plain = around(plain) if kind is Lay else plain
        does = {effect_of(card): plain for card in ALL_CARDS} | dict.fromkeys(self.effects, by_type.pop(Lay))
        return does | {kind.kind: play for kind, play in by_type.items()}

    def _bind_lists(self, rules: Sequence[Hooks]) -> None:
        """Bind what lists of moves are made of."""
        self.candidates: dict[Phase, tuple[CandidatesHook, ...]] = {}
        for hooks in rules:
            for phase, hook in hooks.candidates.items():
                self.candidates[phase] = (*self.candidates.get(phase, ()), hook)
        self.out_of_turn: tuple[CandidatesHook, ...] = tuple(hooks.out_of_turn for hooks in rules if hooks.out_of_turn)
        ways = {card: self._ways_of(card, rules) for card in self.points}
        self.lays: dict[str, Listed] = {card: {way.text: way for way in ways[card]} for card in ways}
        #: By the active colour and the top: the cards that fit. A card with one way has the way itself beside it.
        self.fitting = _fitting(
            {card: ways[card][0] if len(ways[card]) == 1 else listed for card, listed in self.lays.items()}, self.colors
        )
        self.color_moves: Listed = {move.text: move for move in map(NameColor, self.colors)}
        # Ways that differ in their colour alone are all legal or all not.
        self.ways = {
            card: tuple({(way.power, way.target): way for way in reversed(ways[card])}.values())[::-1] for card in ways
        }

    def _ways_of(self, card: str, rules: Sequence[Hooks]) -> tuple[Lay, ...]:
        """Return the ways to lay one card: as it is, or naming each colour, and what house rules add."""
        ways = tuple(Lay((card,), color) for color in self.colors) if card[0] == "W" else (Lay((card,)),)
        for hooks in rules:
            if hooks.lays is not None:
                ways = hooks.lays(card, ways)
        return ways

    def _bind_checks(self, rules: Sequence[Hooks]) -> None:
        """Bind the judging, and what is left of it where the rest is passed in any case.

        `checks_of_listed` judges what the printed rules list, `checks_of_added` what house rules add to that,
        `checks_of_own` a card of the hand that is in turn.
        """
        stages = {**printed.CHECKS, **_merged(hooks.moves for hooks in rules)}
        printed_ways = not any(hooks.lays for hooks in rules)
        listed, own = printed.PASSED_BY_LISTED, printed.PASSED_BY_OWN
        if not printed_ways:
            listed, own = listed - printed.OF_THE_WAY, own - printed.OF_THE_WAY
        self.checks = {kind: self._folded(kind, stages[kind], rules) for kind in stages}
        self.checks_of_listed = {kind: self._folded(kind, stages[kind], rules, listed) for kind in stages}
        needless = tuple(_unlisted(hooks.needless) for hooks in rules if hooks.needless)
        self.checks_of_listed[Lay] += needless
        self.checks_of_added = {**self.checks, Lay: self.checks[Lay] + needless}
        #: Whether there is more to ask of a printed lay than whether it is listed.
        self.judges_listed = any(self.checks_of_listed[kind] for kind in printed.CHECKS)
        elsewhere = {
            phase: frozenset(check for check, only in printed.ONLY_IN.items() if only is not phase) for phase in Phase
        }
        self.checks_of_own = {phase: self._folded(Lay, stages[Lay], rules, own | elsewhere[phase]) for phase in Phase}
        self.amends_lists = bool(self.judges_listed or self.candidates)
        #: Where any card that fits, or the drawn one, may be laid in the printed ways and by itself, and no other may.
        self.fitting_suffices = frozenset(
            phase
            for phase in (Phase.PLAY, Phase.DRAWN)
            if printed_ways and not self.judges_listed and phase not in self.candidates
        )
        #: What is left to judge of a card just drawn that fits.
        known = own | {printed.the_drawn_card, printed.no_penalty, printed.matches}
        self.checks_of_drawn = self._folded(Lay, stages[Lay], rules, known)
        # While a color is owed, no card may be laid, and choices_made says so.
        self.checks_of_own[Phase.COLOR] = self.checks[Lay]

    def _folded(
        self,
        kind: type,
        stages: Iterable[tuple[str, Check]],
        rules: Sequence[Hooks],
        passed: frozenset[Check] = frozenset(),
    ) -> tuple[Check, ...]:
        """Return the checks for a kind of move in their order, house rules folded in.

        Those that never refuse are left out; `passed` are printed checks that let pass whatever will be judged.
        """
        replaced = self._options_as_checks()
        folded: list[Check] = []
        for name, check in stages:
            one: Check | None = replaced.get((kind, name), check)
            if one in passed:
                one = None
            for hooks in rules:
                allows, refuses = hooks.allows.get((kind, name)), hooks.refuses.get((kind, name))
                if one is not None and allows is not None:
                    one = _pardoned(one, allows)
                if refuses is not None:
                    one = refuses if one is None else _both(one, refuses)
            if one is not None:
                folded.append(one)
        return tuple(folded)

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
        """Tell whether the seat in turn may lay this card of its hand now, whatever choice it asks for."""
        checks = self.checks_of_own[round.phase]
        for way in self.ways[card]:
            judged = self.complete(round, seat, way)
            for check in checks:
                if check(round, seat, judged) is not None:
                    break
            else:
                return True
        return False


def _as_it_is(round: Round, seat: int, move: Lay) -> Lay:
    """Return the move: lists leave nothing out."""
    return move


def _once(move: Lay) -> int:
    """Return how often the effect of a play counts: a play is one card, or a pair that counts as one."""
    return 1


def _merged[Key, Value](parts: Iterable[Mapping[Key, Value]]) -> dict[Key, Value]:
    """Return one dictionary of all; of those with one key, the last rule's stands."""
    merged: dict[Key, Value] = {}
    for part in parts:
        merged.update(part)
    return merged


def _pardoned(check: Check, allows: Pardon) -> Check:
    """Return a check whose refusals a rule may lift."""

    def pardoned(round: Round, seat: int, move: Any) -> Verdict:
        refusal = check(round, seat, move)
        return None if refusal is None else allows(round, seat, move, refusal)

    return pardoned


def _both(check: Check, refuses: Check) -> Check:
    """Return a check that lets pass what both let pass."""

    def both(round: Round, seat: int, move: Any) -> Verdict:
        refusal = check(round, seat, move)
        return refuses(round, seat, move) if refusal is None else refusal

    return both


def _unlisted(needless: Callable[[Round, int, Lay], bool]) -> Check:
    """Return a check for lists alone that leaves out what says more than is needed."""
    return lambda round, seat, move: _NEEDLESS if needless(round, seat, move) else None


_NEEDLESS = Refusal("choice_required")
