"""Tables to test with."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.consumers.crowd import crowd
from games.consumers.keeper import keeper
from games.models import Ladder, LadderRuleset, Match, SavedRuleset, Season, Table
from games.rules.families import FAMILIES
from games.services import getting_ready, kept, matches, tables, whose_turn
from games.services.state import TableState, lock, read
from games.services.tables import Wishes


@pytest.fixture
def presets(db: Any) -> None:
    """The presets and AI characters, as every installation has them."""
    call_command("load_presets", verbosity=0)


@pytest.fixture
def mei(db: Any) -> User:
    """A person."""
    return User.objects.create_user("Mei", "mei@example.org", "correct horse")


@pytest.fixture
def otto(db: Any) -> User:
    """Another person."""
    return User.objects.create_user("Otto", "otto@example.org", "battery staple")


@pytest.fixture(autouse=True)
def seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same deals in every run: matches get the seeds 1, 2, 3 and so on."""
    numbers = count(1)
    monkeypatch.setattr(matches, "new_seed", lambda: next(numbers).to_bytes(32))


@pytest.fixture(autouse=True)
def _nothing_read() -> None:
    """Each test's tables have the same numbers: what the one before has read is no business of the next."""
    crowd._kept.clear()
    kept._shared.clear()
    whose_turn._turns.clear()
    keeper.sockets.clear()  # a socket that was thrown out and never hung up


@pytest.fixture
def open_table(presets: None) -> Callable[..., Table]:
    """Opens a table: `open_table(owner, seats=4, ai_level="steady", single=True)`."""

    def make(owner: User, **wishes: Any) -> Table:
        official = SavedRuleset.objects.get(key=wishes.pop("preset", "official"))
        return tables.open_table(owner, Wishes(official, **{"seats": 2, **wishes}))

    return make


@pytest.fixture
def duel(open_table: Callable[..., Table], mei: User, otto: User) -> Table:
    """Mei and Otto at a table of two, in the middle of nothing: the first round has been dealt."""
    table = open_table(mei)
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def short(presets: None) -> SavedRuleset:
    """A ruleset of one round that an admin has entered for the ladders: its matches are soon over, and count."""
    saved = SavedRuleset.objects.create(key="short", title="Short", options={"match": "single"})
    for key, fewest, most in (("duel", 2, 2), ("classic", 3, 10)):
        ladder = Ladder.objects.get(key=key)
        LadderRuleset.objects.create(ladder=ladder, ruleset=saved, fewest=fewest, most=most)
    return saved


def state_of(table: Table) -> TableState:
    """Return how the table stands now."""
    return read(table.pk)


def player_to_move(table: Table) -> User:
    """Return the person whose turn it is."""
    state = state_of(table)
    user = state.at_place(state.game.turn).user
    assert user is not None
    return user


def any_move(table: Table) -> str:
    """Return a legal move of the seat whose turn it is: the one its clock would make."""
    state = state_of(table)
    return str(state.game.idle_move(state.game.turn))


def any_move_that_lays(table: Table) -> str:
    """Return the first legal lay of the seat to move, else what its clock would do."""
    state = state_of(table)
    view = FAMILIES[table.family].view(state.game, state.game.turn)
    lays = [move for card in view.hand for move in card.moves]
    return lays[0] if lays else any_move(table)


def play(table: Table, user: User, text: str) -> None:
    """Make a move on the present version."""
    matches.play_move(table.pk, user.pk, text, Table.objects.get(pk=table.pk).version)


def count_match(table: Table, counts: bool = True) -> None:
    """Have the match that goes on at this table count for a ladder, or for none."""
    ladder, season = (Ladder.objects.get(key="duel"), Season.objects.get()) if counts else (None, None)
    Match.objects.filter(table=table).update(ladder=ladder, season=season)


__all__ = ["any_move", "any_move_that_lays", "count_match", "lock", "play", "player_to_move", "state_of"]
