"""A rated match from the first deal to the ratings it changes."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Match, RatedResult, Rating, Table
from games.services import ending, getting_ready, tables
from games.services.ladders import recompute, results
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

pytestmark = pytest.mark.django_db

Open = Callable[..., Table]


@pytest.fixture
def rated(open_table: Open, alice: User, bob: User) -> Table:
    """Alice and Bob at a rated table of two, the first round dealt."""
    table = open_table(alice, is_rated=True)
    tables.join(table.pk, bob)
    getting_ready.set_ready(table.pk, bob.pk, True)
    getting_ready.start(table.pk, alice.pk)
    return Table.objects.get(pk=table.pk)


def end(table: Table) -> Match:
    """Play a match to its end, whatever it takes."""
    for _ in range(5000):
        state = state_of(table)
        assert state.match is not None
        if state.match.state == Match.State.OVER:
            return state.match
        if state.game.round_over:
            for seat in state.people:
                getting_ready.set_ready(table.pk, seat.user_id or 0, True)
        else:
            play(table, player_to_move(table), any_move_that_lays(table))
    raise AssertionError("the match does not end")


def test_a_match_at_a_rated_table_counts_for_its_ladder_and_changes_each_rating_once(rated: Table) -> None:
    assert rated.match is not None
    assert (rated.match.ladder.key, rated.match.season.number) == ("duel", 1)
    match = end(rated)
    first, second = (row.rating for row in match.rated_results.order_by("place").select_related("rating"))
    assert first.number > 1500 > second.number
    assert (first.matches, first.wins, second.matches, second.wins) == (1, 1, 1, 0)
    assert first.rank_value == first.number - 2 * first.spread

    rows = list(match.seats.all())
    assert match.finished_at is not None
    assert results.apply(match, rows, match.finished_at) == []
    assert RatedResult.objects.count() == 2
    assert Rating.objects.get(pk=first.pk).mu == first.mu
    assert match.ladder is not None
    assert match.season is not None
    assert list(recompute.compare(match.ladder, match.season)) == []


def test_a_result_that_cannot_be_rated_is_not_written_either(rated: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("the process dies here")

    monkeypatch.setattr(ending.results, "apply", fail)
    with pytest.raises(RuntimeError):
        end(rated)
    match = Match.objects.get()
    assert match.state == Match.State.PLAYING
    monkeypatch.undo()
    end(rated)
    assert RatedResult.objects.count() == 2
