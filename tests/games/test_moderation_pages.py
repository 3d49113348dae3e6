"""The pages of moderation: a report from its form to the queue, what is done about it, the appeal and its answer."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.models import Sanction, User
from games.models import Action, Appeal, ChatLine, Match, Report, Table
from games.services import reports, talk
from games.services.errors import Declined
from games.services.moderation.log import log
from games.services.moderation.roles import MODERATOR
from tests.people import make_person, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod(presets: None) -> User:
    """A moderator, by the role of that name."""
    user = make_person("Modesty", is_staff=True)
    user.groups.add(Group.objects.get(name=MODERATOR))
    return user


def over(table: Table) -> Match:
    """The table's match, as if it were over after move 3."""
    Match.objects.filter(table=table).update(state=Match.State.OVER, number=3, finished_at=timezone.now())
    return Match.objects.get(table=table)


class TestReporting:
    def test_a_person_is_reported_from_their_page_once(self, mei: User, otto: User) -> None:
        browser = signed_in(mei)
        address = f"/people/{otto.public_id}/report/"
        assert address in browser.get(f"/people/{otto.public_id}/").content.decode()
        assert browser.get(address).status_code == 200
        assert browser.post(address, {"note": "hm"}).status_code == 422
        for _time in range(2):
            answer = browser.post(address, {"reason": "name", "note": "Look at it"}, follow=True)
            assert "is not told who reported" in answer.content.decode()
        report = Report.objects.get()
        assert (report.kind, report.about, report.reporter, report.text) == ("person", otto, mei, "Otto")
        for nobody in (mei.public_id, "nobody"):
            assert browser.get(f"/people/{nobody}/report/").status_code == 404
        assert Client().get(address).status_code == 302

    def test_a_match_is_reported_at_a_move(self, duel: Table, mei: User, otto: User) -> None:
        match = over(duel)
        browser = signed_in(mei)
        address = f"/matches/{match.public_id}/report/"
        page = browser.get(f"{address}?move=2").content.decode()
        assert 'value="2"' in page
        assert "Otto" in page
        good = {"about": otto.public_id, "move": "2", "reason": "cheating"}
        assert browser.post(address, {**good, "move": "4"}).status_code == 422
        assert browser.post(address, {**good, "about": mei.public_id}).status_code == 422
        assert browser.post(f"{address}?move=2", good).status_code == 302
        report = Report.objects.get()
        assert (report.kind, report.about, report.match, report.move) == ("match", otto, match, 2)

    def test_not_oneself_not_an_ai_and_nobody_who_was_not_there(self, duel: Table, mei: User, otto: User) -> None:
        match, pip, bao = over(duel), User.objects.get(display_name="Pip"), make_person("Bao")
        for other in (mei, pip):
            with pytest.raises(Declined):
                reports.report_person(mei.pk, other, "name")
        with pytest.raises(Declined, match="who played"):
            reports.report_match(mei.pk, match, bao, 1, "cheating")
        assert not Report.objects.exists()


class TestTheQueue:
    @pytest.fixture
    def report(self, duel: Table, mei: User, otto: User) -> Report:
        for words in ("hello", "you <b>fool</b>", "bye"):
            talk.say(duel.pk, otto.pk, words)
        reports.report(duel.pk, mei.pk, 2, "insult", "Twice")
        over(duel)
        return Report.objects.get()

    def test_the_evidence_stands_beside_it(self, mod: User, report: Report, mei: User) -> None:
        Report.objects.create(reporter=mei, about=report.about, kind="person", reason="name", note="That name!")
        browser = signed_in(mod)
        assert "you &lt;b&gt;fool" in browser.get("/staff/games/report/").content.decode()
        page = browser.get(f"/staff/games/report/{report.pk}/change/").content.decode()
        for known in ("hello", "you &lt;b&gt;fool", "bye", "That name!", "Twice"):
            assert known in page
        assert report.match is not None
        assert f"/matches/{report.match.public_id}/replay/?move=0" in page

    def test_a_line_that_is_gone_leaves_its_words(self, mod: User, report: Report) -> None:
        ChatLine.objects.all().delete()
        page = signed_in(mod).get(f"/staff/games/report/{report.pk}/change/").content.decode()
        assert "you &lt;b&gt;fool" in page

    def test_a_moderator_sees_the_replay_of_a_private_match(self, mod: User, report: Report, duel: Table) -> None:
        Table.objects.update(visibility=Table.Visibility.PRIVATE)
        assert report.match is not None
        address = f"/matches/{report.match.public_id}/"
        assert signed_in(mod).get(address).status_code == 200
        assert signed_in(make_person("Bao")).get(address).status_code == 404
        assert signed_in(make_person("Staff", is_staff=True)).get(address).status_code == 404

    def test_what_is_done_needs_a_reason_and_closes_the_report(self, mod: User, report: Report, otto: User) -> None:
        browser, address = signed_in(mod), f"/staff/games/report/{report.pk}/change/"
        answer = browser.post(address, {"kind": "mute", "length": "24", "reason": " "})
        assert answer.status_code == 422
        assert not Action.objects.exists()
        answer = browser.post(address, {"kind": "suspend", "length": "", "reason": "Rude"})
        assert "A suspension has an end" in answer.content.decode()
        assert browser.post(address, {"kind": "mute", "length": "24", "reason": "Rude"}).status_code == 302
        report.refresh_from_db()
        assert report.closed_at is not None
        held = Sanction.objects.get()
        assert (held.person, held.kind, held.action_number) == (otto, "mute", Action.objects.get().pk)
        page = browser.get(f"/staff/games/report/person/{otto.public_id}/").content.decode()
        lift = f"/staff/games/report/lift/{held.action_number}/"
        assert lift in page
        browser.post(lift, {"reason": ""})
        held.refresh_from_db()
        assert held.lifted_at is None
        browser.post(lift, {"reason": "Enough"})
        held.refresh_from_db()
        assert held.lifted_at is not None

    def test_nothing_wrong(self, mod: User, report: Report) -> None:
        address = f"/staff/games/report/{report.pk}/change/"
        assert signed_in(mod).post(address, {"kind": "dismiss", "reason": "A joke"}).status_code == 302
        assert Action.objects.get().kind == Action.Kind.DISMISS
        assert not Sanction.objects.exists()

    def test_what_cannot_be_is_said(self, mod: User, report: Report) -> None:
        browser = signed_in(mod)
        for path in ("999999/change/", "x/change/", f"{'9' * 5000}/change/", "person/nobody/", "person/a%00b/"):
            assert browser.get(f"/staff/games/report/{path}").status_code in (302, 404), path
        assert browser.get(f"/staff/games/appeal/{'9' * 5000}/change/").status_code == 404
        person = f"/staff/games/report/person/{report.about.public_id}/"
        assert browser.post(person, {"kind": "dismiss", "reason": "No report here"}).status_code == 422
        assert browser.get("/staff/games/report/lift/1/").status_code == 405


def test_a_moderator_does_not_read_who_reported_them(mod: User) -> None:
    reporter = make_person("Rosalind Frank")  # no token on a page has such letters by chance
    report = Report.objects.create(reporter=reporter, about=mod, kind="person", reason="name", note="Look!")
    appeal = Appeal.objects.create(action=log(None, Action.Kind.WARN, "Rude", person=mod), person=mod, text="No")
    staff = "/staff/games"
    pages = {
        f"{staff}/report/{report.pk}/change/": 404,
        f"{staff}/report/person/{mod.public_id}/": 403,
        f"{staff}/appeal/{appeal.pk}/change/": 403,
        f"{staff}/report/": 200,
        f"{staff}/appeal/": 200,
    }
    browser = signed_in(mod)
    for address, status in pages.items():
        answer = browser.get(address)
        assert (answer.status_code, "Rosalind Frank" in answer.content.decode()) == (status, False), address
    admin = signed_in(make_person("Root Vegetable", is_staff=True, is_superuser=True))
    for address in pages:
        answer = admin.get(address)
        assert (answer.status_code, "Rosalind Frank" in answer.content.decode()) == (
            200,
            address != f"{staff}/appeal/",
        ), address


class TestStanding:
    def test_who_has_none_reads_so(self, mei: User) -> None:
        assert "Nothing was done" in signed_in(mei).get("/standing/").content.decode()

    def test_one_reads_what_was_done_appeals_and_is_answered(self, mod: User, mei: User, otto: User) -> None:
        person = f"/staff/games/report/person/{mei.public_id}/"
        signed_in(mod).post(person, {"kind": "mute", "length": "", "reason": "Rude <b>words</b>"})
        action, browser = Action.objects.get(), signed_in(mei)
        notices = browser.get("/notices/").content.decode()
        assert "You may not talk at tables any more." in notices
        assert 'href="/standing/"' in notices
        assert "Rude &lt;b&gt;words" in browser.get("/standing/").content.decode()
        appeal = f"/standing/appeal/{action.pk}/"
        answer = browser.post(appeal, {"text": "x" * 1001})
        assert answer.status_code == 422
        assert signed_in(otto).post(appeal, {"text": "Not mine"}).status_code == 422
        assert Client().post(appeal, {"text": "Not mine"}).status_code == 302
        assert not Appeal.objects.exists()
        assert browser.post(appeal, {"text": "It was a quotation"}).status_code == 302
        page = browser.get("/standing/").content.decode()
        assert "Not answered yet" in page
        assert appeal not in page
        other = make_person("Other", is_staff=True)
        other.groups.add(Group.objects.get(name=MODERATOR))
        staff, address = signed_in(other), f"/staff/games/appeal/{Appeal.objects.get().pk}/change/"
        assert "It was a quotation" in staff.get(address).content.decode()
        assert signed_in(mod).post(address, {"granted": "yes", "text": "Well"}).status_code == 422
        assert staff.post(address, {"granted": "", "text": "So it was"}).status_code == 422
        assert staff.post(address, {"granted": "yes", "text": "So it was"}).status_code == 302
        page = browser.get("/standing/").content.decode()
        assert "Granted." in page
        assert "So it was" in page
        assert "Your appeal is answered." in browser.get("/notices/").content.decode()

    def test_own_data_has_it_and_a_removed_account_leaves_no_words(self, mod: User, mei: User) -> None:
        from accounts.personal_data import personal_data
        from games.services import company

        signed_in(mod).post(
            f"/staff/games/report/person/{mei.public_id}/", {"kind": "warn", "length": "", "reason": "Rude"}
        )
        signed_in(mei).post(f"/standing/appeal/{Action.objects.get().pk}/", {"text": "No"})
        (act,) = personal_data(mei)["standing"]
        assert (act["what"], act["reason"], act["appeal"]) == ("warn", "Rude", "No")
        company.forget(mei)
        assert not Appeal.objects.exists()
        assert Action.objects.get().person_name == "Mei"


def test_the_log_is_read_and_never_written(mod: User, mei: User, client: Client) -> None:
    client.force_login(User.objects.create_superuser("Root Vegetable", "root@example.org", "correct horse"))
    client.post(f"/staff/games/report/person/{mei.public_id}/", {"kind": "warn", "length": "", "reason": "Rude"})
    row = Action.objects.get()
    for browser in (client, signed_in(mod)):
        assert "Rude" in browser.get("/staff/games/action/?q=mei").content.decode()
        address = f"/staff/games/action/{row.pk}"
        assert browser.get(f"{address}/change/").status_code == 200
        changed: dict[str, Any] = {"reason": "Kind"}
        assert browser.post(f"{address}/change/", changed).status_code == 403
        assert browser.post(f"{address}/delete/", {"post": "yes"}).status_code == 403
        assert browser.get("/staff/games/action/add/").status_code == 403
    assert Action.objects.get().reason == "Rude"
