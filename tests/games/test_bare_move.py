"""The peer of `./dev bench table` commits what a move commits: the same statements in the same order."""

import re
from collections.abc import Callable

from django.db import connection

from bench.bare.consumer import commit
from games.models import Move, Table
from games.services import matches
from tests.games.conftest import any_move, player_to_move


def statements(act: Callable[[], object]) -> list[str]:
    """The statements of `act`: what each does, to which table."""
    said: list[str] = []

    def note(execute, sql, params, many, context):
        if found := re.match(r'(SELECT|INSERT|UPDATE|DELETE).*?(?:FROM|INTO|UPDATE) "(\w+)"', f"{sql[:6]} {sql}"):
            said.append(f"{found[1]} {found[2]}")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        act()
    return said


def move(duel: Table) -> list[str]:
    """The statements of a move."""
    version = Table.objects.get(pk=duel.pk).version
    user, text = player_to_move(duel), any_move(duel)
    return statements(lambda: matches.play_move(duel.pk, user.pk, text, version))


def test_the_bare_consumer_commits_what_a_move_commits(duel: Table) -> None:
    first = player_to_move(duel)
    real = move(duel)
    if player_to_move(duel) == first:  # drew, and may still lay it; the clock is set when the turn ends
        real = move(duel)
    number = Move.objects.filter(match__table=duel).count()
    assert statements(lambda: commit(duel.pk, "R5")) == real
    assert real[-2:] == ["UPDATE games_match", "UPDATE games_table"]
    assert Move.objects.filter(match__table=duel).count() == number + 1
