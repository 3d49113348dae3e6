"""What people are told of wherever on the site they are: stored as rows, and pushed to their open pages."""

from collections.abc import Iterable

from games import broadcast
from games.models import Match, Notice, Table

Kind = Notice.Kind


def notify(
    kind: Notice.Kind,
    people: Iterable[int],
    *,
    actor_id: int | None = None,
    table: Table | None = None,
    match: Match | None = None,
) -> None:
    """Tell these people (row numbers): one row each, and their open pages hear of it after the commit.

    A turn of which somebody has an unread notice already is not told again.
    """
    told = sorted(set(people) - {actor_id})
    if not told:
        return
    Notice.objects.bulk_create(
        [Notice(person_id=person, kind=kind, actor_id=actor_id, table=table, match=match) for person in told],
        ignore_conflicts=True,
    )
    broadcast.tell_people(told)
