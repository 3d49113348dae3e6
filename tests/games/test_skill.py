"""What a result says about skill."""

import pytest

from games.services.ladders.skill import MU, SIGMA, Skill, rate, soft_reset

NEW = Skill()


def test_a_newcomer_is_shown_in_the_middle_and_unsure() -> None:
    assert (NEW.number, NEW.spread) == (1500, 333)


@pytest.mark.parametrize("seats", [2, 3, 4, 10])
def test_of_equals_the_better_placed_gain_and_everybody_is_surer(seats: int) -> None:
    after = [camp[0] for camp in rate([[NEW]] * seats, list(range(1, seats + 1)))]
    assert [one.mu for one in after] == sorted((one.mu for one in after), reverse=True)
    assert after[0].mu > MU > after[-1].mu
    assert all(one.sigma < SIGMA for one in after)
    assert sum(one.mu for one in after) == pytest.approx(seats * MU)


def test_equal_places_are_equal_news() -> None:
    first, second, third = (camp[0] for camp in rate([[NEW]] * 3, [1, 2, 2]))
    assert second == third
    assert first.mu > second.mu


def test_a_camp_rises_and_falls_together() -> None:
    winners, losers = rate([[NEW, Skill(30, 2)], [NEW, NEW]], [1, 2])
    assert winners[0].mu > MU
    assert winners[1].mu > 30
    assert all(one.mu < MU for one in losers)


def test_the_stronger_one_gains_less_by_winning() -> None:
    expected = rate([[Skill(32, 3)], [Skill(20, 3)]], [1, 2])[0][0].mu - 32
    surprise = rate([[Skill(20, 3)], [Skill(32, 3)]], [1, 2])[0][0].mu - 20
    assert 0 < expected < surprise


@pytest.mark.parametrize(("weight", "share"), [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)])
def test_a_match_that_counts_less_moves_less(weight: float, share: float) -> None:
    full, part = (rate([[NEW], [NEW]], [1, 2], one)[0][0] for one in (1.0, weight))
    assert part.mu - MU == pytest.approx(share * (full.mu - MU))
    assert (part == NEW) is (weight == 0)


def test_absence_makes_unsure_but_never_more_than_a_newcomer() -> None:
    settled = Skill(30, 2)
    assert settled.after_days(0) == settled
    assert settled.after_days(365) == Skill(30, pytest.approx(4.0))
    assert settled.after_days(10_000) == Skill(30, SIGMA)
    assert settled.after_days(-5) == settled


def test_a_season_begins_half_way_back() -> None:
    again = soft_reset(Skill(35, 1.5))
    assert again.mu == pytest.approx(30)
    assert 1.5 < again.sigma < SIGMA
    assert again.rank_value < Skill(35, 1.5).rank_value


@pytest.mark.parametrize(
    ("camps", "places", "weight"),
    [([[NEW]], [1], 1.0), ([[NEW], []], [1, 2], 1.0), ([[NEW], [NEW]], [1], 1.0), ([[NEW], [NEW]], [1, 2], 1.5)],
)
def test_what_is_no_match_is_refused(camps: list[list[Skill]], places: list[int], weight: float) -> None:
    with pytest.raises(ValueError, match="a"):
        rate(camps, places, weight)
