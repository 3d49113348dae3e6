"""The site's own settings: the same database, pool and channel layer. Only the sockets lead elsewhere."""

from config.settings import *  # noqa: F403
from config.settings import CHANNEL_LAYERS

ROOT_URLCONF = "bench.bare.urls"
ASGI_APPLICATION = "bench.bare.asgi.application"
# Redis keeps its channels apart by their names alone, whatever the number of the database
CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = "bare-live"
