"""Two players jump in at the same instant: exactly one of them is first, and the other one is told so."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Match, Move, Table
from games.rules.core.refusals import Refused
from games.services import getting_ready, matches, tables
from tests.games.conftest import state_of
from tests.games.test_races import at_once, unexpected

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 200
RULES = {"jump_in": "everyone", "second_deck_from": 2, "match": "rounds", "rounds": 50}


@pytest.fixture
def four(open_table: Callable[..., Table], mei: User, otto: User) -> Table:
    """Four people at a table with two decks, where everybody may jump in."""
    table = open_table(mei, seats=4)
    Table.objects.filter(pk=table.pk).update(ruleset=RULES)
    for person in (otto, User.objects.create_user("Bao"), User.objects.create_user("Ida")):
        tables.join(table.pk, person)
        getting_ready.set_ready(table.pk, person.pk, True)
    getting_ready.start(table.pk, mei.pk)
    return Table.objects.get(pk=table.pk)


def give_twins(table: Table) -> None:
    """Let seat 0 be to move on a red 5, and give seats 2 and 3 one each."""
    match = Match.objects.get(pk=table.match_id)
    round = match.position["round"]
    round |= {"turn": 0, "phase": "play", "color": "R", "discard": "R5", "pending": 0, "uncalled": [], "catches": []}
    round["hands"] = ["G1 G2 G3", "B1 B2 B3", "R5 Y2 Y3", "R5 Y1 B4"]
    match.save(update_fields=["position"])


def test_of_two_that_jump_in_at_once_one_is_first(four: Table) -> None:
    """Either seat may win the race, never both, never none: the second one's card no longer lies on its twin's.

    Two decks hold four red fives, so that the loser's card would fit the winner's: it is refused as stale all the same,
    because the page had seen the card before.
    """
    firsts: set[int] = set()
    players = {seat.place: seat.user_id for seat in four.seats.all()}
    for turn in range(TIMES):
        give_twins(four)
        four.refresh_from_db()
        number, version = state_of(four).game.number, four.version
        acts = [
            lambda user=players[seat], seen=version: matches.play_move(four.pk, user, "R5", seen) for seat in (2, 3)
        ]
        results = at_once(*acts)
        assert not unexpected(results, Refused)
        refused = [result.refusal.code for result in results if isinstance(result, Refused)]
        assert refused == ["stale"], f"time {turn}: {results}"
        made = Move.objects.get(match=four.match_id, number__gt=number)
        assert made.text == "R5"
        assert made.seat is not None
        firsts.add(made.seat)
        game = state_of(four).game
        assert sorted(map(len, game.round.hands)) == [2, 3, 3, 3]
    assert firsts == {2, 3}
