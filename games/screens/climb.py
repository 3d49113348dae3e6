"""A rating as it went, as a drawing: points to the paths of an SVG and where its labels stand. No rows, no words.

The line is the number after each match; the band around it is where the strength probably was, twice the spread to
both sides, as everywhere on the site.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor
from typing import NamedTuple

#: A band reaches so many spreads to both sides: what the ladder's order takes off.
REACH = 2
#: Steps between the lines of the scale, and how many spaces there are at most.
_STEPS = (10, 20, 50, 100, 200, 500, 1000)
_SPACES = 4


class Point(NamedTuple):
    """A rating after a match that ended `at`: the number shown and its spread."""

    at: datetime
    number: int
    spread: int


class Level(NamedTuple):
    """A line of the scale: at the height `y` stands this number."""

    y: float
    number: int


class Moment(NamedTuple):
    """A label below: at `x` is this time."""

    x: float
    at: datetime


class Dot(NamedTuple):
    """Where a point stands."""

    x: float
    y: float
    point: Point


@dataclass(frozen=True, slots=True)
class Climb:
    """The drawing, `width` by `height`: `line` and `band` are the d of two paths, the line ends in `x`, `y`.

    `levels` are the lines of the scale from below, `moments` the labels of times from the left, `dots` the points.
    `highest` and `lowest` are numbers; `peak` is the first point that is as high as any.
    """

    width: int
    height: int
    line: str
    band: str
    x: float
    y: float
    levels: tuple[Level, ...]
    moments: tuple[Moment, ...]
    highest: int
    lowest: int
    dots: tuple[Dot, ...]
    peak: Dot


def climb(points: Sequence[Point], width: int, height: int, *, by_time: bool = False, labels: int = 2) -> Climb | None:
    """Return the drawing of these points, oldest first: one step to the right for each, or as the time went.

    `labels` times stand below (two or more), evenly spaced from the first point to the last, fewer where there are
    fewer points.

    The scale holds every number, and the band where it is narrowest; where we were less sure the band goes on beyond
    the edge and is cut there. None where there is nothing to draw.
    """
    if not points:
        return None
    numbers = [point.number for point in points]
    surest = REACH * min(point.spread for point in points)
    levels = _levels(min(numbers) - surest, max(numbers) + surest)
    low, high = levels[0], levels[-1]

    def y_of(number: float) -> float:
        return round(height * (high - min(max(number, low), high)) / (high - low), 2)

    xs = _across(points, width, by_time)
    upper = [(x, y_of(point.number + REACH * point.spread)) for x, point in zip(xs, points, strict=True)]
    lower = [(x, y_of(point.number - REACH * point.spread)) for x, point in zip(xs, points, strict=True)]
    dots = tuple(Dot(x, y_of(point.number), point) for x, point in zip(xs, points, strict=True))
    return Climb(
        width=width,
        height=height,
        line=_path([(dot.x, dot.y) for dot in dots]),
        band=_path([*upper, *reversed(lower)]) + "Z",
        x=xs[-1],
        y=dots[-1].y,
        levels=tuple(Level(y_of(number), number) for number in levels),
        moments=_moments(points, xs, min(labels, len(points)), by_time),
        highest=max(numbers),
        lowest=min(numbers),
        dots=dots,
        peak=max(dots, key=lambda dot: dot.point.number),
    )


def _levels(low: int, high: int) -> list[int]:
    """Round numbers from at or below `low` to at or above `high`, two or more, evenly spaced."""
    step = next((step for step in _STEPS if high - low <= step * _SPACES), _STEPS[-1])
    bottom, top = floor(low / step), ceil(high / step)
    return [step * number for number in range(bottom, max(top, bottom + 1) + 1)]


def _across(points: Sequence[Point], width: int, by_time: bool) -> list[float]:
    """Where each point stands from the left; where there is no way to go, in the middle."""
    span = (points[-1].at - points[0].at).total_seconds() if by_time else len(points) - 1
    if not span:
        return [width / 2] * len(points)
    if by_time:
        return [round(width * (point.at - points[0].at).total_seconds() / span, 2) for point in points]
    return [round(width * number / span, 2) for number in range(len(points))]


def _moments(points: Sequence[Point], xs: Sequence[float], count: int, by_time: bool) -> tuple[Moment, ...]:
    """The labels below: times that are evenly spaced, or those of the points that stand there."""
    first, last = points[0].at, points[-1].at
    if count < 2 or first == last:
        return (Moment(xs[0], first),)
    steps = [number / (count - 1) for number in range(count)]
    if by_time:
        return tuple(Moment(round(xs[-1] * step, 2), first + (last - first) * step) for step in steps)
    return tuple(Moment(xs[at], points[at].at) for at in (round((len(points) - 1) * step) for step in steps))


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in places)
