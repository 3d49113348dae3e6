"""The processes that are measured: the site as production runs it, and the bare peer beside it."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from config.supervise import plan
from config.supervise.checks import status_of
from tests.servers import Kind, Site, wait_until
from tests.skips import NoServers, Servers, running_servers

#: What the site is told: the AI players' usual pace, and sockets that may say as much as a bench says.
ENVIRONMENT = {"LASTCARD_AI_PACE": "0.9,2.2", "LASTCARD_AI_REACTION": "1.5,3.5", "LASTCARD_SOCKET_RATE": "1000,1000"}


class BareSite(Site):
    """The bare consumer's web processes, on a database of its own with the site's tables."""

    def web_command(self, number: int) -> plan.Command:
        """The same server, another application."""
        command = super().web_command(number)
        return replace(command, argv=(*command.argv[:-1], "bench.bare.asgi:application"))

    def wait_ready(self) -> None:
        """Wait until every web process answers."""
        for port in self.ports:
            wait_until(lambda port=port: asyncio.run(status_of(port, "/")) == 200, f"an answer on {port}")


@contextmanager
def on_servers(name: str) -> Iterator[tuple[Servers, Path]]:
    """PostgreSQL and Redis, and a folder for the sites; ends the program with one line where there are none."""
    with TemporaryDirectory(prefix="lastcard-bench-") as folder, ExitStack() as stack:
        try:
            servers = stack.enter_context(running_servers(Path(f"/tmp/lastcard-bench-servers-{os.getpid()}")))  # noqa: S108
        except NoServers as error:
            sys.exit(f"./dev bench {name} needs PostgreSQL and Redis. {error}")
        yield servers, Path(folder)


@contextmanager
def started(site: Site) -> Iterator[Site]:
    """Start the site and end it with the block; what it has said is shown where it does not start."""
    try:
        try:
            site.start()
        except pytest.fail.Exception as error:
            sys.exit(f"{site.log()[-5000:]}\n{error}")
        yield site
    finally:
        site.close()


def versions(site: Site) -> dict[str, int]:
    """The present version of every live table, by its row number."""
    rows = site.query("SELECT id, version FROM games_table WHERE state <> 'closed'")
    return {str(table): version for table, version in rows}


def memory_mb(site: Site, kind: Kind) -> float:
    """The resident memory of all processes of a kind, their forks with them."""
    return sum(_resident(pid) for leader in site.pids(kind) for pid in _family(leader)) / 1024


def _family(leader: int) -> list[int]:
    """A process and what it has forked: each kind's processes lead a group of their own."""
    listed = _ps("-A", "-o", "pid=,pgid=")
    return [int(pid) for pid, group in (line.split() for line in listed.splitlines()) if int(group) == leader]


def _resident(pid: int) -> int:
    said = _ps("-o", "rss=", "-p", str(pid)).strip()
    return int(said) if said else 0


def _ps(*words: str) -> str:
    return subprocess.run(["ps", *words], capture_output=True, text=True, check=False).stdout  # noqa: S603, S607


def troubles(log: str) -> list[str]:
    """The lines of a log that tell of something that went wrong."""
    signs = (" ERROR ", " CRITICAL ", "Traceback", "Error:", "Exception:")
    return [line for line in log.splitlines() if any(sign in line for sign in signs)]
