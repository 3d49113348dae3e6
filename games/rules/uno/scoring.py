"""What hands count, what a round gains, who stands where in the match."""

from collections.abc import Sequence

from games.rules.uno import evolve
from games.rules.uno.events import Log, RoundBlocked, RoundWon
from games.rules.uno.round import Round


def hand_values(round: Round) -> tuple[int, ...]:
    """Return the points in each hand; a seat that left holds none."""
    points = round.rules.points
    return tuple([sum([points[card] for card in hand]) for hand in round.hands])


def won(round: Round, log: Log, seat: int) -> None:
    """End a round that `seat` has won."""
    values = hand_values(round)
    totals = _by_camp(round, values)
    camp = [round.same_camp(seat, other) for other in range(round.seats)]
    if round.rules.scoring == "winner_collects":
        collected = sum(values) - totals[seat]
        gains = [collected if mine else 0 for mine in camp]
    else:
        gains = [0 if mine else value for value, mine in zip(totals, camp, strict=True)]
    evolve.round_over(round, log, RoundWon(seat, _present(round, gains), values))


def blocked(round: Round, log: Log) -> None:
    """End a round in which nobody can go on.

    winner_collects: the holder of the fewest points gets the other hands' points less its own, camps as sums.
    """
    values = hand_values(round)
    totals = _by_camp(round, values)
    if round.rules.scoring == "own_points":
        evolve.round_over(round, log, RoundBlocked(None, _present(round, totals), values))
        return
    seats = round.seats_in()
    fewest = min(totals[seat] for seat in seats)
    holders = [seat for seat in seats if totals[seat] == fewest]
    gains = [0] * round.seats
    winner = None
    if all(round.same_camp(holders[0], other) for other in holders):
        winner = min(holders, key=lambda seat: (values[seat], seat))
        for seat in range(round.seats):
            if round.same_camp(winner, seat):
                gains[seat] = sum(values) - 2 * fewest
    evolve.round_over(round, log, RoundBlocked(winner, _present(round, gains), values))


def _by_camp(round: Round, values: Sequence[int]) -> list[int]:
    """Return each seat's points, in teams those of its camp."""
    if not round.rules.teams:
        return list(values)
    return [
        sum(value for other, value in enumerate(values) if round.same_camp(seat, other)) for seat in range(round.seats)
    ]


def _present(round: Round, gains: Sequence[int]) -> tuple[int, ...]:
    """Return the gains without those of seats that left: they keep the points they have.

    In teams every seat carries its camp's score, present or not.
    """
    if round.rules.teams or not round.gone:
        return tuple(gains)
    return tuple(0 if seat in round.gone else gain for seat, gain in enumerate(gains))


def placement(scores: Sequence[int], scoring: str) -> tuple[int, ...]:
    """Return each seat's place, 1 for the best; equal scores share a place."""
    ranked = [-score for score in scores] if scoring == "winner_collects" else list(scores)
    return tuple(1 + sum(other < score for other in ranked) for score in ranked)
