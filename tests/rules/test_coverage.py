"""Every refusal code and every option value has a scenario that shows it."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.rules.core.options import Choice, Flag, Option, RulesetError, Several
from games.rules.core.refusals import CODES
from games.rules.core.scenario import ScenarioError, run
from games.rules.uno.family import UNO
from games.rules.uno.ruleset import DEFAULTS, OPTIONS, read_options

from .scenarios import scenarios

#: Options that change what people see or when a round starts, and no position.
NOT_IN_POSITIONS = {"call_word", "forfeit", "start_when_ready", "peek_seconds"}
#: Only the Reef deck holds Keep Swimming, and it has no red: a scenario shows that this is refused.
NEVER_POSSIBLE = ("swim_color", "red")
ALL = scenarios()


def option_values() -> list[tuple[str, object]]:
    """Return each option with each value that must be shown; None stands for any other than the default."""
    values: list[tuple[str, object]] = []
    for key, option in OPTIONS.items():
        values += [(key, value) for value in values_of(option) if (key, value) != NEVER_POSSIBLE]
    return values


def values_of(option: Option) -> list[object]:
    """Return the values to show: each word but the default, the other flag, one number."""
    if isinstance(option, Choice):
        return [word for word in option.labels if word != option.default]
    if isinstance(option, Flag):
        return [not option.default]
    if isinstance(option, Several):
        return [word for word in option.labels if word not in option.default]
    return [None]


def has_value(options: Mapping[str, Any], key: str, value: object) -> bool:
    found = options[key]
    if value is None:
        return bool(found != DEFAULTS[key])
    return value in found if isinstance(found, tuple) else found == value


def depends_on(scenario: dict[str, Any], key: str, value: object) -> bool:
    """Tell whether a scenario has this option value and would not pass under the default."""
    if "invalid" in scenario:
        return False
    options = read_options(scenario.get("rules", {}))
    if not has_value(options, key, value):
        return False
    differences = {name: given for name, given in options.items() if given != DEFAULTS[name] and name != key}
    try:
        return bool(run({**scenario, "rules": differences}, UNO))
    except (RulesetError, ScenarioError):
        return True


@pytest.mark.parametrize(("key", "value"), option_values())
def test_every_option_value_has_a_scenario_that_fails_without_it(key: str, value: object) -> None:
    if key in NOT_IN_POSITIONS:
        assert any(key in scenario.get("rules", {}) for scenario in ALL)
        return
    assert any(depends_on(scenario, key, value) for scenario in ALL)


@pytest.mark.parametrize("key", sorted(OPTIONS))
def test_every_option_that_has_a_range_has_a_scenario_that_is_refused(key: str) -> None:
    if isinstance(OPTIONS[key], Flag | Choice | Several):
        return
    assert any(scenario.get("invalid") == key for scenario in ALL)


def refusals(scenario: dict[str, Any]) -> set[str]:
    return {step["refused"] for step in scenario.get("steps", []) if isinstance(step.get("refused"), str)}


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_code_has_a_scenario_that_refuses_and_allows(code: str) -> None:
    shown = [scenario for scenario in ALL if code in refusals(scenario)]
    assert any(any("move" in step and "refused" not in step for step in scenario["steps"]) for scenario in shown)
