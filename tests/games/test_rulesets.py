"""Rulesets of people: the form from the declarations, keeping, sharing, and what a table keeps."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from accounts import rights
from accounts.models import User
from games.forms import RulesetForm
from games.models import SavedRuleset, Seat, Table
from games.rules.families import FAMILIES
from games.services import getting_ready, matches, room, rulesets, tables
from games.services.errors import Declined
from tests.games.conftest import state_of

UNO = FAMILIES["uno"]
Open = Callable[..., Table]


def full(preset: str) -> dict[str, Any]:
    """All options of a preset."""
    return dict(UNO.ruleset({"preset": preset}).options)


def as_post(form: RulesetForm, **changes: Any) -> QueryDict:
    """What a browser posts when it shows `form` and its person changes some inputs."""
    data = QueryDict(mutable=True)
    for field in form:
        value = field.value()
        if hasattr(field.field.widget, "widgets"):
            for number, part in enumerate(field.field.widget.decompress(value)):
                data[f"{field.name}_{number}"] = "" if part is None else str(part)
        elif isinstance(value, list | tuple):
            data.setlist(field.name, [str(part) for part in value])
        elif isinstance(value, bool):
            if value:
                data[field.name] = "on"
        elif value is not None:
            data[field.name] = str(value)
    for name, value in changes.items():
        if value is None:
            data.pop(name, None)
        elif isinstance(value, list):
            data.setlist(name, value)
        else:
            data[name] = value
    return data


@pytest.mark.parametrize("preset", UNO.presets)
def test_the_form_of_every_preset_gives_that_ruleset_back(preset: str) -> None:
    shown = RulesetForm(options=full(preset), initial={"title": "Mine"})
    form = RulesetForm(as_post(shown), options=full(preset))
    assert form.is_valid(), form.errors
    assert form.ruleset.options == UNO.ruleset({"preset": preset}).options


def test_every_option_has_a_field_in_its_group() -> None:
    form = RulesetForm(options=full("official"))
    shown = [field.name for _title, fields in form.groups() for field in fields]
    assert sorted(shown) == sorted(UNO.options)


@pytest.mark.parametrize(
    ("changes", "fields", "words"),
    [
        ({"uno_penalty": "11"}, ["uno_penalty"], "10"),
        ({"hand_size_0": "15", "seats_1": "10"}, ["hand_size", "seats"], "too few"),
        ({"seats_0": "6", "seats_1": "4"}, ["seats"], "smaller first"),
        ({"teams": "two_camps", "seats_1": "3"}, ["teams", "seats"], "even number"),
        ({"answer_skip": "on", "finish_on": "number"}, ["answer_skip", "finish_on"], "only a number"),
        ({"wild_powers": ["fly"]}, ["wild_powers"], "fly"),
        ({"edition": "gold"}, ["edition"], "gold"),
        ({"second_deck_from": "9", "seats_1": "8"}, ["second_deck_from", "seats"], "at most 8"),
        ({"call_word_0": "x" * 21}, ["call_word"], "20"),
        ({"title": ""}, ["title"], "required"),
        ({"title": "a\u202eb"}, ["title"], "seen"),
        ({"title": "official"}, ["title"], "called so already"),
    ],
)
def test_what_cannot_be_is_said_beside_its_options(changes: dict[str, Any], fields: list[str], words: str) -> None:
    shown = RulesetForm(options=full("official"), initial={"title": "Mine"})
    form = RulesetForm(as_post(shown, **changes), options=full("official"))
    assert not form.is_valid()
    assert sorted(form.errors) == sorted(fields)
    assert words in str(form.errors[fields[0]])


def test_texts_and_hand_sizes_may_differ_by_language_and_by_seats() -> None:
    shown = RulesetForm(options=full("official"), initial={"title": "Mine"})
    changes = {"call_word_0": "Last card!", "call_word_1": "最后一张！", "hand_size_0": "7", "hand_size_9": "5"}
    form = RulesetForm(as_post(shown, **changes), options=full("official"))
    assert form.is_valid(), form.errors
    assert form.ruleset.options["call_word"] == {"en": "Last card!", "zh-hans": "最后一张！"}
    assert form.ruleset.hand_size(10) == 5
    assert form.ruleset.hand_size(4) == 7


@pytest.fixture
def as_mei(client: Client, mei: User, presets: None) -> Client:
    """A browser in which Mei is signed in."""
    client.force_login(mei)
    return client


def keep(client: Client, **changes: Any) -> SavedRuleset:
    """Keep a ruleset made from `club` over the pages."""
    page = client.get("/rulesets/new/?from=club")
    answer = client.post("/rulesets/new/?from=club", as_post(page.context["form"], **changes))
    assert answer.status_code == 302, answer.context["form"].errors
    return SavedRuleset.objects.get(key=answer.headers["Location"].split("/")[-2])


def test_one_keeps_a_ruleset_and_opens_a_table_with_it(as_mei: Client, mei: User) -> None:
    saved = keep(as_mei, title="Our kitchen", target="200")
    assert (saved.owner, saved.options["target"]) == (mei, 200)
    page = as_mei.get(f"/rulesets/{saved.key}/").content.decode()
    assert "Our kitchen" in page
    assert "200" in page
    as_mei.post(
        "/tables/new/",
        {"preset": saved.key, "seats": "3", "visibility": "public", "ai_level": "", "length": "match"},
    )
    table = Table.objects.get()
    assert (table.rules_title, table.ruleset["target"]) == ("Our kitchen", 200)


def test_a_table_keeps_the_rules_it_was_opened_with(as_mei: Client, mei: User) -> None:
    saved = keep(as_mei, title="Our kitchen", target="200")
    table = tables.open_table(mei, tables.Wishes(saved, seats=2, ai_level="easy"))
    page = as_mei.get(f"/rulesets/{saved.key}/edit/")
    assert as_mei.post(f"/rulesets/{saved.key}/edit/", as_post(page.context["form"], target="300")).status_code == 302
    saved.refresh_from_db()
    assert saved.options["target"] == 300
    as_mei.post(f"/rulesets/{saved.key}/delete/")
    assert not SavedRuleset.objects.filter(pk=saved.pk).exists()
    getting_ready.start(table.pk, mei.pk)
    assert state_of(table).game.rules.target == 200


def test_a_shared_link_lets_others_read_play_and_copy_but_not_change(
    as_mei: Client, client: Client, otto: User
) -> None:
    saved = keep(as_mei, title="Our kitchen")
    client.force_login(otto)
    assert client.get(f"/rulesets/{saved.key}/").status_code == 200
    assert client.get(f"/rulesets/{saved.key}/edit/").status_code == 404
    client.post(f"/rulesets/{saved.key}/delete/")
    assert SavedRuleset.objects.filter(pk=saved.pk).exists()
    assert "Our kitchen" not in client.get("/rulesets/").content.decode()
    form = client.get(f"/tables/new/?rules={saved.key}").context["form"]
    assert saved in form.fields["preset"].queryset
    with pytest.raises(Declined, match="not your rules"):
        rulesets.save(otto, title="x", explanation="", options={}, key=saved.key)


def test_the_preview_says_what_a_change_means(as_mei: Client) -> None:
    form = as_mei.get("/rulesets/new/?from=official").context["form"]
    said = as_mei.post("/rulesets/preview/", as_post(form, jump_in="everyone")).content.decode()
    assert "1 difference" in said
    wrong = as_mei.post("/rulesets/preview/", as_post(form, answer_skip="on", finish_on="number")).content.decode()
    assert "cannot be together" in wrong
    assert SavedRuleset.objects.filter(owner__isnull=False).count() == 0


def test_nobody_keeps_without_end(as_mei: Client, mei: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rights, "EVERYBODY", replace(rights.EVERYBODY, rulesets=1))
    keep(as_mei, title="One")
    page = as_mei.get("/rulesets/new/?from=club")
    answer = as_mei.post("/rulesets/new/?from=club", as_post(page.context["form"], title="Two"))
    assert answer.status_code == 422
    assert "already" in answer.content.decode()


@pytest.mark.parametrize("day", ["13-1", "2-30", "0-4", "christmas", "", "12-25-1", "１-2\u0661"])
def test_what_is_no_day_is_declined(open_table: Open, mei: User, day: str) -> None:
    table = open_table(mei, preset="duel")
    with pytest.raises(Declined, match="no day of the year"):
        getting_ready.set_day(table.pk, mei.pk, day)


def test_rules_with_days_ask_everybody_for_one(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, preset="duel")
    tables.join(table.pk, otto)
    with pytest.raises(Declined, match="name your day"):
        getting_ready.set_ready(table.pk, otto.pk, True)
    for user, day in ((mei, "12-25"), (otto, "02-29")):
        getting_ready.set_day(table.pk, user.pk, day)
        getting_ready.set_ready(table.pk, user.pk, True)
    getting_ready.start(table.pk, mei.pk)
    assert state_of(table).match.days == ["12-25", "2-29"]  # type: ignore[union-attr]


def test_two_camps_need_an_even_number(open_table: Open, mei: User) -> None:
    table = open_table(mei, preset="party_teams", seats=6, ai_level="easy")
    room.send_away(table.pk, mei.pk, 5)
    with pytest.raises(Declined, match="even number of players: 4, 6, 8"):
        getting_ready.start(table.pk, mei.pk)


def test_enough_ready_players_may_begin_and_the_others_wait(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, preset="party", seats=6)
    for _ in range(3):
        room.add_ai(table.pk, mei.pk, "easy")
    tables.join(table.pk, otto)
    getting_ready.start(table.pk, mei.pk)
    assert Seat.objects.get(table=table, user=otto).place is None
    assert len(state_of(table).playing) == 4
    with pytest.raises(Declined, match="no seat"):
        matches.play_move(table.pk, otto.pk, "draw", 99)


def test_a_table_has_its_own_words_for_custom_cards(open_table: Open, mei: User) -> None:
    from games.services import reading

    table = open_table(mei, custom_title="Sing", custom_text="Sing a song or draw.")
    info = reading.snapshot(table.pk, mei.pk).table
    assert (info.custom_title, info.custom_text) == ("Sing", "Sing a song or draw.")
    json.dumps(table.ruleset)


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_every_option_is_explained(client: Client, presets: None, language: str) -> None:
    page = client.get("/rules/options/", headers={"Accept-Language": language}).content.decode()
    for key, option in UNO.options.items():
        assert f'id="{key}"' in page
        with translation.override(language):
            assert escape(translation.gettext(option.text)) in page
