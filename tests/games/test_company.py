"""What people's verbs between each other leave behind at the tables: notices, invitations, reports."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import deletion, social
from accounts.models import User
from accounts.personal_data import personal_data
from games.models import Invitation, Notice, Report, Table


def told(person: User) -> list[tuple[str, str, bool]]:
    """This person's notices: kind, of whom, whether read."""
    rows = Notice.objects.filter(person=person).order_by("pk").select_related("actor")
    return [(row.kind, row.actor.name if row.actor else "", row.read_at is not None) for row in rows]


def test_a_request_is_told_to_whom_was_asked(mei: User, otto: User) -> None:
    social.ask(mei, otto)
    social.ask(mei, otto)
    assert told(otto) == [("friend_asked", "Mei", False)]
    assert told(mei) == []


def test_an_answer_is_told_to_whom_asked(mei: User, otto: User) -> None:
    social.ask(mei, otto)
    social.accept(otto, mei)
    assert told(mei) == [("friend_accepted", "Otto", False)]
    assert told(otto) == [("friend_asked", "Mei", True)]  # answered: nothing to read any more


@pytest.mark.parametrize("verbs", [["decline"], ["accept", "end"], ["block"], ["accept", "block"]])
def test_what_is_no_more_is_told_no_more(mei: User, otto: User, verbs: list[str]) -> None:
    social.ask(mei, otto)
    for verb in verbs:
        getattr(social, verb)(otto, mei)
    assert told(otto) == told(mei) == []


def test_a_request_taken_back_is_told_no_more(mei: User, otto: User) -> None:
    social.ask(mei, otto)
    social.withdraw(mei, otto)
    assert told(otto) == []


def test_personal_data_hold_what_one_reported(mei: User, otto: User) -> None:
    Report.objects.create(reporter=mei, about=otto, text="words", reason="insult", note="twice")
    (report,) = personal_data(mei)["reports"]
    assert (report["about"], report["text"], report["note"]) == ("Otto", "words", "twice")
    assert personal_data(otto)["reports"] == []


def test_a_removed_account_leaves_no_notice_and_no_invitation(duel: Table, mei: User, otto: User) -> None:
    social.ask(mei, otto)
    social.accept(otto, mei)
    Invitation.objects.create(table=duel, person=otto, by=mei)
    Report.objects.create(reporter=mei, about=otto, text="words", reason="insult")
    Report.objects.create(reporter=otto, about=mei, text="other words", reason="spam")
    User.objects.filter(pk=mei.pk).update(deletion_due_at=timezone.now() - timedelta(seconds=1))
    assert deletion.carry_out(mei.pk, timezone.now())
    assert not Notice.objects.exists()
    assert not Invitation.objects.exists()
    assert list(Report.objects.values_list("reporter", "text")) == [(None, "words")]
