"""Scenarios that people paste: read within bounds, run, each step reported, and the end of it ruled on."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.rules.core.options import RulesetError
from games.rules.core.refusals import Refused
from games.rules.core.scenario import ScenarioError, read_file, run
from games.rules.families import FAMILIES
from games.screens.moves import move_text, seat_name
from games.screens.options import ruleset_error_text
from games.screens.refusals import refusal_text
from games.services.disputes import (
    MOST_LISTED,
    Settled,
    StepReport,
    effort,
    judge,
    open_position,
    rule_on,
    said,
    seat_names,
)
from games.services.errors import Declined
from games.services.record_check import too_many_cards

LONGEST = 64 * 1024
DEEPEST = 16
MOST_STEPS = 60


class NoScenario(Declined):
    """A text that is no scenario: `place` says where in it, `detail` is the engine's own remark, in English."""

    def __init__(self, sentence: str, place: str = "", detail: str = "") -> None:
        super().__init__(sentence)
        self.place = visible(place)
        self.detail = detail

    @property
    def placed(self) -> str:
        """The sentence with its place."""
        return (
            _("%(what)s Look at %(place)s.") % {"what": self.sentence, "place": self.place}
            if self.place
            else self.sentence
        )


def settle_position(data: Mapping[str, Any], move: str = "", unknown: frozenset[int] = frozenset()) -> Settled:
    """Rule on one position given as a scenario without steps. Raises `NoScenario`, or `Declined` for the move."""
    family, board = set_up(data)
    game, names = board.match, seat_names(board.match.seats)
    _check_effort(board, game.round.hands)
    return Settled(
        title=visible(str(data.get("title", ""))),
        position=open_position(family, game, names, unknown=unknown),
        ruling=rule_on(family, game, names, unknown),
        rules=board.rules,
        judged=judge(family, game, move, names) if move else None,
    )


def read(text: str) -> list[dict[str, Any]]:
    """Return the scenarios of a text, at most 64 kB, `DEEPEST` levels and `MOST_STEPS` steps. Raises `NoScenario`."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise NoScenario(_("This is too long: %(most)s kB are read here.") % {"most": LONGEST // 1024})
    try:
        scenarios = read_file(text)
    except ScenarioError as error:
        raise _no_scenario(error) from error
    except ValueError as error:  # a number with thousands of digits
        raise NoScenario(_("A number in it is too long.")) from error
    if _depth(scenarios) > DEEPEST:
        raise NoScenario(_("It is nested too deeply."))
    steps = sum(len(one["steps"]) for one in scenarios if isinstance(one.get("steps"), list))
    if steps > MOST_STEPS or len(scenarios) > MOST_STEPS:
        raise NoScenario(_("These are too many steps: %(most)s are run here.") % {"most": MOST_STEPS}, "steps")
    return scenarios


def _depth(data: Any) -> int:
    """Return how deeply lists and objects are nested, without recursion."""
    deepest, level = 0, [data]
    while level and deepest <= DEEPEST:
        deepest += 1
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner += one.values()
            elif isinstance(one, list):
                inner += one
        level = [one for one in inner if isinstance(one, dict | list)]
    return deepest


def _no_scenario(error: ScenarioError) -> NoScenario:
    """Say where a text is no scenario; what the engine remarks about it stays in English."""
    detail = str(error).removeprefix(f"{error.place}: ")
    if isinstance(error.__cause__, RulesetError):
        return NoScenario(ruleset_error_text(error.__cause__), error.place)
    return NoScenario(_("This is not a scenario."), error.place, visible(detail))


def visible(text: str) -> str:
    """Return a text from a stranger's file as it can be shown: what cannot be encoded or seen is marked."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)[:300]


def set_up(data: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return the family and the board of a scenario. Raises `NoScenario`."""
    family = FAMILIES.get(str(data.get("family", "uno")))
    if family is None:
        raise NoScenario(_("This game is not known here."), "family")
    try:
        board = family.board(data)
    except ScenarioError as error:
        raise _no_scenario(error) from error
    except RulesetError as error:
        raise NoScenario(ruleset_error_text(error, family.key), "rules") from error
    if too_many_cards(family.deck(board.rules, board.match.seats)):
        raise NoScenario(_("This deck has more cards alike than this page can take."), "rules")
    return family, board


def settle(data: Mapping[str, Any]) -> Settled:
    """Run one scenario and rule on the position that it ends in. Raises `NoScenario`."""
    if "invalid" not in data and not data.get("steps"):
        return settle_position(data)
    title = visible(str(data.get("title", "")))
    if "invalid" in data:
        return _settle_invalid(data, title)
    family, board = set_up(data)
    try:
        run({**data, "steps": _without_lists(data["steps"])}, family)
    except ScenarioError as error:
        raise _no_scenario(error) from error
    names = seat_names(board.match.seats)
    steps = _walk(board, data["steps"], names)
    _check_effort(board, board.match.round.hands)
    return Settled(
        title=title,
        position=open_position(family, board.match, names),
        ruling=rule_on(family, board.match, names),
        rules=board.rules,
        steps=steps,
        passed=all(step.passed for step in steps),
    )


def _check_effort(board: Any, hands: Sequence[Sequence[str]], spent: int = 0) -> int:
    """Add up what listing the moves of these hands takes. Raises `NoScenario` where a page may not take so much."""
    spent += sum(effort(board.rules, hand) for hand in hands)
    if spent > MOST_LISTED:
        raise NoScenario(_("There are too many cards in these hands for this page."), "hands")
    return spent


def _without_lists(steps: Any) -> Any:
    """Return the steps for the engine's own check, a look in place of every `legal`.

    Lists are made once and within bounds, in `_walk`; what a step with one may hold is checked here.
    """
    if not isinstance(steps, list):
        return steps
    return [_look_instead(step, f"steps[{number}]") for number, step in enumerate(steps)]


def _look_instead(step: Any, place: str) -> Any:
    if not isinstance(step, dict) or "move" in step or "legal" not in step:
        return step
    seat, wanted = str(step["legal"]), step.get("expect")
    if not re.fullmatch(r"\d{1,2}", seat, re.ASCII):
        raise NoScenario(_("This is not a seat."), f"{place}.legal")
    if not isinstance(wanted, list) or not all(isinstance(text, str) for text in wanted):
        raise NoScenario(_("This is not a list of moves."), f"{place}.expect")
    if other := set(step) - {"legal", "expect", "title", "note", "comment"}:
        raise NoScenario(_("Nothing of this name can stand here."), f"{place}.{min(other)}")
    return {"expect": {}}


def _settle_invalid(data: Mapping[str, Any], title: str) -> Settled:
    """Say whether a ruleset is refused as the scenario says."""
    family = FAMILIES.get(str(data.get("family", "uno")))
    if family is None:
        raise NoScenario(_("This game is not known here."), "family")
    try:
        failures = run(data, family)
    except ScenarioError as error:
        raise _no_scenario(error) from error
    if failures:
        found = _("These rules are not refused, or not for “%(key)s”.") % {"key": visible(data["invalid"])}
    else:
        found = _("These rules are refused, as expected, for “%(key)s”.") % {"key": visible(data["invalid"])}
    return Settled(title, None, None, passed=not failures, invalid=found)


def _walk(board: Any, steps: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[StepReport]:
    """Go through the steps of a scenario that has been checked, and report each."""
    reports: list[StepReport] = []
    reached, spent = True, 0
    for number, step in enumerate(steps):
        if not reached:
            reports.append(StepReport(number, *_step_words(step, names), passed=False, reached=False))
            continue
        if "legal" in step:
            spent = _check_effort(board, board.match.round.hands[int(step["legal"]) :][:1], spent)
        lines, reached = _step(board, step, f"steps[{number}]")
        reports.append(StepReport(number, *_step_words(step, names), passed=not lines, lines=tuple(lines)))
    return reports


def _step_words(step: Mapping[str, Any], names: Sequence[str]) -> tuple[str, str]:
    """Return what a step does in words, and its own text."""
    if "move" in step:
        seat, _colon, text = step["move"].partition(":")
        text = text.strip()
        try:
            return said(seat_name(int(seat), names), move_text(text, names)), step["move"]
        except (Refused, ValueError):
            return _("a move that is not in the notation"), visible(step["move"])
    if "legal" in step:
        return _("what {name} may do").format(name=seat_name(int(step["legal"]), names)), f"legal {step['legal']}"
    return (_("the next round is dealt"), "next") if "next" in step else (_("a look at the position"), "expect")


def _step(board: Any, step: Mapping[str, Any], place: str) -> tuple[list[tuple[str, str, str]], bool]:
    """Make one step; return what was not as expected (what, expected, found) and whether the rest can go on."""
    if "move" in step:
        seat, _colon, text = step["move"].partition(":")
        refusal = board.move(int(seat), text.strip(), step.get("seen"))
        wanted = step.get("refused")
        right = refusal is None if wanted is None else refusal is not None and wanted in (True, refusal.code)
        if not right:
            found = _verdict(None) if refusal is None else f"{_verdict(refusal.code)} ({refusal_text(refusal)})"
            return [("", _verdict(wanted), found)], bool(wanted and refusal)
    elif "legal" in step:
        return _legal(board, int(step["legal"]), step["expect"], place), True
    elif "next" in step:
        board.next(step["next"].get("deck", "").split())
    now = board.look()
    return [
        (key, _shown(value), _shown(now[key]))
        for key, value in step.get("expect", {}).items()
        if key in now and board.read_expected(key, value) != now[key]
    ], True


def _legal(board: Any, seat: int, wanted: Sequence[str], place: str) -> list[tuple[str, str, str]]:
    """Compare a seat's legal moves with those listed: what is missing, what is too many. Raises `NoScenario`."""
    if seat >= board.match.seats:
        raise NoScenario(_("There is no such seat."), f"{place}.legal")
    expected: dict[object, str] = {}
    for index, text in enumerate(wanted):
        try:
            expected[board.same_move(text)] = text
        except Refused as error:
            raise NoScenario(_("That is no move of this game."), f"{place}.expect[{index}]") from error
    found = {board.same_move(text): text for text in board.legal(seat)}
    lines = [(text, _("allowed"), _("refused")) for key, text in expected.items() if key not in found]
    return lines + [(text, _("refused"), _("allowed")) for key, text in found.items() if key not in expected]


def _verdict(code: str | bool | None) -> str:
    if code is None:
        return _("allowed")
    return _("refused") if code is True else _("refused as {code}").format(code=code)


def _shown(value: Any) -> str:
    return visible(json.dumps(value, ensure_ascii=False))
