"""A person's page: how they stand, how that came, what they have played; and what each reader gets to see of it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import social
from accounts.models import Kind, User
from games.achievements import ACHIEVEMENTS
from games.models import (
    Achievement,
    AiPlayer,
    Match,
    RatedResult,
    Rating,
    RulesetTotals,
    Season,
    Totals,
)
from games.services import past
from games.services.ladders import standings
from tests.games.pasts import START, add_match, rate

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("presets")]


@pytest.fixture
def as_mei(client: Client, mei: User) -> Client:
    """A browser in which Mei is signed in."""
    client.force_login(mei)
    return client


def page_of(browser: Client, person: User, query: str = "") -> str:
    answer = browser.get(f"/people/{person.public_id}/{query}")
    assert answer.status_code == 200
    return answer.text


# --- the ratings and their drawing


def test_a_rating_is_shown_with_its_graph_and_the_same_as_a_table(client: Client, mei: User, otto: User) -> None:
    rate(mei, 1540, 1610, 1580, other=otto)
    page = page_of(client, mei)
    assert "From 1540 on Oct. 1, 2026 to 1580 now; highest 1610 on Oct. 2, 2026." in page
    assert page.count('class="climb-dot"') == 3
    table = page[page.index('id="climb-table"') :]
    for number in (1540, 1610, 1580):
        assert f'<td class="n num">{number}</td>' in table
    assert "± 80" in table
    assert "Provisional" in page
    assert "Place 1" in page
    assert 'href="/ladders/duel/?season=1"' in page


def test_ladder_and_season_are_chosen_by_links(client: Client, mei: User, otto: User) -> None:
    old = Season.objects.get(ended_at=None)
    rate(mei, 1700, season=old, other=otto)
    Season.objects.filter(pk=old.pk).update(ended_at=START)
    Rating.objects.update(final_place=7)
    Season.objects.create(number=2, name="Autumn", began_at=START)
    rate(mei, 1510, 1520, other=otto)
    rate(mei, 1490, ladder="classic", other=otto)

    def shown(query: str) -> tuple[int, str, int]:
        ratings = client.get(f"/people/{mei.public_id}/{query}").context["ratings"]
        return ratings.season.number, ratings.chosen.rating.ladder.key, ratings.chosen.rating.number

    assert shown("") == (2, "duel", 1520)  # the newest season, the ladder that was played most
    assert shown("?ladder=classic") == (2, "classic", 1490)
    assert shown("?ladder=duel&season=1") == (1, "duel", 1700)
    assert shown("?ladder=nothing&season=x") == (2, "duel", 1520)
    assert "Place 7" in page_of(client, mei, "?season=1")
    assert "Autumn" in page_of(client, mei)


def test_htmx_gets_the_ratings_alone(client: Client, mei: User, otto: User) -> None:
    rate(mei, 1540, other=otto)
    part = client.get(f"/people/{mei.public_id}/?ladder=duel", headers={"HX-Request": "true"}).text
    assert part.startswith('<section class="panel panel-big" id="ratings"')
    assert "<html" not in part
    assert "Recent matches" not in part


def test_a_long_history_is_thinned_out_and_keeps_its_end_and_its_peak(
    mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [1500 + day for day in range(30)]
    numbers[10] = 1900
    rating = rate(mei, *numbers, other=otto)
    assert [point.number for point in standings.climb_of(rating)] == numbers
    monkeypatch.setattr(standings, "CLIMB", 10)
    thinned = standings.climb_of(rating)
    assert [point.number for point in thinned] == [1502, 1505, 1508, 1900, 1511, 1514, 1517, 1520, 1523, 1526, 1529]
    assert [point.at for point in thinned] == sorted(point.at for point in thinned)


# --- matches


def test_recent_matches_lead_to_the_match_and_its_replay(client: Client, mei: User, otto: User) -> None:
    rate(mei, 1540, 1528, other=otto)
    page = page_of(client, mei)
    for match in Match.objects.all():
        assert f'href="/matches/{match.public_id}/"' in page
        assert f'href="/matches/{match.public_id}/replay/"' in page
    assert "+40" in page
    assert "−12" in page
    assert "to 1528" in page
    assert f'href="/people/{mei.public_id}/matches/"' in page


def test_recent_matches_are_found_behind_many_private_ones(
    client: Client, mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "LATELY", 6)
    public = [add_match(mei, otto, at=START + timedelta(days=day)) for day in range(past.RECENT)]
    late = add_match(mei, otto, at=START + timedelta(days=30))
    for day in range(6):
        add_match(mei, otto, at=START + timedelta(days=40 + day), public=False)
    newest = [late, *reversed(public)][: past.RECENT]
    assert [row.own.match for row in client.get(f"/people/{mei.public_id}/").context["past"]] == newest
    client.force_login(mei)
    assert all(row.own.match not in newest for row in client.get(f"/people/{mei.public_id}/").context["past"])


def test_private_matches_are_seen_by_oneself_alone(as_mei: Client, mei: User, otto: User) -> None:
    match = add_match(mei, otto, public=False)
    address = f"/matches/{match.public_id}/"
    assert address in page_of(as_mei, mei)
    assert address in page_of(as_mei, mei, "matches/")
    for preview in ("stranger", "friend"):
        assert address not in page_of(as_mei, mei, f"?as={preview}")
    assert address not in page_of(as_mei, otto)
    assert address not in page_of(as_mei, otto, "matches/")


def test_a_match_that_is_void_or_goes_on_is_not_listed(client: Client, mei: User, otto: User) -> None:
    for state in (Match.State.VOID, Match.State.PLAYING):
        match = add_match(mei, otto)
        Match.objects.filter(pk=match.pk).update(state=state)
    assert "No finished match yet." in page_of(client, mei)


def test_all_matches_go_over_pages_newest_first(client: Client, mei: User, otto: User) -> None:
    days = past.PER_PAGE + 3
    made = [add_match(mei, otto, at=START + timedelta(days=day)) for day in range(days)]
    first = page_of(client, mei, "matches/")
    second = page_of(client, mei, "matches/?page=2")
    assert made[-1].public_id in first
    assert made[0].public_id not in first
    assert made[0].public_id in second
    assert page_of(client, mei).count('class="past-row"') == past.RECENT


# --- what they have done all together, and earned


def test_totals_and_favourite_rules(client: Client, mei: User) -> None:
    Totals.objects.create(person=mei, matches=71, wins=44, calls=231, catches=7, missed=12, longest_streak=6)
    for title, matches in (("Official", 50), ("My own secret rules", 21)):
        RulesetTotals.objects.create(person=mei, family="uno", rules_title=title, matches=matches, last_match_at=START)
    page = page_of(client, mei)
    for number in (71, 44, 231, 7, 12, 6):
        assert f"<dd>{number}</dd>" in page
    assert "Official" in page
    assert "secret" not in page
    assert "Among people alone: 0 played, 0 won." in page
    Totals.objects.update(matches_with_people=71)
    assert "Among people alone" not in page_of(client, mei)


def test_achievements_have_their_date_or_how_far_one_is(client: Client, mei: User) -> None:
    Totals.objects.create(person=mei, matches=7, stayed=7)
    Achievement.objects.create(person=mei, key="first_match", earned_at=START)
    page = page_of(client, mei)
    earned, still_open = page.split('id="open-medals"')
    assert "Sat down" in earned
    assert "Earned Oct. 1, 2026" in earned
    assert "7 of 10" in still_open
    assert f"{len(ACHIEVEMENTS) - 1} still to earn" in still_open
    assert page.count('class="medal"') == len(ACHIEVEMENTS)
    assert still_open.index("Regular") < still_open.index("Jackpot")  # what one is nearest to comes first


def test_badges_of_seasons_stand_beside_the_name(client: Client, mei: User, otto: User) -> None:
    rate(mei, 1700, other=otto)
    assert "Duel, Season 1: place 2" not in page_of(client, mei)
    Season.objects.update(ended_at=START)
    Rating.objects.update(final_place=2)
    assert "Duel, Season 1: place 2" in page_of(client, mei)


# --- who sees what


def see(browser: Client, person: User) -> set[str]:
    """What a reader gets to see of a person who has everything."""
    page = page_of(browser, person)
    matches = browser.get(f"/people/{person.public_id}/matches/")
    assert matches.status_code == (200 if 'class="past-row"' in page else 403)
    signs = {
        "number": 'class="standing-number"',
        "ratings": 'class="climb"',
        "changes": 'class="past-change"',
        "matches": 'class="past-row"',
        "totals": 'class="sums"',
        "achievements": 'class="medals"',
    }
    return {what for what, sign in signs.items() if sign in page}


EVERYTHING = {"number", "ratings", "changes", "matches", "totals", "achievements"}


@pytest.mark.parametrize(
    ("hidden", "gone"),
    [
        ((), set()),
        (("ratings",), {"ratings", "changes"}),
        (("matches",), {"matches", "changes"}),
        (("totals",), {"totals", "achievements"}),
        (("ratings", "matches", "totals"), EVERYTHING - {"number"}),
    ],
)
@pytest.mark.parametrize("audience", ["friends", "nobody"])
def test_what_is_not_shown_is_not_there(
    client: Client, mei: User, otto: User, hidden: tuple[str, ...], gone: set[str], audience: str
) -> None:
    rate(mei, 1540, other=otto)
    Totals.objects.create(person=mei, matches=1, stayed=1)
    Achievement.objects.create(person=mei, key="first_match", earned_at=START)
    User.objects.filter(pk=mei.pk).update(**{f"{what}_shown_to": audience for what in hidden})
    assert see(client, mei) == EVERYTHING - gone
    client.force_login(otto)
    assert see(client, mei) == EVERYTHING - gone
    social.ask(otto, mei)
    social.accept(mei, otto)
    assert see(client, mei) == (EVERYTHING if audience == "friends" else EVERYTHING - gone)
    client.force_login(mei)
    assert see(client, mei) == EVERYTHING


def test_ones_own_page_can_be_seen_as_others_see_it(as_mei: Client, mei: User, otto: User) -> None:
    rate(mei, 1540, other=otto)
    User.objects.filter(pk=mei.pk).update(ratings_shown_to="nobody", matches_shown_to="friends")
    assert "Mei keeps this to themselves." not in page_of(as_mei, mei)
    stranger, friend = page_of(as_mei, mei, "?as=stranger"), page_of(as_mei, mei, "?as=friend")
    assert "Mei keeps this to themselves." in stranger
    assert "Only friends of Mei see this." in stranger
    assert "Mei keeps this to themselves." in friend
    assert "Only friends of Mei see this." not in friend
    assert 'href="/accounts/profile/#privacy"' in stranger
    # somebody else's page has no such thing
    as_mei.force_login(otto)
    assert "Mei keeps this to themselves." in page_of(as_mei, mei, "?as=friend")
    assert "This is how others see you" not in page_of(as_mei, mei, "?as=friend")


@pytest.mark.parametrize("page", ["", "matches/"])
def test_who_is_blocked_finds_nobody(as_mei: Client, mei: User, otto: User, page: str) -> None:
    social.block(otto, mei)
    assert as_mei.get(f"/people/{otto.public_id}/{page}").status_code == 404


# --- empty pages, and those who are no people


def test_an_empty_page_says_what_to_do(as_mei: Client, mei: User, otto: User) -> None:
    own = page_of(as_mei, mei)
    assert "Finish a rated match and your graph begins here." in own
    assert "Finish a match and it appears here." in own
    assert "Finish a match and we begin to count." in own
    assert "play a match to its end and the first is yours" in own
    other = page_of(as_mei, otto)
    assert "No rated match yet." in other
    assert "No finished match yet." in other


def test_an_ai_players_page_has_its_level_and_no_ratings(client: Client, mei: User) -> None:
    ai = AiPlayer.objects.select_related("user").first()
    assert ai is not None
    add_match(mei, ai.user)
    page = page_of(client, ai.user)
    assert "AI player" in page
    assert 'id="ratings"' not in page
    assert 'class="past-row"' not in page
    assert client.get(f"/people/{ai.user.public_id}/matches/").status_code == 404


def test_a_guest_has_a_page(client: Client, db: None) -> None:
    guest = User.objects.create_user("Passing By", kind=Kind.GUEST)
    assert "No rated match yet." in page_of(client, guest)


# --- what it costs


def queries_of(browser: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        browser.get(address)
    return len(captured)


@pytest.mark.parametrize("page", ["", "matches/"])
def test_many_matches_cost_no_more_queries_than_few(as_mei: Client, mei: User, otto: User, page: str) -> None:
    rating = rate(otto, 1540, other=mei)
    address = f"/people/{otto.public_id}/{page}"
    as_mei.get(address)  # what is read once for all pages
    few = queries_of(as_mei, address)
    for more in range(30):
        match = add_match(otto, mei, at=START + timedelta(hours=more), ladder="duel")
        RatedResult.objects.create(
            rating=rating, match=match, place=1, mu_before=25, sigma_before=2, mu_after=26, sigma_after=2,
            made_at=START + timedelta(hours=more),
        )  # fmt: skip
    assert queries_of(as_mei, address) <= few
