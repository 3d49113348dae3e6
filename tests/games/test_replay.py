"""A finished match gone through: every hand open, or as one seat or a watcher saw it."""

import hashlib
import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.rules.families import FAMILIES
from games.services import records
from games.services.records import Course, Eyes, eyes_of
from tests.games.test_records import Open, finish


@pytest.fixture
def match(open_table: Open, mei: User, otto: User) -> Match:
    """A finished match of Mei and Otto by rules that let them look into hands and swap them."""
    return finish(open_table, mei, otto, preset="club")


@pytest.fixture
def course(match: Match) -> Course:
    return records.course_of(match)


@pytest.mark.parametrize(
    ("key", "eyes"),
    [
        ("", Eyes()),
        ("open", Eyes()),
        ("watcher", Eyes(open=False)),
        ("0", Eyes(open=False, seat=0)),
        ("1", Eyes(open=False, seat=1)),
        ("2", Eyes()),
        ("-1", Eyes()),
        ("nonsense", Eyes()),
    ],
)
def test_an_address_says_whose_eyes_see_it(key: str, eyes: Eyes) -> None:
    assert eyes_of(key, seats=2) == eyes


def test_a_seat_sees_its_own_hand_in_a_replay_and_of_the_others_how_many(course: Course) -> None:
    for number in range(len(course.steps) + 1):
        game, _events = course.at(number)
        for seat in range(2):
            position, _told = course.seen(number, Eyes(open=False, seat=seat))
            own, other = position.players[seat], position.players[1 - seat]
            if position.over:
                continue
            view = FAMILIES["uno"].view(game, seat)
            assert sorted(own.cards) == sorted(held.card for held in view.hand)
            assert (other.cards, other.count) == ((), view.hand_sizes[1 - seat])


def test_a_watcher_sees_no_hand_in_a_replay_before_the_round_is_over(course: Course) -> None:
    for number in range(len(course.steps) + 1):
        position, told = course.seen(number, Eyes(open=False))
        if not position.over:
            assert all(player.cards == () for player in position.players)
            assert not any(getattr(event, "cards", ()) for event in told if type(event).__name__ == "CardsDrawn")


def test_all_hands_lie_open_to_whoever_looks_from_above(course: Course) -> None:
    position, _told = course.seen(1, Eyes())
    assert all(len(player.cards) == player.count for player in position.players)


def test_what_the_page_of_a_seat_names_is_what_the_seat_saw(client: Client, match: Match, course: Course) -> None:
    address = f"/matches/{match.public_id}/replay/"
    number = len(course.steps) // 2
    for seat in range(2):
        position, _told = course.seen(number, Eyes(open=False, seat=seat))
        page = client.get(address, {"move": number, "as": seat}).content.decode()
        seats = re.findall(
            r'<li class="position-player[^"]*" data-seat="(\d)">(.*?)</li>\s*(?=<li class="pos|</ol>)', page, re.S
        )
        shown = {int(place): text for place, text in seats}
        assert set(shown) == {0, 1}
        # faces have names; backs, which tell nothing, have none
        assert shown[seat].count('role="img"') == len(position.players[seat].cards)
        assert 'role="img"' not in shown[1 - seat]


def test_a_part_of_the_page_is_enough_for_a_step(client: Client, match: Match) -> None:
    address = f"/matches/{match.public_id}/replay/?move=3"
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="step" data-number="3"')
    assert "<html" not in part
    assert part.strip() in client.get(address).content.decode()


def test_the_link_of_a_step_leads_back_to_it(client: Client, match: Match) -> None:
    page = client.get(f"/matches/{match.public_id}/replay/", {"move": 4, "as": "1"})
    assert f'href="/matches/{match.public_id}/replay/?move=4&amp;as=1"' in page.content.decode()
    assert page.context["stepper"].number == 4


def test_the_page_brings_what_the_deals_are_computed_from(client: Client, match: Match) -> None:
    page = client.get(f"/matches/{match.public_id}/").content.decode()
    seed = re.search(r'id="shuffle-seed">([0-9a-f]{64})<', page)
    assert seed
    assert f'data-seal="{hashlib.sha256(bytes.fromhex(seed[1])).hexdigest()}"' in page
    facts = records.shuffle_of(match)
    assert sorted(facts.decks[2].split()) == sorted(
        records.course_of(match).family.dealt(records.course_of(match).at(0)[0])[1]
    )


def test_a_strangers_private_match_is_not_replayed(client: Client, open_table: Open, mei: User, otto: User) -> None:
    hidden = finish(open_table, mei, otto, visibility="private")
    assert client.get(f"/matches/{hidden.public_id}/replay/?as=0").status_code == 404
    client.force_login(mei)
    assert client.get(f"/matches/{hidden.public_id}/replay/?as=0").status_code == 200
