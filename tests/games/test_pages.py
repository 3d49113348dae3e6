"""The pages around a table: lobby, opening, joining, leaving, finished matches."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, Table
from games.services import getting_ready, rulesets
from tests.games.conftest import any_move, any_move_that_lays, play, player_to_move, state_of
from tests.games.pasts import add_match

Open = Callable[..., Table]
FORM = {"preset": "official", "seats": "4", "visibility": "public", "ai_level": "steady", "length": "single"}


@pytest.fixture
def as_mei(client: Client, mei: User) -> Client:
    """A browser in which Mei is signed in."""
    client.force_login(mei)
    return client


def test_the_lobby_shows_public_tables_and_no_private_ones(
    client: Client, open_table: Open, mei: User, otto: User
) -> None:
    open_table(mei, name="Night owls")
    open_table(otto, name="Only us", visibility="private")
    page = client.get("/").content.decode()
    assert "Night owls" in page
    assert "Only us" not in page


def test_it_opens_a_table_and_goes_there(as_mei: Client, presets: None) -> None:
    answer = as_mei.post("/tables/new/", FORM)
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.public_id}/"
    assert table.ruleset["match"] == "single"
    assert table.seats.filter(is_ai=True).count() == 3
    page = as_mei.get(answer.headers["Location"]).content.decode()
    assert f"/ws/table/{table.public_id}/" in page


def test_a_double_click_opens_one_table(as_mei: Client, presets: None) -> None:
    first, second = as_mei.post("/tables/new/", FORM), as_mei.post("/tables/new/", FORM)
    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.count() == 1
    assert "You already sit" not in as_mei.get(second.headers["Location"]).content.decode()


def test_who_wants_a_second_table_is_told_of_the_first(as_mei: Client, presets: None) -> None:
    address = as_mei.post("/tables/new/", FORM).headers["Location"]
    Table.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    answer = as_mei.post("/tables/new/", FORM)
    assert answer.headers["Location"] == address
    assert "You already sit at “Mei&#x27;s table”" in as_mei.get(address).content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preset", "nonsense"),
        ("seats", "1"),
        ("seats", "11"),
        ("seats", "many"),
        ("visibility", "secret"),
        ("ai_level", "grandmaster"),
        ("length", "forever"),
        ("turn_seconds", "1"),
        ("turn_seconds", "31"),
        ("turn_seconds", "soon"),
        ("name", "x" * 41),
        ("name", "a\x00b"),
        ("name", "a\u202eb"),
    ],
)
def test_a_wrong_wish_is_answered_beside_its_field(as_mei: Client, presets: None, field: str, value: str) -> None:
    answer = as_mei.post("/tables/new/", {**FORM, field: value})
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert f'id="id_{field}_error"' in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("address", ["/tables/new/", "/play-now/"])
def test_who_is_not_signed_in_is_asked_to(client: Client, presets: None, address: str) -> None:
    answer = client.post(address, FORM)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_who_signs_in_to_play_comes_back_to_a_page(client: Client, duel: Table) -> None:
    """Not to the address of the post, which cannot be opened."""
    for address, page in (
        ("/play-now/", "/"),
        (f"/tables/{duel.public_id}/join/", f"/tables/{duel.public_id}/"),
    ):
        assert client.post(address).headers["Location"] == f"/accounts/login/?next={page}"


def test_play_now_seats_one_at_a_table_that_waits(as_mei: Client, presets: None, mei: User) -> None:
    answer = as_mei.post("/play-now/")
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.public_id}/"
    assert (table.is_quick, table.rules_title, table.seats.count()) == (True, "Official", 4)
    assert list(table.seats.exclude(user=None).values_list("user_id", "ready")) == [(mei.pk, True)]


@pytest.mark.parametrize(
    ("asked", "rules", "seats"),
    [
        ({"now-preset": "seven_zero", "now-seats": "3"}, "Seven and zero", 3),
        ({"now-preset": "duel", "now-seats": "4"}, "Duel", 2),  # nearest to what these rules allow
        ({"now-seats": "6"}, "Official", 6),
    ],
)
def test_what_is_played_now_is_ones_choice_and_remembered(
    as_mei: Client, presets: None, asked: dict[str, str], rules: str, seats: int
) -> None:
    as_mei.post("/play-now/", asked)
    table = Table.objects.get()
    assert (table.rules_title, table.seats.count()) == (rules, seats)
    as_mei.post(f"/tables/{table.public_id}/leave/")
    assert as_mei.get("/").context["now_form"].chosen() == {"rules": rules, "seats": seats, "rated": False}


def test_rules_that_are_gone_are_remembered_no_more(as_mei: Client, presets: None, mei: User) -> None:
    kept = rulesets.save(mei, title="Mine", explanation="", options={"target": 100})
    as_mei.post("/play-now/", {"now-preset": kept.key})
    table = Table.objects.get()
    assert table.rules_title == "Mine"
    as_mei.post(f"/tables/{table.public_id}/leave/")
    rulesets.delete(mei, kept.key)
    assert as_mei.get("/").context["now_form"].chosen() == {"rules": "Official", "seats": 4, "rated": False}


@pytest.mark.parametrize("asked", [{"now-preset": "nonsense"}, {"now-preset": "a\x00b"}, {"now-seats": "11"}])
def test_a_wrong_choice_is_answered_beside_its_field(as_mei: Client, presets: None, asked: dict[str, str]) -> None:
    answer = as_mei.post("/play-now/", asked)
    assert answer.status_code == 422
    assert '_error"' in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize("seconds", [10, 300, 3600, 604_800])
def test_a_table_has_the_time_and_the_watchers_that_were_wished(as_mei: Client, presets: None, seconds: int) -> None:
    as_mei.post("/tables/new/", {**FORM, "turn_seconds": str(seconds), "watchers": "on"})
    assert Table.objects.get().turn_seconds == seconds
    assert Table.objects.get().is_open_to_watchers


def test_a_table_may_be_closed_to_watchers(as_mei: Client, presets: None) -> None:
    as_mei.post("/tables/new/", FORM)
    assert not Table.objects.get().is_open_to_watchers
    assert Table.objects.get().turn_seconds == 30


def test_one_joins_and_leaves(client: Client, open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei)
    client.force_login(otto)
    client.post(f"/tables/{table.public_id}/join/")
    assert table.seats.get(index=1).user == otto
    assert client.post(f"/tables/{table.public_id}/leave/").headers["Location"] == "/"
    assert not table.seats.get(index=1).taken


def test_a_full_table_is_said_on_its_page(client: Client, duel: Table) -> None:
    client.force_login(User.objects.create_user("Bao"))
    page = client.post(f"/tables/{duel.public_id}/join/", follow=True).content.decode()
    assert "has begun" in page


@pytest.mark.parametrize("method", ["get", "put", "delete"])
@pytest.mark.parametrize("act", ["join", "leave"])
def test_acts_are_posted(as_mei: Client, duel: Table, method: str, act: str) -> None:
    assert getattr(as_mei, method)(f"/tables/{duel.public_id}/{act}/").status_code == 405


@pytest.mark.parametrize("address", ["/tables/nosuchtable1/", "/tables/nosuchtable1/join/", "/matches/nosuchmatch1/"])
def test_what_is_not_there_is_a_page_of_its_own(as_mei: Client, presets: None, address: str) -> None:
    answer = as_mei.post(address) if address.endswith("join/") else as_mei.get(address)
    assert answer.status_code == 404
    assert "Lastcard" in answer.content.decode()


def test_a_private_table_opens_by_its_link_only(client: Client, open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, visibility="private", name="Only us")
    client.force_login(otto)
    address = f"/tables/{table.public_id}/"
    assert client.get(address).status_code == 404
    assert client.get(address + "?invite=guess").status_code == 404
    assert client.get(f"{address}?invite={table.invite}").status_code == 200
    assert client.get(address).status_code == 200  # the link is remembered
    client.post(address + "join/")
    assert table.seats.filter(user=otto).exists()


def test_a_finished_match_is_listed_with_its_result_and_seed(as_mei: Client, open_table: Open, mei: User) -> None:
    table = open_table(mei, ai_level="easy", single=True)
    getting_ready.start(table.pk, mei.pk)
    from games.services import ai

    while not (state := state_of(table)).game.over:
        if player_to_move(table) == mei:
            play(table, mei, any_move_that_lays(table))
        else:
            assert state.match
            ai.play(state.match.pk, state.match.number)
    match = Match.objects.get()
    assert match.public_id in as_mei.get("/matches/").content.decode()
    page = as_mei.get(f"/matches/{match.public_id}/").content.decode()
    assert bytes(match.seed).hex() in page
    assert match.commitment in page


@pytest.mark.parametrize(("seconds", "said"), [(0, "1 second"), (20, "20 seconds"), (330, "5\xa0minutes")])
def test_a_short_match_did_not_take_0_minutes(client: Client, mei: User, otto: User, seconds: int, said: str) -> None:
    match = add_match(mei, otto)
    assert match.finished_at
    Match.objects.filter(pk=match.pk).update(started_at=match.finished_at - timedelta(seconds=seconds))
    assert f"It took {said}." in client.get(f"/matches/{match.public_id}/").text


def test_a_running_match_has_no_page_yet(as_mei: Client, duel: Table) -> None:
    play(duel, player_to_move(duel), any_move(duel))
    assert as_mei.get(f"/matches/{Match.objects.get().public_id}/").status_code == 404


@pytest.mark.parametrize("address", ["/", "/rules/"])
@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_pages_open_in_every_language(client: Client, presets: None, address: str, language: str) -> None:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.content.decode().lower()


def test_personal_data_hold_the_matches(as_mei: Client, duel: Table, mei: User) -> None:
    from accounts.personal_data import personal_data

    data: dict[str, Any] = personal_data(mei)
    assert [match["id"] for match in data["matches"]] == [Match.objects.get().public_id]
