"""Named rulesets: each says only what differs from the official game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.core.text import N_


@dataclass(frozen=True, slots=True)
class Preset:
    """A ruleset with a name; `options` hold the differences from the official game."""

    key: str
    title: str
    text: str
    options: Mapping[str, Any]


PRESETS: dict[str, Preset] = {
    preset.key: preset for preset in (Preset("official", N_("Official"), N_("The printed rules, to 500 points."), {}),)
}
