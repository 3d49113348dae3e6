"""A socket to test with, in this process: as Channels has it, but as patient as a slow machine needs."""

from typing import Any

from channels.testing import WebsocketCommunicator

from tests.skips import PATIENCE


class Socket(WebsocketCommunicator):
    """An open socket. What must come is waited for as long as that takes; only a test that fails waits in full."""

    async def receive_output(self, timeout: float = PATIENCE) -> Any:
        """The next thing that the site sends. Channels' own second would be a timed assertion."""
        return await super().receive_output(max(timeout, PATIENCE))

    async def wait(self, timeout: float = PATIENCE) -> None:
        """Wait until the site's side has ended."""
        await super().wait(max(timeout, PATIENCE))
