"""Which parts of the screen change when something happens: the one table from event to regions.

A region is an element of templates/games/uno/table.html with this id, and a `partialdef` with this name. `table` is the
whole stage and contains all others.
"""

from collections.abc import Iterable
from typing import Any

from .snapshot import Snapshot

# what stands beside every stage, each reader's own
ALWAYS = frozenset({"chat"})
REGIONS = ("table", "seats", "ring", "message", "hand", "actions", "me", "log", "chat", "announce", "beat")

_STAGE = frozenset({"table"})
# whose turn it is shows at the seats, in the own strip and in what the hand may do
_TURN = frozenset({"seats", "me", "message", "hand", "actions"})
_TOLD = frozenset({"log", "announce", "message"})
_NOTHING: frozenset[str] = frozenset()

BY_EVENT: dict[str, frozenset[str]] = {
    # a new deal, or an end, is another stage
    "DealerDrawn": _STAGE,
    "RoundDealt": _STAGE,
    "CardPutBack": _STAGE,
    "FirstCard": _STAGE,
    "RoundWon": _STAGE,
    "RoundBlocked": _STAGE,
    "MatchOver": _STAGE,
    "SeatLeft": _STAGE,
    # cards move
    "CardsLaid": _TOLD | {"ring", "seats", "hand", "actions", "me"},
    "CardsDrawn": _TOLD | {"ring", "seats", "hand", "actions", "me"},
    "Reshuffled": _TOLD | {"ring"},
    # the position changes without a card
    "ColorNamed": _TOLD | {"ring", "hand"},
    "DirectionTurned": _TOLD | {"ring"},
    "Waiting": _TURN | {"announce"},
    "PenaltyGrew": _TOLD | _TURN,
    "PenaltyLapsed": _TURN,
    "Accepted": _TOLD,
    "Passed": _TOLD,
    "TurnSkipped": _TOLD | {"seats"},
    # calls
    "Called": _TOLD | {"seats", "actions", "me"},
    "FalseCall": _TOLD | {"actions"},
    "Caught": _TOLD | {"seats", "actions", "me"},
    "ChallengeWon": _TOLD,
    "ChallengeLost": _TOLD,
    # house rules
    "JumpedIn": _TOLD | _TURN,
    "SkipWaits": _TOLD | _TURN,
    "PenaltyPassed": _TOLD | _TURN,
    "HandsSwapped": _TOLD | {"seats", "hand", "actions", "me"},
    "HandsRotated": _TOLD | {"seats", "hand", "actions", "me"},
    "HandsShuffled": _TOLD | {"seats", "hand", "actions", "me"},
    "Peeked": _TOLD,
    "CardsExchanged": _TOLD | {"seats", "hand", "actions", "me"},
    "HandShown": _STAGE,
    "DayLaid": _TOLD | {"ring", "seats", "hand", "actions", "me"},
    "Misplayed": _TOLD | {"hand"},
    # for the position alone
    "FourLaid": _NOTHING,
}


def regions_for(events: Iterable[Any]) -> set[str]:
    """The regions to send after these events; an event that nobody has entered here sends the whole stage."""
    regions: set[str] = set()
    for event in events:
        regions |= BY_EVENT.get(type(event).__name__, _STAGE)
    return {"table"} if "table" in regions else regions


def regions_since(snapshot: Snapshot, number: int) -> set[str]:
    """The regions to send to a reader who was shown the match as it stood after move `number`."""
    news = [line for line in snapshot.log if line.number > number]
    if news and news[-1].number > number + 1:
        return {"table"}  # older news is in no log any more
    return regions_for(event for line in news for event in line.events)


def drawn(snapshot: Snapshot, regions: Iterable[str]) -> set[str]:
    """The regions that these come to: outside of a running round the chat is the only part of the table."""
    wanted = set(regions)
    plays = snapshot.table.state != "open" and snapshot.view is not None and snapshot.view.phase != "over"
    return {"table"} if "table" in wanted or (wanted - ALWAYS and not plays) else wanted
