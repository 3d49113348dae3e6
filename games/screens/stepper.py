"""Going through a match move by move: where one is, where one can go, what has just happened."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from .moves import move_text, seat_name
from .positions import Position
from .sayings import Teller, picture, sentences
from .words import in_language

# moves that are listed before and after the present one: few before it, so that it stands at the list's top
BEFORE, AFTER = 4, 26

type Steps = Sequence[tuple[int | None, str]]


@dataclass(frozen=True, slots=True)
class Line:
    """One move of the list; `round` is set where it deals one."""

    number: int
    name: str
    words: str
    code: str
    round: int
    current: bool


@dataclass(frozen=True, slots=True)
class Stepper:
    """The position after `number` of `last` steps. `told` says what the newest of them brought about."""

    number: int
    last: int
    position: Position
    told: tuple[SafeString, ...]
    card: str
    lines: list[Line]
    rounds: list[tuple[int, int]]

    @property
    def before(self) -> int:
        """The step before this one."""
        return max(0, self.number - 1)

    @property
    def after(self) -> int:
        """The step after this one."""
        return min(self.last, self.number + 1)


def stepper(
    number: int, steps: Steps, names: Sequence[str], position: Position, events: Sequence[Any], rules: Any
) -> Stepper:
    """Return what the page of one step shows; `events` are those of the newest move, all of them open."""
    teller = Teller(names, None, in_language(rules.options["call_word"]))
    rounds = [(1, 0)]
    for index, (seat, _text) in enumerate(steps, start=1):
        if seat is None:
            rounds.append((len(rounds) + 1, index))
    window = range(max(0, number - BEFORE), min(len(steps), number + AFTER) + 1)
    dealt = {step: round for round, step in rounds}
    lines = [_line(step, steps, names, dealt.get(step, 0), step == number) for step in window]
    return Stepper(
        number=number,
        last=len(steps),
        position=position,
        told=tuple(sentences(teller, events)),
        card=picture(events),
        lines=lines,
        rounds=rounds,
    )


def _line(step: int, steps: Steps, names: Sequence[str], round: int, current: bool) -> Line:
    seat, text = steps[step - 1] if step else (None, "")
    if seat is None:
        return Line(step, "", "", "", round, current)
    return Line(step, seat_name(seat, names), move_text(text, names), text, 0, current)
