"""Whose turn it is in many matches at once, for lists of them."""

import threading
from collections import OrderedDict
from collections.abc import Iterable

from games.models import Match
from games.services.state import Unreadable, load_game

# by match and move number: loading a game takes longer than anything else in such a list
_turns: OrderedDict[tuple[int, int], int | None] = OrderedDict()
_turns_lock = threading.Lock()
_TURNS = 2048


def turns_in(matches: Iterable[Match | None]) -> dict[int, int | None]:
    """Return whose turn it is in those of these matches that go on, by place; None where it is nobody's.

    Their positions need not be loaded: one query reads those that have moved on since somebody looked.
    """
    numbers = {match.pk: match.number for match in matches if match and match.state == Match.State.PLAYING}
    with _turns_lock:
        known = {pk: _turns[pk, number] for pk, number in numbers.items() if (pk, number) in _turns}
    if numbers.keys() == known.keys():
        return known
    # read as a whole: a position alone may be a move ahead of what was read before
    for match in Match.objects.filter(pk__in=numbers.keys() - known.keys(), state=Match.State.PLAYING):
        known[match.pk] = _read_turn(match)
        with _turns_lock:
            _turns[match.pk, match.number] = known[match.pk]
            while len(_turns) > _TURNS:
                _turns.popitem(last=False)
    return known


def _read_turn(match: Match) -> int | None:
    try:
        game = load_game(match)
    except Unreadable:
        return None  # who opens the table ends it
    return None if game.round_over else game.turn
