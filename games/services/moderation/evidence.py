"""What a moderator reads beside a report: the talk around it, where the match stood, what is known of the person."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.models import Sanction, User
from accounts.sanctions import in_force
from games.models import Action, ChatLine, Match, Move, Report, Signal

# so many lines before and after the one in question, and of what somebody said of late
AROUND = 10
LATELY = 30
# around a move, what was said within so long
NEAR = timedelta(minutes=2)
# so many earlier reports and acts
EARLIER = 50


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known about `person`, the newest first, and about what `report` (if any) is about.

    `lines` are the talk around it, oldest first; `match` was going on and stood after move `move` (None: unknown).
    """

    person: User
    report: Report | None = None
    lines: Sequence[ChatLine] = ()
    match: Match | None = None
    move: int | None = None
    reports: Sequence[Report] = ()
    actions: Sequence[Action] = ()
    held: Sequence[Sanction] = field(default=())
    signals: Sequence[Signal] = ()

    @property
    def is_replayable(self) -> bool:
        """Whether there is a replay to look at: of a match that is over."""
        return self.match is not None and self.match.state == Match.State.OVER


def evidence_of(report: Report) -> Evidence:
    """Return what is known of a report."""
    if report.line is not None:
        lines = _around(report.line)
    elif report.kind == Report.Kind.MATCH and report.match is not None:
        lines = _around_move(report.match, report.move)
    else:
        lines = _lately(report.about)
    move = report.move
    if move is None and report.match is not None and report.kind == Report.Kind.LINE:
        move = _move_at(report)
    return _of(report.about, report, lines, report.match, move)


def evidence_about(person: User) -> Evidence:
    """Return what is known of a person."""
    return _of(person, None, _lately(person), None, None)


def is_about_reader(person: User, reader: User | AnonymousUser) -> bool:
    """Whether what is known of `person` is kept from this reader: nobody but an admin reads who reported them."""
    return person.pk == reader.pk and not reader.is_superuser


def _of(
    person: User, report: Report | None, lines: QuerySet[ChatLine], match: Match | None, move: int | None
) -> Evidence:
    reports = Report.objects.filter(about=person).select_related("reporter").order_by("-pk")
    if report is not None:
        reports = reports.exclude(pk=report.pk)
    return Evidence(
        person=person,
        report=report,
        lines=sorted(lines.select_related("user"), key=lambda line: line.pk),
        match=match,
        move=move,
        reports=list(reports[:EARLIER]),
        actions=list(Action.objects.filter(person_number=person.pk)[:EARLIER]),
        held=list(in_force().filter(person=person)),
        signals=list(Signal.objects.filter(Q(person=person) | Q(other=person), closed_at=None)),
    )


def _around(line: ChatLine) -> QuerySet[ChatLine]:
    numbers = (line.number - AROUND, line.number + AROUND)
    return ChatLine.objects.filter(table=line.table_id, room=line.room, number__range=numbers)


def _around_move(match: Match, number: int | None) -> QuerySet[ChatLine]:
    lines = ChatLine.objects.filter(match=match)
    moves = Move.objects.filter(match=match, number=-1 if number is None else number)
    made_at = moves.values_list("made_at", flat=True).first()
    if made_at is None:
        return lines.order_by("-pk")[:LATELY]
    return lines.filter(said_at__range=(made_at - NEAR, made_at + NEAR))


def _lately(person: User) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(user=person).order_by("-pk")[:LATELY]


def _move_at(report: Report) -> int | None:
    """The number of the last move before the line was said, or before it was reported where the line is gone."""
    when = report.line.said_at if report.line is not None else report.made_at
    moves = Move.objects.filter(match=report.match_id, made_at__lte=when).order_by("-number")
    return moves.values_list("number", flat=True).first()
