"""The whole site on one machine: what starts when, what is said, how it all ends."""

import asyncio
import contextlib
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from config.supervise import guard, plan
from config.supervise.broker import Broker, NoServer
from config.supervise.checks import CannotServe, check_port, check_space, not_ready, status_of
from config.supervise.child import Child

BROKER_PATIENCE = 30.0  # seconds; it reads its data first
WATCH_EVERY = 10.0  # seconds
AFTER_A_RESTART = -4  # looks that it then has to be heard from again
GRACE = 8.0  # seconds for a process to end by itself: a worker finishes its task
ROOT = Path(__file__).resolve().parent.parent.parent


class Site:
    """One start of the site, from the lock on its data to the end of its last process."""

    def __init__(self, var: Path, port: int, given_broker: str) -> None:
        """`given_broker` is the REDIS_URL of a running server, or empty for the embedded one."""
        self._var = var
        self._port = port
        self._given_broker = given_broker
        self._run = var / "run"
        self._children: list[Child] = []
        self._stop = asyncio.Event()

    async def serve(self) -> None:
        """Start everything, run until told to stop, end everything. Raises CannotServe."""
        with self._own_data():
            try:
                self._end_leftovers()
                check_space(self._var)
                check_port(self._port)
                with self._guarded():
                    await self._until_stopped()
            except OSError as error:
                raise CannotServe(f"{error.strerror or error} ({error.filename or self._var})") from error

    async def _until_stopped(self) -> None:
        """Start everything and watch over it, until told to stop or unable to start; then end everything."""
        loop = asyncio.get_running_loop()
        work = asyncio.create_task(self._start_all())
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._told_to_stop)
        stopped = asyncio.create_task(self._stop.wait())
        try:
            await asyncio.wait({work, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()  # it ends by what kept it from starting, never else
        finally:
            stopped.cancel()
            work.cancel()
            await asyncio.wait({work})
            await self._stop_all()

    def _told_to_stop(self) -> None:
        again = self._stop.is_set()
        self._stop.set()
        if again:  # a second Ctrl-C: no patience left
            for child in self._children:
                child.kill()
        else:
            self.say("site", "ending")

    # --- starting -------------------------------------------------------------------------------------------

    async def _start_all(self) -> None:
        environment = {"LASTCARD_VAR": str(self._var), "PYTHONUNBUFFERED": "1"}
        if os.environ.keys().isdisjoint({"LASTCARD_URL", "ALLOWED_HOSTS"}):
            environment["LASTCARD_URL"] = f"http://localhost:{self._port}"
        environment["REDIS_URL"] = self._given_broker or await self._start_broker()
        # for `./dev manage` beside the running site: what it changes reaches the tables at once
        self._address.touch(mode=0o600)
        self._address.write_text(environment["REDIS_URL"])
        await self._prepare(environment)
        self._child(plan.web(sys.executable, self._port, environment)).start()
        tasks = [
            self._child(plan.worker(sys.executable, environment)),
            self._child(plan.beat(sys.executable, environment)),
        ]
        for child in tasks:
            child.start()
        await self._first_page()
        self.say("site", f"ready: http://localhost:{self._port}/ (Ctrl-C ends it)")
        await self._watch(tasks)

    async def _start_broker(self) -> str:
        try:
            broker = Broker(self._var / "valkey")
        except NoServer as error:
            raise CannotServe(str(error)) from error
        child = self._child(broker.command)
        child.start()
        try:
            async with asyncio.timeout(BROKER_PATIENCE):
                while not await broker.answers():
                    await asyncio.sleep(0.05)
        except TimeoutError as error:
            raise CannotServe(f"the embedded broker does not answer; its last word: {child.last_line}") from error
        return broker.url

    async def _prepare(self, environment: dict[str, str]) -> None:
        # in silence: what it says matters only where it fails, and then as one line
        child = Child(plan.prepare(sys.executable, environment), lambda name, line: None, self._changed)
        self._children.append(child)
        code = await child.run_once()
        self._children.remove(child)
        if code:
            raise CannotServe(f"the data could not be set up: {child.last_line} (more by ./dev setup)")

    async def _first_page(self) -> None:
        """Return when the first page has been answered without an error."""
        complained = False
        while True:
            status = await status_of(self._port, "/")
            if status and status < 500:
                return
            if status and not complained:
                complained = True
                self.say("site", f"the first page answers with error {status}; see above")
            # an error is written out in the log each time
            await asyncio.sleep(2 if status else 0.1)

    async def _watch(self, tasks: list[Child]) -> None:
        """End worker and beat when nothing is heard from them: Celery can come back from a lost broker alive but deaf.

        Twice in a row, for a machine that was asleep wakes up with an old sign of life; what is ended is started again.
        """
        silent = 0
        while True:
            await asyncio.sleep(WATCH_EVERY)
            silent = silent + 1 if await not_ready(self._port) == ["worker"] else 0
            if silent == 2:
                self.say("site", "the worker is not heard from any more; ending it")
                for child in tasks:
                    child.kill()
                silent = AFTER_A_RESTART

    def _child(self, command: plan.Command) -> Child:
        child = Child(command, self.say, self._changed)
        self._children.append(child)
        return child

    # --- ending ---------------------------------------------------------------------------------------------

    async def _stop_all(self) -> None:
        """End the processes: the broker last, so that a worker can hand back what it has not done."""
        brokers = [child for child in self._children if child.command.name == "broker"]
        others = [child for child in self._children if child not in brokers]
        for group in (others, brokers):
            await asyncio.gather(*(child.stop(GRACE) for child in group))

    def _changed(self) -> None:
        """Keep the file of running processes up to date, for the guard and the next start."""
        running = {child.command.name: child.pid for child in self._children if child.pid}
        try:
            guard.write_down(self._processes_file, running)
        except OSError as error:  # a full disk must not stop what runs
            self.say("site", f"cannot write down what runs: {error.strerror}")

    @property
    def _processes_file(self) -> Path:
        # one for each start: the guard of a killed one must not read that of the next
        return self._run / f"processes-{os.getpid()}"

    def _end_leftovers(self) -> None:
        """End what an earlier start left behind; the lock is ours, so none of it belongs to a living one."""
        for path in sorted(self._run.glob("processes-*")):
            if count := guard.end_all(path):
                self.say("site", f"ended {count} process(es) that an earlier start had left behind")

    @property
    def _address(self) -> Path:
        return self._run / "redis-url"

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        """Have a guard beside us that ends our processes should we be killed."""
        script = Path(guard.__file__)
        words = [sys.executable, "-I", "-S", str(script), str(self._processes_file)]
        # a session of its own: neither a Ctrl-C nor the end of the terminal reaches it
        with subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True):  # noqa: S603
            try:
                yield
            finally:
                self._processes_file.unlink(missing_ok=True)
                self._address.unlink(missing_ok=True)
        # leaving the block has closed the pipe and waited for the guard

    @contextlib.contextmanager
    def _own_data(self) -> Iterator[None]:
        """Hold the lock on the data; the system lets go of it with us, so it is never stale."""
        try:
            self._run.mkdir(parents=True, exist_ok=True)
            handle = (self._run / "lock").open("a+")
        except OSError as error:
            raise CannotServe(f"cannot write in {self._var}: {error.strerror}") from error
        with handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise CannotServe(_taken(handle, self._var)) from error
            handle.truncate(0)
            handle.write(f"{os.getpid()} http://localhost:{self._port}/\n")
            handle.flush()
            yield

    def say(self, name: str, line: str) -> None:
        """Print a line of the log. Nobody reading any more ends the site, as the end of the terminal does."""
        try:
            print(plan.log_line(name, line), flush=True)
        except OSError:  # a pipe that nobody reads, a terminal that was closed
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (for the rest of this process)
            self._stop.set()


def _taken(handle: TextIO, var: Path) -> str:
    handle.seek(0)
    pid, _, address = handle.read().strip().partition(" ")
    return f"already running on the data in {var}: process {pid}, {address}"
