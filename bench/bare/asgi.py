"""The bare application: one WebSocket address, the site's own."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

os.environ["DJANGO_SETTINGS_MODULE"] = "bench.bare.settings"
http_application = get_asgi_application()

from bench.bare.consumer import BareConsumer  # noqa: E402  (models need the apps loaded)

application = ProtocolTypeRouter(
    {
        "http": http_application,
        "websocket": URLRouter([path("ws/table/<str:public_id>/", BareConsumer.as_asgi())]),
    }
)
