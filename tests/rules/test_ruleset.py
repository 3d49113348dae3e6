"""Rulesets: read, checked, stored."""

import json

import pytest

from games.rules.core.options import RulesetError
from games.rules.uno.family import UNO
from games.rules.uno.options import GROUPS
from games.rules.uno.ruleset import DEFAULTS, OPTIONS, Ruleset


def test_the_defaults_are_the_official_game() -> None:
    rules = UNO.ruleset({"preset": "official"})
    assert rules.options == DEFAULTS
    assert rules.differences() == {}
    assert rules.preset == "official"
    assert rules.seats == (2, 10)


@pytest.mark.parametrize("key", UNO.presets)
def test_a_preset_is_a_possible_ruleset_and_comes_back_from_storage(key: str) -> None:
    rules = UNO.ruleset({"preset": key})
    stored = json.loads(json.dumps(rules.to_json()))
    again = UNO.ruleset(stored)
    assert again.options == rules.options
    assert again.preset == key


def test_what_differs_from_a_preset_is_on_top_of_it() -> None:
    rules = UNO.ruleset({"preset": "official", "hand_size": {"2": 5, "3": 6}, "seats": [2, 3]})
    assert rules.differences() == {"seats": (2, 3), "hand_size": {2: 5, 3: 6}}
    assert (rules.hand_size(2), rules.hand_size(3)) == (5, 6)
    assert Ruleset(json.loads(json.dumps(rules.to_json()))).options == rules.options
    assert rules.preset is None


@pytest.mark.parametrize("key", OPTIONS)
@pytest.mark.parametrize("value", [None, -1, 10**9, "no such word", [], {}, True, 1.5, [1, "x"], {"x": 1}, "\n"])
def test_a_value_is_taken_or_refused_by_name(key: str, value: object) -> None:
    try:
        rules = Ruleset({key: value})
    except RulesetError as error:
        refused = error
    else:
        assert json.loads(json.dumps(rules.options[key])) == json.loads(json.dumps(value))
        return
    assert key in refused.keys
    assert key in str(refused)
    assert refused.allowed
    assert refused.allowed in str(refused)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_every_option_says_what_it_is(option) -> None:  # type: ignore[no-untyped-def]
    assert option.check(option.default) == option.default
    assert option.group in GROUPS
    assert option.title
    assert option.text.endswith(".")


def test_an_unknown_key_and_an_unknown_preset_are_refused() -> None:
    for data, key in (({"preset": "golden"}, "preset"), ({"preset": 3}, "preset"), ({"golden": 1}, "golden")):
        with pytest.raises(RulesetError) as refused:
            UNO.ruleset(data)
        assert refused.value.key == key
