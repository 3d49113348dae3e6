"""What moderators do about people, and that it holds: in the talk, in rated play, at the door and in open sockets."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from channels.db import database_sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import deletion
from accounts.adapter import STANDING_OF, STANDING_SECONDS
from accounts.models import Sanction, Session, User
from games import schedule, tasks
from games.consumers.keeper import keeper
from games.consumers.socket import SIGNED_OUT
from games.models import Action, ChatLine, Notice, Report, SavedRuleset, Seat, Table
from games.screens.standing import told
from games.services import pairing, talk
from games.services.errors import Declined
from games.services.ladders.eligible import Planned, verdict
from games.services.moderation import appeals, measures
from games.services.moderation.measures import dismiss, lift, take
from games.services.state import ruleset_of
from tests.conftest import Queued
from tests.games.test_consumer import connect_to
from tests.games.test_socket_ends import closing_code
from tests.people import PASSWORD, make_person, signed_in

Kind = Action.Kind
DAY = timedelta(days=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod(db: Any) -> User:
    """A moderator: who may be one is asked by the pages, not here."""
    return make_person("Modesty", is_staff=True)


def test_a_measure_needs_a_reason_and_is_logged_and_told(mod: User, mei: User) -> None:
    with pytest.raises(Declined, match="reason"):
        take(mod, mei, Kind.WARN, " ")
    assert not Action.objects.exists()
    action = take(mod, mei, Kind.WARN, "Rude words")
    assert (action.actor_name, action.person_name, action.reason) == ("Modesty", "Mei", "Rude words")
    notice = Notice.objects.get(person=mei)
    assert (notice.kind, notice.action, notice.actor) == (Notice.Kind.MODERATED, action, None)


def test_who_is_muted_says_nothing_at_any_table_until_it_ends(duel: Table, mod: User, mei: User) -> None:
    action = take(mod, mei, Kind.MUTE, "Rude words", until=timezone.now() + DAY)
    for say in (lambda: talk.say(duel.pk, mei.pk, "hello"), lambda: talk.say_phrase(duel.pk, mei.pk, "hello")):
        with pytest.raises(Declined, match="may not talk at tables until"):
            say()
    assert not ChatLine.objects.exists()
    Sanction.objects.update(until=timezone.now() - DAY)
    talk.say(duel.pk, mei.pk, "hello")
    Sanction.objects.update(until=timezone.now() + DAY)
    lift(mod, action, "It was a quotation")
    talk.say(duel.pk, mei.pk, "again")
    assert ChatLine.objects.count() == 2


def test_who_is_out_of_rated_play_makes_a_match_count_for_nothing(presets: None, mod: User) -> None:
    alice, bob = make_person("Alice"), make_person("Bob")
    rules = SavedRuleset.objects.get(key="official")
    planned = Planned("uno", ruleset_of("uno", rules.options).to_json(), rules.pk, 2, people=(alice, bob))
    assert verdict(planned).counts
    take(mod, bob, Kind.UNRATED, "Loses on purpose")
    found = verdict(planned)
    assert (found.counts, found.why) == (False, "barred")
    assert "Bob" not in found.reason(alice.pk)
    assert found.reason(bob.pk).startswith("You may not play rated")
    with pytest.raises(Declined, match="You may not play rated"):
        pairing.pair(bob, pairing.Wish(rules, 2, is_rated=True))
    assert not Table.objects.exists()


@pytest.mark.parametrize(("kind", "until"), [(Kind.SUSPEND, DAY), (Kind.BAN, None)])
def test_who_is_suspended_is_out_at_once_and_reads_why_at_the_door(
    duel: Table, mod: User, mei: User, kind: str, until: timedelta | None
) -> None:
    mei.set_password(PASSWORD)
    mei.save()
    browser = signed_in(mei)
    assert browser.get("/accounts/profile/").status_code == 200
    take(mod, mei, kind, "Threats <b>again</b>", until=timezone.now() + until if until else None)
    assert not Session.objects.filter(user_id=mei.pk).exists()
    assert browser.get("/accounts/profile/").status_code == 302
    assert not Seat.objects.filter(user=mei, live=True).exists()  # an AI plays the match to its end
    answer = browser.post("/accounts/login/", {"login": "Mei", "password": PASSWORD}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain[-1][0] == "/standing/"
    assert "Threats &lt;b&gt;again&lt;/b&gt;" in page
    assert ("is suspended until" if until else "closed for good") in page
    assert "Send the appeal" in page
    assert browser.get("/accounts/profile/").status_code == 302
    session = browser.session
    number, readable_until = session[STANDING_OF]
    session[STANDING_OF] = (number, readable_until - 2 * STANDING_SECONDS)
    session.save()
    assert browser.get("/standing/").status_code == 302


def test_a_wrong_password_tells_nothing(mod: User, mei: User) -> None:
    take(mod, mei, Kind.BAN, "Threats")
    browser = Client()
    answer = browser.post("/accounts/login/", {"login": "Mei", "password": "guessed wrong"})
    assert answer.status_code == 200
    assert "Threats" not in answer.content.decode()
    assert browser.get("/standing/").status_code == 302


def test_when_a_suspension_is_over_one_signs_in_again(mod: User) -> None:
    alice = make_person("Alice")
    take(mod, alice, Kind.SUSPEND, "Threats", until=timezone.now() + DAY)
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    browser = Client()
    browser.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    assert browser.get("/accounts/profile/").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/news/?lang=en", "/ws/lobby/?lang=en", "/ws/table/{table}/?lang=en"])
async def test_open_sockets_are_closed_at_once(
    duel: Table, mei: User, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mod = await database_sync_to_async(make_person)("Modesty", is_staff=True)
    socket = await connect_to(path.format(table=duel.public_id), mei)
    # not by the keeper, which looks every few seconds
    monkeypatch.setattr(keeper, "look_once", None)
    await database_sync_to_async(take)(mod, mei, Kind.BAN, "Threats")
    assert await closing_code(socket) == SIGNED_OUT


@pytest.mark.django_db(transaction=True)
async def test_a_session_that_was_begun_at_that_moment_opens_no_socket(mei: User) -> None:
    mod = await database_sync_to_async(make_person)("Modesty", is_staff=True)
    await database_sync_to_async(take)(mod, mei, Kind.BAN, "Threats")
    socket = await connect_to("/ws/news/?lang=en", mei)
    assert await closing_code(socket) == SIGNED_OUT


def test_a_renamed_person_has_a_name_of_the_sites_making_or_the_given_one(mod: User, mei: User, otto: User) -> None:
    action = take(mod, mei, Kind.RENAME, "An insult")
    mei.refresh_from_db()
    assert mei.display_name == f"Player-{mei.public_id[:8]}"
    assert action.details == {"old": "Mei", "new": mei.display_name}
    with pytest.raises(Declined, match="Somebody has this name"):
        take(mod, mei, Kind.RENAME, "An insult", name="0tto")
    lift(mod, action, "It was no insult")
    mei.refresh_from_db()
    assert mei.display_name == "Mei"
    with pytest.raises(Declined, match="another name since"):
        lift(mod, action, "Twice")


@pytest.mark.parametrize(
    ("kind", "until", "sentence"),
    [
        (Kind.SUSPEND, None, "has an end"),
        (Kind.MUTE, -DAY, "over already"),
        (Kind.BAN, DAY, "has no end"),
        (Kind.WARN, DAY, "has no end"),
        (Kind.ANNUL, None, "Choose"),
    ],
)
def test_what_makes_no_sense_is_refused(
    mod: User, mei: User, kind: str, until: timedelta | None, sentence: str
) -> None:
    with pytest.raises(Declined, match=sentence):
        take(mod, mei, kind, "why", until=timezone.now() + until if until else None)
    assert not Action.objects.exists()
    assert not Sanction.objects.exists()


def test_nobody_acts_on_themselves_nor_a_moderator_on_staff(mod: User, mei: User) -> None:
    other, admin = make_person("Other", is_staff=True), make_person("Root Vegetable", is_staff=True, is_superuser=True)
    for actor, person in ((mod, mod), (mod, other), (mod, admin)):
        with pytest.raises(Declined):
            take(actor, person, Kind.WARN, "why")
    take(admin, mod, Kind.WARN, "why")
    assert Action.objects.count() == 1


def test_a_report_is_closed_by_what_answers_it_with_those_alike(mod: User, mei: User, otto: User) -> None:
    bao = make_person("Bao")
    same = [Report.objects.create(reporter=one, about=otto, kind="person", reason="name") for one in (mei, bao)]
    other = Report.objects.create(reporter=mei, about=bao, kind="person", reason="name")
    take(mod, otto, Kind.WARN, "That name", report=same[0])
    assert set(Report.objects.filter(closed_at=None)) == {other}
    assert Action.objects.get().report_number == same[0].pk
    with pytest.raises(Declined):
        dismiss(mod, other, "")
    dismiss(mod, other, "A fine name")
    assert not Report.objects.filter(closed_at=None).exists()
    assert not Notice.objects.filter(person=bao).exists()


def test_nobody_closes_a_report_about_themselves_nor_a_moderator_one_about_staff(mod: User, mei: User) -> None:
    admin = make_person("Root Vegetable", is_staff=True, is_superuser=True)
    for about, actor in ((mod, mod), (admin, mod), (admin, admin)):
        report = Report.objects.create(reporter=mei, about=about, kind="person", reason="name")
        with pytest.raises(Declined):
            dismiss(actor, report, "A fine name")
        report.refresh_from_db()
        assert report.closed_at is None
    dismiss(admin, Report.objects.get(about=mod), "A fine name")


def test_a_removed_account_leaves_no_measure(mod: User, mei: User) -> None:
    now = timezone.now()
    take(mod, mei, Kind.MUTE, "Rude words")
    User.objects.filter(pk=mei.pk).update(deletion_due_at=now)
    assert deletion.carry_out(mei.pk, now)
    assert not Sanction.objects.exists()


class TestMail:
    @pytest.fixture
    def told(self, mod: User, settings: Any) -> Notice:
        settings.SITE_URL = "https://cards.example"
        alice = make_person("Alice", language="zh-hans", time_zone="Asia/Shanghai")
        take(mod, alice, Kind.SUSPEND, "Threats & insults", until=timezone.now().replace(hour=12, minute=30) + 2 * DAY)
        return Notice.objects.get()

    def test_it_is_queued_at_once(
        self,
        mod: User,
        mei: User,
        queue: list[Queued],
        django_capture_on_commit_callbacks: Callable[..., Any],
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            take(mod, mei, Kind.WARN, "why")
        assert [one for one in queue if one.name == schedule.MAIL_ACTION] == [
            Queued("games.mail_action", (Notice.objects.get().pk,), 0)
        ]

    def test_it_says_why_and_where_in_the_persons_time(self, told: Notice, mailoutbox: list[Any]) -> None:
        tasks.mail_action(told.pk)
        tasks.mail_action(told.pk)
        (letter,) = mailoutbox
        assert letter.to == ["alice@example.org"]
        assert "Threats & insults" in letter.body
        assert "20:30 CST" in letter.body
        assert "https://cards.example/standing/" in letter.body

    def test_a_lost_task_is_made_up_for(self, told: Notice, mailoutbox: list[Any]) -> None:
        tasks.mail_turns()
        assert not mailoutbox
        Notice.objects.update(made_at=timezone.now() - timedelta(minutes=5))
        tasks.mail_turns()
        tasks.mail_turns()
        assert len(mailoutbox) == 1

    def test_who_has_no_confirmed_address_gets_none(self, told: Notice, mailoutbox: list[Any]) -> None:
        EmailAddress.objects.update(verified=False)
        tasks.mail_action(told.pk)
        assert not mailoutbox


class TestAppeals:
    def test_one_appeals_once_and_is_answered_once(self, mod: User, mei: User) -> None:
        admin = make_person("Root Vegetable", is_staff=True, is_superuser=True)
        action = take(mod, mei, Kind.MUTE, "Rude words")
        with pytest.raises(Declined, match="Write"):
            appeals.appeal(mei, action.pk, " ")
        appeal = appeals.appeal(mei, action.pk, "It was a quotation")
        with pytest.raises(Declined, match="already"):
            appeals.appeal(mei, action.pk, "Really")
        with pytest.raises(Declined, match="your own act"):
            appeals.answer(mod, appeal.pk, True, "Well then")
        appeals.answer(admin, appeal.pk, True, "So it was")
        with pytest.raises(Declined, match="answered already"):
            appeals.answer(admin, appeal.pk, False, "No")
        assert Sanction.objects.get().lifted_at is not None
        assert Notice.objects.filter(person=mei, kind=Notice.Kind.APPEAL_ANSWERED, action=action).exists()
        kinds = list(Action.objects.order_by("pk").values_list("kind", flat=True))
        assert kinds == [Kind.MUTE, Kind.LIFT, Kind.ANSWER_APPEAL]

    def test_nobody_answers_their_own(self, mod: User) -> None:
        admin = make_person("Root Vegetable", is_staff=True, is_superuser=True)
        appeal = appeals.appeal(mod, take(admin, mod, Kind.WARN, "Too harsh").pk, "No!")
        with pytest.raises(Declined, match="Somebody else must decide"):
            appeals.answer(mod, appeal.pk, True, "I was right")
        appeal.refresh_from_db()
        assert appeal.answered_at is None

    def test_who_has_chosen_another_name_since_can_still_be_told_they_are_right(self, mod: User, mei: User) -> None:
        appeal = appeals.appeal(mei, take(mod, mei, Kind.RENAME, "That name", name="Plain").pk, "It is my name!")
        User.objects.filter(pk=mei.pk).update(display_name="Meimei")
        appeals.answer(make_person("Other", is_staff=True), appeal.pk, True, "So it is")
        mei.refresh_from_db()
        assert mei.display_name == "Meimei"

    def test_turned_down_it_stays(self, mod: User, mei: User) -> None:
        appeal = appeals.appeal(mei, take(mod, mei, Kind.MUTE, "Rude words").pk, "No!")
        appeals.answer(make_person("Other", is_staff=True), appeal.pk, False, "It stays")
        assert Sanction.objects.get().lifted_at is None

    def test_nobody_appeals_for_others_or_against_what_was_granted(self, mod: User, mei: User, otto: User) -> None:
        action = take(mod, mei, Kind.MUTE, "Rude words")
        lifted = lift(mod, action, "Enough")
        for person, number in ((otto, action.pk), (mei, lifted.pk), (mei, 10**6)):
            with pytest.raises(Declined, match="nothing of yours"):
                appeals.appeal(person, number, "No!")

    def test_what_is_over_or_lifted_is_not_lifted_twice(self, mod: User, mei: User) -> None:
        action = take(mod, mei, Kind.MUTE, "Rude words")
        appeal = appeals.appeal(mei, action.pk, "No!")
        lift(mod, action, "Enough")
        appeals.answer(make_person("Other", is_staff=True), appeal.pk, True, "You were right")
        assert Action.objects.filter(kind=Kind.LIFT).count() == 1


def test_each_kind_of_measure_can_be_put_in_words_and_lasting_ones_end() -> None:
    for kind in appeals.SHOWN:
        for until in (None, timezone.now()):
            assert told(Action(kind=kind, until=until, details={"new": "Bo"}))
    assert set(measures.LASTING) < set(measures.UNDO)
