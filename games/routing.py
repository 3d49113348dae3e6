"""WebSocket addresses."""

from django.urls import path

from games import addresses  # noqa: F401  (registers the converter)
from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/table/<public:public_id>/", TableConsumer.as_asgi())]
