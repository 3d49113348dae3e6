"""Friends, anybody's page, and what one does about people: as pages, and what each reader may learn from them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import social
from accounts.models import Kind, User
from games import screens
from games.models import AiPlayer, Invitation, Match, MatchSeat, Table
from games.services import people, presence, reading, tables, talk
from games.services.totals.recount import recount
from games.services.totals.shown import favourites_of, totals_of
from tests.games.conftest import any_move, play, player_to_move

Open = Callable[..., Table]


@pytest.fixture
def bao(db: None) -> User:
    """A third person."""
    return User.objects.create_user("Bao")


@pytest.fixture
def as_mei(client: Client, mei: User) -> Client:
    """A browser in which Mei is signed in."""
    client.force_login(mei)
    return client


def befriend(one: User, other: User) -> None:
    social.ask(one, other)
    social.accept(other, one)


def now(reader: User, friend: User) -> tuple[str, str]:
    """Where the reader sees this friend (a table's name, "online" or "offline"), and what they may do."""
    row = people.friends_now(reader, [friend])[0]
    return (row.table.title if row.table else "online" if row.is_here else "offline"), row.act


# --- what friends do now


def test_a_friend_is_seen_coming_and_going(mei: User, otto: User) -> None:
    assert now(mei, otto) == ("offline", "")
    presence.arrive_site(otto.pk)
    assert now(mei, otto) == ("online", "invite")


@pytest.mark.parametrize(
    ("wishes", "invited", "seen"),
    [
        ({}, False, ("Den", "join")),
        ({"visibility": "private"}, False, ("offline", "")),
        ({"visibility": "private"}, True, ("Den", "join")),
        ({"ai_level": "easy"}, False, ("Den", "watch")),  # full
        ({"ai_level": "easy", "is_open_to_watchers": False}, False, ("Den", "")),
        ({"turn_seconds": 86400}, False, ("offline", "")),  # nobody sits and waits there
    ],
)
def test_a_friends_table_is_shown_to_whom_it_may_be(
    open_table: Open, mei: User, otto: User, wishes: dict[str, Any], invited: bool, seen: tuple[str, str]
) -> None:
    table = open_table(otto, name="Den", **wishes)
    if invited:
        Invitation.objects.create(table=table, person=mei, by=otto)
    assert now(mei, otto) == seen


def test_who_was_sent_away_is_not_asked_to_join(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(otto, name="Den")
    Table.objects.filter(pk=table.pk).update(sent_away=[mei.pk])
    assert now(mei, otto) == ("Den", "watch")


def test_who_sits_may_watch_others_and_invite_to_a_free_seat(
    open_table: Open, mei: User, otto: User, bao: User
) -> None:
    own = open_table(mei, name="Mine")
    open_table(otto, name="Den")
    presence.arrive_site(bao.pk)
    assert now(mei, otto) == ("Den", "watch")
    assert now(mei, bao) == ("online", "invite")
    Invitation.objects.create(table=own, person=bao, by=mei)
    assert now(mei, bao) == ("online", "invited")
    tables.join(own.pk, bao)
    assert now(mei, bao) == ("Mine", "back")
    presence.arrive_site(otto.pk)
    tables.leave(Table.objects.get(name="Den").pk, otto.pk)
    assert now(mei, otto) == ("online", "")  # the table is full


def test_a_table_where_one_is_at_odds_with_somebody_is_not_offered(
    open_table: Open, mei: User, otto: User, bao: User
) -> None:
    table = open_table(otto, seats=3, name="Den")
    tables.join(table.pk, bao)
    assert now(mei, otto) == ("Den", "join")
    social.block(bao, mei)
    assert now(mei, otto) == ("Den", "watch")


def test_who_went_away_is_not_at_the_table_but_holds_the_seat(open_table: Open, mei: User, otto: User) -> None:
    own, den = open_table(mei, name="Mine"), open_table(otto, name="Den")
    own.seats.filter(user=mei).update(away=True)
    assert now(mei, otto) == ("Den", "watch")  # two seats are one too many
    den.seats.filter(user=otto).update(away=True)
    assert now(mei, otto) == ("offline", "")
    den.seats.filter(user=otto).update(away=False)
    Table.objects.filter(pk=own.pk).update(state=Table.State.OVER)
    assert now(mei, otto) == ("Den", "join")


def test_who_shows_nobody_where_they_are_reads_as_not_here(open_table: Open, mei: User, otto: User) -> None:
    User.objects.filter(pk=otto.pk).update(presence_shown_to="nobody")
    otto.refresh_from_db()
    presence.arrive_site(otto.pk)
    assert now(mei, otto) == ("offline", "")
    den = open_table(otto, name="Den")
    assert now(mei, otto) == ("offline", "")
    tables.join(den.pk, mei)
    assert now(mei, otto) == ("Den", "back")  # they sit side by side


def test_those_at_a_table_stand_first_then_those_who_are_here(
    open_table: Open, mei: User, otto: User, bao: User
) -> None:
    ada = User.objects.create_user("Ada")
    open_table(otto)
    presence.arrive_site(bao.pk)
    assert [row.person.name for row in people.friends_now(mei, [ada, bao, otto])] == ["Otto", "Bao", "Ada"]


def test_the_panel_shows_a_few_and_counts_the_rest(mei: User, otto: User) -> None:
    for number in range(people.PANEL + 2):
        befriend(mei, User.objects.create_user(f"Person {'abcdefghij'[number]}"))
    social.ask(otto, mei)
    panel = people.panel(mei)
    assert (len(panel.rows), panel.more, panel.requests) == (people.PANEL, 2, 1)


def test_many_friends_cost_no_more_queries_than_one(
    open_table: Open, mei: User, otto: User, django_assert_num_queries: Any
) -> None:
    befriend(mei, otto)
    open_table(otto)
    with django_assert_num_queries(6):
        people.panel(mei)
    for number in range(4):
        friend = User.objects.create_user(f"Person {'abcd'[number]}")
        befriend(mei, friend)
        open_table(friend)
    with django_assert_num_queries(6):
        assert len(people.panel(mei).rows) == 5


# --- the page of friends


def test_it_shows_everybody_one_has_to_do_with(as_mei: Client, mei: User, otto: User, bao: User) -> None:
    befriend(mei, otto)
    social.ask(bao, mei)
    for name, verb in (("Ada", "ask"), ("Finn", "follow"), ("Mute One", "mute"), ("Bad One", "block")):
        getattr(social, verb)(mei, User.objects.create_user(name))
    page = as_mei.get("/friends/").content.decode()
    for name, verbs in {
        "Otto": [],
        "Bao": ["accept", "decline"],
        "Ada": ["withdraw"],
        "Finn": ["unfollow"],
        "Mute One": ["unmute"],
        "Bad One": ["unblock"],
    }.items():
        assert name in page
        for verb in verbs:
            assert f"/people/{User.objects.get(display_name=name).public_id}/{verb}/" in page
    assert f"/people/{mei.public_id}/" in page  # one's own link


def test_the_list_asks_for_itself_again(as_mei: Client, client: Client, mei: User, otto: User) -> None:
    befriend(mei, otto)
    for address, region in (("/friends/now/", "friends-panel"), ("/friends/now/?all=1", "friends-now")):
        part = as_mei.get(address).content.decode()
        assert f'id="{region}"' in part
        assert "Otto" in part
        assert "<html" not in part
    client.logout()
    assert client.get("/friends/now/").status_code == 204  # a page left open: no sign-in page inside a list


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Ott", ["Otto"]),
        ("otto", ["Otto"]),
        ("0TT0", ["Otto"]),
        ("  OTTO ", ["Otto"]),
        ("to", []),  # as the name begins
        ("o", []),  # a single letter is no search
        ("%", []),
        ("__", []),
        ("Mei", []),  # oneself
        ("Steady One", []),
        ("Gone", []),
        ("Shut", []),
        ("Enemy", []),
        ("ott\x00", []),
    ],
)
def test_people_are_found_by_name(as_mei: Client, mei: User, otto: User, query: str, found: list[str]) -> None:
    User.objects.create_user("Steady One", kind=Kind.AI)
    User.objects.create_user("Gone", is_active=False)
    social.block(User.objects.create_user("Shut"), mei)
    social.block(mei, User.objects.create_user("Enemy"))
    answer = as_mei.get("/friends/", {"q": query})
    assert [person.name for person in answer.context.get("found", [])] == found


def test_people_are_found_by_their_id(as_mei: Client, otto: User) -> None:
    assert as_mei.get("/friends/", {"q": otto.public_id}).context["found"] == [otto]


def test_searching_is_limited(as_mei: Client, otto: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "SEARCH_RATE": (2, 3600)}
    for _try in range(2):
        assert as_mei.get("/friends/?q=otto").status_code == 200
    answer = as_mei.get("/friends/?q=otto")
    assert answer.status_code == 429
    assert "too fast" in answer.content.decode()


# --- verbs as forms


def post(browser: Client, other: User, verb: str, **data: str) -> str:
    """Do it, and return what the page says that one is led to."""
    return browser.post(f"/people/{other.public_id}/{verb}/", data, follow=True).content.decode()


def test_verbs_are_forms_that_say_what_came_of_them(as_mei: Client, mei: User, otto: User) -> None:
    assert "You asked Otto" in post(as_mei, otto, "ask")
    social.accept(otto, mei)
    assert "You and Otto are friends already." in post(as_mei, otto, "withdraw")
    assert "no longer friends" in post(as_mei, otto, "end")
    social.ask(otto, mei)
    assert "You and Otto are friends now." in post(as_mei, otto, "ask")
    assert "Otto is blocked" in post(as_mei, otto, "block", next=f"/people/{otto.public_id}/")


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("", "/friends/"),
        ("/matches/", "/matches/"),
        ("//evil.example/", "/friends/"),
        ("https://evil.example/", "/friends/"),
    ],
)
def test_one_goes_back_to_where_one_was(as_mei: Client, otto: User, asked: str, led: str) -> None:
    assert as_mei.post(f"/people/{otto.public_id}/follow/", {"next": asked}).headers["Location"] == led


@pytest.mark.parametrize(("method", "verb", "status"), [("get", "ask", 405), ("post", "kiss", 404)])
def test_no_other_verbs(as_mei: Client, otto: User, method: str, verb: str, status: int) -> None:
    assert getattr(as_mei, method)(f"/people/{otto.public_id}/{verb}/").status_code == status


def test_verbs_are_for_those_who_signed_in(client: Client, otto: User) -> None:
    address = f"/people/{otto.public_id}/"
    assert client.post(f"{address}ask/").headers["Location"] == f"/accounts/login/?next={address}"
    assert client.get("/friends/").headers["Location"] == "/accounts/login/?next=/friends/"


def test_a_form_from_elsewhere(mei: User, otto: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(mei)
    assert browser.post(f"/people/{otto.public_id}/ask/").status_code == 403


def test_a_friend_is_invited_to_ones_table(as_mei: Client, open_table: Open, mei: User, otto: User) -> None:
    befriend(mei, otto)
    answer = as_mei.post(f"/people/{otto.public_id}/invite/")
    assert answer.headers["Location"] == "/tables/new/?friends"  # first a table
    table = open_table(mei, visibility="private")
    assert "Otto is invited" in post(as_mei, otto, "invite")
    assert Invitation.objects.get().table == table


def test_a_stranger_is_not_invited(as_mei: Client, open_table: Open, mei: User, otto: User) -> None:
    open_table(mei)
    assert "You can invite your friends." in post(as_mei, otto, "invite")
    assert not Invitation.objects.exists()


# --- anybody's page


def test_anybody_has_a_page(client: Client, otto: User) -> None:
    page = client.get(f"/people/{otto.public_id}/")
    assert page.status_code == 200
    assert "Otto" in page.content.decode()
    assert "otto@example.org" not in page.content.decode()


def test_the_page_offers_what_can_be_done(as_mei: Client, mei: User, otto: User) -> None:
    def offered() -> set[str]:
        page = as_mei.get(f"/people/{otto.public_id}/").content.decode()
        return {verb for verb in (*VERBS, "invite") if f"/people/{otto.public_id}/{verb}/" in page}

    from games.views.people import VERBS

    assert offered() == {"ask", "follow", "mute", "block"}
    social.follow(mei, otto)
    social.ask(mei, otto)
    social.mute(mei, otto)
    assert offered() == {"withdraw", "unfollow", "unmute", "block"}
    social.accept(otto, mei)
    presence.arrive_site(otto.pk)
    assert offered() == {"end", "unfollow", "unmute", "block", "invite"}
    social.end(otto, mei)
    social.ask(otto, mei)
    assert offered() == {"accept", "decline", "unfollow", "unmute", "block"}


def test_only_friends_read_where_one_is(as_mei: Client, open_table: Open, mei: User, otto: User) -> None:
    open_table(otto, name="Den")
    assert "Den" not in as_mei.get(f"/people/{otto.public_id}/").content.decode()
    befriend(mei, otto)
    assert "Den" in as_mei.get(f"/people/{otto.public_id}/").content.decode()


def make_removed(person: User) -> None:
    person.display_name, person.removed_number, person.is_active = None, 12345678, False
    person.save()


@pytest.mark.parametrize("why", ["removed", "closed", "blocked", "blocks", "nobody"])
def test_not_found_reads_the_same_whatever_the_reason(as_mei: Client, mei: User, otto: User, why: str) -> None:
    address = f"/people/{otto.public_id}/"
    if why == "removed":
        make_removed(otto)
    elif why == "closed":
        User.objects.filter(pk=otto.pk).update(is_active=False)
    elif why == "blocked":
        social.block(otto, mei)
    elif why == "blocks":
        social.block(mei, otto)
    else:
        address = "/people/nobodyatall1/"
    answer = as_mei.get(address)
    assert answer.status_code == 404
    assert "Otto" not in answer.content.decode()
    assert "There is nothing here" in answer.content.decode()


def test_ones_own_page_has_nothing_to_do_about_oneself(as_mei: Client, mei: User) -> None:
    page = as_mei.get(f"/people/{mei.public_id}/").content.decode()
    assert "/ask/" not in page
    assert "/accounts/profile/" in page


def test_an_ai_character_has_a_page_and_takes_no_requests(as_mei: Client, presets: None) -> None:
    player = AiPlayer.objects.select_related("user").get(pk=AiPlayer.objects.filter(level="easy")[0].pk)
    page = as_mei.get(f"/people/{player.user.public_id}/").content.decode()
    assert "AI player, easy" in page
    assert "/ask/" not in page
    assert "does not take requests" in post(as_mei, player.user, "ask")


def add_match(title: str, state: str, *seats: tuple[User, int | None, bool]) -> None:
    """A match with these people, the places they came in, and whether they left."""
    match = Match.objects.create(
        state=state,
        family="uno",
        rules_version=1,
        rules_title=title,
        ruleset={},
        seed=b"",
        commitment="",
        position={},
        finished_at=timezone.now(),
    )
    for number, (user, place, left) in enumerate(seats):
        MatchSeat.objects.create(
            match=match, seat=number, user=user, place=place, left_at=match.started_at if left else None
        )


def test_a_page_counts_matches_by_ruleset(client: Client, presets: None, mei: User, otto: User) -> None:
    for _match in range(2):
        add_match("Official", "over", (mei, 1, False), (otto, 2, False))
    add_match("Official", "over", (mei, 3, True), (otto, 1, False))
    add_match("Duel", "over", (otto, 1, False), (mei, 2, False))
    add_match("Our secret rules", "over", (mei, 1, False), (otto, 2, False))
    add_match("Duel", "playing", (mei, None, False), (otto, None, False))
    add_match("Duel", "void", (mei, None, False), (otto, None, False))
    assert len(list(recount(write=True))) == 2
    assert [(row.title, row.played, row.finished, row.won) for row in favourites_of(mei)] == [
        ("Official", 3, 2, 2),
        ("Duel", 1, 1, 0),
        ("Rules that somebody made", 1, 1, 1),
    ]
    totals = totals_of(mei)
    assert (totals.matches, totals.stayed, totals.wins) == (5, 4, 3)
    page = client.get(f"/people/{mei.public_id}/").content.decode()
    assert "Our secret rules" not in page


def test_names_lead_to_people(as_mei: Client, duel: Table, mei: User, otto: User) -> None:
    play(duel, player_to_move(duel), any_move(duel))
    match = Match.objects.get()
    Match.objects.update(state="over", finished_at=match.started_at)
    page = as_mei.get(f"/matches/{match.public_id}/").content.decode()
    assert f'href="/people/{otto.public_id}/"' in page
    make_removed(otto)
    page = as_mei.get(f"/matches/{match.public_id}/").content.decode()
    assert "former player" in page
    assert f'href="/people/{otto.public_id}/"' not in page


def test_a_name_in_the_chat_leads_to_the_person(duel: Table, mei: User, otto: User) -> None:
    talk.say(duel.pk, otto.pk, "hello")
    for reader, leads in ((mei, True), (None, True), (otto, False)):
        html = screens.render(reading.snapshot(duel.pk, reader.pk if reader else None), ("chat",), "en")
        assert (f'href="/people/{otto.public_id}/"' in html) == leads
