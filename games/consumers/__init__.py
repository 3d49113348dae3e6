"""WebSockets: input and output only; what happens is decided in `games.services`."""

from games.consumers.news import NewsConsumer
from games.consumers.table import TableConsumer

__all__ = ["NewsConsumer", "TableConsumer"]
