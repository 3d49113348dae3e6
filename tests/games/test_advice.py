"""Whether what was said was advice on play: called out, voted on, punished."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from accounts.personal_data import personal_data
from games.models import ChatLine, Move, Table
from games.services import advice, getting_ready, matches, reading, tables, talk
from games.services.errors import Declined
from games.services.state import lock, replay_game
from tests.games.conftest import any_move_that_lays, play, player_to_move, state_of

Open = Callable[..., Table]


@pytest.fixture
def bao(db: Any) -> User:
    """A third person."""
    return User.objects.create_user("Bao")


@pytest.fixture
def strict(open_table: Open, mei: User, otto: User, bao: User) -> Table:
    """Mei, Otto and Bao play by rules that punish advice."""
    table = open_table(mei, seats=3, preset="home_strict")
    for user in (otto, bao):
        tables.join(table.pk, user)
        getting_ready.set_ready(table.pk, user.pk, True)
    getting_ready.start(table.pk, mei.pk)
    return table


def test_a_majority_makes_the_author_draw(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    before = len(state_of(strict).game.round.hands[0])
    advice.call_out(strict.pk, otto.pk, 1)
    assert len(state_of(strict).game.round.hands[0]) == before  # one of two is no majority
    advice.vote(strict.pk, bao.pk, 1, is_advice=True)
    state = state_of(strict)
    assert len(state.game.round.hands[0]) == before + 2
    assert Move.objects.order_by("-number")[0].text == "advice 2"
    assert ChatLine.objects.get().verdict == ChatLine.Verdict.ADVICE
    assert state.match is not None
    assert replay_game(state.match).round.hands == state.game.round.hands


def test_personal_data_hold_how_one_voted(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    advice.call_out(strict.pk, otto.pk, 1)
    advice.vote(strict.pk, bao.pk, 1, is_advice=False)
    votes = [personal_data(user)["advice_votes"] for user in (mei, otto, bao)]
    said = {"table": strict.public_id, "said_at": ChatLine.objects.get().said_at.isoformat(), "said_by": "Mei"}
    assert votes == [[], [{**said, "is_advice": True}], [{**said, "is_advice": False}]]


def test_who_cannot_draw_now_is_found_to_have_advised_all_the_same(
    strict: Table, mei: User, otto: User, bao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody whose last card awaits its challenge, say: the vote ends, and nothing is drawn."""

    def cannot(game: object, seat: int) -> None:
        raise ValueError(f"seat {seat} cannot draw for advice now")

    monkeypatch.setattr("games.rules.uno.match.Match.advice", cannot)
    talk.say(strict.pk, mei.pk, "play your green seven")
    advice.call_out(strict.pk, otto.pk, 1)
    advice.vote(strict.pk, bao.pk, 1, is_advice=True)
    assert ChatLine.objects.get().verdict == ChatLine.Verdict.ADVICE
    assert Move.objects.count() == 1


def test_half_of_the_voters_acquit(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "nice weather")
    advice.call_out(strict.pk, otto.pk, 1)
    advice.vote(strict.pk, bao.pk, 1, is_advice=False)
    assert ChatLine.objects.get().verdict == ChatLine.Verdict.FINE
    with pytest.raises(Declined, match="already"):
        advice.call_out(strict.pk, bao.pk, 1)
    with pytest.raises(Declined, match="nothing to vote"):
        advice.vote(strict.pk, bao.pk, 1, is_advice=True)


def test_nobody_votes_twice_or_on_their_own_line(strict: Table, mei: User, otto: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    advice.call_out(strict.pk, otto.pk, 1)
    with pytest.raises(Declined, match="voted already"):
        advice.vote(strict.pk, otto.pk, 1, is_advice=True)
    with pytest.raises(Declined, match="your own"):
        advice.vote(strict.pk, mei.pk, 1, is_advice=False)
    with pytest.raises(Declined, match="no such line"):
        advice.call_out(strict.pk, otto.pk, 99)


def test_what_was_said_in_an_earlier_round_is_past(strict: Table, mei: User, otto: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    assert reading.snapshot(strict.pk, otto.pk).talk.lines[0].may_call_out
    while not state_of(strict).game.round_over:
        play(strict, player_to_move(strict), any_move_that_lays(strict))
    with transaction.atomic():
        matches.next_round(lock(strict.pk))
    assert not reading.snapshot(strict.pk, otto.pk).talk.lines[0].may_call_out
    with pytest.raises(Declined, match="earlier round"):
        advice.call_out(strict.pk, otto.pk, 1)


@pytest.mark.parametrize("say", [talk.say_phrase, talk.react], ids=["phrase", "reaction"])
def test_fixed_words_are_no_advice(strict: Table, mei: User, otto: User, say: Callable[..., None]) -> None:
    say(strict.pk, mei.pk, "your_turn" if say is talk.say_phrase else "thinking")
    assert not reading.snapshot(strict.pk, otto.pk).talk.lines[0].may_call_out
    with pytest.raises(Declined, match="no advice"):
        advice.call_out(strict.pk, otto.pk, 1)


def test_nobody_decides_alone(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, seats=2, preset="home_strict")
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    talk.say(table.pk, mei.pk, "play your green seven")
    assert not reading.snapshot(table.pk, otto.pk).talk.lines[0].may_call_out
    with pytest.raises(Declined, match="two others"):
        advice.call_out(table.pk, otto.pk, 1)
    assert ChatLine.objects.get().verdict == ""


def test_where_the_rules_do_not_ask_nobody_is_called_out(duel: Table, mei: User, otto: User) -> None:
    talk.say(duel.pk, mei.pk, "play your green seven")
    assert not any(line.may_call_out for line in reading.snapshot(duel.pk, otto.pk).talk.lines)
    with pytest.raises(Declined, match="do not punish"):
        advice.call_out(duel.pk, otto.pk, 1)


def test_the_screen_offers_what_the_service_grants(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    offers = {user: reading.snapshot(strict.pk, user.pk).talk.lines[0] for user in (mei, otto, bao)}
    assert [line.may_call_out for line in offers.values()] == [False, True, True]
    advice.call_out(strict.pk, otto.pk, 1)
    offers = {user: reading.snapshot(strict.pk, user.pk).talk.lines[0] for user in (mei, otto, bao)}
    assert [line.may_vote for line in offers.values()] == [False, False, True]
    assert (offers[mei].yes, offers[mei].no) == (1, 0)
