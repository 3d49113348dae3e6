"""Notices: who is told what, how it reads, when it is read, and how long it is kept."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts import social
from accounts.deletion import carry_out, request_deletion
from accounts.models import Tie, User
from accounts.personal_data import personal_data
from games import screens, tasks
from games.models import Achievement, Action, Appeal, Invitation, Ladder, Match, Notice, Rating, Season, Table
from games.services import getting_ready, notices, presence, tables
from games.services.ladders import results
from games.services.moderation.log import log
from games.services.notices import News
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

pytestmark = pytest.mark.django_db
Open = Callable[..., Table]
Kind = Notice.Kind


@pytest.fixture
def bao(db: None) -> User:
    """A third person."""
    return User.objects.create_user("Bao", "bao@example.org")


def befriend(one: User, other: User) -> None:
    social.ask(one, other)
    social.accept(other, one)
    Notice.objects.all().delete()


def told(kind: Kind) -> set[str]:
    """The names of those who were told of this."""
    return set(Notice.objects.filter(kind=kind).values_list("person__display_name", flat=True))


def give(kind: Kind, person: User, **about: Any) -> Notice:
    return Notice.objects.create(kind=kind, person=person, **about)


# --- who is told


def test_nobody_is_told_of_what_they_did_themselves(mei: User, otto: User, duel: Table) -> None:
    notices.notify(Kind.INVITED, [mei.pk, otto.pk, otto.pk], actor_id=mei.pk, table=duel)
    assert [notice.person for notice in Notice.objects.filter(kind=Kind.INVITED)] == [otto]


def test_a_turn_that_waits_is_one_notice_and_the_next_is_another(mei: User, duel: Table) -> None:
    for _ in range(3):
        notices.notify(Kind.YOUR_TURN, [mei.pk], table=duel)
    assert Notice.objects.count() == 1
    notices.turn_made(duel, mei.pk)
    assert Notice.objects.get().read_at is not None
    notices.notify(Kind.YOUR_TURN, [mei.pk], table=duel)
    assert Notice.objects.count() == 2


@pytest.mark.parametrize(
    ("wishes", "hear"),
    [
        ({}, {"Otto", "Bao"}),
        ({"visibility": "private"}, set()),
        ({"is_quick": True}, set()),
        ({"ai_level": "steady"}, set()),
    ],
)
def test_friends_and_followers_hear_of_a_public_table_that_waits(
    open_table: Open, mei: User, otto: User, bao: User, charlie: User, wishes: dict[str, Any], hear: set[str]
) -> None:
    befriend(mei, otto)
    social.follow(bao, mei)
    open_table(mei, **wishes)
    assert told(Kind.FRIENDS_TABLE) == hear


@pytest.mark.parametrize("blocker", ["mei", "bao"])
def test_who_is_at_odds_hears_of_no_table(open_table: Open, mei: User, bao: User, blocker: str) -> None:
    social.follow(bao, mei)
    people = {"mei": (mei, bao), "bao": (bao, mei)}
    Tie.objects.create(person=people[blocker][0], other=people[blocker][1], kind=Tie.Kind.BLOCK)
    open_table(mei)
    assert told(Kind.FRIENDS_TABLE) == set()


def test_of_who_shows_nobody_where_they_are_nobody_hears(open_table: Open, mei: User, otto: User) -> None:
    befriend(mei, otto)
    User.objects.filter(pk=mei.pk).update(presence_shown_to="nobody")
    open_table(User.objects.get(pk=mei.pk))
    assert told(Kind.FRIENDS_TABLE) == set()


@pytest.mark.parametrize(("minutes", "count"), [(9, 1), (11, 2)])
def test_table_after_table_is_news_once_in_ten_minutes(
    open_table: Open, mei: User, bao: User, minutes: int, count: int
) -> None:
    social.follow(bao, mei)
    first = open_table(mei)
    Notice.objects.update(made_at=timezone.now() - timedelta(minutes=minutes))
    tables.leave(first.pk, mei.pk)
    open_table(mei)
    assert Notice.objects.filter(kind=Kind.FRIENDS_TABLE).count() == count


def play_out(table: Table) -> Match:
    """Play the match to its end."""
    while not state_of(table).game.over:
        play(table, player_to_move(table), any_move_that_lays(table))
    match = state_of(table).match
    assert match is not None
    return match


@pytest.fixture
def short(open_table: Open, mei: User, otto: User) -> Table:
    """Mei and Otto in a match of one round."""
    table = open_table(mei, single=True)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    Notice.objects.all().delete()
    return Table.objects.get(pk=table.pk)


def test_who_looks_at_the_table_need_not_be_told_that_the_match_is_over(short: Table, mei: User, otto: User) -> None:
    presence.arrive(short.pk, mei.pk)
    match = play_out(short)
    notice = Notice.objects.get(kind=Kind.MATCH_OVER)
    assert (notice.person, notice.table, notice.match) == (otto, short, match)


def test_who_has_left_is_told_of_the_end_though_they_watch(short: Table, mei: User, otto: User) -> None:
    match = play_out(short)
    Notice.objects.all().delete()
    for person in (mei, otto):
        presence.arrive(short.pk, person.pk)
    short.seats.filter(user=otto).update(live=False)
    notices.match_over(short, match)
    assert told(Kind.MATCH_OVER) == {"Otto"}


# --- how it reads


@pytest.fixture
def about(short: Table, mei: User, otto: User) -> dict[str, Any]:
    """What notices of every kind are about."""
    earned = Achievement.objects.create(person=mei, key="first_win", match=short.match, earned_at=timezone.now())
    ladder, season = Ladder.objects.get(key="duel"), Season.objects.get()
    rating = Rating(ladder=ladder, season=season, person=mei, final_place=2, first_mu=25, first_sigma=8, mu=30, sigma=2)
    results.show(rating, results.skill_at(rating, timezone.now()))
    rating.save()
    action = log(otto, Action.Kind.WARN, "Rude words", person=mei)
    Appeal.objects.create(action=action, person=mei, text="No", answer="Yes")
    return {
        "actor": otto,
        "table": short,
        "match": short.match,
        "achievement": earned,
        "rating": rating,
        "action": action,
    }


READS = {
    Kind.YOUR_TURN: ("It is your turn at “Mei's table”.", "table"),
    Kind.TURN_MISSED: (
        "You missed a turn at “Mei's table”. If you miss the next one, an AI player takes over.",
        "table",
    ),
    Kind.PLAYED_FOR: ("An AI player plays for you at “Mei's table”. You can take your seat back.", "table"),
    Kind.INVITED: ("Otto invites you to “Mei's table”.", "table"),
    Kind.FRIENDS_TABLE: ("Otto opened a table: “Mei's table”.", "table"),
    Kind.MATCH_OVER: ("The match at “Mei's table” is over.", "match"),
    Kind.FRIEND_ASKED: ("Otto wants to be your friend.", "person"),
    Kind.FRIEND_ACCEPTED: ("Otto is your friend now.", "person"),
    Kind.ACHIEVED: ("You have earned “First cup”.", "own"),
    Kind.SEASON_OVER: ("“Season 1” is over: you came in place 2 on the ladder “Duel”.", "ladder"),
    Kind.MODERATED: ("You were warned.", "standing"),
    Kind.APPEAL_ANSWERED: ("Your appeal is answered.", "standing"),
    Kind.VIP_GIVEN: ("You are a VIP now.", "vip"),
    Kind.VIP_OVER: ("Your time as a VIP is over. A match that goes on stays as it was dealt.", "vip"),
}


def test_every_kind_is_known() -> None:
    assert set(READS) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_a_notice_is_a_sentence_that_leads_somewhere(mei: User, about: dict[str, Any], kind: Kind) -> None:
    sentence, leads_to = READS[kind]
    line = screens.notice_line(give(kind, mei, **about))
    assert line.sentence == sentence
    assert (
        line.address
        == {
            "table": f"/tables/{about['table'].public_id}/",
            "match": f"/matches/{about['match'].public_id}/",
            "person": f"/people/{about['actor'].public_id}/",
            "ladder": "/ladders/duel/?season=1",
            "own": f"/people/{mei.public_id}/",
            "standing": "/standing/",
            "vip": "/vip/",
        }[leads_to]
    )


@pytest.mark.parametrize("language", dict(site.LANGUAGES))
@pytest.mark.parametrize("kind", Kind)
def test_it_names_who_and_where_in_every_language(mei: User, about: dict[str, Any], kind: Kind, language: str) -> None:
    Table.objects.update(name="Night owls")
    about["table"].refresh_from_db()
    with override(language):
        sentence = screens.notice_line(give(kind, mei, **about)).sentence
    assert ("Otto" in sentence) == ("Otto" in READS[kind][0])
    assert ("Night owls" in sentence) == ("table”" in READS[kind][0])


@pytest.mark.parametrize("kind", Kind)
def test_a_notice_of_what_is_gone_still_reads(mei: User, kind: Kind) -> None:
    line = screens.notice_line(give(kind, mei))
    assert line.sentence
    # what one is oneself is not gone
    assert line.address == ("/vip/" if kind in (Kind.VIP_GIVEN, Kind.VIP_OVER) else "")


def test_an_invitation_to_a_table_that_has_closed_says_so(mei: User, about: dict[str, Any]) -> None:
    Table.objects.update(state=Table.State.CLOSED)
    about["table"].refresh_from_db()
    line = screens.notice_line(give(Kind.INVITED, mei, **about))
    assert (line.address, line.more) == ("", "This table has closed.")


@pytest.mark.parametrize(
    ("kind", "kept"), [(kind, kind not in notices.NOTHING_WITHOUT_TABLE) for kind in Kind], ids=list(Kind)
)
def test_what_is_no_news_without_its_table_goes_with_it(
    mei: User, about: dict[str, Any], kind: Kind, kept: bool
) -> None:
    give(kind, mei, **about)
    Table.objects.update(state=Table.State.CLOSED)
    assert notices.notices_of(mei.pk).exists() == kept
    assert (mei.pk in notices.news_of([mei.pk])) == kept


# --- the page


def test_the_page_lists_newest_first_and_reads_what_it_shows(
    client: Client, mei: User, otto: User, about: dict[str, Any]
) -> None:
    client.force_login(mei)
    for kind in (Kind.MATCH_OVER, Kind.INVITED):
        give(kind, mei, **about)
    give(Kind.MATCH_OVER, otto, **about)
    page = client.get("/notices/").content.decode()
    assert page.index("Otto invites you") < page.index("is over.")
    assert page.count("is-new") == 2
    assert "new notice" not in page  # the bell has been told already
    assert client.get("/notices/").content.decode().count("is-new") == 0
    assert notices.news_of([mei.pk, otto.pk]).keys() == {otto.pk}


def test_looking_without_opening_reads_nothing(client: Client, mei: User, about: dict[str, Any]) -> None:
    client.force_login(mei)
    give(Kind.MATCH_OVER, mei, **about)
    client.head("/notices/")
    assert notices.news_of([mei.pk])[mei.pk].unread == 1


def test_the_page_has_pages(client: Client, mei: User, about: dict[str, Any]) -> None:
    client.force_login(mei)
    for _ in range(23):
        give(Kind.MATCH_OVER, mei, **about)
    assert client.get("/notices/").content.decode().count('class="notice-row') == 20
    assert notices.news_of([mei.pk])[mei.pk].unread == 3
    assert client.get("/notices/?page=2").content.decode().count('class="notice-row') == 3
    assert notices.news_of([mei.pk]) == {}


def test_the_page_takes_as_many_queries_for_twenty_as_for_one(
    client: Client, mei: User, about: dict[str, Any], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    client.force_login(mei)
    for kind in [*Kind] * 3:
        give(kind, mei, **about, read_at=timezone.now())
    with django_assert_max_num_queries(9):
        client.get("/notices/")


def test_an_empty_page_says_what_will_be_there(client: Client, mei: User) -> None:
    client.force_login(mei)
    assert "Nothing yet." in client.get("/notices/").content.decode()


def test_the_page_is_for_who_is_signed_in(client: Client, db: None) -> None:
    assert client.get("/notices/").headers["Location"] == "/accounts/login/?next=/notices/"
    assert client.post("/notices/").status_code in (302, 405)


@pytest.mark.parametrize("waits", [True, False])
def test_a_request_that_waits_can_be_answered_there(client: Client, mei: User, otto: User, waits: bool) -> None:
    client.force_login(mei)
    social.ask(otto, mei)
    if not waits:
        social.accept(mei, otto)
    page = client.get("/notices/").content.decode()
    assert "Otto wants to be your friend." in page
    assert (f"/people/{otto.public_id}/accept/" in page) == waits
    assert (f"/people/{otto.public_id}/decline/" in page) == waits


def test_nothing_is_read_of_somebody_who_is_blocked(client: Client, mei: User, otto: User, duel: Table) -> None:
    client.force_login(mei)
    notices.notify(Kind.INVITED, [mei.pk], actor_id=otto.pk, table=duel)
    Tie.objects.create(person=mei, other=otto, kind=Tie.Kind.BLOCK)
    assert notices.news_of([mei.pk]) == {}
    assert "Otto" not in client.get("/notices/").content.decode()
    # who was blocked is not to learn it
    notices.notify(Kind.MATCH_OVER, [otto.pk], actor_id=mei.pk, table=duel)
    assert notices.news_of([otto.pk])[otto.pk].unread == 1


# --- the bell


@pytest.mark.parametrize("path", ["/", "/rules/", "/accounts/profile/", "/matches/"])
def test_every_page_of_somebody_signed_in_has_the_bell(client: Client, mei: User, presets: None, path: str) -> None:
    client.force_login(mei)
    give(Kind.MATCH_OVER, mei)
    page = client.get(path).content.decode()
    assert "1 new notice" in page
    assert f'ws-connect="/ws/news/?lang=en&amp;at={path.replace("/", "%2F")}"' in page


@pytest.mark.parametrize("path", ["/rules/", "/accounts/login/", "/pages/privacy/"])
def test_a_page_that_is_not_live_loads_nothing_for_it(client: Client, presets: None, path: str) -> None:
    page = client.get(path).content.decode()
    for part in ("htmx", "ws-connect", "sockets.js", "news.js", "news.css"):
        assert part not in page


def test_the_table_has_it_too(client: Client, mei: User, duel: Table) -> None:
    client.force_login(mei)
    page = client.get(f"/tables/{duel.public_id}/").content.decode()
    assert page.count('id="bell"') == 1
    assert page.count("htmx-config") == 1
    assert page.count('ws-connect="') == 2


def test_a_count_of_none_is_nothing(mei: User) -> None:
    assert notices.news_of([mei.pk]).get(mei.pk, News()) == News(0, 0)


# --- how long it is kept


def test_old_notices_are_forgotten(mei: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "NOTICE_DAYS": 30}
    old, new = give(Kind.MATCH_OVER, mei), give(Kind.MATCH_OVER, mei)
    Notice.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(days=31))
    tasks.forget_notices()
    assert list(Notice.objects.all()) == [new]


def test_personal_data_lists_notices_and_invitations(mei: User, otto: User, about: dict[str, Any]) -> None:
    give(Kind.INVITED, mei, **about)
    Invitation.objects.create(table=about["table"], person=mei, by=otto)
    data = personal_data(mei)
    assert [(row["kind"], row["by"], row["table"]) for row in data["notices"]] == [
        ("invited", otto.public_id, about["table"].public_id)
    ]
    assert data["invitations"][0]["person"] == mei.public_id
    assert personal_data(otto)["invitations"] == data["invitations"]


def test_a_removed_account_leaves_no_notice_and_no_invitation(mei: User, otto: User, about: dict[str, Any]) -> None:
    give(Kind.INVITED, mei, **about)
    give(Kind.MATCH_OVER, otto)
    Invitation.objects.create(table=about["table"], person=mei, by=otto)
    assert carry_out(otto.pk, request_deletion(otto, timezone.now()) + timedelta(seconds=1))
    assert not Notice.objects.filter(actor=otto).exists()
    assert not Notice.objects.filter(person=otto).exists()
    assert not Invitation.objects.exists()
