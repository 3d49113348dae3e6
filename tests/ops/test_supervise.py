"""The supervisor, with the real site under it: `./dev run` from its start to the end of its last process."""

import json
import os
import pty
import shutil
import signal
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from config.supervise import guard
from config.supervise.broker import free_port
from config.supervise.checks import CannotServe, check_space
from tests.servers import SupervisedSite, clean_environment, wait_until
from tests.skips import ROOT

KINDS = {"broker", "web", "worker", "beat"}


def page(site: SupervisedSite) -> int:
    """The status of the first page."""
    with urllib.request.urlopen(site.url(), timeout=30) as answer:
        return int(answer.status)


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Any]:
    """`runs(port=..., **environment)` starts the site, on the same data each time; all of them end with the test."""
    started: list[SupervisedSite] = []

    def start(port: int | None = None, **environment: str) -> SupervisedSite:
        run = SupervisedSite(tmp_path / "var", port=port, environment=environment)
        started.append(run)
        return run

    yield start
    for run in started:
        print(run.log()[-10_000:])  # shown where the test fails
        run.end(signal.SIGTERM)


def gone(pids: dict[str, int]) -> bool:
    """Whether none of these processes is left."""
    return all(guard.started_at(pid) is None for pid in pids.values())


def test_from_the_first_start_to_the_second_and_ctrl_c(runs: Any) -> None:
    run = runs()
    run.wait_started()
    assert page(run) == 200
    first = run.processes()
    assert set(first) == KINDS
    # a command beside the running site reaches its broker
    words = ["./dev", "manage", "shell", "-v", "0", "-c", "from django.conf import settings; print(settings.REDIS_URL)"]
    beside = {name: value for name, value in run.environment.items() if name != "REDIS_URL"}
    done = subprocess.run(words, cwd=ROOT, env=beside, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == run.environment["REDIS_URL"]
    assert run.end(signal.SIGINT) == 0
    assert gone(first)

    second = runs(port=run.port)
    second.wait_started()
    assert page(second) == 200
    assert "Traceback" not in second.log()


def test_a_child_that_dies_is_started_again(runs: Any) -> None:
    run = runs()
    run.wait_started()
    before = run.processes()
    for name in ("web", "worker", "beat", "broker"):
        os.kill(before[name], signal.SIGKILL)
        wait_until(partial(_is_new, run, name, before[name]), f"a new {name}")
        assert run.log().count(f"{name} ended by SIGKILL; starting it again in 0.5 s") == 1
    run.wait_ready()
    assert page(run) == 200
    assert run.end() == 0


def _is_new(run: SupervisedSite, name: str, before: int) -> bool:
    return run.processes().get(name, before) != before


@pytest.mark.long
def test_a_worker_that_hangs_is_ended_and_started_again(runs: Any) -> None:
    run = runs()
    run.wait_started()
    run.wait_ready()
    before = run.processes()
    os.kill(before["worker"], signal.SIGSTOP)
    wait_until(partial(_is_new, run, "worker", before["worker"]), "a new worker")
    assert "the worker is not heard from any more; ending it" in run.log()
    run.wait_ready()
    assert run.processes()["web"] == before["web"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_process(runs: Any, number: signal.Signals) -> None:
    run = runs()
    run.wait_started()
    children = run.processes()
    assert run.end(number) == 0
    assert gone(children)


def test_closing_the_terminal_ends_every_process(tmp_path: Path) -> None:
    terminal, its_end = pty.openpty()
    site = subprocess.Popen(
        ["./dev", "run", "--port", str(free_port())],
        cwd=ROOT,
        env=clean_environment(tmp_path, None),
        stdin=its_end,
        stdout=its_end,
        stderr=its_end,
        start_new_session=True,
    )
    os.close(its_end)
    processes = tmp_path / "run" / f"processes-{site.pid}"
    wait_until(lambda: "worker" in guard.read_back(processes), "the worker")
    children = {name: pid for name, (pid, _) in guard.read_back(processes).items()}
    os.close(terminal)
    site.send_signal(signal.SIGHUP)  # as the system does for a terminal's own session
    assert site.wait(60) == 0
    assert gone(children)


def test_nobody_reading_what_it_says_ends_it(tmp_path: Path) -> None:
    site = subprocess.Popen(
        ["./dev", "run", "--port", str(free_port())],
        cwd=ROOT,
        env=clean_environment(tmp_path, None),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert site.stdout is not None
    site.stdout.close()
    assert site.wait(120) == 0


def test_a_signal_while_it_starts_ends_every_process(runs: Any) -> None:
    run = runs()
    wait_until(lambda: "broker" in run.processes(), "the first process")
    children = run.processes()
    assert run.end(signal.SIGTERM) == 0
    assert gone(children)
    assert "Traceback" not in run.log()


def test_killed_itself_it_leaves_nothing_behind(runs: Any) -> None:
    run = runs()
    run.wait_started()
    children = run.processes()
    run.end(signal.SIGKILL)
    wait_until(lambda: gone(children), "the guard to end the others")
    again = runs(port=run.port)
    again.wait_started()
    assert page(again) == 200


def test_the_next_start_ends_what_even_the_guard_could_not(tmp_path: Path, runs: Any) -> None:
    orphan = subprocess.Popen(["sleep", "600"], start_new_session=True)
    stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
    folder = tmp_path / "var" / "run"
    folder.mkdir(parents=True)
    guard.write_down(folder / "processes-1", {"web": orphan.pid, "worker": stranger.pid})
    # the number was given again to somebody else since: another start
    rows = json.loads((folder / "processes-1").read_text())
    rows["worker"][1] = "long ago"
    (folder / "processes-1").write_text(json.dumps(rows))
    try:
        run = runs()
        assert orphan.wait(60) == -signal.SIGTERM
        run.wait_started()
        assert stranger.poll() is None
        assert "ended 1 process(es)" in run.log()
    finally:
        stranger.kill()
        stranger.wait()


def test_one_at_a_time_on_the_same_data(runs: Any) -> None:
    run = runs()
    wait_until(lambda: "broker" in run.processes(), "the first process")
    other = SupervisedSite(run.directory)
    assert other.process.wait(60) == 1
    said = [line for line in other.log().splitlines() if line.startswith("dev: ")]
    assert said == [
        f"dev: already running on the data in {run.directory}: process {run.process.pid}, http://localhost:{run.port}/"
    ]


def test_a_port_in_use(runs: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = runs(port=port)
        assert run.process.wait(60) == 1
    assert run.log().splitlines() == [f"dev: port {port} is in use; choose another: ./dev run --port {port + 1}"]


@pytest.mark.parametrize("port", ["0", "70000", "eighty", "-1"])
def test_what_is_no_port(port: str) -> None:
    done = subprocess.run(["./dev", "run", f"--port={port}"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert port in line


def test_a_given_broker_is_used_and_none_is_started(runs: Any, tmp_path: Path) -> None:
    # nothing answers there: the site starts all the same, and says that it is not ready
    run = runs(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    wait_until(lambda: "web" in run.processes(), "the web process")
    assert "broker" not in run.processes()
    assert not (run.directory / "valkey").exists()


def test_an_almost_full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=3_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(CannotServe, match="only 3 MB free"):
        check_space(tmp_path)
