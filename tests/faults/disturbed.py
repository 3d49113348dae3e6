"""A match on a real site, watched through its rows and played through its socket."""

import json
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tests.servers import SiteData, wait_until


class Disturbed:
    """One match: what has been committed, and the socket of the person in it."""

    def __init__(self, site: SiteData, preset: str = "official", seats: int = 4, turn_seconds: int = 2) -> None:
        """Seat a person among AI players and deal."""
        self.site = site
        scene = json.loads(site.run("tests.faults.scene", preset, str(seats), str(turn_seconds)))
        self.table, self.match = scene["table"], scene["match"]
        self._path, self._cookie = scene["path"], scene["cookie"]

    def number(self) -> int:
        """The number of the last committed move."""
        return int(self.site.query("SELECT max(number) FROM games_move WHERE match_id = %s", self.match)[0][0])

    def over(self) -> bool:
        """Whether the match has ended."""
        (state,) = self.site.query("SELECT state FROM games_match WHERE id = %s", self.match)[0]
        return bool(state != "playing")

    def moves(self) -> list[tuple[Any, ...]]:
        """The committed moves, oldest first: number, seat, text."""
        words = "SELECT number, seat, text FROM games_move WHERE match_id = %s ORDER BY number"
        return self.site.query(words, self.match)

    def waits_for_a_person(self) -> bool:
        """Whether no AI seat wants to act: the clock alone can move the match on."""
        words = "SELECT count(*) FROM games_match WHERE id = %s AND ai_due IS NULL AND deadline IS NOT NULL"
        return bool(self.site.query(words, self.match)[0][0])

    def deadline_is_over(self) -> bool:
        """Whether the present turn's time is up, by the database's clock."""
        words = "SELECT count(*) FROM games_match WHERE id = %s AND deadline < CURRENT_TIMESTAMP"
        return bool(self.site.query(words, self.match)[0][0])

    def goes_on(self, moves: int) -> None:
        """Wait until so many moves more have been committed, or the match has ended."""
        goal = self.number() + moves
        wait_until(lambda: self.number() >= goal or self.over(), f"move {goal} of the match")

    def facts(self) -> dict[str, Any]:
        """How it stands, by the rules."""
        return dict(json.loads(self.site.run("tests.faults.facts", str(self.table))))

    def check(self, before: list[tuple[Any, ...]]) -> None:
        """What was committed `before` is there unchanged, no number is missing, and the moves give the position."""
        facts = self.facts()
        moves = [tuple(move[:3]) for move in facts["moves"]]
        assert moves[: len(before)] == before
        assert [number for number, _, _ in moves] == list(range(len(moves)))
        assert facts["kept"] == facts["replayed"]

    def open_socket(self, web: int = 0) -> ClientConnection:
        """Open the person's socket as the page does; waits while the web process starts."""

        def attempt() -> ClientConnection | None:
            try:
                return connect(
                    self.site.socket_url(self._path, web),
                    additional_headers={"Cookie": self._cookie, "Origin": self.site.url("", web)},
                    ping_interval=None,  # a busy machine may leave a ping unanswered for longer than the client waits
                )
            except (OSError, InvalidHandshake):
                return None

        socket = wait_until(attempt, "the socket to open")
        assert isinstance(socket, ClientConnection)
        return socket


def act(socket: ClientConnection, **message: object) -> None:
    """Send what a click sends."""
    socket.send(json.dumps(message))


def next_screen(socket: ClientConnection, patience: float = 60) -> str:
    """The next fragments that the socket brings."""
    return str(socket.recv(timeout=patience))


def closed(socket: ClientConnection) -> bool:
    """Whether the connection has gone, what was still in it read first."""
    try:
        while True:
            socket.recv(timeout=60)
    except ConnectionClosed:
        return True
