"""Tables to look at: real matches of the engine, put into the position a test wants."""

from collections.abc import Sequence
from typing import Any

from games.rules.core.shuffle import Shuffle
from games.rules.families import FAMILIES
from games.rules.uno.round import NOTHING_LISTED, Phase
from games.screens import LogLine, Person, SeatInfo, Snapshot, TableInfo

FAMILY = FAMILIES["uno"]
PEOPLE = (
    Person("You there", "cat"),
    Person("Mei", "fox"),
    Person("Otto", "owl"),
    Person("小满", "panda"),
    Person("Wren", "whale"),
    Person("Bao", "frog"),
    Person("老虎钳", "tiger"),
    Person("Inkwell", "octopus"),
    Person("云鹤", "crane"),
    Person("Pim", "hedgehog"),
)


def deal(seats: int = 4, **options: Any) -> tuple[Any, list[Any]]:
    """A match with its first round dealt, always the same cards."""
    return FAMILY.deal(FAMILY.ruleset({"preset": "official", **options}), seats, Shuffle(bytes(32), ()))


def put(match: Any, **position: Any) -> Any:
    """Change the position of a match: hands as texts, `top`, and any attribute of the round."""
    game = match.round
    if "hands" in position:
        game.hands = [hand.split() if isinstance(hand, str) else list(hand) for hand in position.pop("hands")]
    if "top" in position:
        game.discard = ["G4", "B9", position.pop("top")]
        game.color = game.discard[-1][0] if game.discard[-1][0] != "W" else "R"
    game.phase = position.pop("phase", Phase.PLAY)
    for name, value in position.items():
        setattr(game, name, value)
    # nothing that was found out about the position before is true of this one
    game.listed, game.shown, game.lasting = NOTHING_LISTED, None, None
    return match


def seat_infos(seats: int, **changes: dict[int, Any]) -> tuple[SeatInfo, ...]:
    """People on all seats; `changes` maps a field to seats and their values."""
    made = []
    for index in range(seats):
        fields: dict[str, Any] = {"person": PEOPLE[index], "is_owner": index == 0}
        fields |= {name: by_seat[index] for name, by_seat in changes.items() if index in by_seat}
        made.append(SeatInfo(index=index, **fields))
    return tuple(made)


def snapshot(
    match: Any, viewer: int | None = 0, log: Sequence[tuple[int | None, Sequence[Any]]] = (), **more: Any
) -> Snapshot:
    """What `viewer` may see of a match; `log` holds (seat, events), newest first."""
    state = more.pop(
        "state", "over" if match is not None and match.over else "playing" if match is not None else "open"
    )
    seats = more.pop("seats", None) or seat_infos(match.seats if match is not None else 4)
    lines = []
    for offset, (seat, events) in enumerate(log):
        seen = tuple(one for event in events if (one := FAMILY.seen_by(event, viewer)) is not None)
        lines.append(LogLine(100 - offset, seat, seen))
    return Snapshot(
        table=TableInfo(
            public_id="tAbLe12345",
            name=more.pop("name", "Night owls"),
            preset_title="Official",
            visibility=more.pop("visibility", "public"),
            state=state,
            turn_seconds=30,
            owner_seat=0,
            family="uno",
            invite_url="/tables/tAbLe12345/",
            reserve_seconds=60,
        ),
        seats=seats,
        viewer=viewer,
        version=more.pop("version", 41),
        view=FAMILY.view(match, viewer) if match is not None else None,
        log=tuple(lines),
        commitment="9f2c4e" * 10 + "abcd" if match is not None else "",
        **more,
    )
