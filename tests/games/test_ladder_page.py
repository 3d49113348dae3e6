"""The pages of the ladders."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import social
from accounts.models import User
from games.models import Ladder, RatedResult, Rating, Season
from games.services.ladders import standings
from tests.games.standing import new_ladder, new_match, new_season, rating, stand
from tests.people import alice, alice_client, bob  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(db: Any) -> Ladder:
    return new_ladder(key="duel", title="Duel")


@pytest.fixture
def season(db: Any) -> Season:
    return new_season()


def get(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def places(html: str) -> list[str]:
    return [part.partition("</td>")[0] for part in html.split('<td class="standing-place num">')[1:]]


def test_the_ladder_is_the_first_that_is_open(client: Client, season: Season) -> None:
    new_ladder(is_open=False)
    assert "No ladder is open" in get(client, "/ladders/")
    new_ladder(key="second", order=2)
    new_ladder(key="first", order=1)
    answer = client.get("/ladders/")
    assert (answer.status_code, answer["Location"]) == (302, "/ladders/first/")


def test_a_visitor_reads_who_stands_where(client: Client, ladder: Ladder, season: Season) -> None:
    rows = stand(ladder, season, [1500, 1480, 1480, 1400])
    html = get(client, "/ladders/duel/")
    assert places(html) == ["1", "2", "2", "4"]
    assert all(row.person.name in html for row in rows)
    assert f"/people/{rows[0].person.public_id}/" in html
    assert "who=friends" not in html
    assert "Go to my place" not in html


def test_who_has_played_little_is_marked(client: Client, ladder: Ladder, season: Season) -> None:
    stand(ladder, season, [1500], matches=10)
    assert "provisional</span>" not in get(client, "/ladders/duel/")
    stand(ladder, season, [1400], matches=9)
    assert get(client, "/ladders/duel/").count("provisional</span>") == 1


def test_where_nobody_stands_it_says_so(client: Client, ladder: Ladder) -> None:
    assert "The first season has not begun yet." in get(client, "/ladders/duel/")
    new_season()
    assert "Nobody has played a rated match in this season yet." in get(client, "/ladders/duel/")
    past = new_season(is_over=True)
    assert "Nobody has played a rated match in this season.<" in get(client, f"/ladders/duel/?season={past.number}")


@pytest.mark.parametrize("address", ["/ladders/nosuch/", "/ladders/duel/?season=99999", "/ladders/duel/?season=one"])
def test_what_is_not_there_is_not_found(client: Client, ladder: Ladder, season: Season, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(("page", "first"), [("", "1"), ("x", "1"), ("0", "3"), ("2", "3"), ("99", "3"), ("-1", "3")])
def test_a_page_that_is_none_is_the_first_or_the_last(
    client: Client, ladder: Ladder, season: Season, page: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "PER_PAGE", 2)
    stand(ladder, season, [1500, 1400, 1300])
    assert places(get(client, f"/ladders/duel/?page={page}"))[0] == first


def test_pages_keep_what_was_chosen(
    client: Client, ladder: Ladder, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standings, "PER_PAGE", 2)
    stand(ladder, season, [1500, 1400, 1300])
    html = get(client, f"/ladders/duel/?season={season.number}")
    assert f'rel="next" href="?season={season.number}&amp;page=2"' in html


def test_the_own_place_stands_below_the_page_with_its_neighbours(
    alice_client: Client,  # noqa: F811
    alice: User,  # noqa: F811
    ladder: Ladder,
    season: Season,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(standings, "PER_PAGE", 3)
    stand(ladder, season, range(1500, 1490, -1))
    rating(alice, ladder, season, 1400).save()
    stand(ladder, season, [1300])
    html = get(alice_client, "/ladders/duel/")
    assert places(html) == ["1", "2", "3", "9", "10", "11", "12"]
    assert "5 more players" in html
    assert 'href="?page=4#me"' in html
    # further down than one's own place, the neighbours stand above
    last = get(alice_client, "/ladders/duel/?page=4")
    assert places(last) == ["10", "11", "12"]
    Rating.objects.filter(person=alice).update(rank_value=1600)
    assert places(get(alice_client, "/ladders/duel/?page=4")) == ["1", "2", "3", "10", "11", "12"]


def test_friends_are_those_who_said_yes_and_oneself(
    alice_client: Client,  # noqa: F811
    alice: User,  # noqa: F811
    bob: User,  # noqa: F811
    ladder: Ladder,
    season: Season,
) -> None:
    strangers = stand(ladder, season, [1600, 1550, 1300])
    rating(alice, ladder, season, 1500).save()
    rating(bob, ladder, season, 1400).save()
    social.ask(alice, bob)
    social.ask(alice, strangers[0].person)
    assert places(get(alice_client, "/ladders/duel/?who=friends")) == ["3"]
    social.accept(bob, alice)
    html = get(alice_client, "/ladders/duel/?who=friends")
    assert places(html) == ["3", "4"]
    assert strangers[0].person.name not in html


def test_friends_of_a_visitor_are_asked_for_after_signing_in(client: Client, ladder: Ladder, season: Season) -> None:
    answer = client.get("/ladders/duel/?who=friends")
    assert answer.status_code == 302
    assert "next=/ladders/duel/%3Fwho%3Dfriends" in answer["Location"]


def test_a_past_season_shows_its_final_places(client: Client, ladder: Ladder, season: Season) -> None:
    past = new_season(is_over=True)
    stand(ladder, season, [1500])
    for value, place in ((1500, 1), (1400, 2)):
        stand(ladder, past, [value], final_place=place)
    stand(ladder, past, [1700], matches=3)
    html = get(client, f"/ladders/duel/?season={past.number}")
    assert places(html) == ["1", "2", "–"]
    assert "Ended on" in html


def test_the_days_until_the_season_ends_are_told(client: Client, ladder: Ladder, season: Season) -> None:
    assert "Ends in" not in get(client, "/ladders/duel/")
    season.ends_at = timezone.now() + timedelta(days=18, hours=2)
    season.save()
    assert "Ends in 19 days" in get(client, "/ladders/duel/")


def test_a_closed_ladder_can_still_be_read(client: Client, season: Season) -> None:
    closed = new_ladder(key="old", title="Old rules", is_open=False)
    new_ladder(key="new", title="New rules")
    stand(closed, season, [1500])
    html = get(client, "/ladders/old/")
    assert "Old rules" in html
    assert "Old rules" not in get(client, "/ladders/new/")


def test_the_own_climb_is_drawn_and_said_in_words(
    alice_client: Client,  # noqa: F811
    alice: User,  # noqa: F811
    ladder: Ladder,
    season: Season,
) -> None:
    mine = rating(alice, ladder, season, 1420, matches=2)
    mine.save()
    assert "<path" not in get(alice_client, "/ladders/duel/")
    for minutes, mu in enumerate((26.0, 25.0)):
        RatedResult.objects.create(
            rating=mine,
            match=new_match(),
            place=1,
            mu_before=25,
            sigma_before=2,
            mu_after=mu,
            sigma_after=2,
            made_at=timezone.now() + timedelta(minutes=minutes),
        )
    html = get(alice_client, "/ladders/duel/")
    assert html.count("<path") == 2
    assert "2 matches this season: 1500 now, 1540 at the highest." in html


def test_a_longer_ladder_takes_no_more_queries(
    alice_client: Client,  # noqa: F811
    alice: User,  # noqa: F811
    ladder: Ladder,
    season: Season,
) -> None:
    rating(alice, ladder, season, 500).save()
    asked = []
    for many in (60, 300):
        stand(ladder, season, range(1000, 1000 + many))
        with CaptureQueriesContext(connection) as queries:
            get(alice_client, "/ladders/duel/?page=1")
        asked.append(len([query for query in queries if "games_" in query["sql"] and "notice" not in query["sql"]]))
    assert asked == [9, 9]


def test_the_lobby_says_how_one_stands_in_the_season_that_is_on(
    alice_client: Client,  # noqa: F811
    alice: User,  # noqa: F811
    ladder: Ladder,
    season: Season,
) -> None:
    past, other = new_season(is_over=True), new_ladder(title="House rules")
    stand(ladder, season, [1500])
    rating(alice, ladder, past, 1600).save()
    assert "Your season" not in get(alice_client, "/")
    rating(alice, ladder, season, 1400).save()
    rating(alice, other, season, 1300, matches=3).save()
    html = get(alice_client, "/")
    assert "Duel: place 2, 20 matches" in html
    assert "House rules: place 1, 3 matches" in html
    assert 'href="/ladders/duel/"' in html


def test_the_lobby_of_a_visitor_has_no_season(client: Client, ladder: Ladder, season: Season) -> None:
    stand(ladder, season, [1500])
    assert "Your season" not in get(client, "/")


def test_what_counts_is_played_from_the_page_while_it_counts(client: Client, presets: None) -> None:
    duel, classic = Ladder.objects.get(key="duel"), Ladder.objects.get(key="classic")
    link = "/?now-kind=rated&amp;now-preset={}&amp;now-seats={}#play-now"
    for ladder, seats in ((duel, 2), (classic, 4)):
        first = ladder.rulesets.order_by("pk").select_related("ruleset")[0]
        assert link.format(first.ruleset.key, seats) in get(client, f"/ladders/{ladder.key}/")
    past = new_season(is_over=True)
    assert "play-rated" not in get(client, f"/ladders/duel/?season={past.number}")
    Ladder.objects.filter(pk=duel.pk).update(is_open=False)
    assert "play-rated" not in get(client, "/ladders/duel/")
    classic.rulesets.all().delete()
    assert "play-rated" not in get(client, "/ladders/classic/")
