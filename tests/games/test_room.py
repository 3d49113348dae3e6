"""The waiting room: who may do what at which table, and what then stands."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from django.db import transaction

from accounts.models import Tie, User
from games.models import Invitation, Match, Seat, Table
from games.services import getting_ready, invitations, matches, pairing, room, tables
from games.services.errors import Declined
from games.services.state import lock
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]
OPEN, PLAYING, OVER = Table.State.OPEN, Table.State.PLAYING, Table.State.OVER

# chairs of the table that the fixture `six` lays: Mei owns it, Otto sits there, then an AI player, then nobody
MEI, OTTO, AI, FREE = range(4)


class People(NamedTuple):
    """Who is around: two at the table, a stranger."""

    mei: User
    otto: User
    bao: User


@pytest.fixture
def people(mei: User, otto: User) -> People:
    return People(mei, otto, User.objects.create_user("Bao"))


@pytest.fixture
def six(open_table: Open, people: People) -> Table:
    """A table for six by rules of one round: Mei, Otto and an AI player sit there, nobody but Mei and it is ready."""
    table = open_table(people.mei, seats=6, single=True)
    tables.join(table.pk, people.otto)
    room.add_ai(table.pk, people.mei.pk, "easy")
    return table


def bring_to(table: Table, people: People, state: str) -> None:
    """Let the table's match begin, and end, as far as `state` asks."""
    if state == OPEN:
        return
    getting_ready.set_ready(table.pk, people.otto.pk, True)
    getting_ready.start(table.pk, people.mei.pk)
    if state == OVER:
        finish(table)


def finish(table: Table) -> None:
    while not state_of(table).game.over:
        game = state_of(table).game
        if state_of(table).at_place(game.turn).is_ai:
            with transaction.atomic():
                matches.play_for(lock(table.pk), game.turn, any_move_that_lays(table), by_ai=True)
        else:
            play(table, player_to_move(table), any_move_that_lays(table))


ACTS: dict[str, Callable[[int, User], None]] = {
    "sit on a free seat": lambda table, user: tables.join(table, user, FREE),
    "sit on a taken seat": lambda table, user: tables.join(table, user, AI),
    "sit on no seat": lambda table, user: tables.join(table, user, 9),
    "send a person away": lambda table, user: room.send_away(table, user.pk, OTTO),
    "send an AI away": lambda table, user: room.send_away(table, user.pk, AI),
    "send nobody away": lambda table, user: room.send_away(table, user.pk, FREE),
    "send the owner away": lambda table, user: room.send_away(table, user.pk, MEI),
    "hand the table to a person": lambda table, user: room.own(table, user.pk, OTTO),
    "hand the table to an AI": lambda table, user: room.own(table, user.pk, AI),
    "hand the table to nobody": lambda table, user: room.own(table, user.pk, FREE),
    "shuffle": lambda table, user: room.shuffle(table, user.pk, Random(1)),
    "add an AI": lambda table, user: room.add_ai(table, user.pk, "easy"),
    "fill with AI": lambda table, user: pairing.call_in_ai(table, user.pk),
    "new link": lambda table, user: room.new_link(table, user.pk),
    "ready": lambda table, user: getting_ready.set_ready(table, user.pk, True),
    "not ready": lambda table, user: getting_ready.set_ready(table, user.pk, False),
    "start": lambda table, user: getting_ready.start(table, user.pk),
}
DONE = ""
OWNERS, SEATED, BEGUN = "Only the owner", "You do not sit", "has begun"

# act, then what the owner, somebody who sits there and a stranger get told at an open table
BEFORE = [
    ("sit on a free seat", DONE, DONE, DONE),
    ("sit on a taken seat", "Somebody else", "Somebody else", "Somebody else"),
    ("sit on no seat", "no such seat", "no such seat", "no such seat"),
    ("send a person away", DONE, OWNERS, SEATED),
    ("send an AI away", DONE, OWNERS, SEATED),
    ("send nobody away", "Nobody sits there", OWNERS, SEATED),
    ("send the owner away", "yourself", OWNERS, SEATED),
    ("hand the table to a person", DONE, OWNERS, SEATED),
    ("hand the table to an AI", "AI player cannot", OWNERS, SEATED),
    ("hand the table to nobody", "Nobody sits there", OWNERS, SEATED),
    ("shuffle", DONE, OWNERS, SEATED),
    ("add an AI", DONE, OWNERS, SEATED),
    ("fill with AI", OWNERS, OWNERS, SEATED),
    ("new link", "is public", OWNERS, SEATED),
    ("ready", DONE, DONE, SEATED),
    ("not ready", DONE, DONE, SEATED),
    ("start", "Not everybody", OWNERS, SEATED),
]
DURING = [
    ("sit on a free seat", "Seats are changed before", "Seats are changed before", BEGUN),
    ("send a person away", BEGUN, OWNERS, SEATED),
    ("send an AI away", BEGUN, OWNERS, SEATED),
    ("hand the table to a person", DONE, OWNERS, SEATED),
    ("shuffle", BEGUN, OWNERS, SEATED),
    ("add an AI", BEGUN, OWNERS, SEATED),
    ("start", DONE, OWNERS, SEATED),
]
AFTER = [
    ("sit on a free seat", "Seats are changed before", "Seats are changed before", DONE),
    ("send a person away", DONE, OWNERS, SEATED),
    ("send an AI away", DONE, OWNERS, SEATED),
    ("send nobody away", "Nobody sits there", OWNERS, SEATED),
    ("hand the table to a person", DONE, OWNERS, SEATED),
    ("shuffle", BEGUN, OWNERS, SEATED),
    ("add an AI", BEGUN, OWNERS, SEATED),
]
CASES = [
    (state, act, who, sentence)
    for state, rows in ((OPEN, BEFORE), (PLAYING, DURING), (OVER, AFTER))
    for act, *told in rows
    for who, sentence in zip(People._fields, told, strict=True)
]


@pytest.mark.parametrize(("state", "act", "who", "sentence"), CASES)
def test_who_may_do_what_and_when(six: Table, people: People, state: str, act: str, who: str, sentence: str) -> None:
    bring_to(six, people, state)
    before = Table.objects.get().version
    if sentence == DONE:
        ACTS[act](six.pk, getattr(people, who))
        return
    with pytest.raises(Declined, match=sentence):
        ACTS[act](six.pk, getattr(people, who))
    assert Table.objects.get().version == before


def at(table: Table) -> dict[int, str]:
    """Who sits where, AI players as "AI"."""
    return {
        seat.index: "AI" if seat.is_ai else seat.user.name
        for seat in Seat.objects.filter(table=table).select_related("user")
        if seat.user is not None
    }


# --- sitting ---------------------------------------------------------------------------------------------------------


def test_who_moves_takes_readiness_and_day_along(six: Table, people: People) -> None:
    six.seats.filter(user=people.otto).update(day="2-29", ready=True)
    tables.join(six.pk, people.otto, 5)
    assert at(six) == {0: "Mei", 2: "AI", 5: "Otto"}
    moved = six.seats.get(user=people.otto)
    assert (moved.ready, moved.day, moved.live) == (True, "2-29", True)
    assert six.seats.count() == 6


def test_who_came_after_a_match_plays_in_the_next(six: Table, people: People) -> None:
    bring_to(six, people, OVER)
    tables.join(six.pk, people.bao)
    getting_ready.set_ready(six.pk, people.bao.pk, True)
    assert Match.objects.count() == 1
    getting_ready.set_ready(six.pk, people.mei.pk, True)
    getting_ready.set_ready(six.pk, people.otto.pk, True)
    assert [seat.user for seat in state_of(six).playing if not seat.is_ai] == list(people)


@pytest.mark.parametrize(
    ("who", "other", "sentence"),
    [
        ("bao", "otto", "You have blocked Otto, who sits at this table"),
        ("otto", "bao", "^You cannot sit down at this table.$"),
    ],
)
def test_those_at_odds_do_not_sit_together(six: Table, people: People, who: str, other: str, sentence: str) -> None:
    Tie.objects.create(person=getattr(people, who), other=getattr(people, other), kind=Tie.Kind.BLOCK)
    with pytest.raises(Declined, match=sentence):
        tables.join(six.pk, people.bao)
    tables.leave(six.pk, people.otto.pk)
    tables.join(six.pk, people.bao)
    assert people.bao.name in at(six).values()


def test_a_mute_keeps_nobody_from_sitting_down(six: Table, people: People) -> None:
    Tie.objects.create(person=people.otto, other=people.bao, kind=Tie.Kind.MUTE)
    tables.join(six.pk, people.bao)
    assert at(six)[FREE] == "Bao"


# --- sending away ----------------------------------------------------------------------------------------------------


def test_who_was_sent_away_sits_elsewhere_at_once_but_not_here(six: Table, people: People, open_table: Open) -> None:
    Invitation.objects.create(table=six, person=people.otto, by=people.mei)
    room.send_away(six.pk, people.mei.pk, OTTO)
    assert at(six) == {0: "Mei", 2: "AI"}
    with pytest.raises(Declined, match="You were sent away from this table"):
        tables.join(six.pk, people.otto)
    assert not Invitation.objects.exists()
    assert open_table(people.otto, seats=3) != six


def test_who_is_sent_away_after_a_match_stays_in_its_result_and_out_of_the_next(six: Table, people: People) -> None:
    bring_to(six, people, OVER)
    room.send_away(six.pk, people.mei.pk, OTTO)
    room.send_away(six.pk, people.mei.pk, AI)
    assert at(six) == {0: "Mei", 1: "Otto", 2: "AI"}
    getting_ready.set_ready(six.pk, people.mei.pk, True)
    assert at(six) == {0: "Mei"}
    assert Table.objects.get().state == OPEN


def test_a_rematch_begins_when_the_only_one_who_was_not_ready_is_sent_away(six: Table, people: People) -> None:
    bring_to(six, people, OVER)
    getting_ready.set_ready(six.pk, people.mei.pk, True)
    room.send_away(six.pk, people.mei.pk, OTTO)
    assert Match.objects.count() == 2
    assert at(six) == {0: "Mei", 2: "AI"}


@pytest.mark.parametrize("act", [room.send_away, room.own])
def test_an_act_meant_for_one_person_does_not_hit_who_sits_there_now(
    six: Table, people: People, act: Callable[..., None]
) -> None:
    tables.join(six.pk, people.bao)
    with pytest.raises(Declined, match="Somebody else sits there now"):
        act(six.pk, people.mei.pk, OTTO, people.bao.public_id)
    act(six.pk, people.mei.pk, OTTO, people.otto.public_id)
    assert "Bao" in at(six).values()


# --- the owner's tools -----------------------------------------------------------------------------------------------


def test_a_shuffle_moves_people_and_ai_and_keeps_who_is_ready(six: Table, people: People) -> None:
    getting_ready.set_ready(six.pk, people.otto.pk, True)
    getting_ready.set_ready(six.pk, people.mei.pk, False)
    seen = set()
    for seed in range(12):
        before = at(six)
        room.shuffle(six.pk, people.mei.pk, Random(seed))
        assert at(six) != before
        assert at(six).keys() == {0, 1, 2}
        assert sorted(at(six).values()) == ["AI", "Mei", "Otto"]
        seen.add(tuple(at(six).values()))
    assert len(seen) > 3
    ready = {seat.user.name: seat.ready for seat in six.seats.exclude(user=None) if seat.user and not seat.is_ai}
    assert ready == {"Mei": False, "Otto": True}


def test_one_alone_has_nobody_to_change_seats_with(open_table: Open, mei: User) -> None:
    with pytest.raises(Declined, match="nobody to change seats with"):
        room.shuffle(open_table(mei).pk, mei.pk)


def test_the_new_owner_owns_and_the_old_one_does_not(six: Table, people: People) -> None:
    room.own(six.pk, people.mei.pk, OTTO)
    assert Table.objects.get().owner == people.otto
    with pytest.raises(Declined, match=OWNERS):
        room.shuffle(six.pk, people.mei.pk)
    room.send_away(six.pk, people.otto.pk, MEI)
    assert at(six) == {1: "Otto", 2: "AI"}


def test_a_new_link_ends_the_old_one(open_table: Open, mei: User) -> None:
    table = open_table(mei, visibility=Table.Visibility.PRIVATE)
    old = table.invite
    room.new_link(table.pk, mei.pk)
    assert Table.objects.get().invite not in ("", old)


# --- how it begins ---------------------------------------------------------------------------------------------------


def seat_people(table: Table, number: int) -> list[User]:
    """Let `number` people with short names sit down, each in the next seat that they are given."""
    come = [User.objects.create_user(f"P{name}") for name in range(number)]
    for user in come:
        tables.join(table.pk, user)
    return come


# rules that begin with four: who sits down besides the owner, how many of them are ready, what is told
ENOUGH = [
    (2, 2, "begin when 4 players are ready"),
    (4, 2, "Not everybody is ready"),
    (3, 3, DONE),
    (6, 3, DONE),
    (6, 6, DONE),
]


@pytest.mark.parametrize(("come", "ready", "sentence"), ENOUGH)
def test_rules_may_say_how_many_are_enough(open_table: Open, mei: User, come: int, ready: int, sentence: str) -> None:
    table = open_table(mei, seats=8, preset="party")
    for user in seat_people(table, come)[:ready]:
        getting_ready.set_ready(table.pk, user.pk, True)
    if sentence:
        with pytest.raises(Declined, match=sentence):
            getting_ready.start(table.pk, mei.pk)
        return
    getting_ready.start(table.pk, mei.pk)
    assert len(state_of(table).playing) == ready + 1


def quick(table: Table) -> Table:
    Table.objects.filter(pk=table.pk).update(is_quick=True)
    return table


def test_a_quick_table_begins_when_it_is_full(open_table: Open, mei: User) -> None:
    table = quick(open_table(mei, seats=3))
    seat_people(table, 1)
    assert Table.objects.get().state == OPEN
    tables.join(table.pk, User.objects.create_user("Last"))
    assert Table.objects.get().state == PLAYING


def test_nobody_begins_a_quick_table_with_fewer_than_were_asked_for(open_table: Open, mei: User) -> None:
    table = quick(open_table(mei, seats=3))
    seat_people(table, 1)
    with pytest.raises(Declined, match="when all seats are taken"):
        getting_ready.start(table.pk, mei.pk)


def test_who_is_not_ready_holds_a_full_quick_table_up(open_table: Open, mei: User) -> None:
    table = quick(open_table(mei, seats=2))
    getting_ready.set_ready(table.pk, mei.pk, False)
    seat_people(table, 1)
    assert Table.objects.get().state == OPEN
    getting_ready.set_ready(table.pk, mei.pk, True)
    assert Table.objects.get().state == PLAYING


def test_anybody_at_a_quick_table_calls_in_the_ai(open_table: Open, mei: User) -> None:
    table = quick(open_table(mei, seats=4))
    (guest,) = seat_people(table, 1)
    pairing.call_in_ai(table.pk, guest.pk)
    assert Table.objects.get().state == PLAYING
    assert len(state_of(table).playing) == 4


# --- camps -----------------------------------------------------------------------------------------------------------

PAIRS = "party_teams"


def test_who_takes_any_seat_joins_the_smaller_camp(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=6, preset=PAIRS)
    tables.join(table.pk, mei, 4)
    come = seat_people(table, 3)
    assert at(table) == {4: "Mei", 1: come[0].name, 0: come[1].name, 3: come[2].name}
    for _ in range(2):
        room.add_ai(table.pk, mei.pk, "easy")
    assert len(at(table)) == 6


def test_camps_of_unequal_size_do_not_begin(open_table: Open, mei: User) -> None:
    table = open_table(mei, seats=8, preset=PAIRS)
    come = seat_people(table, 3)
    tables.join(table.pk, come[0], 6)
    for user in come:
        getting_ready.set_ready(table.pk, user.pk, True)
    with pytest.raises(Declined, match="3 against 1"):
        getting_ready.start(table.pk, mei.pk)


@pytest.mark.parametrize("chairs", [(0, 4, 1, 3), (2, 4, 3, 5), (6, 0, 7, 5), (4, 6, 1, 3)])
def test_everybody_plays_in_the_camp_that_they_sat_down_in(
    open_table: Open, mei: User, chairs: tuple[int, ...]
) -> None:
    """Free seats are left out of the match: whoever is two places further is still a partner."""
    table = open_table(mei, seats=8, preset=PAIRS)
    sitting = [mei, *seat_people(table, 3)]
    seats = list(Seat.objects.filter(table=table))
    order = sorted(seats, key=lambda seat: sitting.index(seat.user) if seat.user else 9)
    with transaction.atomic():
        rest = [chair for chair in range(8) if chair not in chairs]
        room.renumber(lock(table.pk), dict(zip(order, [*chairs, *rest], strict=True)))
    for user in sitting:
        getting_ready.set_ready(table.pk, user.pk, True)
    getting_ready.start(table.pk, mei.pk)
    places = {seat.user: seat.place for seat in state_of(table).playing if seat.place is not None}
    one, other, third, fourth = (places[user] % 2 for user in sitting)
    assert one == other != third == fourth
    assert sorted(places.values()) == [0, 1, 2, 3]


def test_invited_or_not_nothing_happens_at_a_closed_table(six: Table, people: People) -> None:
    tables.leave(six.pk, people.otto.pk)
    tables.leave(six.pk, people.mei.pk)
    for user in people:
        with pytest.raises(Declined):
            tables.join(six.pk, user)
        with pytest.raises(Declined):
            invitations.invite(six.pk, user.pk, people.bao.public_id)
