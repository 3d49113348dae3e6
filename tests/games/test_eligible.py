"""Which matches count: one row for each reason, and the same said by the form, the waiting room and the start."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Ladder, LadderRuleset, Match, SavedRuleset, Season, Table
from games.services import getting_ready, lobby, reading, room, tables, waiting
from games.services.ladders import eligible
from games.services.ladders.eligible import Verdict
from tests.games.conftest import state_of
from tests.people import make_person, signed_in

pytestmark = pytest.mark.django_db

Open = Callable[..., Table]


@pytest.fixture
def vips(presets: None) -> SavedRuleset:
    """A ruleset that gives VIPs an advantage, which an admin has entered for a ladder all the same."""
    saved = SavedRuleset.objects.create(key="for_vips", title="For VIPs", options={"preset": "party"})
    LadderRuleset.objects.create(ladder=Ladder.objects.get(key="house"), ruleset=saved, fewest=2, most=10)
    return saved


def seated(open_table: Open, people: list[User], **wishes: Any) -> Table:
    """A rated table with these people, all of them ready."""
    table = open_table(people[0], **{"is_rated": True, "seats": len(people), **wishes})
    for person in people[1:]:
        tables.join(table.pk, person)
        getting_ready.set_ready(table.pk, person.pk, True)
    return Table.objects.get(pk=table.pk)


def counts(table: Table, reader: User | None = None) -> Any:
    """What the waiting room says to this reader."""
    waiting = reading.snapshot(table.pk, reader.pk if reader else None).waiting
    assert waiting is not None
    return waiting.counts


def started(table: Table) -> Match:
    """The match that its owner begins."""
    assert table.owner is not None
    getting_ready.start(table.pk, table.owner.pk)
    return Match.objects.latest("pk")


@pytest.mark.parametrize(
    ("people", "wishes", "ladder"),
    [
        (2, {}, "duel"),
        (3, {}, "classic"),
        (2, {"preset": "club"}, "house"),
        (2, {"seats": 4}, "duel"),
        (4, {"preset": "official_camps"}, "teams"),
    ],
)
def test_a_match_counts_for_the_ladder_of_its_rules_and_seats(
    open_table: Open, people: int, wishes: dict[str, Any], ladder: str
) -> None:
    table = seated(open_table, [make_person(f"Player {number}") for number in range(people)], **wishes)
    title = Ladder.objects.get(key=ladder).title
    assert counts(table).text == f"This match counts for the ladder {title}."
    match = started(table)
    assert match.ladder is not None
    assert (match.ladder.key, match.season) == (ladder, Season.objects.get())


def no_season() -> None:
    Season.objects.update(ended_at=timezone.now())


def closed_ladders() -> None:
    Ladder.objects.update(is_open=False)


def changed_rules() -> None:
    SavedRuleset.objects.filter(key="official").update(options={"preset": "official", "target": 300})


def nothing() -> None:
    pass


@pytest.mark.parametrize(
    ("wishes", "then", "sentence"),
    [
        ({"is_rated": False}, nothing, "This table is casual: its matches count for no ladder."),
        ({"visibility": "private"}, nothing, "Only matches at public tables are rated."),
        ({"single": True}, nothing, "Shortened to one round, a match is not rated."),
        ({"preset": "reef"}, nothing, "These rules count for no ladder."),
        ({}, changed_rules, "These rules count for no ladder."),
        ({}, closed_ladders, "These rules count for no ladder."),
        ({}, no_season, "No season is on just now, so no match is rated."),
    ],
    ids=["casual", "private", "single", "rules", "changed", "closed", "season"],
)
def test_a_match_does_not_count(
    open_table: Open,
    alice: User,
    bob: User,
    wishes: dict[str, Any],
    then: Callable[[], None],
    sentence: str,
) -> None:
    table = seated(open_table, [alice, bob], **wishes)
    then()
    assert counts(table).text == sentence
    assert not counts(table).is_rated
    match = started(table)
    assert (match.ladder, match.season, match.people_key) == (None, None, "")


def test_rules_that_favour_vips_never_count(open_table: Open, vips: SavedRuleset) -> None:
    table = seated(open_table, [make_person(f"Player {number}") for number in range(4)], preset="for_vips")
    assert counts(table).text == "These rules give VIPs an advantage, so the match is not rated."
    assert started(table).ladder is None


def test_so_many_seats_count_for_no_ladder(open_table: Open, alice: User, bob: User) -> None:
    LadderRuleset.objects.filter(ruleset__key="official", ladder__key="duel").delete()
    table = seated(open_table, [alice, bob])
    assert counts(table).text == "These rules count for no ladder with so many players."
    assert started(table).ladder is None


def test_an_ai_player_makes_it_unrated_and_when_it_goes_it_counts_again(
    open_table: Open,
    alice: User,
    bob: User,
) -> None:
    table = seated(open_table, [alice, bob], seats=3)
    room.add_ai(table.pk, alice.pk, "easy")
    assert counts(table).text == "AI players sit at this table, so the match is not rated."
    room.send_away(table.pk, alice.pk, 2)
    assert counts(table).is_rated
    room.add_ai(table.pk, alice.pk, "easy")
    assert started(table).ladder is None


def test_who_has_not_confirmed_an_address_is_told_so_and_the_others_who_it_is(
    open_table: Open,
    alice: User,
) -> None:
    newcomer = make_person("Newcomer", verified=False)
    table = seated(open_table, [alice, newcomer], seats=3)
    theirs, others = counts(table, newcomer), counts(table, alice)
    assert theirs.text == "You have not confirmed your e-mail address yet, so the match is not rated."
    assert others.text == "Newcomer has not confirmed an e-mail address yet, so the match is not rated."
    assert (theirs.confirm, others.confirm) == (True, False)

    version = Table.objects.get(pk=table.pk).version
    address = EmailAddress.objects.get(user=newcomer)
    EmailAddress.objects.update(verified=True)
    email_confirmed.send(EmailAddress, request=None, email_address=address)
    assert Table.objects.get(pk=table.pk).version == version + 1  # all open pages of the table hear of it
    assert counts(table, alice).is_rated
    assert started(table).ladder is not None


def test_until_it_can_begin_the_room_speaks_of_a_full_table(open_table: Open, alice: User, bob: User) -> None:
    table = open_table(alice, is_rated=True, seats=3)
    assert counts(table).text.endswith("Classic.")
    tables.join(table.pk, bob)
    assert counts(table).text.endswith("Classic.")
    getting_ready.set_ready(table.pk, bob.pk, True)
    assert counts(table).text.endswith("Duel.")


def test_the_lobby_names_no_ladder_once_an_ai_player_sits_there(open_table: Open, alice: User) -> None:
    table = open_table(alice, is_rated=True, seats=3)
    assert [card.ladder for card in lobby.board(lobby.Filter()).cards] == ["Classic"]
    room.add_ai(table.pk, alice.pk, "easy")
    assert [card.ladder for card in lobby.board(lobby.Filter()).cards] == [""]


@pytest.mark.parametrize(
    ("earlier", "more"), [(1, ""), (2, "counts half"), (3, "counts half"), (4, "changes no rating"), (9, "no rating")]
)
def test_the_room_says_how_little_it_counts_for_those_who_play_together_often(
    open_table: Open,
    alice: User,
    bob: User,
    charlie: User,
    earlier: int,
    more: str,
) -> None:
    table = seated(open_table, [alice, bob])
    key = eligible.people_key([bob.pk, alice.pk])
    for _ in range(earlier):
        Match.objects.create(
            family="uno", rules_version=1, ruleset={}, seed=bytes(32), commitment="", position={},
            state=Match.State.OVER, people_key=key, finished_at=timezone.now(),
        )  # fmt: skip
    assert more in counts(table).more
    assert bool(counts(table).more) == bool(more)
    tables.leave(table.pk, bob.pk)
    tables.join(table.pk, charlie)
    assert counts(table).more == ""


# --- the form ---------------------------------------------------------------------------------------------------

FORM = {"preset": "official", "seats": "4", "visibility": "public", "ai_level": "", "length": "match"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "Matches count for the ladder Classic."),
        ({"seats": "2"}, "Matches count for the ladder Duel."),
        ({"rated": "casual"}, "Nothing is at stake: no rating changes."),
        ({"visibility": "private"}, "Only matches at public tables are rated."),
        ({"ai_level": "easy"}, "AI players sit at this table, so the match is not rated."),
        ({"length": "single"}, "Shortened to one round, a match is not rated."),
        ({"preset": "reef"}, "These rules count for no ladder."),
        ({"preset": "nonsense", "seats": "many"}, "These rules count for no ladder."),
    ],
)
def test_the_form_says_at_once_whether_matches_count(
    presets: None,
    alice_client: Client,
    changed: dict[str, str],
    said: str,
) -> None:
    answer = alice_client.post("/tables/new/counts/", {**FORM, **changed})
    assert said in answer.text
    assert not Table.objects.exists()


def test_the_form_sends_who_has_not_confirmed_an_address_there(presets: None) -> None:
    page = signed_in(make_person("Newcomer", verified=False)).get("/tables/new/").text
    assert "You have not confirmed your e-mail address yet" in page
    assert 'href="/accounts/email/"' in page


@pytest.mark.parametrize(
    ("sent", "is_rated"),
    [
        ({"rated": "rated"}, True),
        ({"rated": "casual"}, False),
        ({}, False),  # nothing is rated that its owner was not shown as such
        ({"rated": "rated", "visibility": "private"}, False),
        ({"rated": "rated", "ai_level": "easy"}, False),
    ],
)
def test_a_table_is_rated_as_its_form_said(
    presets: None,
    alice_client: Client,
    sent: dict[str, str],
    is_rated: bool,
) -> None:
    alice_client.post("/tables/new/", {**FORM, **sent})
    assert Table.objects.get().is_rated == is_rated


def test_rated_is_what_the_form_offers_first_where_it_could_count(presets: None, alice_client: Client) -> None:
    page = alice_client.get("/tables/new/").text
    assert 'name="rated" value="rated" id="id_rated_0" checked' in page
    assert 'name="rated"' not in alice_client.get("/tables/new/?rules=reef").text


def test_the_waiting_room_shows_it(open_table: Open, alice: User, alice_client: Client) -> None:
    table = open_table(alice, is_rated=True, seats=3)
    page = alice_client.get(f"/tables/{table.public_id}/").text
    assert "This match counts for the ladder Classic." in page
    assert "Add an AI player; the match is not rated then:" in page
    assert state_of(table).table.is_rated


def test_a_match_that_changes_no_rating_is_not_said_to_count(open_table: Callable[..., Table], mei: User) -> None:
    table = open_table(mei, is_rated=True)
    ladder, season = Ladder.objects.get(key="duel"), Season.objects.get()
    half = waiting._counts(table, Verdict(ladder, season, earlier=2), mei.pk)
    nothing = waiting._counts(table, Verdict(ladder, season, earlier=4), mei.pk)
    assert "counts for the ladder Duel" in half.text
    assert "counts half" in half.more
    assert "changes no rating" in nothing.more
    assert nothing.text == ""
