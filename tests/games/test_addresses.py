"""Pages under wear: many tables, odd addresses, tables that have closed, what a browser may keep."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, SavedRuleset, Table
from games.services import tables

Open = Callable[..., Table]


def test_running_tables_crowd_out_none_that_has_a_seat(client: Client, open_table: Open, mei: User) -> None:
    table = open_table(mei, name="Night owls")
    rest = {"owner": mei, "ruleset": table.ruleset, "state": Table.State.PLAYING}
    Table.objects.bulk_create(Table(name=f"busy {number}", **rest) for number in range(70))
    assert "Night owls" in client.get("/").content.decode()


def test_the_lobby_costs_the_same_however_many_sit_there(client: Client, open_table: Open, mei: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            client.get("/")
        return len(captured)

    open_table(mei, ai_level="easy")
    cost()  # what is remembered for a while is asked for once
    few = cost()
    for number in range(5):
        open_table(User.objects.create_user(f"Guest{'abcde'[number]}"), seats=4, ai_level="steady")
    assert cost() == few


@pytest.mark.parametrize("address", ["/", "/tables/{table}/", "/rulesets/"])
def test_no_browser_keeps_what_only_this_person_may_see(client: Client, duel: Table, mei: User, address: str) -> None:
    """Else the hand is one step back, for whoever sits down at the same browser."""
    client.force_login(mei)
    answer = client.get(address.format(table=duel.public_id))
    assert answer.status_code == 200
    assert {"no-store", "private"} <= set(answer.headers["Cache-Control"].split(", "))


@pytest.mark.parametrize(
    "address",
    [
        "/tables/a%00b/",
        "/tables/nosuchtable1/?invite=%00",
        "/matches/a%00b/",
        "/rulesets/official%00/",
        "/rulesets/new/?from=%00",
        "/tables/new/?rules=%00",
        f"/tables/{'x' * 5000}/",
    ],
)
def test_an_odd_address_is_no_error_of_ours(client: Client, presets: None, mei: User, address: str) -> None:
    client.force_login(mei)
    assert client.get(address).status_code in (200, 404)


def test_an_odd_choice_of_rules_stands_beside_its_field(client: Client, presets: None, mei: User) -> None:
    client.force_login(mei)
    wishes = {"preset": "a\x00b", "seats": "4", "visibility": "public", "ai_level": "", "length": "match"}
    answer = client.post("/tables/new/", wishes)
    assert answer.status_code == 422
    assert "preset" in answer.context["form"].errors


def test_pages_answer_who_asks_for_the_head_only(client: Client, duel: Table) -> None:
    for address in ("/", "/rules/", "/rulesets/", "/rulesets/official/", f"/tables/{duel.public_id}/"):
        assert client.head(address).status_code == 200


def test_a_link_to_rules_offers_seats_that_suit_them(client: Client, presets: None, mei: User) -> None:
    rules = {**SavedRuleset.objects.get(key="official").options, "seats": [5, 6]}
    saved = SavedRuleset.objects.create(title="Five or six", options=rules, owner=mei)
    client.force_login(mei)
    form = client.get(f"/tables/new/?rules={saved.key}").context["form"]
    assert form["preset"].value() == saved.key
    assert form["seats"].value() == 5
    assert client.get("/tables/new/?rules=nonsense").context["form"]["preset"].value() == "official"


def test_a_closed_table_is_gone_and_can_be_left(client: Client, open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei)
    tables.leave(table.pk, mei.pk)
    client.force_login(otto)
    address = f"/tables/{table.public_id}/"
    assert client.get(address).status_code == 404
    assert client.post(address + "join/").status_code == 404
    assert client.post(address + "leave/").headers["Location"] == "/"


def test_the_table_of_a_finished_match_tells_nobody_about_others(client: Client, duel: Table, otto: User) -> None:
    """A private table's match has no page for strangers, running or not."""
    Table.objects.update(visibility=Table.Visibility.PRIVATE)
    Match.objects.update(state=Match.State.OVER)
    assert client.get(f"/matches/{Match.objects.get().public_id}/").status_code == 404
