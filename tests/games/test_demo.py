"""The demo: people, finished matches, tables that wait and tables that play."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Match, Seat, Table
from tests.conftest import Queued


@pytest.mark.usefixtures("presets")
def test_it_fills_the_site_and_can_be_run_again(client: Client, queue: list[Queued]) -> None:
    call_command("demo", matches=3, verbosity=0)
    assert Match.objects.filter(state=Match.State.OVER).count() == 3
    assert Table.objects.filter(state=Table.State.PLAYING).count() == 3
    assert Table.objects.filter(state=Table.State.OPEN).count() == 3
    assert not queue  # nobody watches: nothing was told, and the sweep sets the AI seats going
    assert all(match.started_at < match.finished_at for match in Match.objects.filter(state=Match.State.OVER))
    assert "Night owls" in client.get("/").content.decode()
    call_command("demo", matches=1, seed=2, verbosity=0)
    assert Match.objects.filter(state=Match.State.OVER).count() == 4
    assert Seat.objects.filter(live=True).values("user").distinct().count() == Seat.objects.filter(live=True).count()
