"""WebSocket addresses."""

from django.urls import path

from games import addresses  # noqa: F401  (registers the converter)
from games.consumers import LobbyConsumer, NewsConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
    path("ws/table/<public:public_id>/", TableConsumer.as_asgi()),
]
