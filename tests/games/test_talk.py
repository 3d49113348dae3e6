"""Talk at a table, and whether it was advice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import ChatLine, Move, Table
from games.services import getting_ready, reading, tables, talk
from games.services.errors import Declined
from games.services.state import replay_game
from tests.games.conftest import state_of

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


def said(table: Table, reader: User | None = None) -> list[str]:
    """What a reader sees in the chat."""
    return [line.text for line in reading.snapshot(table.pk, reader.pk if reader else None).chat]


def test_everybody_at_the_table_reads_what_is_said(duel: Table, mei: User, otto: User) -> None:
    talk.say(duel.pk, mei.pk, "  hello there  ")
    talk.say(duel.pk, otto.pk, "你好")
    assert said(duel, mei) == said(duel, otto) == said(duel) == ["hello there", "你好"]


@pytest.mark.parametrize("text", ["", "   ", "a\u202eb", "line\nbreak", "x" * 201])
def test_what_is_no_line_is_declined(duel: Table, mei: User, text: str) -> None:
    with pytest.raises(Declined):
        talk.say(duel.pk, mei.pk, text)
    assert not ChatLine.objects.exists()


def test_only_who_sits_here_talks(duel: Table, bao: User) -> None:
    with pytest.raises(Declined, match="do not sit"):
        talk.say(duel.pk, bao.pk, "hello")


def test_nobody_floods_the_table(duel: Table, mei: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "CHAT_RATE": (3, 3600)}
    for number in range(3):
        talk.say(duel.pk, mei.pk, f"line {number}")
    with pytest.raises(Declined, match="too fast"):
        talk.say(duel.pk, mei.pk, "one more")


def test_a_majority_makes_the_author_draw(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    before = len(state_of(strict).game.round.hands[0])
    talk.call_out(strict.pk, otto.pk, 1)
    assert len(state_of(strict).game.round.hands[0]) == before  # one of two is no majority
    talk.vote(strict.pk, bao.pk, 1, is_advice=True)
    state = state_of(strict)
    assert len(state.game.round.hands[0]) == before + 2
    assert Move.objects.order_by("-number")[0].text == "advice 2"
    assert ChatLine.objects.get().verdict == ChatLine.Verdict.ADVICE
    assert state.match is not None
    assert replay_game(state.match).round.hands == state.game.round.hands


def test_who_cannot_draw_now_is_found_to_have_advised_all_the_same(
    strict: Table, mei: User, otto: User, bao: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody whose last card awaits its challenge, say: the vote ends, and nothing is drawn."""

    def cannot(game: object, seat: int) -> None:
        raise ValueError(f"seat {seat} cannot draw for advice now")

    monkeypatch.setattr("games.rules.uno.match.Match.advice", cannot)
    talk.say(strict.pk, mei.pk, "play your green seven")
    talk.call_out(strict.pk, otto.pk, 1)
    talk.vote(strict.pk, bao.pk, 1, is_advice=True)
    assert ChatLine.objects.get().verdict == ChatLine.Verdict.ADVICE
    assert Move.objects.count() == 1


def test_half_of_the_voters_acquit(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "nice weather")
    talk.call_out(strict.pk, otto.pk, 1)
    talk.vote(strict.pk, bao.pk, 1, is_advice=False)
    assert ChatLine.objects.get().verdict == ChatLine.Verdict.FINE
    with pytest.raises(Declined, match="already"):
        talk.call_out(strict.pk, bao.pk, 1)
    with pytest.raises(Declined, match="nothing to vote"):
        talk.vote(strict.pk, bao.pk, 1, is_advice=True)


def test_nobody_votes_twice_or_on_their_own_line(strict: Table, mei: User, otto: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    talk.call_out(strict.pk, otto.pk, 1)
    with pytest.raises(Declined, match="voted already"):
        talk.vote(strict.pk, otto.pk, 1, is_advice=True)
    with pytest.raises(Declined, match="your own"):
        talk.vote(strict.pk, mei.pk, 1, is_advice=False)
    with pytest.raises(Declined, match="no such line"):
        talk.call_out(strict.pk, otto.pk, 99)


def test_where_the_rules_do_not_ask_nobody_is_called_out(duel: Table, mei: User, otto: User) -> None:
    talk.say(duel.pk, mei.pk, "play your green seven")
    assert not any(line.may_call_out for line in reading.snapshot(duel.pk, otto.pk).chat)
    with pytest.raises(Declined, match="do not punish"):
        talk.call_out(duel.pk, otto.pk, 1)


def test_the_screen_offers_what_the_service_grants(strict: Table, mei: User, otto: User, bao: User) -> None:
    talk.say(strict.pk, mei.pk, "play your green seven")
    offers = {user: reading.snapshot(strict.pk, user.pk).chat[0] for user in (mei, otto, bao)}
    assert [line.may_call_out for line in offers.values()] == [False, True, True]
    talk.call_out(strict.pk, otto.pk, 1)
    offers = {user: reading.snapshot(strict.pk, user.pk).chat[0] for user in (mei, otto, bao)}
    assert [line.may_vote for line in offers.values()] == [False, False, True]
    assert (offers[mei].yes, offers[mei].no) == (1, 0)


def test_old_lines_are_forgotten(duel: Table, mei: User) -> None:
    talk.say(duel.pk, mei.pk, "old")
    talk.say(duel.pk, mei.pk, "new")
    ChatLine.objects.filter(text="old").update(said_at=timezone.now() - timedelta(days=91))
    talk.forget()
    assert said(duel) == ["new"]
