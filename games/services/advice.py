"""Whether what somebody said was advice on play: where the rules punish it, those who play vote."""

from django.utils.translation import gettext as _

from games.models import AdviceVote, ChatLine, Seat, Table
from games.services import matches
from games.services.acting import as_seated, changed
from games.services.errors import Declined
from games.services.hearing import Room, round_began, voters
from games.services.state import TableState, ruleset_of

Verdict = ChatLine.Verdict


def call_out(table_id: int, user_id: int, number: int) -> None:
    """Call another player's line advice on play: the others vote. Raises `Declined` where that is not possible.

    It takes two others, so that nobody decides alone about somebody else's cards.
    """

    def act(state: TableState, seat: Seat) -> None:
        line = _line_in_play(state, seat, number)
        if line.verdict != Verdict.NONE:
            raise Declined(_("This line was called out already."))
        if len(voters(state, line.user_id)) < 2:
            raise Declined(_("It takes two others at the table to decide this."))
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
    """The line with this number, said by another player in the round that is going on."""
    rules = ruleset_of(state.table.family, state.table.ruleset)
    if not rules.advice_penalty:
        raise Declined(_("The rules of this table do not punish advice."))
    if state.table.state != Table.State.PLAYING or state.game.round_over or seat.place is None:
        raise Declined(_("That is only possible while a round is going on."))
    said = ChatLine.objects.filter(table=state.table, match=state.match, room=Room.SEATS)
    line = said.filter(number=number).first()
    if line is None or line.place is None:
        raise Declined(_("There is no such line."))
    if line.user_id == seat.user_id:
        raise Declined(_("This line is your own."))
    if line.phrase:
        raise Declined(_("Quick phrases and reactions are no advice."))
    began = round_began(state)
    if began is None or line.said_at < began:
        raise Declined(_("This was said in an earlier round."))
    return line


def _count(state: TableState, line: ChatLine, user_id: int, *, is_advice: bool) -> None:
    """Note a vote; more than half of those who may vote decide, and half of them acquit."""
    AdviceVote.objects.create(line=line, user_id=user_id, is_advice=is_advice)
    most = len(voters(state, line.user_id))
    votes = list(line.votes.values_list("is_advice", flat=True))
    yes, no = votes.count(True), votes.count(False)
    if 2 * yes > most:
        line.verdict = Verdict.ADVICE
    elif 2 * no >= most:
        line.verdict = Verdict.FINE
    line.save(update_fields=["verdict"])
    if line.verdict == Verdict.ADVICE and line.place is not None:
        matches.draw_for_advice(state, line.place)
    else:
        changed(state, {"chat"})
