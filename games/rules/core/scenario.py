"""Scenario files: a position, moves, and what must be so. Read, run, report.

The family puts the position on a board (`Family.board`); everything here is the same for every family.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.rules.core.options import RulesetError
from games.rules.core.refusals import CODES, Refusal, Refused


class ScenarioError(ValueError):
    """A file that is not a scenario; `place` says where in it."""

    def __init__(self, place: str, message: str) -> None:
        self.place = place
        super().__init__(f"{place}: {message}")


class Board(Protocol):
    """A position that a family has set up, with scripted decks."""

    def move(self, seat: int, text: str, seen: int | None) -> Refusal | None:
        """Make a move; return the refusal, also that of a misplay that cost cards."""
        ...

    def legal(self, seat: int) -> list[str]:
        """Return every legal move of a seat."""
        ...

    def next(self, deck: Sequence[str]) -> None:
        """Deal the next round from a deck that begins with these cards; raise ValueError where none is due."""
        ...

    def look(self) -> dict[str, Any]:
        """Return what `expect` may ask for."""
        ...

    def read_expected(self, key: str, value: Any) -> Any:
        """Return an expected value as `look` would have it; raise ValueError for one that cannot be."""
        ...

    def same_move(self, text: str) -> object:
        """Return what stands for a move in a list of legal moves: equal for two texts of one entry."""
        ...


class BoardMaker(Protocol):
    """Whatever sets up a board: the family's door."""

    def board(self, data: Mapping[str, Any]) -> Board:
        """Set up a scenario's position; raise ScenarioError, or RulesetError for a ruleset that is refused."""
        ...


@dataclass(frozen=True, slots=True)
class Failure:
    """What was not as it must be: in which step, what was expected, what was found."""

    step: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.step}: expected {self.expected}, found {self.found}"


#: The most digits of a seat's number; no game has a thousand seats.
LONGEST_SEAT = 3
_REMARKS = frozenset({"title", "note", "comment"})
_STEP_KEYS: Mapping[str, frozenset[str]] = {
    "move": frozenset({"move", "refused", "expect", "seen"}),
    "legal": frozenset({"legal", "expect"}),
    "next": frozenset({"next", "expect"}),
    "expect": frozenset({"expect"}),
}


def read_file(text: str) -> list[dict[str, Any]]:
    """Return the scenarios of a file, one or a list of them; raise ScenarioError where it is not JSON of that shape."""
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise ScenarioError(f"line {error.lineno}, column {error.colno}", error.msg) from error
    except RecursionError as error:
        raise ScenarioError("file", "nested too deeply") from error
    except ScenarioError:
        raise
    except ValueError as error:
        raise ScenarioError("file", "it holds a number of too many digits") from error
    scenarios = data if isinstance(data, list) else [data]
    if not scenarios:
        raise ScenarioError("file", "it holds no scenario")
    for number, scenario in enumerate(scenarios):
        if not isinstance(scenario, dict):
            raise ScenarioError(f"[{number}]" if isinstance(data, list) else "file", "a scenario is an object")
    return scenarios


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise ScenarioError when it names a key twice: one of the two would be lost unseen."""
    for key, count in Counter(key for key, _ in pairs).items():
        if count > 1:
            raise ScenarioError(key, "this key is there twice")
    return dict(pairs)


def run(scenario: Mapping[str, Any], family: BoardMaker) -> list[Failure]:
    """Run one scenario; return what was not as it must be. Raise ScenarioError when it is not a scenario.

    After a move that was wrongly accepted or refused the rest would tell nothing, so it is left out.
    """
    if "invalid" in scenario:
        return _run_invalid(scenario, family)
    steps = scenario.get("steps")
    if not isinstance(steps, list) or not steps:
        raise ScenarioError("steps", "a scenario has a list of steps")
    for number, step in enumerate(steps):
        _check_step(step, f"steps[{number}]")
    try:
        board = family.board(scenario)
    except RulesetError as error:
        raise ScenarioError("rules", str(error)) from error
    expectations = _read_expectations(steps, board)
    failures: list[Failure] = []
    for number, step in enumerate(steps):
        found, go_on = _run_step(board, step, number, expectations[number])
        failures += found
        if not go_on:
            break
    return failures


def _run_invalid(scenario: Mapping[str, Any], family: BoardMaker) -> list[Failure]:
    """Run a scenario that says which option makes its ruleset or deal impossible."""
    key = scenario["invalid"]
    if not isinstance(key, str):
        raise ScenarioError("invalid", "it names the key of an option")
    if "steps" in scenario:
        raise ScenarioError("steps", "a scenario has either `invalid` or `steps`")
    try:
        family.board(scenario)
    except RulesetError as error:
        if key in error.keys:
            return []
        return [Failure("invalid", f"a refusal that names {key}", str(error))]
    return [Failure("invalid", f"a refusal that names {key}", "the ruleset is accepted")]


def _check_step(step: Any, place: str) -> None:
    """Raise ScenarioError for a step that is not one of the four kinds."""
    if not isinstance(step, dict):
        raise ScenarioError(place, "a step is an object")
    kind = next((kind for kind in _STEP_KEYS if kind in step), None)
    if kind is None:
        raise ScenarioError(place, "a step has one of move, legal, next, expect")
    for key in step:
        if key not in _STEP_KEYS[kind] | _REMARKS:
            raise ScenarioError(f"{place}.{key}", f"not a key of a step with {kind}")
    if kind == "move":
        _read_move(step["move"], f"{place}.move")
        refused = step.get("refused", True)
        if refused is not True and refused not in CODES:
            raise ScenarioError(f"{place}.refused", f"{refused!r} is not a refusal code")
        seen = step.get("seen", 0)
        if not isinstance(seen, int) or isinstance(seen, bool) or seen < 0:
            raise ScenarioError(f"{place}.seen", "it counts accepted moves")
    if kind == "legal":
        _read_seat(step["legal"], f"{place}.legal")
        wanted = step.get("expect")
        if not isinstance(wanted, list) or not all(isinstance(move, str) for move in wanted):
            raise ScenarioError(f"{place}.expect", "it lists moves")
    elif not isinstance(step.get("expect", {}), dict):
        raise ScenarioError(f"{place}.expect", "it is an object")


def _read_move(text: Any, place: str) -> tuple[int, str]:
    """Return the seat and the move of `2: R5!`."""
    if not isinstance(text, str) or ":" not in text:
        raise ScenarioError(place, "a move is written as `2: R5`")
    seat, _, move = text.partition(":")
    return _read_seat(seat.strip(), place), move.strip()


def _read_seat(value: Any, place: str) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= LONGEST_SEAT:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ScenarioError(place, f"{value!r} is not a seat")


def _read_expectations(steps: Sequence[Mapping[str, Any]], board: Board) -> list[dict[str, Any]]:
    """Return each step's expected values as the board would have them; raise ScenarioError for impossible ones."""
    known = board.look()
    read = []
    for number, step in enumerate(steps):
        wanted = step.get("expect", {})
        values: dict[str, Any] = {}
        if isinstance(wanted, dict):
            for key, value in wanted.items():
                if key in _REMARKS:
                    continue
                place = f"steps[{number}].expect.{key}"
                if key not in known:
                    raise ScenarioError(place, "nothing of this name can be expected")
                try:
                    values[key] = board.read_expected(key, value)
                except ValueError as error:
                    raise ScenarioError(place, str(error)) from error
        read.append(values)
    return read


def _run_step(
    board: Board, step: Mapping[str, Any], number: int, wanted: Mapping[str, Any]
) -> tuple[list[Failure], bool]:
    """Run one step; return its failures and whether to go on."""
    name = f"steps[{number}]"
    if "move" in step:
        seat, text = _read_move(step["move"], f"steps[{number}].move")
        name += f" ({seat}: {text})"
        try:
            refusal = board.move(seat, text, step.get("seen"))
        except IndexError as error:
            raise ScenarioError(f"steps[{number}].move", str(error)) from error
        failure = _compare_refusal(name, step.get("refused"), refusal)
        if failure is not None:
            return [failure], (refusal is not None and "refused" in step)
    elif "legal" in step:
        return _compare_legal(board, step, number), True
    elif "next" in step:
        name += " (next)"
        _next(board, step["next"], f"steps[{number}].next")
    found = board.look()
    return [
        Failure(f"{name}, {key}", _show(value), _show(found[key]))
        for key, value in wanted.items()
        if found[key] != value or isinstance(value, bool) is not isinstance(found[key], bool)
    ], True


def _next(board: Board, data: Any, place: str) -> None:
    """Deal the next round."""
    if not isinstance(data, dict) or not isinstance(data.get("deck", ""), str) or set(data) - {"deck"} - _REMARKS:
        raise ScenarioError(place, "it is an object, with a deck or without")
    try:
        board.next(data.get("deck", "").split())
    except ValueError as error:
        raise ScenarioError(f"{place}.deck" if "deck" in data else place, str(error)) from error


def _compare_refusal(name: str, wanted: str | bool | None, refusal: Refusal | None) -> Failure | None:
    """Return a failure when a move was not refused, or accepted, as it must be."""
    found = "it is accepted" if refusal is None else f"it is refused as {refusal.code}"
    if wanted is None:
        return None if refusal is None else Failure(name, "it is accepted", found)
    if refusal is not None and wanted in (True, refusal.code):
        return None
    return Failure(name, "a refusal" if wanted is True else f"it is refused as {wanted}", found)


def _compare_legal(board: Board, step: Mapping[str, Any], number: int) -> list[Failure]:
    """Return a failure when a seat's legal moves are not exactly those listed."""
    place = f"steps[{number}]"
    seat = _read_seat(step["legal"], f"{place}.legal")
    wanted: dict[object, str] = {}
    for index, text in enumerate(step["expect"]):
        try:
            wanted[board.same_move(text)] = text
        except Refused as error:
            raise ScenarioError(f"{place}.expect[{index}]", f"{text!r} is not in the notation") from error
    try:
        found = {board.same_move(text): text for text in board.legal(seat)}
    except IndexError as error:
        raise ScenarioError(f"{place}.legal", str(error)) from error
    missing = sorted(text for key, text in wanted.items() if key not in found)
    extra = sorted(text for key, text in found.items() if key not in wanted)
    if not missing and not extra:
        return []
    name = f"steps[{number}] (legal {seat})"
    return [
        Failure(
            name,
            _show(sorted(wanted.values())),
            f"{_show(sorted(found.values()))}, missing {missing}, too many {extra}",
        )
    ]


def _show(value: Any) -> str:
    """Return a value as the file would have it."""
    return json.dumps(value, ensure_ascii=False)
