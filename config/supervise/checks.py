"""What the supervisor asks before it starts, and while it runs: space, port, pages."""

import asyncio
import contextlib
import errno
import json
import shutil
import socket
from pathlib import Path

NEEDED_MB = 50


class CannotServe(Exception):
    """The site cannot be started; the message is one line for the person at the terminal."""


def check_space(var: Path) -> None:
    """Raises CannotServe where the disk of the data is all but full: SQLite and the broker would fail in mid-move."""
    free = shutil.disk_usage(var).free // 1_000_000
    if free < NEEDED_MB:
        raise CannotServe(f"only {free} MB free for the data in {var}: it needs at least {NEEDED_MB} MB")


def check_port(port: int) -> None:
    """Raises CannotServe where nothing can listen on this port of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # as the web process does: what a closed connection leaves for a minute is not in the way
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotServe(f"port {port} is in use; choose another: ./dev run --port {port + 1}") from error
            raise CannotServe(f"port {port} cannot be used: {error.strerror}") from error


async def ask(port: int, path: str) -> tuple[int, bytes] | None:
    """The status and the body with which the site on this machine answers, None where nothing answers."""
    try:
        async with asyncio.timeout(10):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                request = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
                writer.write(request.encode())
                answer = await reader.read()
            finally:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
    except (OSError, TimeoutError):
        return None
    head, _, body = answer.partition(b"\r\n\r\n")
    words = head.split()
    return (int(words[1]), body) if len(words) > 1 and words[1].isdigit() else None


async def status_of(port: int, path: str) -> int | None:
    """The status alone."""
    answer = await ask(port, path)
    return answer[0] if answer else None


async def not_ready(port: int) -> list[str]:
    """The parts that `/readyz` says have failed; none where it does not answer: that is no news of them."""
    answer = await ask(port, "/readyz")
    if answer is None or answer[0] != 503:
        return []
    with contextlib.suppress(ValueError, KeyError):
        return list(json.loads(answer[1])["failed"])
    return []
