"""`/healthz` and `/readyz`, against a broker of their own."""

import asyncio
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.test import AsyncClient

from config import health
from config.supervise.broker import Broker, free_port
from config.supervise.guard import signal_groups
from tests.servers import wait_until


@pytest.fixture
def site(settings: Any) -> AsyncClient:
    """The two addresses alone."""
    settings.ROOT_URLCONF = "config.health"
    return AsyncClient()


@pytest.fixture(scope="module")
def broker_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running broker."""
    broker = Broker(tmp_path_factory.mktemp("broker"))
    process = subprocess.Popen(broker.command.argv, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_until(lambda: asyncio.run(broker.answers()), "the broker")
        yield broker.url
    finally:
        signal_groups([process.pid], signal.SIGKILL)
        process.wait()


@pytest.fixture
def ready(site: AsyncClient, broker_url: str, settings: Any) -> AsyncClient:
    """A site with everything there."""
    settings.CELERY_BROKER_URL = broker_url
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [broker_url]}}
    }
    cache.set(health.WORKER_KEY, time.time())
    return site


async def test_healthz_answers_without_asking_anything(site: AsyncClient) -> None:
    # no `db` fixture: a query would fail this test
    response = await site.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert "no-cache" in response["Cache-Control"]


@pytest.mark.django_db(transaction=True)
async def test_readyz_says_that_all_is_well(ready: AsyncClient) -> None:
    response = await ready.get("/readyz")
    assert response.json() == {"ready": True, "failed": [], "parts": dict.fromkeys(health.PARTS, "ok")}
    assert response.status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_asking_leaves_no_channel_behind(ready: AsyncClient) -> None:
    await ready.get("/readyz")
    await ready.get("/readyz")
    layer: Any = get_channel_layer()
    assert layer.channels == {}


@pytest.mark.django_db(transaction=True)
async def test_readyz_names_a_broker_that_is_gone(ready: AsyncClient, settings: Any) -> None:
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    response = await ready.get("/readyz")
    assert response.status_code == 503
    assert response.json()["failed"] == ["broker"]
    assert "127.0.0.1" not in response.content.decode()


@pytest.mark.django_db(transaction=True)
async def test_readyz_names_a_channel_layer_that_is_gone(ready: AsyncClient, settings: Any) -> None:
    layer = settings.CHANNEL_LAYERS["default"]
    gone = {**layer, "CONFIG": {"hosts": [f"redis://127.0.0.1:{free_port()}/0"]}}
    settings.CHANNEL_LAYERS = {"default": gone}
    assert (await ready.get("/readyz")).json()["failed"] == ["channel_layer"]


@pytest.mark.django_db(transaction=True)
async def test_readyz_misses_a_worker_never_heard_from(ready: AsyncClient) -> None:
    cache.delete(health.WORKER_KEY)
    response = await ready.get("/readyz")
    assert response.json()["failed"] == ["worker"]
    assert response.json()["parts"]["worker"] == "not heard from"


@pytest.mark.django_db(transaction=True)
async def test_readyz_misses_a_worker_that_fell_silent(ready: AsyncClient) -> None:
    cache.set(health.WORKER_KEY, time.time() - health.WORKER_SILENCE - 5)
    assert (await ready.get("/readyz")).json()["failed"] == ["worker"]


async def test_readyz_names_a_database_that_cannot_be_asked(ready: AsyncClient, monkeypatch: Any) -> None:
    def refuse() -> None:
        raise ConnectionError("db.example.org refused")

    monkeypatch.setattr(health, "_select_one", refuse)
    response = await ready.get("/readyz")
    assert response.json()["failed"] == ["database"]
    assert response.json()["parts"]["database"] == "ConnectionError"


async def test_a_part_that_hangs_is_given_up(ready: AsyncClient, monkeypatch: Any) -> None:
    async def hang() -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "PARTS", {"database": hang})
    assert (await ready.get("/readyz")).json()["parts"] == {"database": "no answer within 0.05 s"}


def test_the_worker_writes_where_readyz_reads() -> None:
    from games.tasks import heartbeat

    heartbeat()
    assert time.time() - cache.get(health.WORKER_KEY) < 60


def test_the_broker_configuration_is_for_its_owner_alone(tmp_path: Path) -> None:
    Broker(tmp_path)
    assert (tmp_path / "broker.conf").stat().st_mode & 0o077 == 0
