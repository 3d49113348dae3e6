"""How fast the engine plays: moves and rounds a second, what a view costs, whether long matches get slower.

All figures are CPU time, taken by turns with RLCard's UNO (two players, through its env.step) in one run, and the
median of several passes: what disturbs one disturbs the other.

A move of ours: the seat in turn asks for its legal moves and makes one by its text, and what happened comes back as
events. RLCard's: env.step with an action that the state before it listed; it makes the move, lists the next seat's
actions and encodes its state. Dealing and shuffling are in both, ours by the seed that anybody can check afterwards.
"""

import statistics
import sys
from collections import defaultdict
from contextlib import ExitStack

from bench._play import Players, clock
from bench._report import Measures, Target, at_least, at_most, parser_for, show
from bench._rlcard import NoPeer, Peer, environment

#: What is played: the preset and the number of seats.
GAMES = (("official", 2), ("official", 4), ("club", 6))
PASSES = 9
#: The longest match that the rules know, for the cost of a move at its beginning and its end.
LONG = {"match": "rounds", "rounds": 50}


def peer(stack: ExitStack) -> Peer | None:
    """Start RLCard; say in one line why there is none."""
    try:
        return stack.enter_context(Peer(environment()))
    except NoPeer as error:
        print(f"not compared: {error}", file=sys.stderr)
        return None


def measure(seconds: float, beside: Peer | None) -> tuple[Measures, list[Target]]:
    """Measure for about so many CPU seconds."""
    taken: dict[str, list[float]] = defaultdict(list)
    slice_seconds = seconds / PASSES / (2 * len(GAMES) + 2)  # each game twice, RLCard, the long matches
    players = {f"{preset}_{seats}": Players(preset, seats, seed=seats) for preset, seats in GAMES}
    for number in range(PASSES):
        for name, seated in players.items():
            _pass(taken, name, seated, slice_seconds)
            if beside is not None:
                played = beside.play(slice_seconds / len(GAMES))
                taken["rlcard_2_moves_per_s"].append(played.moves / played.seconds)
                taken["rlcard_2_rounds_per_s"].append(played.rounds / played.seconds)
                taken[f"{name}_times_rlcard"].append(taken[f"{name}_moves_per_s"][-1] * played.seconds / played.moves)
        _long(taken, Players("official", 2, number, **LONG), slice_seconds)
    measures = {key: statistics.median(values) for key, values in taken.items()}
    return measures, _targets(measures)


def _pass(taken: dict[str, list[float]], name: str, seated: Players, seconds: float) -> None:
    """Take one pass: play alone, then play where each seat looks at each position."""
    played = seated.play(seconds)
    taken[f"{name}_moves_per_s"].append(played.moves / played.seconds)
    taken[f"{name}_rounds_per_s"].append(played.rounds / played.seconds)
    move, view = seated.look(seconds)
    taken[f"{name}_move_us"].append(move * 1e6)
    taken[f"{name}_view_us"].append(view * 1e6)
    taken[f"{name}_view_per_move"].append(view / move)


def _long(taken: dict[str, list[float]], seated: Players, seconds: float) -> None:
    """Take long matches: what a move costs in their first and in their last tenth."""
    end = clock() + seconds
    pairs = [seated.tenths()]
    while clock() < end:
        pairs.append(seated.tenths())
    first, last = map(statistics.median, zip(*pairs, strict=True))
    taken["long_match_first_tenth_move_us"].append(first * 1e6)
    taken["long_match_last_tenth_move_us"].append(last * 1e6)
    taken["long_match_last_per_first"].append(last / first)


def _targets(measures: Measures) -> list[Target]:
    views = [
        at_most(
            f"a view for one seat, in moves ({preset}, {seats} seats)",
            measures[f"{preset}_{seats}_view_per_move"],
            0.333,
        )
        for preset, seats in GAMES
    ]
    return [
        at_least(
            "moves a second, in RLCard's (official, 2 seats; 8 is the stretch)",
            measures.get("official_2_times_rlcard"),
            5,
        ),
        *views,
        at_most(
            "a move in the last tenth of a long match, in those of the first",
            measures["long_match_last_per_first"],
            1.1,
        ),
    ]


def main() -> None:
    """Read the command line, measure and print."""
    parser = parser_for("engine")
    parser.add_argument("--seconds", type=float, default=90, help="about how long to measure (90)")
    parser.add_argument("--alone", action="store_true", help="not beside RLCard")
    options = parser.parse_args()
    with ExitStack() as stack:
        beside = None if options.alone else peer(stack)
        measures, targets = measure(options.seconds, beside)
    show("engine", measures, targets, options.json)


if __name__ == "__main__":
    main()
