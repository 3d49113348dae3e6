"""What may be chosen in a ruleset: each option is declared once, and everything else follows from that.

Validation, the forms, the rules page and docs/rules.md read these declarations; nothing repeats them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard


class RulesetError(ValueError):
    """A ruleset that cannot be: `key` and `keys` name the options, `value` what was given, `allowed` what may be.

    `params` are the numbers in `allowed`, for a sentence in another language.
    """

    def __init__(self, key: str, value: object, allowed: str, *more_keys: str, **params: int) -> None:
        self.key = key
        self.keys = (key, *more_keys)
        self.value = value
        self.allowed = allowed
        self.params = params
        super().__init__(f"{', '.join(self.keys)}: {value!r} is not possible; allowed: {allowed}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One choice of a ruleset. Subclasses say which values there are."""

    key: str
    default: Any
    group: str
    title: str
    text: str

    @property
    def allowed(self) -> str:
        """Say in words which values there are."""
        raise NotImplementedError

    def check(self, value: object) -> Any:
        """Return the value in its one canonical form; raise RulesetError when it is not one of them."""
        raise NotImplementedError

    def refuse(self, value: object) -> RulesetError:
        """Return the error that names this option, the value and what is allowed."""
        return RulesetError(self.key, value, self.allowed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Option):
    """One of several words; `labels` maps each to what a person reads."""

    labels: Mapping[str, str]

    @property
    def allowed(self) -> str:
        return ", ".join(self.labels)

    def check(self, value: object) -> str:
        if not isinstance(value, str) or value not in self.labels:
            raise self.refuse(value)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Option):
    """Yes or no."""

    default: bool = False

    @property
    def allowed(self) -> str:
        return "true, false"

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Option):
    """A whole number from `least` to `most`; `or_null` allows none at all."""

    least: int
    most: int
    or_null: bool = False

    @property
    def allowed(self) -> str:
        return ("null, " if self.or_null else "") + f"{self.least} to {self.most}"

    def check(self, value: object) -> int | None:
        if value is None and self.or_null:
            return None
        if not _is_int(value) or not self.least <= value <= self.most:
            raise self.refuse(value)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Option):
    """A pair of whole numbers, the fewer first, both from `least` to `most`."""

    least: int
    most: int

    @property
    def allowed(self) -> str:
        return f"a pair within [{self.least}, {self.most}], the fewer first"

    def check(self, value: object) -> tuple[int, int]:
        if not isinstance(value, list | tuple) or len(value) != 2 or not all(_is_int(v) for v in value):
            raise self.refuse(value)
        low, high = value
        if not self.least <= low <= high <= self.most:
            raise self.refuse(value)
        return (low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberBySeats(Option):
    """A whole number, or a map from the number of seats (`fewest` to `most_seats`) to one."""

    least: int
    most: int
    fewest: int
    most_seats: int

    @property
    def allowed(self) -> str:
        return f"{self.least} to {self.most}, or a map from {self.fewest} to {self.most_seats} seats to such a number"

    def check(self, value: object) -> Any:
        if isinstance(value, Mapping):
            if not value:
                raise self.refuse(value)
            return dict(sorted((self._seats(seats, value), self._one(size, value)) for seats, size in value.items()))
        return self._one(value, value)

    def _seats(self, seats: object, whole: object) -> int:
        number = int(seats) if isinstance(seats, str) and seats.isascii() and seats.isdigit() else seats
        if not _is_int(number) or not self.fewest <= number <= self.most_seats:
            raise self.refuse(whole)
        return number

    def _one(self, size: object, whole: object) -> int:
        if not _is_int(size) or not self.least <= size <= self.most:
            raise self.refuse(whole)
        return size


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Option):
    """One line of text of at most `longest` characters, or a map from languages to such lines."""

    longest: int
    may_be_empty: bool = False

    @property
    def allowed(self) -> str:
        least = 0 if self.may_be_empty else 1
        return f"a text of {least} to {self.longest} characters, or a map from languages to one"

    def check(self, value: object) -> Any:
        if isinstance(value, Mapping):
            if not value or not all(isinstance(language, str) and language for language in value):
                raise self.refuse(value)
            return {language: self._one(text, value) for language, text in sorted(value.items())}
        return self._one(value, value)

    def _one(self, text: object, whole: object) -> str:
        if not isinstance(text, str) or len(text) > self.longest or not text.isprintable():
            raise self.refuse(whole)
        if not (self.may_be_empty or text.strip()):
            raise self.refuse(whole)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Option):
    """A set of words, at least one; kept in the order of `labels`."""

    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def allowed(self) -> str:
        return "one or more of " + ", ".join(self.labels)

    def check(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or not value or len(set(map(str, value))) != len(value):
            raise self.refuse(value)
        if not all(isinstance(word, str) and word in self.labels for word in value):
            raise self.refuse(value)
        return tuple(word for word in self.labels if word in value)


def _is_int(value: object) -> TypeGuard[int]:
    """Tell a whole number from everything else; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)
