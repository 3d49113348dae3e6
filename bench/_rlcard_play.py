"""RLCard's side of `./dev bench engine`, run by the Python of its own environment: imports nothing of ours.

Each line of the input is a number of CPU seconds; each line of the output says what was played in them.
"""

import json
import random
import sys
import time

import rlcard


def play(env, rng: random.Random, seconds: float) -> dict[str, float]:
    """Play games of random actions through env.step until the time is up."""
    moves = rounds = 0
    began = time.process_time()
    end = began + seconds
    while time.process_time() < end:
        state, _ = env.reset()
        rounds += 1
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[0] if len(actions) == 1 else actions[int(rng.random() * len(actions))])
            moves += 1
    return {"moves": moves, "rounds": rounds, "seconds": time.process_time() - began}


def main() -> None:
    """Answer line by line."""
    env = rlcard.make("uno", config={"seed": 1})
    rng = random.Random(1)
    print(json.dumps({"players": env.num_players}), flush=True)
    for line in sys.stdin:
        print(json.dumps(play(env, rng, float(line))), flush=True)


main()
