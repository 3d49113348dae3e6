"""Scripted people over real WebSockets: each keeps the regions that its socket is sent, as the page does, and plays
what they offer.
"""

import asyncio
import json
import random
import re
from html import unescape
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

#: Seconds after which a move that nobody has seen counts as unanswered.
PATIENCE = 20.0
VERSION = re.compile(r'data-version="(\d+)"')
STAGE = re.compile(r'data-stage="(\w+)"')
REGION = re.compile(r'<\w+ id="(table|seats|ring|message|me|hand|actions|notice|log|chat|announce|beat)"')
HELD = re.compile(r'data-moves="([^"]+)"')
OFFERED = re.compile(r'data-move="([^"]+)"')
DUE = re.compile(r'data-due="([^"]+)"')
#: What a page asks for when a round or a match is over.
GOES_ON = {"round_over": "next", "match_over": "rematch"}


class Person:
    """One socket at a table; `version` is the newest that it has shown, `sent` and `refused` count its moves."""

    def __init__(self, table: "Table", url: str, cookie: str) -> None:
        self.table, self.url, self.cookie = table, url, cookie
        self.version = self.sent = self.refused = 0
        self.regions: dict[str, str] = {}
        self.pushed: list[str] = []
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._first = asyncio.Event()

    # --- the line -----------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the socket as the page does, and wait for its first screen. Raises where that fails."""
        origin = self.url.replace("ws:", "http:").partition("/ws/")[0]
        headers = {"Cookie": self.cookie, "Origin": origin}
        self._first.clear()
        self._socket = await connect(
            self.url, additional_headers=headers, compression=None, ping_interval=None, open_timeout=60, max_size=None
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        if not self.table.is_bare:
            await asyncio.wait_for(self._first.wait(), 60)

    async def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()

    def drop(self) -> None:
        """Lose the line without a word."""
        if self._socket is not None:
            self._socket.transport.abort()

    @property
    def is_open(self) -> bool:
        """Whether the line still stands."""
        return self._reader is not None and not self._reader.done()

    async def say(self, act: str, **fields: str) -> None:
        """Send what a click sends."""
        assert self._socket is not None
        await self._socket.send(json.dumps({"act": act, **fields}))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._take(str(text))
        except WebSocketException:
            return

    def _take(self, text: str) -> None:
        now = perf_counter()
        if text.startswith('<p id="notice"'):
            self.refused += 1
            self.table.refused()
            return
        if shown := VERSION.findall(text):
            self.version = max(self.version, *map(int, shown))
        if not self.table.is_bare:
            self._keep(text)
        self._first.set()
        self.table.seen(now)

    def _keep(self, text: str) -> None:
        found = list(REGION.finditer(text))
        if any(region[1] == "table" for region in found):
            self.regions.clear()
        elif found and found[0][1] != "beat":
            self.pushed.append(text)
        ends = [region.start() for region in found[1:]] + [len(text)]
        for region, end in zip(found, ends, strict=True):
            self.regions[region[1]] = text[region.start() : end]

    # --- the game -----------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """What the table shows: waiting, playing, round_over or match_over."""
        found = STAGE.search(self.regions.get("table", ""))
        return found[1] if found else ""

    @property
    def in_turn(self) -> bool:
        """Whether the page says that it is this person's turn."""
        return 'data-turn="yes"' in self.regions.get("me", "")

    def choose(self, rng: random.Random) -> str:
        """A card that may be laid, called where a call is due; else an answer; else a card from the pile."""
        held = self._moves(HELD, "hand")
        if held:
            move = rng.choice(held)
            return f"{move}!" if move in self._moves(DUE, "actions") else move
        return rng.choice(self._moves(OFFERED, "message") or ["draw"])

    def _moves(self, what: re.Pattern[str], region: str) -> list[str]:
        found = what.findall(self.regions.get(region, ""))
        return [move for group in found for move in unescape(group).split("|")]

    async def move(self, text: str) -> None:
        """Ask for a move on the version that is shown."""
        self.sent += 1
        await self.say("move", move=text, version=str(self.version))


class Table:
    """The people of one table. `rng` decides what they play."""

    def __init__(self, row: dict, ports: list[int], number: int, *, is_bare: bool) -> None:
        self.row, self.is_bare = row, is_bare
        self.rng = random.Random(number)
        urls = [f"ws://localhost:{port}{row['path']}" for port in ports]
        self.people = [Person(self, urls[at % len(urls)], cookie) for at, cookie in enumerate(row["cookies"])]
        self.unanswered = 0
        self._goal = 0
        self._reached: asyncio.Future[float | None] | None = None

    # --- what the sockets tell ----------------------------------------------------------------------------------

    def seen(self, now: float) -> None:
        """One of the sockets showed something; `now` is when."""
        waiting = self._reached
        if waiting is not None and not waiting.done() and min(one.version for one in self.people) >= self._goal:
            waiting.set_result(now)

    def refused(self) -> None:
        """One of the sockets was sent a refusal."""
        if self._reached is not None and not self._reached.done():
            self._reached.set_result(None)

    # --- playing as one -----------------------------------------------------------------------------------------

    async def play(self) -> float | None:
        """Let the person in turn move; return the seconds until the last socket showed it.

        None: it was refused or never seen, or there was no turn and the table was brought to the next round.
        """
        mover = self._mover()
        if mover is None:
            await self._go_on()
            return None
        text = "R5" if self.is_bare else mover.choose(self.rng)
        self._reached, self._goal = asyncio.get_running_loop().create_future(), mover.version + 1
        began = perf_counter()
        await mover.move(text)
        try:
            ended = await asyncio.wait_for(self._reached, PATIENCE)
        except TimeoutError:
            self.unanswered += 1
            return None
        return None if ended is None else ended - began

    def _mover(self) -> Person | None:
        if self.is_bare:
            return self.people[self.people[0].version % len(self.people)]
        return next((one for one in self.people if one.in_turn), None)

    async def _go_on(self) -> None:
        """A round is over: everybody says that the next may come; wait until it has."""
        for one in self.people:
            if one.stage in GOES_ON:
                await one.say(GOES_ON[one.stage])
        for _ in range(round(PATIENCE / 0.05)):
            if self._mover() is not None:
                return
            await asyncio.sleep(0.05)
        self.unanswered += 1

    # --- playing beside AI seats --------------------------------------------------------------------------------

    async def live(self, one: Person, until: float, pace: tuple[float, float]) -> None:
        """Let one person play in their own time until the clock says `until`."""
        said = 0
        while perf_counter() < until:
            await asyncio.sleep(self.rng.uniform(*pace))
            if one.in_turn:
                await self._move_alone(one)
            elif one.stage in GOES_ON and said != one.version:
                said = one.version
                await one.say(GOES_ON[one.stage])

    async def _move_alone(self, one: Person) -> None:
        version, refused = one.version, one.refused
        await one.move(one.choose(self.rng))
        for _ in range(round(PATIENCE / 0.02)):
            if one.version > version or one.refused > refused:
                return
            await asyncio.sleep(0.02)
        self.unanswered += 1
