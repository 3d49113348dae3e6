"""One process of the site, kept running until it is told to stop."""

import asyncio
import contextlib
import os
import signal
import time
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable

from config.supervise.guard import signal_groups
from config.supervise.plan import Command, ending, next_wait

LINE_LIMIT = 1 << 20  # a longer line of output comes in pieces


class Child:
    """Starts a command, starts it again whenever it ends, prints what it says line by line.

    Each run is a session of its own, so that a Ctrl-C at the terminal reaches the supervisor alone and things
    end in their order, and so that what a run started can be ended with it.
    """

    def __init__(
        self,
        command: Command,
        say: Callable[[str, str], None],
        changed: Callable[[], None],
    ) -> None:
        """`say(name, line)` prints; `changed()` is called after each start and end."""
        self.command = command
        self.last_line = ""
        self._say = say
        self._changed = changed
        self._process: Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    @property
    def pid(self) -> int | None:
        """The number of the running process, None between two runs."""
        return self._process.pid if self._process and self._process.returncode is None else None

    def start(self) -> None:
        """Begin to keep it running."""
        self._task = asyncio.create_task(self._keep_running(), name=self.command.name)

    async def run_once(self) -> int:
        """Run the command to its end, once; returns its exit code (minus the signal's number where one ended
        it).
        """
        self._process = await asyncio.create_subprocess_exec(
            *self.command.argv,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            env={**os.environ, **self.command.environment},
            start_new_session=True,
            limit=LINE_LIMIT,
        )
        group = self._process.pid
        reader = asyncio.create_task(self._print_output(self._process))
        try:
            self._changed()
            code = await self._process.wait()
        finally:
            # what it started goes with it, and with that the other ends of its output
            signal_groups([group], signal.SIGKILL)
            self._changed()
        await reader
        return code

    async def stop(self, grace: float) -> None:
        """End it for good: ask, and after `grace` seconds make it end."""
        self._stopping.set()
        if self._task is None:
            return
        if self.pid:
            signal_groups([self.pid], signal.SIGTERM)
        done, _ = await asyncio.wait({self._task}, timeout=grace)
        if not done:
            if self.pid:
                signal_groups([self.pid], signal.SIGKILL)
            await asyncio.wait({self._task})
        self._task.result()

    def kill(self) -> None:
        """End the present run at once; told to stop before, it is not started again."""
        if self.pid:
            signal_groups([self.pid], signal.SIGKILL)

    async def _keep_running(self) -> None:
        wait = 0.0
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                how = ending(await self.run_once())
            except OSError as error:  # no such program, no memory for a process
                how = f"could not be started ({error})"
            if self._stopping.is_set():
                return
            wait = next_wait(wait, time.monotonic() - began)
            self._say("site", f"{self.command.name} {how}; starting it again in {wait:g} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), wait)

    async def _print_output(self, process: Process) -> None:
        assert process.stdout is not None
        while True:
            try:
                raw = await process.stdout.readline()
            except ValueError:  # longer than the limit; what was read so far is dropped
                continue
            if not raw:
                return
            line = raw.decode(errors="replace").rstrip()
            if line and not any(words in line for words in self.command.muted):
                self.last_line = line
                self._say(self.command.name, line)
