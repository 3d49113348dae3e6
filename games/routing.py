"""WebSocket addresses."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/table/<str:public_id>/", TableConsumer.as_asgi())]
