"""A match that counts for nothing any more, and one person's change of rating that is taken back: the same act for one.

Both are marks on rows that stay (`Match.annulled_at`, `RatedResult.undone_at`): what followed is worked out anew by
tasks (`ladders.reckoning`, `totals.anew`), and an appeal that is granted takes the marks off again.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Action, Match, MatchSeat, RatedResult, Report
from games.services.errors import Declined, NotFound
from games.services.ladders import final, reckoning
from games.services.ladders.changes import change_of
from games.services.moderation.log import checked_reason, log
from games.services.moderation.telling import tell
from games.services.totals import anew

Kind = Action.Kind


def annul(actor: User, match_id: int, why: str, reason: str, report: Report | None = None) -> Match:
    """Leave a finished match out of ratings, totals and published records; its people are told. Returns it.

    `why` (one of `Match.Why`) is what everybody reads, `reason` is told to its people alone. Raises `Declined` without
    a reason, for a match that is not over, one that the actor played (who is no admin), and one that is annulled
    already: the second time changes nothing.
    """
    checked_reason(reason)
    if why not in Match.Why.values:
        raise Declined(_("Choose a reason that everybody may read."))
    with transaction.atomic():
        match = _hold(match_id)
        people = _people(match, actor)
        if match.annulled_at is not None:
            raise Declined(_("This match is annulled already."))
        match.annulled_at, match.annulled_why = timezone.now(), why
        match.save(update_fields=["annulled_at", "annulled_why"])
        _ask(match)
        match.rated_results.filter(undone_at=None).update(undone_at=match.annulled_at)
        # each may appeal, so each has a row; where all accounts are gone, there is one all the same
        for person in people:
            tell(log(actor, Kind.ANNUL, reason, person=person, match=match, report=report, why=why), [person])
        if not people:
            log(actor, Kind.ANNUL, reason, match=match, report=report, why=why)
        anew.ask(person.pk for person in people)
    return match


def undo_change(actor: User, match_id: int, seat: int, reason: str, report: Report | None = None) -> RatedResult:
    """Take back what a match did to the rating of who sat in `seat`, who is told; the others keep theirs.

    Raises `Declined` without a reason, where the match changed no rating of theirs, to who played it (and is no admin),
    and the second time.
    """
    checked_reason(reason)
    with transaction.atomic():
        match = _hold(match_id)
        _people(match, actor)
        sitting = MatchSeat.objects.select_related("user").filter(match=match, seat=seat, user__isnull=False).first()
        person = sitting.user if sitting else None
        result = match.rated_results.filter(rating__person=person).first() if person else None
        if result is None or person is None:
            raise Declined(_("This match changed no rating of that player."))
        if result.undone_at is not None:
            raise Declined(_("This change is taken back already."))
        change = change_of(result)
        _ask(match)
        result.undone_at = timezone.now()
        result.save(update_fields=["undone_at"])
        action = log(
            actor,
            Kind.UNDO_RATING,
            reason,
            person=person,
            match=match,
            report=report,
            seat=seat,
            before=change.before,
            after=change.after,
        )
        tell(action, [person])
    return result


def count_again(actor: User, person: User, action: Action) -> None:
    """Take back an annulment, or that a change was taken back: an appeal of `person` against it was granted.

    A match counts again for all of its people. What was taken back of one seat otherwise stays so. Runs in the
    transaction that logs it. Raises `Declined` where it counts already, and to who played it (and is no admin).
    """
    found = Match.objects.filter(public_id=action.match_id_public).values_list("pk", flat=True).first()
    match = _hold(found or 0)
    people = _people(match, actor)
    if not holds(action):
        raise Declined(_("There is nothing to take back."))
    if action.kind == Kind.ANNUL:
        undone = match.rated_results.filter(undone_at=match.annulled_at)
    else:
        undone = match.rated_results.filter(rating__person=person)
    _ask(match)
    undone.update(undone_at=None)
    if action.kind == Kind.ANNUL:
        match.annulled_at, match.annulled_why = None, ""
        match.save(update_fields=["annulled_at", "annulled_why"])
        anew.ask(one.pk for one in people)


def holds(action: Action) -> bool:
    """Whether what this act left out is left out still, and by it: not counted again and left out by a later act."""
    alike = Action.objects.filter(
        kind=action.kind, match_id_public=action.match_id_public, person_number=action.person_number
    )
    if alike.filter(pk__gt=action.pk).exists():
        return False
    match = Match.objects.filter(public_id=action.match_id_public)
    if action.kind == Kind.ANNUL:
        return match.exclude(annulled_at=None).exists()
    undone = RatedResult.objects.filter(match__in=match, rating__person=action.person_number).exclude(undone_at=None)
    return undone.exists() and match.filter(annulled_at=None).exists()


def _hold(match_id: int) -> Match:
    """Lock a finished match, and before it the season that it counts for, as all do who write ratings."""
    season = Match.objects.filter(pk=match_id).values_list("season", flat=True).first()
    if season is not None:
        final.lock(season)
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None:
        raise NotFound(_("There is no such match."))
    if match.state != Match.State.OVER:
        raise Declined(_("This match is not over."))
    return match


def _ask(match: Match) -> None:
    """Have the ratings that follow worked out anew. Before any result is written: a worker takes them in this order."""
    if match.ladder_id is not None and match.season_id is not None and match.rated_results.exists():
        reckoning.ask(match.ladder_id, match.season_id)


def _people(match: Match, actor: User | None = None) -> list[User]:
    """The people who played it and are still here; nobody judges their own match."""
    people = list(User.objects.filter(match_seats__match=match, removed_number=None).order_by("pk").distinct())
    if actor in people and not actor.is_superuser:
        raise Declined(_("Somebody else must do that: you played this match."))
    return people
