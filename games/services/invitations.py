"""Asking friends to a table by name."""

from django.utils.translation import gettext as _

from accounts import rates, social
from accounts.models import User
from games.models import Invitation, Notice, Seat
from games.services import notices
from games.services.acting import as_seated, changed
from games.services.errors import Declined
from games.services.state import TableState

MOST = 20


def invite(table_id: int, user_id: int, public_id: str) -> None:
    """Ask a friend to the table: they hear of it, and may see and join it, private or not. Twice changes nothing.

    Raises `Declined` for anybody but a friend, for who could not sit down here anyway, and for too many at once.
    """

    def act(state: TableState, _seat: Seat) -> None:
        person = User.objects.filter(public_id=public_id).first()
        if person is None or person.pk not in social.friends_of(user_id):
            raise Declined(_("You can invite your friends."))
        if reason := _why_not(state, person):
            raise Declined(reason)
        invited = Invitation.objects.filter(table=state.table)
        if invited.filter(person=person).exists():
            return
        if invited.count() >= MOST:
            raise Declined(_("This table has invited as many people as it may."))
        rates.count("INVITE_RATE", user_id)
        Invitation.objects.create(table=state.table, person=person, by_id=user_id)
        notices.notify(Notice.Kind.INVITED, [person.pk], actor_id=user_id, table=state.table)
        # nothing that a lobby shows: the seats alone
        changed(state, ("seats",))

    as_seated(table_id, user_id, act)


def _why_not(state: TableState, person: User) -> str:
    name = {"name": person.name}
    if state.seat_of(person.pk) is not None:
        return _("%(name)s sits here already.") % name
    if person.pk in state.table.sent_away:
        return _("%(name)s was sent away from this table.") % name
    if social.at_odds_with(person.pk) & {seat.user_id for seat in state.people}:
        return _("%(name)s cannot be invited to this table.") % name
    return ""
