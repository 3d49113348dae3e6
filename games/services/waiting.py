"""What a table between matches tells one reader: could it begin, could they sit down, whom could they ask to come."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import social
from accounts.models import User
from accounts.privacy import What, shows_friends
from games.models import Invitation, Seat, Table
from games.screens import Counts, Friend, Person, Waiting
from games.services import presence
from games.services.ladders.eligible import Verdict
from games.services.sitting import Blocks, why_not_sit
from games.services.starting import why_not_start
from games.services.state import TableState, setting

# as many of one's friends as the room lists
MOST_FRIENDS = 40


def waiting(
    state: TableState,
    own: Seat | None,
    user_id: int | None,
    blocks: Callable[[], Blocks],
    verdict: Callable[[], Verdict],
) -> Waiting | None:
    """Return what this reader, who has the seat `own` or none, is told; None while a match goes on.

    `blocks` returns who has blocked whom around those who sit here, `verdict` whether the next match counts.
    """
    table = state.table
    if not table.is_between:
        return None
    return Waiting(
        why_not_start=why_not_start(state),
        why_not_sit=why_not_sit(state, user_id, blocks) if own is None else "",
        signed_in=user_id is not None,
        sent_away=user_id in table.sent_away,
        quick=table.is_quick,
        offered=table.ai_offered_at is not None,
        offer_in=_offer_in(table),
        friends=_friends(state, user_id) if table.state == Table.State.OPEN and own is not None and user_id else (),
        counts=_counts(table, verdict(), user_id),
    )


def _counts(table: Table, verdict: Verdict, user_id: int | None) -> Counts:
    """Whether the next match counts, in words."""
    weight = verdict.weight_text
    if verdict.counts and weight and not verdict.weight:
        text = ""  # that it counts for a ladder would say the contrary
    elif verdict.ladder is not None and verdict.counts:
        over = table.state == Table.State.OVER
        words = (
            _("The next match counts for the ladder %(ladder)s.")
            if over
            else _("This match counts for the ladder %(ladder)s.")
        )
        text = words % {"ladder": verdict.ladder.local_title}
    else:
        text = verdict.reason(user_id)
    return Counts(text, weight, verdict.counts, table.is_rated, verdict.concerns(user_id))


def _offer_in(table: Table) -> float | None:
    """In how many seconds AI players will be offered."""
    if not table.is_quick or table.ai_offered_at is not None:
        return None
    due = table.created_at + timedelta(seconds=setting("QUICK_WAIT_SECONDS"))
    return max(0.0, (due - timezone.now()).total_seconds())


def _friends(state: TableState, user_id: int) -> tuple[Friend, ...]:
    """The reader's friends, those first who have a page of the site open."""
    friends = list(User.objects.filter(pk__in=social.friends_of(user_id)))
    if not friends:
        return ()
    invited = frozenset(Invitation.objects.filter(table=state.table).values_list("person_id", flat=True))
    sitting = {seat.user_id for seat in state.people}
    online = presence.online(friend.pk for friend in friends if shows_friends(friend, What.PRESENCE))
    friends.sort(key=lambda friend: (friend.pk not in online, friend.name.casefold()))
    return tuple(
        Friend(
            friend.public_id,
            Person(friend.name, friend.character),
            "sits" if friend.pk in sitting else "invited" if friend.pk in invited else "",
            friend.pk in online,
        )
        for friend in friends[:MOST_FRIENDS]
    )
