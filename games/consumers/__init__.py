"""WebSockets: input and output only; what happens is decided in `games.services`."""

from games.consumers.lobby import LobbyConsumer
from games.consumers.news import NewsConsumer
from games.consumers.table import TableConsumer

__all__ = ["LobbyConsumer", "NewsConsumer", "TableConsumer"]
