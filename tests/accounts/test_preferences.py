"""Language and time zone, page by page."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone, translation

from tests.people import make_person, signed_in


@pytest.fixture(autouse=True)
def _as_before():
    yield
    translation.activate("en")
    timezone.deactivate()


def language_of(answer) -> str:
    return answer.headers["Content-Language"]


def test_the_browser_asks(client, db):
    assert language_of(client.get("/pages/age/")) == "en"
    assert language_of(client.get("/pages/age/", headers={"accept-language": "zh-TW"})) == "zh-hant"
    assert language_of(client.get("/pages/age/", headers={"accept-language": "zh-CN,en"})) == "zh-hans"
    assert language_of(client.get("/pages/age/", headers={"accept-language": "xx"})) == "en"


def test_the_profile_outranks_the_browser(db):
    client = signed_in(make_person("Mei", language="zh-hans"))
    assert language_of(client.get("/pages/age/", headers={"accept-language": "en"})) == "zh-hans"


def test_the_switch_for_everybody(client, db):
    answer = client.post("/i18n/setlang/", {"language": "zh-hant", "next": "/pages/age/"})
    assert answer.url == "/pages/age/"
    assert language_of(client.get("/pages/age/")) == "zh-hant"


def test_the_switch_is_kept_in_the_profile(alice, alice_client):
    alice_client.post("/i18n/setlang/", {"language": "zh-hant"})
    alice.refresh_from_db()
    assert alice.language == "zh-hant"


@pytest.mark.parametrize("language", ["", "xx", "de", "en'--"])
def test_unknown_languages_change_nothing(alice, alice_client, language):
    assert alice_client.post("/i18n/setlang/", {"language": language}).status_code == 302
    alice.refresh_from_db()
    assert alice.language == ""


def test_the_switch_does_not_lead_away(client, db):
    assert client.post("/i18n/setlang/", {"language": "en", "next": "https://evil.example/"}).url == "/"


def test_the_switch_is_a_post(alice, alice_client):
    assert alice_client.get("/i18n/setlang/?language=zh-hant").status_code == 405


def test_own_zone(db):
    due = datetime(2030, 1, 1, 20, 0, tzinfo=UTC)
    shanghai = signed_in(make_person("Mei", time_zone="Asia/Shanghai", deletion_due_at=due))
    assert "Jan. 2, 2030 at 04:00" in shanghai.get("/accounts/delete/").text
    nowhere = signed_in(make_person("Otto", deletion_due_at=due))
    assert "Jan. 1, 2030 at 20:00" in nowhere.get("/accounts/delete/").text


def test_a_zone_that_is_gone(db, caplog):
    client = signed_in(make_person("Mei", time_zone="Mars/Olympus"))
    assert client.get("/accounts/profile/").status_code == 200
    assert "Mars/Olympus" in caplog.text
