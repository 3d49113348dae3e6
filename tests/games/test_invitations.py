"""Asking friends to a table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts import social
from accounts.models import Friendship, Tie, User
from games.models import Invitation, Notice, Table
from games.services import getting_ready, invitations, presence, reading, room, tables, talk
from games.services.errors import Declined, NotFound

Open = Callable[..., Table]


@pytest.fixture
def ida(mei: User) -> User:
    """A friend of Mei's."""
    user = User.objects.create_user("Ida")
    Friendship.objects.create(asker=user, asked=mei, accepted_at=timezone.now())
    return user


@pytest.fixture
def table(open_table: Open, mei: User, otto: User) -> Table:
    """Mei's private table, where Otto sits, too."""
    table = open_table(mei, seats=4, visibility=Table.Visibility.PRIVATE)
    tables.join(table.pk, otto)
    return table


def test_who_is_invited_hears_of_it_once(table: Table, mei: User, ida: User) -> None:
    before = Table.objects.get().version
    invitations.invite(table.pk, mei.pk, ida.public_id)
    invitations.invite(table.pk, mei.pk, ida.public_id)
    assert [(row.person, row.by) for row in Invitation.objects.all()] == [(ida, mei)]
    notice = Notice.objects.get()
    assert (notice.person, notice.kind, notice.actor, notice.table) == (ida, Notice.Kind.INVITED, mei, table)
    assert Table.objects.get().version == before + 1


def test_an_invitation_opens_a_private_table(table: Table, mei: User, ida: User) -> None:
    with pytest.raises(NotFound):
        reading.find_table(table.public_id, ida.pk, {})
    invitations.invite(table.pk, mei.pk, ida.public_id)
    assert reading.find_table(table.public_id, ida.pk, {}) == table.pk
    tables.join(table.pk, ida)
    assert table.seats.filter(user=ida, live=True).exists()


def befriend(one: User, other: User) -> None:
    Friendship.objects.create(asker=one, asked=other, accepted_at=timezone.now())


def blocks(one: User, other: User) -> None:
    Tie.objects.create(person=one, other=other, kind=Tie.Kind.BLOCK)


def sent_away(table: Table, user: User) -> None:
    Table.objects.filter(pk=table.pk).update(sent_away=[user.pk])


REFUSED: list[tuple[str, Callable[[Table, User, User], object], str]] = [
    ("asked, not yet a friend", lambda table, otto, ida: Friendship.objects.update(accepted_at=None), "your friends"),
    ("no friend at all", lambda table, otto, ida: Friendship.objects.all().delete(), "your friends"),
    ("blocks somebody here", lambda table, otto, ida: blocks(ida, otto), "^Ida cannot be invited to this table.$"),
    ("is blocked by somebody", lambda table, otto, ida: blocks(otto, ida), "^Ida cannot be invited to this table.$"),
    ("was sent away", lambda table, otto, ida: sent_away(table, ida), "Ida was sent away"),
    ("sits here", lambda table, otto, ida: tables.join(table.pk, ida), "Ida sits here already"),
]


@pytest.mark.parametrize(("reason", "make", "sentence"), REFUSED, ids=[case[0] for case in REFUSED])
def test_who_cannot_be_invited(
    table: Table, mei: User, otto: User, ida: User, reason: str, make: Callable[..., object], sentence: str
) -> None:
    make(table, otto, ida)
    with pytest.raises(Declined, match=sentence):
        invitations.invite(table.pk, mei.pk, ida.public_id)
    assert not Invitation.objects.exists()
    assert not Notice.objects.exists()


def test_nobody_invites_from_outside(table: Table, ida: User, mei: User) -> None:
    with pytest.raises(Declined, match="do not sit"):
        invitations.invite(table.pk, ida.pk, mei.public_id)


def test_a_friend_of_anybody_who_sits_there_may_come(table: Table, otto: User) -> None:
    bao = User.objects.create_user("Bao")
    befriend(otto, bao)
    invitations.invite(table.pk, otto.pk, bao.public_id)
    assert Invitation.objects.get().by == otto


def test_a_table_invites_no_crowd(table: Table, mei: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST", 2)
    guests = [User.objects.create_user(f"Guest {number}") for number in range(3)]
    for guest in guests:
        befriend(mei, guest)
    for guest in guests[:2]:
        invitations.invite(table.pk, mei.pk, guest.public_id)
    with pytest.raises(Declined, match="as many people"):
        invitations.invite(table.pk, mei.pk, guests[2].public_id)
    invitations.invite(table.pk, mei.pk, guests[0].public_id)
    assert Invitation.objects.count() == 2


def test_tables_one_after_another_invite_no_crowd(
    open_table: Open, table: Table, mei: User, ida: User, settings: Any
) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "INVITE_RATE": (2, 1_000_000_000)}
    for _number in range(2):
        invitations.invite(table.pk, mei.pk, ida.public_id)
        tables.leave(table.pk, mei.pk)
        table = open_table(mei, visibility=Table.Visibility.PRIVATE)
    with pytest.raises(Declined, match="too fast"):
        invitations.invite(table.pk, mei.pk, ida.public_id)


@pytest.mark.parametrize("part", [social.block, social.end])
def test_who_is_no_friend_any_more_is_not_invited_any_more(
    table: Table, mei: User, ida: User, part: Callable[[User, User], None]
) -> None:
    invitations.invite(table.pk, mei.pk, ida.public_id)
    part(mei, ida)
    with pytest.raises(NotFound):
        reading.find_table(table.public_id, ida.pk, {})
    assert not Notice.objects.filter(person=ida).exists()


def test_an_old_link_leads_nowhere(table: Table, mei: User, ida: User) -> None:
    link = {table.public_id: table.invite}
    assert reading.find_table(table.public_id, ida.pk, link) == table.pk
    room.new_link(table.pk, mei.pk)
    with pytest.raises(NotFound):
        reading.find_table(table.public_id, ida.pk, link)


def test_who_was_sent_away_does_not_see_a_private_table_any_more(table: Table, mei: User, ida: User) -> None:
    invitations.invite(table.pk, mei.pk, ida.public_id)
    tables.join(table.pk, ida)
    seat = table.seats.get(user=ida)
    room.send_away(table.pk, mei.pk, seat.index)
    link = {table.public_id: table.invite}
    with pytest.raises(NotFound):
        reading.find_table(table.public_id, ida.pk, link)


def test_an_open_page_of_who_was_sent_away_sees_no_match_of_a_private_table(
    table: Table, mei: User, otto: User
) -> None:
    room.send_away(table.pk, mei.pk, 1)
    waiting = reading.snapshot(table.pk, otto.pk).waiting
    assert waiting is not None
    assert waiting.sent_away
    room.add_ai(table.pk, mei.pk, "easy")
    getting_ready.start(table.pk, mei.pk)
    with pytest.raises(NotFound):
        reading.snapshot(table.pk, otto.pk)


def test_an_open_page_of_who_was_sent_away_hears_no_talk_of_a_private_table(
    table: Table, mei: User, otto: User
) -> None:
    room.send_away(table.pk, mei.pk, 1)
    talk.say(table.pk, mei.pk, "Now that he is gone")
    heard = reading.snapshot(table.pk, otto.pk).talk
    assert (heard.lines, heard.may_talk, heard.signed_in) == ((), False, True)
    with pytest.raises(Declined, match="cannot talk"):
        talk.say(table.pk, otto.pk, "I am still here")


def test_friends_are_listed_with_what_they_are_to_the_table(
    table: Table, mei: User, otto: User, ida: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bao, wren = (User.objects.create_user(name) for name in ("Bao", "Wren"))
    for friend in (otto, bao, wren):
        befriend(mei, friend)
    monkeypatch.setattr(presence, "online", lambda _people: frozenset({wren.pk}))
    invitations.invite(table.pk, mei.pk, ida.public_id)
    waiting = reading.snapshot(table.pk, mei.pk).waiting
    assert waiting is not None
    assert [(friend.person.name, friend.state, friend.online) for friend in waiting.friends] == [
        ("Wren", "", True),
        ("Bao", "", False),
        ("Ida", "invited", False),
        ("Otto", "sits", False),
    ]
    for other in (ida, None):
        assert reading.snapshot(table.pk, other and other.pk).waiting.friends == ()  # type: ignore[union-attr]
