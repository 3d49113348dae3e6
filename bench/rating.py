"""How soon a ladder has people in order: simulated players of known strength, rated by the site's own arithmetic.

A seat's performance in a match is its player's strength plus luck (Gumbel's distribution: the places come from a
Plackett-Luce model, and for two the odds are logistic). Strengths are spread normally, so widely that of two players
picked at random the better one wins a match of two so often as `LUCK` says. Opponents are sought as "Play now" seeks
them: near one's own number as it is shown, and no two are asked to wait for ever.

In the same run, on the same results, stands Elo as a peer: each pair of seats is a game, with two step sizes, of which
the better one at each count is compared. What is told is the rank correlation (Spearman's) of strength and the order
of the ladder by the matches that each has played, as the mean of several runs.
"""

import math
import random
import statistics
from collections import defaultdict
from collections.abc import Sequence

from bench._report import Measures, Target, at_least, at_most, parser_for, show
from games.services.ladders.skill import Skill, rate

#: By way of rating and matches played, the mean rank correlation.
Means = dict[tuple[str, int], float]
#: How often the better of two random players wins a match of two.
LUCK = {"moderate": 0.65, "much": 0.58}
SEATS = (2, 4)
#: The rank correlation is taken when everybody has played so many matches.
COUNTS = (5, 10, 20, 40, 60, 80, 100, 150, 200, 300, 400)
#: After so many matches a ladder should have people in order: a correlation of 0.9. With half the spread of strengths a
#: match says a quarter as much.
GOAL = {"moderate": 100, "much": 400}
#: Opponents are sought within so much of one's own number.
NEAR = 200
#: What Elo changes at most by one game: the usual ones for newcomers and for the experienced.
ELO_STEPS = (32.0, 16.0)


def spread_for(share: float) -> float:
    """Return how widely strengths must be spread for the better of two random players to win this share of matches."""
    low, high = 0.0, 10.0
    normal = [statistics.NormalDist().inv_cdf((number + 0.5) / 400) for number in range(400)]
    for _ in range(50):
        middle = (low + high) / 2
        wins = statistics.fmean(1 / (1 + math.exp(-abs(math.sqrt(2) * middle * value))) for value in normal)
        low, high = (middle, high) if wins < share else (low, middle)
    return low


class Field:
    """Players of known strength with what each way of rating thinks of them."""

    def __init__(self, players: int, seats: int, spread: float, rng: random.Random) -> None:
        self.rng, self.seats = rng, seats
        self.strength = [rng.gauss(0, spread) for _ in range(players)]
        self.skill = [Skill()] * players
        self.elo = {step: [1500.0] * players for step in ELO_STEPS}

    def play_everybody(self) -> None:
        """Have everybody play one match; who comes first finds opponents near."""
        waiting = self.rng.sample(range(len(self.strength)), len(self.strength))
        while len(waiting) >= self.seats:
            first = waiting.pop()
            near = [one for one in waiting if abs(self.skill[one].number - self.skill[first].number) <= NEAR]
            near += sorted(set(waiting) - set(near), key=lambda one: abs(self.skill[one].mu - self.skill[first].mu))
            table = [first, *near[: self.seats - 1]]
            waiting = [one for one in waiting if one not in table]
            self.play(table)

    def play(self, table: Sequence[int]) -> None:
        """Draw a result, and rate it in every way."""
        luck = [-math.log(-math.log(1 - self.rng.random() or 0.5)) for _ in table]
        order = sorted(range(len(table)), key=lambda seat: -self.strength[table[seat]] - luck[seat])
        places = [1 + order.index(seat) for seat in range(len(table))]
        for player, camp in zip(table, rate([[self.skill[player]] for player in table], places), strict=True):
            self.skill[player] = camp[0]
        for step, numbers in self.elo.items():
            _rate_by_elo(numbers, [table[seat] for seat in order], step)

    def correlations(self) -> dict[str, float]:
        """How well each way of rating has the players in order, from -1 to 1."""
        ranked = {"ladder": [float(one.rank_value) for one in self.skill]}
        ranked |= {f"elo_{step:g}": numbers for step, numbers in self.elo.items()}
        return {name: statistics.correlation(self.strength, found, method="ranked") for name, found in ranked.items()}


def _rate_by_elo(numbers: list[float], in_order: Sequence[int], step: float) -> None:
    """Change the numbers by a result: each of a match's pairs is a game, and weighs less the more there are."""
    before = {player: numbers[player] for player in in_order}
    for place, winner in enumerate(in_order):
        for loser in in_order[place + 1 :]:
            expected = 1 / (1 + 10 ** ((before[loser] - before[winner]) / 400))
            change = step * (1 - expected) / (len(in_order) - 1)
            numbers[winner] += change
            numbers[loser] -= change


def simulate(players: int, counts: Sequence[int], runs: int, seats: int, share: float) -> Means:
    """Return the mean rank correlation of every way of rating after each count of matches."""
    found: dict[tuple[str, int], list[float]] = defaultdict(list)
    spread = spread_for(share)
    for run in range(runs):
        field = Field(players, seats, spread, random.Random(f"{seats} {share} {run}"))
        for count in range(1, max(counts) + 1):
            field.play_everybody()
            if count in counts:
                for name, correlation in field.correlations().items():
                    found[name, count].append(correlation)
    return {key: statistics.fmean(values) for key, values in found.items()}


def until(means: Means, counts: Sequence[int], wanted: float) -> int | None:
    """Return after how many matches a player the ladder reaches this correlation; None: not while it was watched."""
    return next((count for count in counts if means["ladder", count] >= wanted), None)


def measure(players: int, counts: Sequence[int], runs: int) -> tuple[Measures, list[Target]]:
    """Simulate each luck and number of seats."""
    measures: dict[str, float] = {}
    targets = []
    for luck, share in LUCK.items():
        for seats in SEATS:
            means, name = simulate(players, counts, runs, seats, share), f"{luck}_luck_{seats}_seats"
            best = {count: max(means[f"elo_{step:g}", count] for step in ELO_STEPS) for count in counts}
            for count in counts:
                measures[f"{name}_after_{count}_matches_ladder_rank_correlation"] = means["ladder", count]
                measures[f"{name}_after_{count}_matches_elo_rank_correlation"] = best[count]
            for wanted in (0.9, 0.95):
                if (reached := until(means, counts, wanted)) is not None:
                    measures[f"{name}_matches_until_{wanted:g}"] = reached
            targets += _targets(name, luck, means, best, counts)
    return measures, targets


def _targets(name: str, luck: str, means: Means, elo: dict[int, float], counts: Sequence[int]) -> list[Target]:
    where = name.replace("_", " ")
    count = min(max(counts), GOAL[luck])
    ahead = max(elo[count] - means["ladder", count] for count in counts)
    return [
        at_least(f"{where}: rank correlation after {count} matches a player", means["ladder", count], 0.9),
        at_most(f"{where}: by how much Elo is ahead at any count", ahead, 0.02),
    ]


def main() -> None:
    """Measure and print."""
    parser = parser_for("rating")
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--matches", type=int, default=max(COUNTS), help="matches that each plays")
    parser.add_argument("--runs", type=int, default=8)
    options = parser.parse_args()
    counts = [count for count in COUNTS if count <= options.matches] or [options.matches]
    measures, targets = measure(options.players, counts, options.runs)
    show("rating", measures, targets, options.json)


if __name__ == "__main__":
    main()
