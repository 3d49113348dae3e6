"""What people are told of wherever on the site they are: stored as rows, and pushed to their open pages."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Tie, User
from accounts.privacy import What, shows_friends
from accounts.social import at_odds_with, followers_of, friends_of
from games import broadcast, schedule
from games.models import Achievement, Action, Invitation, Match, Notice, Rating, Table
from games.services import presence
from games.services.state import setting

Kind = Notice.Kind

# no news any more once the table has closed
NOTHING_WITHOUT_TABLE = (Kind.YOUR_TURN, Kind.TURN_MISSED, Kind.PLAYED_FOR, Kind.FRIENDS_TABLE)
# what the sentence and the address of a notice name
NAMED = (
    "person",
    "actor",
    "table__owner",
    "match",
    "achievement",
    "rating__season",
    "rating__ladder",
    "action__appeal",
)
# between two notices of one person's tables
FRIENDS_TABLE_PAUSE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class News:
    """How a person's notices stand: how many are unread, and the row number of the newest of those."""

    unread: int = 0
    newest: int = 0


def notify(
    kind: Notice.Kind,
    people: Iterable[int],
    *,
    actor_id: int | None = None,
    table: Table | None = None,
    match: Match | None = None,
    rating: Rating | None = None,
    action: Action | None = None,
) -> None:
    """Tell these people (row numbers): one row each, and their open pages hear of it after the commit.

    A turn of which somebody has an unread notice already is not told again. Who wants turns by mail gets one.
    """
    told = sorted(set(people) - {actor_id})
    if not told:
        return
    Notice.objects.bulk_create(
        [
            Notice(
                person_id=person, kind=kind, actor_id=actor_id, table=table, match=match, rating=rating, action=action
            )
            for person in told
        ],
        ignore_conflicts=True,
    )
    broadcast.tell_people(told)
    if kind == Kind.YOUR_TURN and table is not None:
        _mail_turns(told, table)


def achieved(earned: Collection[Achievement]) -> None:
    """Tell people of what they have just earned: a notice for each of these (stored) rows."""
    if not earned:
        return
    Notice.objects.bulk_create(
        [Notice(person_id=one.person_id, kind=Kind.ACHIEVED, achievement=one, match_id=one.match_id) for one in earned]
    )
    broadcast.tell_people(sorted({one.person_id for one in earned}))


def _mail_turns(people: Collection[int], table: Table) -> None:
    turns = Notice.objects.filter(
        kind=Kind.YOUR_TURN, table=table, person__in=people, person__mails_turns=True, read_at=None, mailed_at=None
    )
    for number in turns.values_list("pk", flat=True):
        schedule.turn_mail(number)


def turn_made(table: Table, user_id: int) -> None:
    """This person's turn at the table is over, whoever made the move: its notice is read."""
    if Notice.objects.filter(person=user_id, table=table, kind=Kind.YOUR_TURN, read_at=None).update(
        read_at=timezone.now()
    ):
        broadcast.tell_people([user_id])


def friends_table(table: Table) -> None:
    """Tell the friends and followers of a public table's owner that it is open; not of one of "Play now": it fills too
    soon. Who opens one after another is news once in a while, and who shows nobody where they are is none.
    """
    owner_id = table.owner_id
    if owner_id is None or table.is_quick or table.visibility != Table.Visibility.PUBLIC:
        return
    if table.owner is None or not shows_friends(table.owner, What.PRESENCE):
        return
    lately = timezone.now() - FRIENDS_TABLE_PAUSE
    if Notice.objects.filter(kind=Kind.FRIENDS_TABLE, actor=owner_id, made_at__gt=lately).exists():
        return
    people = (friends_of(owner_id) | followers_of(owner_id)) - at_odds_with(owner_id)
    notify(Kind.FRIENDS_TABLE, people, actor_id=owner_id, table=table)


def match_over(table: Table, match: Match) -> None:
    """Tell the people of a match that it is over, but for those who sit at the table and look at it."""
    played = set(match.seats.filter(is_ai=False, user__is_active=True).values_list("user", flat=True))
    seated = set(table.seats.filter(live=True, user__in=played).values_list("user", flat=True))
    notify(Kind.MATCH_OVER, played - presence.here(table.pk, seated), table=table, match=match)


def shown() -> QuerySet[Notice]:
    """Return the notices that their people may see.

    Not those by somebody whom the person has blocked, and none about what is no news any more: a turn or a friend's
    table at a table that has closed.
    """
    blocked = Tie.objects.filter(person=OuterRef("person"), other=OuterRef("actor"), kind=Tie.Kind.BLOCK)
    gone = Q(kind__in=NOTHING_WITHOUT_TABLE, table__state=Table.State.CLOSED)
    return Notice.objects.exclude(gone).exclude(Exists(blocked))


def notices_of(user_id: int) -> QuerySet[Notice]:
    """Return this person's notices, newest first, with all that their sentences name."""
    return shown().filter(person=user_id).select_related(*NAMED).order_by("-pk")


def news_of(people: Collection[int]) -> dict[int, News]:
    """Return how the notices of these people stand, in one query; who has no unread one is left out."""
    rows = shown().filter(person__in=people, read_at=None).order_by().values_list("person")
    return {person: News(unread, newest) for person, unread, newest in rows.annotate(Count("pk"), Max("pk"))}


def read(user_id: int, numbers: Collection[int]) -> None:
    """Mark these notices of the person (row numbers) as read; their open pages count anew."""
    if Notice.objects.filter(person=user_id, pk__in=numbers, read_at=None).update(read_at=timezone.now()):
        broadcast.tell_people([user_id])


def read_at_table(user_id: int, table: str) -> None:
    """Mark what the person was told about the table of this public id as read: they have it open."""
    about = Notice.objects.filter(person=user_id, table__public_id=table, read_at=None)
    if numbers := list(about.values_list("pk", flat=True)):
        read(user_id, numbers)


def unread_since(user_id: int, number: int, most: int) -> list[Notice]:
    """Return the person's unread notices after the one with this row number, oldest first: the `most` newest."""
    return list(reversed(notices_of(user_id).filter(read_at=None, pk__gt=number)[:most]))


def notices_as_data(user: User) -> list[dict[str, Any]]:
    """Return this person's notices, oldest first: JSON-able, times in UTC."""
    rows = Notice.objects.filter(person=user).select_related(*NAMED).order_by("pk")
    return [
        {
            "kind": row.kind,
            "made_at": row.made_at.isoformat(),
            "read_at": row.read_at.isoformat() if row.read_at else None,
            "mailed_at": row.mailed_at.isoformat() if row.mailed_at else None,
            "by": row.actor.public_id if row.actor else None,
            "table": row.table.public_id if row.table else None,
            "match": row.match.public_id if row.match else None,
            "achievement": row.achievement.key if row.achievement else None,
            "season": row.rating.season.number if row.rating else None,
            "ladder": row.rating.ladder.key if row.rating else None,
            "measure": row.action.kind if row.action else None,
        }
        for row in rows
    ]


def invitations_as_data(user: User) -> list[dict[str, Any]]:
    """Return the tables this person was invited to or invited others to, oldest first: JSON-able, times in UTC."""
    own = Invitation.objects.filter(Q(person=user) | Q(by=user)).select_related("table", "person", "by").order_by("pk")
    return [
        {
            "table": one.table.public_id,
            "person": one.person.public_id,
            "by": one.by.public_id,
            "made_at": one.made_at.isoformat(),
        }
        for one in own
    ]


def forget() -> None:
    """Delete the notices that are older than the setting says."""
    Notice.objects.filter(made_at__lt=timezone.now() - timedelta(days=setting("NOTICE_DAYS"))).delete()
