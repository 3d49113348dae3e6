"""What the supervisor starts and when again."""

import itertools
from pathlib import Path

import pytest

from config.supervise import plan


def test_waits_double_up_to_ten_seconds() -> None:
    waits = list(itertools.accumulate(range(7), lambda wait, _: plan.next_wait(wait, ran_for=0.1), initial=0.0))
    assert waits[1:] == [0.5, 1, 2, 4, 8, 10, 10]


def test_a_process_that_ran_well_is_started_again_soon() -> None:
    assert plan.next_wait(10, ran_for=plan.RAN_WELL) == plan.FIRST_WAIT


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended with exit code 0"),
        (3, "ended with exit code 3"),
        (-9, "ended by SIGKILL"),
        (-200, "ended by signal 200"),
    ],
)
def test_an_ending_is_said_in_words(code: int, words: str) -> None:
    assert plan.ending(code) == words


def test_the_server_in_the_wheel_comes_first() -> None:
    assert plan.choose_server(Path("/wheel/server"), lambda name: f"/usr/bin/{name}") == Path("/wheel/server")


def test_without_a_wheel_a_server_on_the_path_serves() -> None:
    only_redis = {"redis-server": "/usr/bin/redis-server"}.get
    assert plan.choose_server(None, only_redis) == Path("/usr/bin/redis-server")
    assert plan.choose_server(None, lambda name: f"/usr/bin/{name}") == Path("/usr/bin/valkey-server")
    assert plan.choose_server(None, lambda name: None) is None


def test_the_broker_keeps_every_write_and_listens_to_this_machine_only() -> None:
    lines = plan.broker_config(7001, "secret", Path("/some where/变")).splitlines()
    assert {"bind 127.0.0.1", "port 7001", "requirepass secret", "appendonly yes"} <= set(lines)
    assert 'dir "/some where/变"' in lines


def test_the_web_process_listens_to_this_machine_only() -> None:
    argv = plan.web("python", 8123, {}).argv
    assert argv[argv.index("-b") :][:2] == ("-b", "127.0.0.1")
    assert argv[argv.index("-p") :][:2] == ("-p", "8123")
