"""People as others see them, and where their friends are now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from accounts.circle import circle_of
from accounts.models import User
from accounts.privacy import What, shows_friends
from accounts.social import at_odds_with
from games.models import AiPlayer, Invitation, Seat, Table
from games.services import presence

# so many friends stand in the lobby's panel
PANEL = 6

type Act = Literal["", "join", "watch", "back", "invite", "invited"]


@dataclass(frozen=True, slots=True)
class FriendNow:
    """A friend, where they are as far as the reader may know, and what the reader may do there.

    `table` is the one they sit at, if it is public or the reader was asked to it or sits there too. `act`: sit down
    at it ("join"), watch it, go back to it where one sits there oneself, or ask the friend to one's own table.
    """

    person: User
    is_here: bool = False
    table: Table | None = None
    act: Act = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """The friends as the lobby shows them, the ones who are here first; `requests` wait for an answer."""

    rows: list[FriendNow]
    requests: int = 0
    more: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is nobody to show and nothing to answer."""
        return not self.rows and not self.requests


def panel(user: User) -> Panel:
    """Return the lobby's panel of this person's friends."""
    circle = circle_of(user)
    rows = friends_now(user, [known.person for known in circle.friends])
    return Panel(rows[:PANEL], requests=len(circle.offered), more=len(rows[PANEL:]))


def friends_now(user: User, friends: Iterable[User]) -> list[FriendNow]:
    """Return what these friends of `user` do now: those at a table first, then those who are here, each by name.

    Who shows nobody where they are reads as not here, but at the table where `user` sits too.
    """
    friends = list(friends)
    if not friends:
        return []
    hidden = {friend.pk for friend in friends if not shows_friends(friend, What.PRESENCE)}
    here = presence.online(friend.pk for friend in friends if friend.pk not in hidden)
    seats = _seats([user.pk, *(friend.pk for friend in friends)])
    own = seats[user.pk].table if user.pk in seats else None
    asked_to = frozenset(Invitation.objects.filter(person=user).values_list("table_id", flat=True))
    asked_by_me = (
        frozenset(Invitation.objects.filter(table=own).values_list("person_id", flat=True)) if own else frozenset()
    )
    at_odds = at_odds_with(user.pk)
    rows = []
    for friend in friends:
        seat = seats.get(friend.pk)
        table = seat.table if seat is not None and not seat.away else None
        may_know = table is not None and friend.pk not in hidden and _may_know(table, asked_to)
        if table is not None and (may_know or table == own):
            rows.append(FriendNow(friend, friend.pk in here, table, _act_at(table, own, user, at_odds)))
        else:
            act = _invite(own, friend.pk in asked_by_me) if friend.pk in here else ""
            rows.append(FriendNow(friend, friend.pk in here, None, act))
    return sorted(rows, key=lambda row: (row.table is None, not row.is_here, row.person.name.casefold()))


def _seats(user_ids: list[int]) -> dict[int, Seat]:
    """The seat that each of these people has to play now, with its table and all seats there."""
    live = Seat.objects.filter(user__in=user_ids, live=True, correspondence=False)
    seats = live.select_related("table__owner").prefetch_related("table__seats")
    return {seat.user_id: seat for seat in seats if seat.user_id is not None}


def _may_know(table: Table, asked_to: frozenset[int]) -> bool:
    return table.visibility == Table.Visibility.PUBLIC or table.pk in asked_to


def _has_room(table: Table) -> bool:
    return table.state == Table.State.OPEN and any(not seat.taken for seat in table.seats.all())


def _act_at(table: Table, own: Table | None, user: User, at_odds: frozenset[int]) -> Act:
    if table == own:
        return "back"
    # a match that is over is no reason to stay: who sits down elsewhere leaves it
    is_busy = own is not None and own.state != Table.State.OVER
    is_welcome = user.pk not in table.sent_away and at_odds.isdisjoint(seat.user_id for seat in table.seats.all())
    if not is_busy and is_welcome and _has_room(table):
        return "join"
    return "watch" if table.is_open_to_watchers else ""


def _invite(own: Table | None, is_asked: bool) -> Act:
    if is_asked:
        return "invited"
    # who sits nowhere opens a table first
    return "invite" if own is None or _has_room(own) else ""


def level_of(person: User) -> str:
    """Return the key of the level that an AI character plays at; nothing for anybody else."""
    return AiPlayer.objects.filter(user=person).values_list("level", flat=True).first() or ""
