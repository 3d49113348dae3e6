"""What people say at a table, and whom they do not want to hear."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import rates, sanctions, social
from accounts.models import User
from games import broadcast
from games.models import ChatLine
from games.models.talk import LONGEST_LINE
from games.phrases import PHRASES, REACTIONS
from games.screens.standing import holding
from games.services.acting import changed
from games.services.errors import Declined
from games.services.hearing import Room, readable, room_of
from games.services.state import TableState, glance, lock, setting
from games.services.watching import is_out, may_look
from games.text import visible_line


def say(table_id: int, user_id: int, text: str, room: str = "") -> None:
    """Say a line: to everybody at the table by somebody who sits there, to the other watchers by one who watches.

    `room` is where the page said that it would be read, if it said so. Raises `Declined` for an empty or too long line,
    too many lines at once, somebody who may not talk here, or where the line would be read by others than was said.
    """
    _say(table_id, user_id, room, text=_checked(text))


def say_phrase(table_id: int, user_id: int, key: str, room: str = "") -> None:
    """Say one of the quick phrases. Raises `Declined` as `say` does."""
    if key not in PHRASES:
        raise Declined(_("There is no such phrase."))
    _say(table_id, user_id, room, phrase=key)


def react(table_id: int, user_id: int, key: str, room: str = "") -> None:
    """Show one of the reactions. Raises `Declined` as `say` does."""
    if key not in REACTIONS:
        raise Declined(_("There is no such reaction."))
    _say(table_id, user_id, room, phrase=key)


def _say(table_id: int, user_id: int, room: str, *, text: str = "", phrase: str = "") -> None:
    _refuse_muted(user_id)
    rates.count("CHAT_RATE", user_id)
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        may_be_here = may_look(state.table, state.seats, seat, user_id) and not is_out(state.table, user_id, seat)
        if not state.table.is_live or not may_be_here:
            raise Declined(_("You cannot talk at this table."))
        where = room_of(state, seat)
        if room and room != where:
            raise Declined(_("Other people would read this now. Send it again if it is meant for them."))
        _refuse_silenced(state, user_id)
        last = ChatLine.objects.filter(table=state.table).aggregate(last=Max("number"))["last"] or 0
        ChatLine.objects.create(
            table=state.table,
            number=last + 1,
            user_id=user_id,
            match=state.match,
            place=seat.place if seat is not None and where == Room.SEATS else None,
            room=where,
            text=text,
            phrase=phrase,
        )
        changed(state, {"chat"} if where == Room.SEATS else {broadcast.GALLERY})


def _refuse_muted(user_id: int) -> None:
    """Whom those who look after the site have muted talks nowhere; they read until when."""
    if (held := sanctions.longest([sanctions.Kind.MUTE], user_id)) is not None:
        raise Declined(holding(held))


def _refuse_silenced(state: TableState, user_id: int) -> None:
    """Whom somebody at the table has blocked does not talk there; the sentence does not tell who that is."""
    sitting = {seat.user_id for seat in state.people}
    if sitting & social.blockers_of(user_id):
        raise Declined(_("You cannot talk at this table."))


def _checked(text: str) -> str:
    try:
        text = visible_line(text)
    except ValidationError as error:
        raise Declined(error.messages[0]) from error
    if not text:
        raise Declined(_("Write something first."))
    if len(text) > LONGEST_LINE:
        raise Declined(_("That is too long: at most %(count)s letters.") % {"count": LONGEST_LINE})
    return text


def line_read_by(table_id: int, user_id: int, number: int) -> ChatLine:
    """Return the line with this number, said by somebody else where this person reads along.

    Raises `Declined` for a line that they cannot know, and for their own.
    """
    state = glance(table_id)
    state.match = state.table.match
    rooms = readable(state, state.seat_of(user_id))
    line = ChatLine.objects.select_related("user").filter(table_id=table_id, number=number, room__in=rooms).first()
    if line is None:
        raise Declined(_("There is no such line."))
    if line.user_id == user_id:
        raise Declined(_("This line is your own."))
    return line


def mute(table_id: int, user_id: int, number: int, public_id: str = "") -> str:
    """Read no more what the author of a line (or the person with this public id) says; they do not learn of it.

    Returns a sentence for the reader. Raises `Declined` where there is no such line or person.
    """
    other = _person(public_id) if public_id else line_read_by(table_id, user_id, number).user
    social.mute(User.objects.get(pk=user_id), other)
    broadcast.heard_anew(table_id, user_id)
    return _("You do not read %(name)s any more. Undo this below the chat.") % {"name": other.name}


def unmute(table_id: int, user_id: int, public_id: str) -> None:
    """Read again what this person says. Raises `Declined` where there is no such person."""
    social.unmute(User.objects.get(pk=user_id), _person(public_id))
    broadcast.heard_anew(table_id, user_id)


def _person(public_id: str) -> User:
    person = User.objects.filter(public_id=public_id).first()
    if person is None:
        raise Declined(_("There is nobody of that name."))
    return person


def forget() -> None:
    """Delete the lines that are older than the setting says; what was reported keeps its words in the report."""
    ChatLine.objects.filter(said_at__lt=timezone.now() - timedelta(days=setting("CHAT_DAYS"))).delete()
