"""Who sees what of whom: every reader, every setting, everything that can be kept to oneself."""

from itertools import product

import pytest

from accounts import social
from accounts.circle import search_people
from accounts.models import Audience, User
from accounts.personal_data import personal_data
from accounts.privacy import What, may_see, seen_by, settings_of, shown_to, shows_friends
from tests.people import make_person

PRIVACY = "/accounts/privacy/"
READERS = ("oneself", "friend", "asked only", "follower", "stranger", "not signed in")
SEES = {
    Audience.EVERYBODY: set(READERS),
    Audience.FRIENDS: {"oneself", "friend"},
    Audience.NOBODY: {"oneself"},
}


def reader_called(who: str, person: User) -> User | None:
    """Somebody who is that to `person`."""
    if who == "not signed in":
        return None
    if who == "oneself":
        return person
    reader = make_person("Rea")
    if who == "friend":
        social.ask(reader, person)
        social.accept(person, reader)
    elif who == "asked only":
        social.ask(reader, person)
    elif who == "follower":
        social.follow(reader, person)
    return reader


@pytest.mark.parametrize(("who", "audience", "what"), list(product(READERS, Audience, What)))
def test_each_reader_sees_what_is_shown_to_them(alice, who, audience, what):
    for one in What:  # the others say something else: only the one asked for may matter
        setattr(alice, f"{one}_shown_to", Audience.EVERYBODY if audience != Audience.EVERYBODY else Audience.NOBODY)
    setattr(alice, f"{what}_shown_to", audience)
    alice.save()
    reader = reader_called(who, alice)
    assert may_see(reader, alice, what) == (who in SEES[audience])
    assert (what in seen_by(reader, alice, is_friend=who == "friend")) == (who in SEES[audience])


def test_at_first_everything_is_open_but_where_one_is(alice, bob):
    assert seen_by(bob, alice) == {What.RATINGS, What.TOTALS, What.MATCHES}
    assert shown_to(alice, What.PRESENCE) == Audience.FRIENDS
    assert shows_friends(alice, What.PRESENCE)


@pytest.mark.parametrize(("who", "queries"), [("oneself", 0), ("not signed in", 0), ("stranger", 1)])
def test_it_costs_one_query_at_most(alice, django_assert_num_queries, who, queries):
    reader = reader_called(who, alice)
    with django_assert_num_queries(queries):
        seen_by(reader, alice)


def test_where_all_is_open_nobody_is_looked_up(alice, bob, django_assert_num_queries):
    alice.presence_shown_to = Audience.NOBODY
    with django_assert_num_queries(0):
        seen_by(bob, alice)


def test_who_is_not_found_by_name_is_found_by_id(alice, bob):
    assert search_people(bob, "ali") == [alice]
    alice.is_found_by_name = False
    alice.save()
    assert search_people(bob, "ali") == []
    assert search_people(bob, alice.public_id) == [alice]


def wishes(**changes):
    known = dict.fromkeys(("ratings_shown_to", "totals_shown_to", "matches_shown_to"), "everybody")
    return known | {"presence_shown_to": "friends", "is_found_by_name": "on"} | changes


def test_the_form_saves_and_says_what_stays_public(alice, alice_client):
    page = alice_client.get("/accounts/profile/").text
    assert "In any case your name and present number stand on the public ladders" in page
    answer = alice_client.post(PRIVACY, wishes(ratings_shown_to="nobody", presence_shown_to="nobody"))
    assert answer.url == "/accounts/profile/#privacy"
    alice.refresh_from_db()
    assert settings_of(alice) == {
        "ratings_shown_to": "nobody",
        "totals_shown_to": "everybody",
        "matches_shown_to": "everybody",
        "presence_shown_to": "nobody",
        "is_found_by_name": True,
    }
    alice_client.post(PRIVACY, {name: value for name, value in wishes().items() if name != "is_found_by_name"})
    alice.refresh_from_db()
    assert not alice.is_found_by_name


@pytest.mark.parametrize(
    "changes", [{"matches_shown_to": "martians"}, {"presence_shown_to": "everybody"}, {"totals_shown_to": ""}]
)
def test_what_cannot_be_chosen_is_refused_beside_its_field(alice, alice_client, changes):
    answer = alice_client.post(PRIVACY, wishes(**changes))
    assert answer.status_code == 200
    (field,) = changes
    assert list(answer.context["privacy"].errors) == [field]
    assert f'id="id_{field}_error"' in answer.text
    before = settings_of(alice)
    alice.refresh_from_db()
    assert settings_of(alice) == before


def test_the_two_forms_of_the_page_leave_each_other_alone(alice, alice_client):
    alice_client.post(PRIVACY, wishes(totals_shown_to="friends", display_name="Mallory"))
    alice.refresh_from_db()
    assert (alice.display_name, alice.totals_shown_to) == ("Alice", "friends")
    alice_client.post("/accounts/profile/", {"display_name": "Alice", "character": "owl", "totals_shown_to": "nobody"})
    alice.refresh_from_db()
    assert (alice.character, alice.totals_shown_to) == ("owl", "friends")


def test_only_for_those_who_signed_in_and_only_by_form(client, alice_client, db):
    assert client.post(PRIVACY, wishes()).status_code == 302
    assert alice_client.get(PRIVACY).status_code == 405


def test_the_settings_are_in_ones_data(alice):
    assert personal_data(alice)["account"]["privacy"] == settings_of(alice)
