"""The drawing of a rating as it went."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.screens.climb import Point, climb

START = datetime(2026, 3, 1, tzinfo=UTC)


def points_of(*numbers: int, spread: int = 40, hours: int = 1) -> list[Point]:
    return [Point(START + timedelta(hours=hours * i), number, spread) for i, number in enumerate(numbers)]


def places_of(path: str) -> list[tuple[float, float]]:
    pairs = path.removeprefix("M").removesuffix("Z").split("L")
    return [(float(x), float(y)) for x, y in (pair.split() for pair in pairs)]


def test_the_line_goes_from_left_to_right_and_up_where_the_number_does() -> None:
    drawn = climb(points_of(1500, 1540, 1520), 300, 100)
    assert drawn is not None
    (x0, y0), (x1, y1), (x2, y2) = places_of(drawn.line)
    assert (x0, x1, x2) == (0, 150, 300)
    assert y1 < y2 < y0
    assert (drawn.x, drawn.y) == (x2, y2)
    assert (drawn.lowest, drawn.highest) == (1500, 1540)
    assert [moment.at for moment in drawn.moments] == [START, START + timedelta(hours=2)]


def test_the_band_reaches_twice_the_spread_to_both_sides() -> None:
    drawn = climb(points_of(1500, 1540), 300, 100)
    assert drawn is not None
    per_point = 100 / (drawn.levels[-1].number - drawn.levels[0].number)
    line, band = places_of(drawn.line), places_of(drawn.band)
    assert len(band) == 4
    assert abs(line[0][1] - band[0][1] - 80 * per_point) < 0.2
    assert abs(band[3][1] - line[0][1] - 80 * per_point) < 0.2


def test_by_time_a_pause_is_as_wide_as_it_was_long() -> None:
    points = [*points_of(1500, 1510), Point(START + timedelta(hours=10), 1520, 40)]
    drawn = climb(points, 300, 100, by_time=True)
    assert drawn is not None
    assert [x for x, _y in places_of(drawn.line)] == [0, 30, 300]


@pytest.mark.parametrize(
    ("by_time", "labels", "hours"),
    [(False, 2, [0, 10]), (False, 3, [0, 1, 10]), (True, 3, [0, 5, 10]), (True, 2, [0, 10]), (True, 9, [0, 5, 10])],
)
def test_labels_stand_evenly_below(by_time: bool, labels: int, hours: list[int]) -> None:
    points = [*points_of(1500, 1510), Point(START + timedelta(hours=10), 1520, 40)]
    drawn = climb(points, 300, 100, by_time=by_time, labels=labels)
    assert drawn is not None
    assert [moment.at for moment in drawn.moments] == [START + timedelta(hours=hour) for hour in hours]
    assert [moment.x for moment in drawn.moments] == ([0, 300] if labels == 2 else [0, 150, 300])


def test_each_point_has_its_dot_and_the_highest_is_the_peak() -> None:
    points = points_of(1500, 1540, 1520, 1540)
    drawn = climb(points, 300, 100)
    assert drawn is not None
    assert [dot.point for dot in drawn.dots] == points
    assert [(dot.x, dot.y) for dot in drawn.dots] == places_of(drawn.line)
    assert drawn.peak == drawn.dots[1]


def test_one_match_is_a_dot_in_the_middle_and_none_is_nothing() -> None:
    drawn = climb(points_of(1500), 300, 100)
    assert drawn is not None
    assert drawn.x == 150
    assert len(drawn.moments) == 1
    assert climb([], 300, 100) is None


many = st.lists(st.tuples(st.integers(-500, 4000), st.integers(20, 333)), min_size=1, max_size=60)


@given(many, st.booleans())
def test_nothing_is_drawn_outside_and_the_scale_is_round(pairs: list[tuple[int, int]], by_time: bool) -> None:
    points = [Point(START + timedelta(days=i), number, spread) for i, (number, spread) in enumerate(pairs)]
    drawn = climb(points, 300, 100, by_time=by_time)
    assert drawn is not None
    for path in (drawn.line, drawn.band):
        assert all(0 <= x <= 300 and 0 <= y <= 100 for x, y in places_of(path))
    heights = [level.y for level in drawn.levels]
    assert heights == sorted(heights, reverse=True)
    assert (heights[0], heights[-1]) == (100, 0)
    assert all(level.number % 10 == 0 for level in drawn.levels)
    # the line is never cut: every number is within the scale
    assert drawn.levels[0].number <= drawn.lowest <= drawn.highest <= drawn.levels[-1].number
