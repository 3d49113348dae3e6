"""The demo: people, finished matches, tables that wait and tables that play."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.management.commands import demo
from games.models import Match, RatedResult, Rating, Season, Seat, Table
from tests.conftest import Queued


@pytest.mark.usefixtures("presets")
def test_it_fills_the_site_and_can_be_run_again(client: Client, queue: list[Queued]) -> None:
    call_command("demo", matches=3, verbosity=0)
    assert Match.objects.filter(state=Match.State.OVER).count() == 3
    assert Table.objects.filter(state=Table.State.PLAYING).count() == 3
    assert Table.objects.filter(state=Table.State.OPEN).count() == 3
    assert Table.objects.filter(is_rated=True).exclude(state=Table.State.CLOSED).count() == 2
    assert not queue  # nobody watches: nothing was told, and the sweep sets the AI seats going
    assert all(match.started_at < match.finished_at for match in Match.objects.filter(state=Match.State.OVER))
    assert "Night owls" in client.get("/").content.decode()
    call_command("demo", matches=1, seed=2, verbosity=0)
    assert Match.objects.filter(state=Match.State.OVER).count() == 4
    assert Seat.objects.filter(live=True).values("user").distinct().count() == Seat.objects.filter(live=True).count()


@pytest.mark.usefixtures("presets")
def test_its_people_have_ratings_that_their_matches_explain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "RATED_SHARE", 1)
    call_command("demo", matches=2, verbosity=0)
    assert Rating.objects.filter(matches__gt=0).count() >= 4
    call_command("recompute_ratings")  # raises where something is not as the results say
    finished = Match.objects.exclude(ladder=None).filter(state=Match.State.OVER)
    assert finished.count() == 2
    made = RatedResult.objects.values_list("made_at", "match__finished_at")
    assert all(at == over for at, over in made)
    assert all(season.began_at <= match.finished_at for season in Season.objects.all() for match in finished)
