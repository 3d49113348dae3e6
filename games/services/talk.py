"""What people say at a table, and whether it was advice on play."""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import rates
from games.models import AdviceVote, ChatLine, Seat, Table
from games.models.talk import LONGEST_LINE
from games.services import matches
from games.services.acting import as_seated, changed
from games.services.errors import Declined
from games.services.state import TableState, ruleset_of, setting
from games.text import visible_text

Verdict = ChatLine.Verdict


def say(table_id: int, user_id: int, text: str) -> None:
    """Say a line to everybody at the table.

    Raises `Declined` for somebody who does not sit there, an empty or too long line, or too many lines at once.
    """
    text = _checked(text)
    rates.count("CHAT_RATE", user_id)

    def act(state: TableState, seat: Seat) -> None:
        last = ChatLine.objects.filter(table=state.table).aggregate(last=Max("number"))["last"] or 0
        ChatLine.objects.create(
            table=state.table,
            number=last + 1,
            user_id=user_id,
            match=state.match,
            place=seat.place,
            text=text,
        )
        changed(state, {"chat"})

    as_seated(table_id, user_id, act)


def _checked(text: str) -> str:
    try:
        text = visible_text(text)
    except ValidationError as error:
        raise Declined(error.messages[0]) from error
    if not text:
        raise Declined(_("Write something first."))
    if len(text) > LONGEST_LINE:
        raise Declined(_("That is too long: at most %(count)s letters.") % {"count": LONGEST_LINE})
    return text


def call_out(table_id: int, user_id: int, number: int) -> None:
    """Call another player's line advice on play: the others vote. Raises `Declined` where that is not possible."""

    def act(state: TableState, seat: Seat) -> None:
        line = _line_in_play(state, seat, number)
        if line.verdict != Verdict.NONE:
            raise Declined(_("This line was called out already."))
        line.verdict = Verdict.OPEN
        line.save(update_fields=["verdict"])
        _count(state, line, user_id, is_advice=True)

    as_seated(table_id, user_id, act)


def vote(table_id: int, user_id: int, number: int, *, is_advice: bool) -> None:
    """Vote on a line that was called out. Raises `Declined` for its author, a second vote, or a vote that is over."""

    def act(state: TableState, seat: Seat) -> None:
        line = _line_in_play(state, seat, number)
        if line.verdict != Verdict.OPEN:
            raise Declined(_("There is nothing to vote on here."))
        if line.votes.filter(user_id=user_id).exists():
            raise Declined(_("You have voted already."))
        _count(state, line, user_id, is_advice=is_advice)

    as_seated(table_id, user_id, act)


def _line_in_play(state: TableState, seat: Seat, number: int) -> ChatLine:
    """The line with this number, said by another player of the round that is going on."""
    rules = ruleset_of(state.table.family, state.table.ruleset)
    if not rules.advice_penalty:
        raise Declined(_("The rules of this table do not punish advice."))
    if state.table.state != Table.State.PLAYING or state.game.round_over or seat.place is None:
        raise Declined(_("That is only possible while a round is going on."))
    line = ChatLine.objects.filter(table=state.table, match=state.match, number=number).first()
    if line is None or line.place is None:
        raise Declined(_("There is no such line."))
    if line.user_id == seat.user_id:
        raise Declined(_("This line is your own."))
    return line


def _count(state: TableState, line: ChatLine, user_id: int, *, is_advice: bool) -> None:
    """Note a vote; more than half of those who may vote decide, and half of them acquit."""
    AdviceVote.objects.create(line=line, user_id=user_id, is_advice=is_advice)
    voters = [seat for seat in state.people if seat.place is not None and seat.user_id != line.user_id]
    votes = list(line.votes.values_list("is_advice", flat=True))
    yes, no = votes.count(True), votes.count(False)
    if 2 * yes > len(voters):
        line.verdict = Verdict.ADVICE
    elif 2 * no >= len(voters):
        line.verdict = Verdict.FINE
    line.save(update_fields=["verdict"])
    if line.verdict == Verdict.ADVICE and line.place is not None:
        matches.draw_for_advice(state, line.place)
    else:
        changed(state, {"chat"})


def forget() -> None:
    """Delete the lines that are older than the setting says."""
    ChatLine.objects.filter(said_at__lt=timezone.now() - timedelta(days=setting("CHAT_DAYS"))).delete()
