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


_CASUAL: Mapping[str, Any] = {
    "start_reverse": "dealer_right",
    "wild_four_needs": "no_color_or_face",
    "scoring": "own_points",
    "match": "rounds",
    "misplay_penalty": 2,
}
_STACKS: Mapping[str, Any] = {"stack_two_on_two": True, "stack_four_on_four": True, "stack_four_on_two": True}
_HOME: Mapping[str, Any] = {
    "multi_play": "identical_pair",
    "play_drawn_cards": "numbers",
    "finish_on": "number",
    **_STACKS,
    "skip_passes_two": True,
    "reverse_returns_two": True,
    "color_only_after_penalty": True,
    "wild_after_draw_card": False,
    "uno_window": "one_card",
    "wild_four_needs": "nothing",
    "wild_four_policing": "off",
}
_PARTY: Mapping[str, Any] = {
    "seats": [4, 8],
    "start_when_ready": 4,
    "second_deck_from": 6,
    "jump_in": "vip",
    "play_drawn": "vip",
    "scoring": "winner_collects",
}

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset("official", N_("Official"), N_("The printed rules, to 500 points."), {}),
        Preset(
            "casual",
            N_("Casual"),
            N_("Three rounds, everyone is charged the hand they are left with; misplays cost."),
            _CASUAL,
        ),
        Preset(
            "speed",
            N_("Speed"),
            N_("Casual with jump-ins and several cards at once."),
            {**_CASUAL, "jump_in": "everyone", "multi_play": "same_face"},
        ),
        Preset(
            "duel",
            N_("Duel"),
            N_("Two players, stacks, strange Wilds, the death number and judgement day."),
            {
                "seats": [2, 2],
                **_STACKS,
                "answer_skip": True,
                "uno_per_catcher": True,
                "wild_four_needs": "nothing",
                "wild_four_policing": "off",
                "wild_powers": ["color", "peek", "swap"],
                "death_number": True,
                "judgement_day": True,
                "scoring": "own_points",
            },
        ),
        Preset("home", N_("Home"), N_("Pairs, stacks and penalties turned away; go out on a number."), _HOME),
        Preset(
            "home_strict",
            N_("Home, strict"),
            N_("Home with the challenge, and manners."),
            {
                **_HOME,
                "wild_four_needs": "no_other_play",
                "wild_four_policing": "challenge",
                "challenge_target": "first",
                "misplay_penalty": 2,
                "advice_penalty": 2,
            },
        ),
        Preset("party", N_("Party"), N_("Four to eight players, two decks from six, rights for VIPs."), _PARTY),
        Preset(
            "party_teams",
            N_("Party in teams"),
            N_("Party in two camps that share their score."),
            {**_PARTY, "teams": "two_camps"},
        ),
        Preset(
            "party_bust",
            N_("Party, bust"),
            N_("Party where everyone is charged the hand they are left with, and who reaches the target is bust."),
            {**_PARTY, "scoring": "own_points"},
        ),
        Preset(
            "club",
            N_("Club"),
            N_("Stacks, jump-ins, several cards at once; the winner deals."),
            {
                "next_dealer": "winner",
                "start_wild": "dealer",
                **_STACKS,
                "jump_in": "everyone",
                "multi_play": "same_face",
                "wild_four_needs": "no_color_or_face",
                "uno_false_call_penalty": 2,
                "uno_action_exempt": True,
                "scoring": "own_points",
            },
        ),
        Preset(
            "reef",
            N_("Reef"),
            N_("The Reef deck, five cards each, the call comes with the play."),
            {
                "edition": "reef",
                "hand_size": 5,
                "start_wild": "redraw",
                "start_draw_two": "redraw",
                "redraw_to_number": True,
                "start_reverse": "dealer_right",
                "wild_four_needs": "no_other_play",
                "uno_late_call": False,
            },
        ),
        Preset(
            "seven_zero",
            N_("Seven and zero"),
            N_("A 7 swaps hands, a 0 moves them on, jump-ins for all."),
            {"seven_swaps": True, "zero_rotates": True, "jump_in": "everyone"},
        ),
        Preset(
            "progressive",
            N_("Progressive"),
            N_("Draw Twos and Wild Draw Fours add up."),
            {"stack_two_on_two": True, "stack_four_on_four": True},
        ),
    )
}
