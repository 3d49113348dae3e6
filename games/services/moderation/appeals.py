"""What people say against what was done about them, once each, and the answer."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Action, Appeal, Notice
from games.services.errors import Declined
from games.services.moderation import annulling
from games.services.moderation.log import checked_reason, log
from games.services.moderation.measures import UNDO, take_back, why_not_about
from games.services.moderation.telling import tell

Kind = Action.Kind
#: What a person is shown of what was done about them; against all but the last two they may appeal.
SHOWN = (
    Kind.WARN,
    Kind.MUTE,
    Kind.UNRATED,
    Kind.SUSPEND,
    Kind.BAN,
    Kind.RENAME,
    Kind.UNDO_RATING,
    Kind.ANNUL,
    Kind.CLOSE_TABLE,
    Kind.END_MATCH,
    Kind.REPLACE,
    Kind.REVOKE_VIP,
    Kind.GRANT_VIP,
    Kind.LIFT,
)
APPEALABLE = SHOWN[:-2]
LONGEST = Appeal._meta.get_field("text").max_length or 0


def about(person: User) -> list[Action]:
    """Return what was done about this person, the newest first, each with its appeal."""
    rows = Action.objects.filter(person_number=person.pk, kind__in=SHOWN).select_related("appeal").order_by("-pk")
    return list(rows)


def as_data(person: User) -> list[dict[str, Any]]:
    """Return what was done about this person and what they said of it, oldest first: JSON-able, times in UTC."""
    return [
        {
            "what": act.kind,
            "made_at": act.made_at.isoformat(),
            "until": act.until.isoformat() if act.until else None,
            "reason": act.reason,
            "appeal": said.text if said else None,
            "answer": said.answer if said else None,
            "granted": said.is_granted if said else None,
        }
        for act in reversed(about(person))
        for said in [getattr(act, "appeal", None)]
    ]


def appeal(person: User, number: int, text: str) -> Appeal:
    """Say something against the action with this row number: once.

    Raises `Declined` for an empty or too long text, an action about somebody else or one that nobody appeals against,
    and the second time.
    """
    action = Action.objects.filter(pk=number, person_number=person.pk, kind__in=APPEALABLE).first()
    if action is None:
        raise Declined(_("There is nothing of yours to appeal against."))
    text = checked_reason(text, LONGEST, empty=_("Write what is wrong with it."))
    try:
        with transaction.atomic():
            return Appeal.objects.create(action=action, person=person, text=text)
    except IntegrityError as error:
        raise Declined(_("You have appealed against this already.")) from error


def answer(actor: User, number: int, granted: bool, text: str) -> Appeal:
    """Answer the appeal with this row number, once; where it is granted, what was done is taken back.

    The person is told. Not by themselves, nor by the one whose act it was, where the actor is no admin. Raises
    `Declined` for that, an empty answer, the second time, or where what was done cannot be taken back any more.
    """
    text = checked_reason(text, empty=_("Give an answer: the person is told it."))
    with transaction.atomic():
        held = Appeal.objects.select_for_update(of=("self",)).select_related("action", "person").get(pk=number)
        if held.answered_at is not None:
            raise Declined(_("This appeal is answered already."))
        why_not_about(actor, held.person)
        if held.action.actor_number == actor.pk and not actor.is_superuser:
            raise Declined(_("Somebody else must answer: this was your own act."))
        held.is_granted, held.answer = granted, text
        held.answered_at, held.answered_by = timezone.now(), actor
        held.save()
        if granted and _holds(held.action):
            take_back(actor, held.action, text)
        log(actor, Kind.ANSWER_APPEAL, text, person=held.person, action=held.action_id, granted=granted)
        tell(held.action, [held.person], Notice.Kind.APPEAL_ANSWERED)
    return held


def _holds(action: Action) -> bool:
    """Whether there is something to take back that is still so."""
    lifted = Action.objects.filter(kind=Kind.LIFT, person_number=action.person_number, details__action=action.pk)
    if action.kind == Kind.RENAME and not User.objects.filter(
        pk=action.person_number or 0, display_name=action.details.get("new")
    ):
        return False  # they have chosen another name since, as everybody may
    if action.kind in (Kind.ANNUL, Kind.UNDO_RATING) and not annulling.holds(action):
        return False  # somebody else's appeal against the same was granted
    is_over = action.until is not None and action.until <= timezone.now()
    return action.kind in UNDO and not is_over and not lifted.exists()
