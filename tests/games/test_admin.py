"""Rulesets and reports in the administration."""

import pytest
from django.test import Client

from accounts.models import User
from games.forms import RulesetForm
from games.models import Report, SavedRuleset
from tests.games.test_rulesets import as_post, full


@pytest.fixture
def as_admin(client: Client, presets: None) -> Client:
    """A browser in which an admin is signed in."""
    client.force_login(User.objects.create_superuser("Root Vegetable", "root@example.org", "correct horse"))
    return client


def posted(preset: str, **changes: object) -> dict[str, object]:
    """What the administration's form posts for a new ruleset with a preset's options."""
    options = as_post(RulesetForm(options=full(preset), initial={"title": "Kitchen"}), **changes)
    return {**options.dict(), "key": "kitchen", "family": "uno", "order": "50", "is_published": "on"} | {
        "wild_powers": options.getlist("wild_powers")
    }


def test_an_admin_makes_and_changes_a_ruleset_option_by_option(as_admin: Client) -> None:
    page = as_admin.get("/staff/games/savedruleset/add/")
    assert page.status_code == 200
    assert 'name="jump_in"' in page.content.decode()
    answer = as_admin.post("/staff/games/savedruleset/add/", posted("club"))
    assert answer.status_code == 302, answer.context["adminform"].form.errors
    saved = SavedRuleset.objects.get(key="kitchen")
    assert saved.options["jump_in"] == "everyone"
    address = f"/staff/games/savedruleset/{saved.pk}/change/"
    assert "The winner of the round" in as_admin.get(address).content.decode()
    assert as_admin.post(address, posted("club", target="100")).status_code == 302
    saved.refresh_from_db()
    assert saved.options["target"] == 100


def test_what_cannot_be_is_refused_in_the_engines_words(as_admin: Client) -> None:
    answer = as_admin.post("/staff/games/savedruleset/add/", posted("official", answer_skip="on", finish_on="number"))
    assert answer.status_code == 200
    assert "only a number may be the last card" in answer.content.decode()
    assert not SavedRuleset.objects.filter(key="kitchen").exists()


def test_a_preset_can_be_read_and_not_changed(as_admin: Client) -> None:
    preset = SavedRuleset.objects.get(key="club")
    address = f"/staff/games/savedruleset/{preset.pk}/change/"
    assert as_admin.get(address).status_code == 200
    assert as_admin.post(address, posted("official")).status_code == 403
    preset.refresh_from_db()
    assert preset.options == {"preset": "club"}


def test_a_family_that_there_is_not_is_refused(as_admin: Client) -> None:
    """Else every page that lists the ruleset would fail."""
    answer = as_admin.post("/staff/games/savedruleset/add/", {**posted("club"), "family": "patience"})
    assert answer.status_code == 200
    assert "family" in answer.context["adminform"].form.errors
    assert not SavedRuleset.objects.filter(key="kitchen").exists()


def test_what_a_report_says_stays(as_admin: Client, mei: User, otto: User) -> None:
    report = Report.objects.create(reporter=mei, about=otto, text="rude words", reason="insult")
    address = f"/staff/games/report/{report.pk}/"
    as_admin.post(f"{address}change/", {"text": "kind words", "reason": "other"})
    report.refresh_from_db()
    assert (report.text, report.reason) == ("rude words", "insult")
    assert as_admin.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert as_admin.get("/staff/games/report/add/").status_code == 403
