"""`kill -9` in mid-match, then a restart: the match goes on from the last committed move, bots and clocks included."""

import os
import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from tests.faults.disturbed import Disturbed, act, closed, next_screen
from tests.servers import KINDS, Kind, SupervisedSite, running_site, supervised_site, wait_until
from tests.skips import Servers

BOTH: tuple[Kind, ...] = ("broker", "worker")
# slow enough that a match is still going on when something is killed
SLOW = {"LASTCARD_AI_PACE": "0.2,0.3", "LASTCARD_AI_REACTION": "0.2,0.3", "LASTCARD_NEXT_ROUND_SECONDS": "1"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupervisedSite]:
    """The site as `./dev run` has it: what is killed is started again."""
    with supervised_site(tmp_path_factory.mktemp("faults") / "var", environment=SLOW) as site:
        yield site


@pytest.fixture(scope="module")
def match(site: SupervisedSite) -> Disturbed:
    """A match to 500 with one person, who does not act: it goes on by clocks and bots alone."""
    return Disturbed(site)


@pytest.mark.parametrize("kind", ["web", "worker", "broker", "beat"])
def test_the_match_goes_on(site: SupervisedSite, match: Disturbed, kind: Kind) -> None:
    match.goes_on(3)
    site.kill(kind)
    before = match.moves()
    match.goes_on(8)
    match.check(before)
    site.wait_ready()


def test_the_match_goes_on_after_everything_was_killed_at_once(site: SupervisedSite, match: Disturbed) -> None:
    match.goes_on(3)
    for pid in site.processes().values():
        os.kill(pid, signal.SIGKILL)
    before = match.moves()
    match.goes_on(8)
    match.check(before)
    site.wait_ready()


def test_the_page_comes_back_and_the_person_plays_on(site: SupervisedSite, match: Disturbed) -> None:
    socket = match.open_socket()
    assert 'id="table"' in next_screen(socket)
    site.kill("web")
    assert closed(socket)
    with match.open_socket() as again:
        assert 'id="table"' in next_screen(again)
        act(again, act="back")
        _play_one_move(match, again)


def _play_one_move(match: Disturbed, socket: ClientConnection) -> None:
    """Play through the socket until a move of the person's own has been committed (the clock may be quicker)."""

    def played() -> bool:
        facts = match.facts()
        if any(not by_ai and seat is not None for _, seat, _, by_ai in facts["moves"]):
            return True
        if not facts["people"]:
            act(socket, act="back")
        elif facts["turn"] in facts["people"]:
            act(socket, act="move", move=facts["idle_move"], version=str(facts["version"]))
        return False

    wait_until(played, "a move of the person's own")


@pytest.mark.long
def test_a_turn_that_ran_out_while_no_worker_ran_is_ended_after_it(tmp_path: Path) -> None:
    with running_site(tmp_path, environment=SLOW) as site:
        match = Disturbed(site, seats=2, turn_seconds=4)
        wait_until(match.waits_for_a_person, "the person's turn")
        site.kill("worker")
        wait_until(match.deadline_is_over, "the end of the turn")
        before = match.moves()
        site.start_kind("worker")
        match.goes_on(2)
        match.check(before)


@pytest.mark.long
def test_tasks_lost_with_the_data_of_the_broker_are_found_again(tmp_path: Path) -> None:
    with running_site(tmp_path, environment=SLOW) as site:
        match = Disturbed(site)
        match.goes_on(3)
        for kind in reversed(BOTH):
            site.kill(kind)
        before = match.moves()
        shutil.rmtree(tmp_path / "valkey" / "appendonlydir")
        for kind in BOTH:
            site.start_kind(kind)
        match.goes_on(8)
        match.check(before)


@pytest.mark.servers
def test_on_postgresql_and_redis_with_two_of_each(servers: Servers, tmp_path: Path) -> None:
    with running_site(tmp_path, servers=servers, web=2, workers=2, environment=SLOW) as site:
        match = Disturbed(site)
        one, other = match.open_socket(0), match.open_socket(1)
        assert 'id="table"' in next_screen(other)
        for kind in ("worker", "web"):  # type: Kind
            match.goes_on(3)
            site.kill(kind)
            before = match.moves()
            site.start_kind(kind)
            match.goes_on(8)
            match.check(before)
        site.wait_ready()
        assert closed(one)
        assert closed(other)
        with match.open_socket(1) as again:
            assert 'id="table"' in next_screen(again)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_with_something_killed_every_few_moves(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    quick = {**SLOW, "LASTCARD_AI_PACE": "0.05,0.1"}
    with supervised_site(tmp_path / "var", environment=quick) as site:
        match = Disturbed(site, turn_seconds=1)
        for _ in range(12):
            match.goes_on(rng.randint(1, 12))
            site.kill(rng.choice(KINDS))
            before = match.moves()
            if match.over():
                break
        match.goes_on(5)
        match.check(before)
