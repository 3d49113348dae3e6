"""The real site as processes, for the browser tests and the fault tests: `Site` starts it, kills it, starts
it again.
"""

import asyncio
import os
import secrets
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal

import psycopg
import pytest
from redis import Redis

from config.supervise import guard, plan
from config.supervise.broker import Broker, free_port
from config.supervise.checks import status_of
from config.supervise.guard import signal_groups
from tests.skips import PATIENCE, ROOT, Servers

CLAIM = "lastcard-tests-use:"  # before the number of one of Redis' databases
Kind = Literal["web", "worker", "beat", "broker"]
KINDS: tuple[Kind, ...] = ("broker", "web", "worker", "beat")


def wait_until(condition: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """The first true value of `condition`, asked again and again. Fails the test when there is none in time."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.05)
    pytest.fail(f"waited {patience:g} s for {what}")


def _is_ready(port: int) -> bool:
    return asyncio.run(status_of(port, "/readyz")) == 200


class SiteData:
    """What every running site has: a folder, an environment, a database to look into."""

    directory: Path
    environment: dict[str, str]
    ports: list[int]

    def url(self, path: str = "/", web: int = 0) -> str:
        """The address of a page, from the web process with this number."""
        return f"http://localhost:{self.ports[web]}{path}"

    def socket_url(self, path: str, web: int = 0) -> str:
        """The address of a WebSocket, from the web process with this number."""
        return f"ws://localhost:{self.ports[web]}{path}"

    def wait_ready(self) -> None:
        """Wait until every web process says that all parts are ready."""
        for port in self.ports:
            wait_until(partial(_is_ready, port), f"/readyz on {port}")

    def manage(self, *arguments: str) -> str:
        """Run `manage.py` on the site's data; returns what it printed. Fails the test where it fails."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            pytest.fail(f"manage.py {' '.join(arguments)}:\n{done.stderr}", pytrace=False)
        return done.stdout

    def run(self, module: str, *arguments: str) -> str:
        """Run a module of the tests (a scene) in a process on the site's data; returns what it printed."""
        given = f"import runpy, sys; sys.argv = {[module, *arguments]!r}; "
        return self.manage("shell", "-v", "0", "-c", given + f"runpy.run_module({module!r}, run_name='__main__')")

    def query(self, words: str, *values: object) -> list[tuple[Any, ...]]:
        """Run words on the site's database, `%s` for each value, and commit; returns the rows that they return."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url) as connection:
                cursor = connection.execute(words.encode(), values)
                return cursor.fetchall() if cursor.description else []
        with closing(sqlite3.connect(self.directory / "lastcard.sqlite3", timeout=PATIENCE)) as connection, connection:
            return connection.execute(words.replace("%s", "?"), values).fetchall()

    def end_matches(self) -> None:
        """End whatever is played, without a result: no AI seat acts and no clock runs any more."""
        self.query("UPDATE games_match SET state = 'void', deadline = NULL, ai_due = NULL WHERE state = 'playing'")


def clean_environment(directory: Path, more: Mapping[str, str] | None) -> dict[str, str]:
    """This process's environment for a site on data of its own: no pace unless `more` has one, no other servers."""
    return {
        **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
        "LASTCARD_VAR": str(directory),
        "LASTCARD_AI_PACE": "0,0",
        "LASTCARD_AI_REACTION": "0,0",
        "PYTHONUNBUFFERED": "1",
        **(more or {}),
    }


class SupervisedSite(SiteData):
    """The site as `./dev run` runs it: what is killed comes back by itself."""

    def __init__(
        self, directory: Path, *, port: int | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it; what it says goes to a file beside its data."""
        self.directory = directory
        self.port = port or free_port()
        self.ports = [self.port]
        self.environment = clean_environment(directory, environment)
        self._output = directory.parent / f"said-{secrets.token_hex(4)}.log"
        with self._output.open("ab") as output:
            self.process = subprocess.Popen(
                ["./dev", "run", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def log(self) -> str:
        """All that it has said so far."""
        return self._output.read_text(errors="replace")

    def wait_started(self) -> None:
        """Wait for the line with the address."""
        wait_until(lambda: "ready: " in self.log() or self.process.poll() is not None, "the first page")
        assert self.process.poll() is None, self.log()
        if "REDIS_URL" not in self.environment:
            self.environment["REDIS_URL"] = (self.directory / "run" / "redis-url").read_text()

    def processes(self) -> dict[str, int]:
        """Its running processes, name to number."""
        path = self.directory / "run" / f"processes-{self.process.pid}"
        return {name: pid for name, (pid, _) in guard.read_back(path).items()}

    def kill(self, kind: Kind) -> None:
        """`kill -9` the process of a kind (waited for, should it just be starting again)."""
        pid = wait_until(lambda: self.processes().get(kind), f"a {kind} to kill")
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: guard.started_at(pid) is None, f"the end of the {kind}")

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send it a signal; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE)


class Site(SiteData):
    """Broker, web, worker and beat processes on data of their own, on free ports, each started and killed by hand.

    With `servers` on PostgreSQL and Redis (a database made for it), else on SQLite and the embedded broker. All AI
    seats act at once unless `environment` says otherwise.
    """

    def __init__(
        self,
        directory: Path,
        *,
        servers: Servers | None = None,
        web: int = 1,
        workers: int = 1,
        beat: int = 1,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Plan it; `start` starts it."""
        self.directory = directory
        self._servers = servers
        self._counts: dict[Kind, int] = {"broker": 0 if servers else 1, "web": web, "worker": workers, "beat": beat}
        self._database = f"lastcard_site_{secrets.token_hex(4)}"
        self._broker = None if servers else Broker(directory / "valkey")
        self.ports = [free_port() for _ in range(web)]
        self._running: dict[Kind, list[subprocess.Popen[bytes]]] = {kind: [] for kind in KINDS}
        self._log: IO[bytes] | None = None
        self.environment = clean_environment(directory, {**self._addresses(), **(environment or {})})

    # --- addresses ------------------------------------------------------------------------------------------

    def _addresses(self) -> dict[str, str]:
        if self._servers is None:
            assert self._broker is not None
            return {"REDIS_URL": self._broker.url}
        base = self._servers.database_url.rpartition("/")[0]
        return {"DATABASE_URL": f"{base}/{self._database}", "REDIS_URL": self._claim_redis(self._servers.redis_url)}

    def _claim_redis(self, url: str) -> str:
        """A number of its own among the server's databases, of the usual 16: other tests' sites may run beside it."""
        with Redis.from_url(url) as redis:
            for number in range(1, 16):
                # let go of by `close`, and by itself where a test was killed
                if redis.set(f"{CLAIM}{number}", self._database, nx=True, ex=3600):
                    return f"{url.rpartition('/')[0]}/{number}"
        pytest.fail("all databases of the Redis server are in use", pytrace=False)

    # --- starting and ending --------------------------------------------------------------------------------

    def start(self) -> None:
        """Start everything and wait until the site is ready."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self._log = (self.directory / "site.log").open("ab")
        if self._servers:
            with psycopg.connect(self._servers.database_url, autocommit=True) as connection:
                connection.execute(f'CREATE DATABASE "{self._database}"')
            Redis.from_url(self.environment["REDIS_URL"]).flushdb()
        self.start_kind("broker")
        self.manage("prepare")
        for kind in ("web", "worker", "beat"):
            self.start_kind(kind)
        self.wait_ready()

    def start_kind(self, kind: Kind) -> None:
        """Start all processes of a kind; the broker is waited for."""
        assert not self._running[kind], f"{kind} is running"
        self._running[kind] = [self._spawn(self._command(kind, n)) for n in range(self._counts[kind])]
        if kind == "broker" and self._broker:
            broker = self._broker
            wait_until(lambda: asyncio.run(broker.answers()), "the broker to answer")

    def kill(self, kind: Kind) -> None:
        """`kill -9` all processes of a kind, and what they started."""
        self._end(kind, signal.SIGKILL)

    def stop(self, kind: Kind) -> None:
        """Tell all processes of a kind to end, and wait until they have."""
        self._end(kind, signal.SIGTERM)

    def restart(self, kind: Kind) -> None:
        """`kill -9` all processes of a kind, start them again, wait until the site is ready."""
        self.kill(kind)
        self.start_kind(kind)
        self.wait_ready()

    def close(self) -> None:
        """End everything and remove what was made outside its folder."""
        for kind in reversed(KINDS):
            self.kill(kind)
        if self._log:
            self._log.close()
        if self._servers:
            Redis.from_url(self.environment["REDIS_URL"]).flushdb()
            with Redis.from_url(self._servers.redis_url) as redis:
                redis.delete(CLAIM + self.environment["REDIS_URL"].rpartition("/")[2])
            with psycopg.connect(self._servers.database_url, autocommit=True) as connection:
                connection.execute(f'DROP DATABASE IF EXISTS "{self._database}" WITH (FORCE)')

    def pids(self, kind: Kind) -> list[int]:
        """The numbers of the running processes of a kind."""
        return [process.pid for process in self._running[kind]]

    def web_command(self, number: int) -> plan.Command:
        """What starts the web process with this number."""
        return plan.web(sys.executable, self.ports[number], self.environment, f"web{number}")

    def _command(self, kind: Kind, number: int) -> plan.Command:
        name = f"{kind}{number}"
        match kind:
            case "broker":
                assert self._broker is not None
                return self._broker.command
            case "web":
                return self.web_command(number)
            case "worker":
                # as docs/operation.md has it for several machines: forks beside PostgreSQL, threads beside SQLite
                pool = "prefork" if self._servers else "threads"
                return plan.worker(sys.executable, self.environment, name, pool)
            case "beat":
                return plan.beat(sys.executable, self.environment, name)

    def _spawn(self, command: plan.Command) -> subprocess.Popen[bytes]:
        environment = {**self.environment, **command.environment}
        return subprocess.Popen(
            command.argv,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def _end(self, kind: Kind, number: signal.Signals) -> None:
        processes, self._running[kind] = self._running[kind], []
        signal_groups([process.pid for process in processes], number)
        for process in processes:
            process.wait(PATIENCE)
        # what a leader left behind (a pool's forks)
        signal_groups([process.pid for process in processes], signal.SIGKILL)

    # --- asking ---------------------------------------------------------------------------------------------

    def log(self) -> str:
        """What all its processes have said so far."""
        return (self.directory / "site.log").read_text(errors="replace")


@contextmanager
def running_site(directory: Path, **wishes: Any) -> Iterator[Site]:
    """A started site (what `Site` takes), ended with the block; its log is shown where the block fails."""
    site = Site(directory, **wishes)
    try:
        site.start()
        yield site
    finally:
        site.close()
        if (directory / "site.log").exists():
            print(site.log()[-20_000:])  # pytest shows it where the test fails


@contextmanager
def supervised_site(directory: Path, **wishes: Any) -> Iterator[SupervisedSite]:
    """A started `./dev run` (what `SupervisedSite` takes), ended with the block; its log as above."""
    site = SupervisedSite(directory, **wishes)
    try:
        site.wait_started()
        yield site
    finally:
        site.end()
        print(site.log()[-20_000:])
