"""A refused move: a code and what its sentence needs. The sentence itself is the site's."""

from collections.abc import Mapping
from typing import NamedTuple

#: In the order in which they are tried, as far as RULES settle one.
CODES = (
    "bad_move",
    "round_over",
    "stale",
    "not_in_these_rules",
    "not_your_turn",
    "not_vip",
    "jump_in_not_allowed",
    "not_in_hand",
    "multi_play_not_allowed",
    "not_identical",
    "color_required",
    "choice_required",
    "already_drawn",
    "not_the_drawn_card",
    "penalty_pending",
    "does_not_match",
    "improper_wild_four",
    "cannot_finish_on_this",
    "must_play",
    "nothing_drawn",
    "nothing_to_answer",
    "nothing_to_challenge",
    "not_catchable",
    "already_called",
    "sum_does_not_fit",
    "date_does_not_fit",
)

_NOTHING: Mapping[str, object] = {}


class Refusal(NamedTuple):
    """Why a move may not be made: `code` is one of CODES, `params` fill its sentence."""

    code: str
    params: Mapping[str, object] = _NOTHING


class Refused(Exception):
    """Raised where a move is asked for and may not be made; it has changed nothing."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refused(code: str, **params: object) -> Refused:
    """Return the exception for a code, to be raised."""
    return Refused(Refusal(code, params))
