"""The waiting room: what it says, what is loud in it, and that it works by hand and by key while others come and go."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page

from games.screens import Friend, Snapshot, Waiting, context, render

from .browser import DESKTOP, Chromium, Desk, table_page
from .tables import FAMILY, PEOPLE, deal, put, seat_infos, snapshot
from .test_layout import IN_EVERY_SIZE, SIZES, Shown, look

PHONE = SIZES["phone"]


def waits(seats: int = 4, *, free: tuple[int, ...] = (), ready: tuple[int, ...] = (0,), **more: Any) -> Snapshot:
    """A waiting room: You (the owner) sit first; `waiting` holds what the table tells."""
    told = Waiting(**more.pop("waiting", {}))
    teams = more.pop("teams", False)
    people = [replace(PEOPLE[index], public_id=f"p{index}") for index in range(seats)]
    person: dict[int, Any] = {index: None if index in free else people[index] for index in range(seats)}
    owner = more.pop("owner", 0)
    infos = seat_infos(
        seats,
        person=person,
        ready=dict.fromkeys(ready, True),
        is_owner={index: index == owner for index in range(seats)},
        **more.pop("infos", {}),
    )
    shown = snapshot(None, seats=infos, waiting=told, **more)
    rules = FAMILY.ruleset({"preset": "party_teams" if teams else "official"})
    return replace(shown, table=replace(shown.table, ruleset=rules))


# what stands in the middle: what is shown, the note, the one loud button
NOTES: list[tuple[Snapshot, str, str]] = [
    (waits(3, free=(2,)), "Waiting for Mei.", ""),
    (waits(3, free=(1, 2)), "It takes two to play. Send the link, or add an AI player.", ""),
    (waits(3, ready=(1, 2)), "Say that you are ready.", "ready"),
    (waits(3, ready=(0, 1, 2), can_start=True), "Everybody is ready.", "start"),
    (waits(3, ready=(0, 2), can_start=True), "Enough players are ready.", "start"),
    (waits(3, ready=(0, 1, 2), owner=1), "Mei can begin now.", ""),
    (waits(2, ready=(0, 1), waiting={"why_not_start": "These rules need 3."}), "These rules need 3.", ""),
    (
        waits(
            4,
            free=(2, 3),
            ready=(0, 1),
            waiting={"quick": True, "offer_in": 9.0, "why_not_start": "When all have come."},
        ),
        "When all have come.",
        "",
    ),
    (
        waits(
            4,
            free=(2, 3),
            ready=(0, 1),
            waiting={"quick": True, "offered": True, "why_not_start": "When all have come."},
        ),
        "When all have come.",
        "ai",
    ),
    (
        waits(4, free=(2, 3), ready=(0, 1), can_start=True, waiting={"quick": True, "offered": True}),
        "Everybody is ready.",
        "ai",
    ),
    (waits(3, free=(2,), viewer=None), "Sit down, or stay and watch.", "sit"),
    (
        waits(3, viewer=None, waiting={"why_not_sit": "This table is full; you can watch it."}),
        "This table is full; you can watch it.",
        "",
    ),
    (
        waits(3, free=(2,), viewer=None, waiting={"sent_away": True, "why_not_sit": "You were sent away."}),
        "The owner of the table wants to play without you. Other tables have a seat for you.",
        "lobby",
    ),
]


@pytest.mark.parametrize(("shown", "note", "main"), NOTES, ids=[f"{note} {main}" for _shown, note, main in NOTES])
def test_the_room_says_what_it_waits_for_and_one_thing_is_loud(shown: Snapshot, note: str, main: str) -> None:
    room = context(shown).room
    assert room is not None
    assert (room.note, room.main) == (note, main)
    assert render(shown, ["table"], "en").count('class="btn btn-filled btn-big"') == (1 if main else 0)


@pytest.mark.parametrize(
    ("shown", "title"),
    [
        (waits(3, free=(2,)), "Night owls is filling up"),
        (waits(3), "Night owls is full"),
        (waits(3, viewer=None, waiting={"sent_away": True}), "You were sent away from this table"),
    ],
)
def test_a_full_table_is_not_filling_up(shown: Snapshot, title: str) -> None:
    room = context(shown).room
    assert room is not None
    assert room.title == title


FRIEND = (Friend("f1", PEOPLE[4], "", online=True),)
# what is on the page: for whom, and for whom not
OFFERED: list[tuple[str, Snapshot, Snapshot]] = [
    ("the owner's tools", waits(3), waits(3, owner=1)),
    ("nobody's own tools", waits(3), waits(1)),
    ("a place to move to", waits(3, free=(2,)), waits(3)),
    ("a place to sit", waits(3, free=(2,), viewer=None), waits(3, viewer=None)),
    ("friends", waits(3, waiting={"friends": FRIEND}), waits(3, viewer=None, waiting={"friends": ()})),
    ("a new link", waits(3, visibility="private"), waits(3)),
    ("the owner's new link", waits(3, visibility="private"), waits(3, visibility="private", owner=1)),
    ("shuffling", waits(3), waits(3, free=(1, 2))),
    ("AI players", waits(3, free=(2,)), waits(3)),
]
SIGNS = {
    "the owner's tools": 'value="send_away"',
    "nobody's own tools": 'value="send_away"',
    "a place to move to": 'id="sit-2"',
    "a place to sit": 'id="sit-2"',
    "friends": 'id="invite-f1"',
    "a new link": 'id="new-link"',
    "the owner's new link": 'id="new-link"',
    "shuffling": 'id="shuffle"',
    "AI players": 'id="add-easy"',
}


@pytest.mark.parametrize(("what", "there", "not_there"), OFFERED, ids=[case[0] for case in OFFERED])
def test_who_is_offered_what(what: str, there: Snapshot, not_there: Snapshot) -> None:
    assert SIGNS[what] in render(there, ["table"], "en")
    assert SIGNS[what] not in render(not_there, ["table"], "en")


def test_who_is_not_signed_in_goes_the_way_over_signing_in() -> None:
    html = render(waits(3, free=(2,), viewer=None, waiting={"signed_in": False}), ["table"], "en")
    assert 'form="join-form" id="sit-2"' in html
    assert 'value="sit"' not in html


def test_camps_have_marks_and_names() -> None:
    shown = waits(4, free=(3,), teams=True)
    room = context(shown).room
    assert room is not None
    assert [(camp.mark, camp.name, camp.taken, camp.seats) for camp in room.camps] == [
        ("moon", "Moons", 2, 2),
        ("star", "Stars", 1, 2),
    ]
    html = render(shown, ["table"], "en")
    assert html.count("#i-moon") == html.count("#i-star") == 3
    assert context(waits(4)).room.camps == ()  # type: ignore[union-attr]


def over(viewer: int | None = 0, **more: Any) -> Snapshot:
    """The end of a match: You, who own the table, Mei, an AI player, and 小满, who has left."""
    match, _events = deal(4, match="single")
    put(match, hands=["Y3", "B1 B2", "G7", "Y0 W"], top="Y6", turn=0)
    log = [(0, match.play(0, "Y3", None).events)]
    infos = seat_infos(4, is_ai={2: True}, away={3: True})
    infos = tuple(replace(seat, person=replace(PEOPLE[seat.index], public_id=f"p{seat.index}")) for seat in infos)
    told = Waiting(**more.pop("waiting", {}))
    return snapshot(match, viewer=viewer, log=log, seats=infos, waiting=told, match_id="m1", **more)


# after a match: what is on the page for whom
AFTER: list[tuple[str, Snapshot, bool]] = [
    ('id="send-p1"', over(), True),
    ('id="own-p1"', over(), True),
    ('id="send-p2"', over(), True),
    ('id="own-p2"', over(), False),
    ('id="send-p3"', over(), False),
    ('id="send-p0"', over(), False),
    ('id="send-p2"', over(viewer=1), False),
    ('form="join-form" id="sit"', over(viewer=None), True),
    ('form="join-form" id="sit"', over(viewer=None, waiting={"why_not_sit": "Full."}), False),
    ('form="join-form" id="sit"', over(), False),
    ("You were sent away", over(viewer=None, waiting={"why_not_sit": "-", "sent_away": True}), True),
]


@pytest.mark.parametrize(("sign", "shown", "there"), AFTER)
def test_after_a_match_the_owner_says_who_plays_on_and_others_may_sit_down(
    sign: str, shown: Snapshot, there: bool
) -> None:
    assert (sign in render(shown, ["table"], "en")) is there


# --- in the browser --------------------------------------------------------------------------------------------------


def rooms() -> list[Shown]:
    friends = tuple(Friend(f"f{index}", PEOPLE[index], state, online=True) for index, state in enumerate(("", "sits")))
    told = {"friends": friends}
    made = [waits(seats, free=(seats - 1,), waiting=told) for seats in range(2, 11)]
    made += [waits(seats, free=(1,), teams=True, waiting=told) for seats in (4, 8)]
    made.append(waits(10, free=(4, 7), viewer=None))
    made.append(waits(4, free=(2, 3), ready=(0, 1), waiting={"quick": True, "offered": True}))
    made.append(waits(3, free=(2,), viewer=None, waiting={"sent_away": True, "why_not_sit": "You were sent away."}))
    made.append(over())
    match, _events = deal(4, preset="party_teams")
    made.append(snapshot(match, seconds_left=12.0))
    return [Shown(f"room {number}", table_page(shown)) for number, shown in enumerate(made)]


@pytest.mark.browser
@pytest.mark.django_db
@IN_EVERY_SIZE
def test_every_room_fits_every_screen(chromium: Chromium, size: str) -> None:
    assert chromium.run(look, rooms(), {size: SIZES[size]}, ("dark",)) == []


@pytest.mark.browser
@pytest.mark.django_db
@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.long), "phone"])
def test_the_room_has_its_contrasts_in_the_light(chromium: Chromium, size: str) -> None:
    assert chromium.run(look, rooms()[8:], {size: SIZES[size]}, ("light",)) == []


def push(desk: Desk, shown: Snapshot) -> None:
    desk.sockets[-1].send(render(shown, ["table"], "en"))


def acts(desk: Desk) -> list[tuple[Any, ...]]:
    return [
        (sent["act"], *(sent[key] for key in ("seat", "person", "level") if key in sent))
        for sent in desk.sent
        if sent["act"] != "ping"
    ]


@pytest.mark.browser
@pytest.mark.django_db
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_sending_away_takes_two_taps_and_a_swap_between_them_does_no_harm(chromium: Chromium, size: Any) -> None:
    def script(page: Page, desk: Desk) -> None:
        page.click("#tools-p1-open")
        page.click("#sure-p1-open")
        assert acts(desk) == []
        # somebody else gets ready meanwhile: the question stands, and the focus with it
        page.focus("#send-p1")
        push(desk, waits(4, free=(3,), ready=(0, 2), version=42))
        page.wait_for_selector('#table[data-version="42"]')
        assert page.evaluate("document.activeElement.id") == "send-p1"
        page.click("#send-p1")
        page.wait_for_timeout(50)
        assert acts(desk) == [("send_away", "1", "p1")]

    chromium.act(table_page(waits(4, free=(3,))), script, size)


@pytest.mark.browser
@pytest.mark.django_db
def test_a_menu_that_was_closed_asks_anew(chromium: Chromium) -> None:
    def script(page: Page, desk: Desk) -> None:
        page.click("#tools-p1-open")
        page.click("#sure-p1-open")
        page.keyboard.press("Escape")
        assert not page.is_visible("#send-p1")
        page.click("#tools-p1-open")
        assert not page.is_visible("#send-p1")
        assert page.is_visible("#sure-p1-open")

    chromium.act(table_page(waits(4)), script)


@pytest.mark.browser
@pytest.mark.django_db
def test_a_menu_does_not_pass_on_to_who_sits_there_next(chromium: Chromium) -> None:
    def script(page: Page, desk: Desk) -> None:
        page.click("#tools-p1-open")
        page.click("#sure-p1-open")
        push(desk, waits(4, version=42, infos={"chair": {1: 2, 2: 1}}))
        page.wait_for_selector('#table[data-version="42"]')
        swapped = waits(4, version=43)
        seats = list(swapped.seats)
        seats[1], seats[2] = replace(seats[1], person=seats[2].person), replace(seats[2], person=seats[1].person)
        push(desk, replace(swapped, seats=tuple(seats)))
        page.wait_for_selector('#table[data-version="43"]')
        page.click("#send-p1")  # Mei has moved, and the question has moved along
        page.wait_for_timeout(50)
        assert acts(desk) == [("send_away", "2", "p1")]

    chromium.act(table_page(waits(4)), script)


@pytest.mark.browser
@pytest.mark.django_db
def test_the_whole_room_works_by_keyboard(chromium: Chromium) -> None:
    def script(page: Page, desk: Desk) -> None:
        for target in ("#sit-3", "#shuffle", "#add-easy", "#invite-f1", "#unready"):
            page.focus(target)
            page.keyboard.press("Enter")
        page.focus("#tools-p2-open")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_timeout(80)
        assert acts(desk) == [
            ("sit", "3"),
            ("shuffle",),
            ("add_ai", "easy"),
            ("invite", "f1"),
            ("unready",),
            ("own", "2", "p2"),
        ]

    chromium.act(table_page(waits(4, free=(3,), waiting={"friends": FRIEND})), script)


@pytest.mark.parametrize(
    ("more", "may_fill"),
    [
        ({"ready": (0, 1), "waiting": {"quick": True, "offer_in": 9.0}}, True),
        ({"ready": (0, 1), "waiting": {"quick": True, "offered": True}}, False),  # the loud button says it
        ({"ready": (1,), "waiting": {"quick": True, "offer_in": 9.0}}, False),  # first say that you are ready
        ({"ready": (0, 1), "viewer": None, "waiting": {"quick": True, "offer_in": 9.0}}, False),
        ({"ready": (0, 1)}, False),
    ],
)
def test_who_waits_at_a_quick_table_need_not_wait(more: dict[str, Any], may_fill: bool) -> None:
    assert context(waits(4, free=(2, 3), **more)).room.may_fill == may_fill
