"""`/healthz`: does this process answer? `/readyz`: does everything a game needs answer, and which part does not?"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.asyncio import Redis

PATIENCE = 2.0  # seconds for each part; they are asked at the same time
WORKER_SILENCE = 30.0  # seconds; a worker says that it is there every 5
# one thread and connection for the question alone: while the database hangs, at most this one does too
_database_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ready")
WORKER_KEY = "worker-heard-from"  # the task games.heartbeat writes the time there


class NotReady(Exception):
    """A part answers, but not as it should; the message says how."""


@never_cache
@require_safe
async def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked, so a lost database does not get it restarted."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
async def readyz(request: HttpRequest) -> JsonResponse:
    """Each part with "ok" or what is wrong; 200 when all are, else 503 and the names of the parts that failed.

    What is wrong is the kind of error, not its text: that may hold addresses, and anybody may ask here.
    """
    names = list(PARTS)
    results = await asyncio.gather(*(_ask(PARTS[name]) for name in names))
    parts = dict(zip(names, results, strict=True))
    failed = [name for name, result in parts.items() if result != "ok"]
    return JsonResponse({"ready": not failed, "failed": failed, "parts": parts}, status=503 if failed else 200)


async def _ask(part: Callable[[], Awaitable[None]]) -> str:
    try:
        async with asyncio.timeout(PATIENCE):
            await part()
    except NotReady as error:
        return str(error)
    except TimeoutError:
        return f"no answer within {PATIENCE:g} s"
    except Exception as error:  # whatever a driver raises: the answer to give is that this part is not ready
        return type(error).__name__
    return "ok"


async def _database() -> None:
    await sync_to_async(_select_one, thread_sensitive=False, executor=_database_thread)()


def _select_one() -> None:
    connection = connections["default"]
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


async def _broker() -> None:
    client = Redis.from_url(
        settings.CELERY_BROKER_URL,
        socket_connect_timeout=PATIENCE,
        socket_timeout=PATIENCE,
        single_connection_client=True,
    )
    try:
        await client.ping()
    finally:
        await client.aclose()


async def _channel_layer() -> None:
    layer = get_channel_layer()
    if layer is None:
        raise NotReady("not configured")
    channel = await layer.new_channel("ready")
    try:
        await layer.send(channel, {"type": "ready.check"})
        await layer.receive(channel)
    finally:
        # a layer forgets a channel only when somebody stops waiting for it (channels has no call for that)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.001):
                await layer.receive(channel)


async def _worker() -> None:
    heard = await cache.aget(WORKER_KEY)
    if heard is None:
        raise NotReady("not heard from")
    silent = time.time() - float(heard)
    if silent > WORKER_SILENCE:
        raise NotReady(f"silent for {silent:.0f} s")


PARTS: dict[str, Callable[[], Awaitable[None]]] = {
    "database": _database,
    "broker": _broker,
    "channel_layer": _channel_layer,
    "worker": _worker,
}

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
]
