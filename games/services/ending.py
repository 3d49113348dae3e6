"""The end of a round and of a match: who comes in which place, who is asked for more."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from games import broadcast
from games.models import Match, MatchSeat, Seat, Table
from games.services import notices
from games.services.ladders import results
from games.services.state import TableState
from games.services.totals import keep


def places(placement: Sequence[int], left: Mapping[int, datetime]) -> list[int]:
    """Return each seat's place in the site's result, from the game's own `placement` and who left when.

    Those who stayed come in the game's order; behind them those who left for good, the last to leave first, and of
    those who are counted as having left in the same moment the better in the game.
    """

    def rank(seat: int) -> tuple[bool, float, int]:
        gone = left.get(seat)
        return (gone is not None, -gone.timestamp() if gone else 0.0, placement[seat])

    ranks = [rank(seat) for seat in range(len(placement))]
    return [1 + sum(other < own for other in ranks) for own in ranks]


def finish(state: TableState) -> None:
    """Write the result: the match, each seat's place and score, ratings, totals. People are asked for a rematch.

    A match has one result: where there is one, nothing changes.
    """
    match, game = state.match, state.game
    assert match is not None
    if match.state == Match.State.OVER:
        return
    rows = list(match.seats.all())
    accounts = keep.hold_players(rows)
    match.state, match.finished_at = Match.State.OVER, keep.end_of_match(accounts)
    placed = places(game.placement, {row.seat: row.left_at for row in rows if row.left_at})
    for row in rows:
        row.score, row.place = game.scores[row.seat], placed[row.seat]
    MatchSeat.objects.bulk_update(rows, ["score", "place"])
    results.apply(match, rows, match.finished_at)
    keep.count(match, rows, match.finished_at, accounts)
    state.table.state = Table.State.OVER
    ask_again(state)
    notices.match_over(state.table, match)
    broadcast.lobby_changed()


def ask_again(state: TableState) -> None:
    """A round or match is over: nobody who played has said yet that the next may come."""
    for seat in state.people:
        seat.ready = seat.ready and seat.place is None
    Seat.objects.filter(table=state.table, live=True).exclude(place=None).update(ready=False)
