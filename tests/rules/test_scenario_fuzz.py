"""No file, however odd, ends in anything but a result or a place that is not as it should be."""

import copy
import json
import random
from typing import Any

import pytest

from games.rules.core.scenario import ScenarioError, read_file, run
from games.rules.uno.family import UNO

from .scenarios import scenarios

ODD: list[Any] = [None, True, -1, 0, 3, 99, 1.5, "", "R5", "R5 R5 R5", "0: R5", "9: draw", "x", [], [0], ["R5"], [None]]
ODD += [[0, 0, 0], {}, {"deck": 3}, {"deck": "R5", "dealer": "0"}, {"dealer": 9}, {"turn": 1}, {"preset": "club"}]
ALL = scenarios()


def spoil(value: Any, rng: random.Random) -> Any:
    """Return the value with one thing in it changed, dropped or added."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            del value[key]
        elif rng.random() < 0.1:
            value[rng.choice(["hands", "deal", "turn", "days", "vip", "seen", "next", "odd"])] = rng.choice(ODD)
        else:
            value[key] = spoil(value[key], rng)
        return value
    if isinstance(value, list) and value and rng.random() < 0.8:
        index = rng.randrange(len(value))
        value[index] = spoil(value[index], rng)
        return value
    return copy.deepcopy(rng.choice(ODD))


@pytest.mark.parametrize("part", range(8))
def test_spoilt_scenarios_run_or_say_where_they_are_none(part: int) -> None:
    rng = random.Random(part)
    places = []
    for _ in range(150):
        scenario = copy.deepcopy(rng.choice(ALL))
        for _ in range(rng.randint(1, 2)):
            scenario = spoil(scenario, rng)
        try:
            for one in read_file(json.dumps(scenario)):
                run(one, UNO)
        except ScenarioError as error:
            places.append(error.place)
    assert places
    assert all(places)
