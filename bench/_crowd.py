"""The load: a process of its own with everybody's sockets, told by lines what to do. `Crowd` is the other end of it.

Each line of its input is a command with what it takes, as JSON; each line of its output answers it.
"""

import asyncio
import gzip
import json
import random
import sys
from time import perf_counter
from typing import Any

from bench._child import Child
from bench._people import Person, Table

#: Sockets that are opened at once where it is not the point.
AT_ONCE = 20
#: Messages that are weighed.
WEIGHED = 2000


class Crowd(Child):
    """A process of scripted people, for `with`. What it is asked is answered before the call returns."""

    def __init__(self) -> None:
        super().__init__([sys.executable, "-m", "bench._crowd"])

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        """Do what a method of `Hands` does."""
        self.tell(json.dumps({"command": command, **fields}))
        try:
            return self.answer()
        except EOFError as error:
            raise SystemExit(f"the process of scripted people ended with {error}; its words are above") from error


class Hands:
    """What the process does."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.others: list[Person] = []

    @property
    def people(self) -> list[Person]:
        """Everybody who sits at a table."""
        return [one for table in self.tables for one in table.people]

    async def open(self, rows: list[dict[str, Any]], ports: list[int], is_bare: bool = False) -> dict[str, Any]:
        """Sit down: the sockets of a table lead to all web processes by turns."""
        self.tables = [Table(row, ports, number, is_bare=is_bare) for number, row in enumerate(rows)]
        await _gently(self.people)
        return {"sockets": len(self.people)}

    async def watch(self, rows: list[dict[str, Any]], ports: list[int], count: int) -> dict[str, Any]:
        """Open `count` sockets more, of people who look at tables of others."""
        watchers = [
            Person(table, f"ws://localhost:{ports[at % len(ports)]}{row['path']}", row["cookies"][0])
            for at in range(count)
            for table, row in [(self.tables[at % len(self.tables)], rows[(at + 1 + at // len(rows)) % len(rows)])]
        ]
        self.others = watchers
        await _gently(watchers)
        return {"sockets": len(watchers)}

    async def pace(self, seconds: float) -> dict[str, Any]:
        """Let every table make one move a second."""
        until = perf_counter() + seconds
        taken: list[float] = []

        async def play(table: Table, late: float) -> None:
            due = perf_counter() + late
            while due < until:
                await asyncio.sleep(max(0.0, due - perf_counter()))
                latency = await table.play()
                if latency is not None:
                    taken.append(latency)
                due = max(due + 1.0, perf_counter())

        waits = random.Random(len(self.tables))
        await asyncio.gather(*(play(table, waits.random()) for table in self.tables))
        return {"latencies": taken, **self._failures()}

    async def flat_out(self, seconds: float, tables: int) -> dict[str, Any]:
        """Let so many tables move as soon as everybody has seen the last move."""
        until = perf_counter() + seconds
        moves = 0

        async def play(table: Table) -> None:
            nonlocal moves
            while perf_counter() < until:
                latency = await table.play()
                moves += latency is not None  # not in one line: the sum would be read before the move

        began = perf_counter()
        await asyncio.gather(*(play(table) for table in self.tables[:tables]))
        return {"moves": moves, "seconds": perf_counter() - began, **self._failures()}

    async def live(self, seconds: float, pace: tuple[float, float]) -> dict[str, Any]:
        """Let everybody play in their own time, beside AI players."""
        until = perf_counter() + seconds
        await asyncio.gather(*(table.live(one, until, pace) for table in self.tables for one in table.people))
        return self._failures()

    async def reconnect(self) -> dict[str, Any]:
        """Lose every line without a word and come back at once, each with one try."""
        people = self.people
        for one in people:
            one.drop()
        began = perf_counter()
        ended = await asyncio.gather(*(one.open() for one in people), return_exceptions=True)
        failed = [repr(error) for error in ended if error is not None]
        return {"failed": len(failed), "why": failed[:3], "seconds": perf_counter() - began}

    async def weigh(self) -> dict[str, Any]:
        """Weigh what a move sends to one seat, as sent and gzipped, in bytes."""
        pushed = [text.encode() for one in self.people for text in one.pushed[-WEIGHED:]][:WEIGHED]
        return {"sent": [len(text) for text in pushed], "gzipped": [len(gzip.compress(text)) for text in pushed]}

    async def catch_up(self, versions: dict[str, int], seconds: float) -> dict[str, Any]:
        """Wait until every socket shows its table's version; say how many do not in that time."""
        until = perf_counter() + seconds
        while (behind := self._behind(versions)) and perf_counter() < until:
            await asyncio.sleep(0.05)
        return {"behind": behind}

    def _behind(self, versions: dict[str, int]) -> int:
        return sum(one.version < versions[str(table.row["table"])] for table in self.tables for one in table.people)

    async def made(self) -> dict[str, Any]:
        """What every seat has sent, without what was refused."""
        return {"moves": [[one.sent - one.refused for one in table.people] for table in self.tables]}

    async def close(self) -> dict[str, Any]:
        """Go."""
        await asyncio.gather(*(one.close() for one in [*self.people, *self.others]))
        self.tables, self.others = [], []
        return {}

    def _failures(self) -> dict[str, int]:
        """What went wrong so far."""
        return {
            "refused": sum(one.refused for one in self.people),
            "unanswered": sum(table.unanswered for table in self.tables),
            "lost_lines": sum(not one.is_open for one in self.people),
        }


async def _gently(people: list[Person]) -> None:
    for first in range(0, len(people), AT_ONCE):
        await asyncio.gather(*(one.open() for one in people[first : first + AT_ONCE]))


async def main() -> None:
    """Do what the lines say, one after another."""
    hands = Hands()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        answer = await getattr(hands, asked.pop("command"))(**asked)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
