"""Records in numbers: one's own as a file, and a month's rated matches for everybody."""

import gzip
import hashlib
import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import AsyncClient, Client

from accounts.models import Audience, User
from games.models import Ladder, LadderRuleset, Match, RatedResult, SavedRuleset
from games.rules.core.record import parse_record
from games.services import publishing
from tests.games.test_records import Open, finish
from tests.people import alice, bob  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, settings: object) -> Path:
    settings.LASTCARD = {**settings.LASTCARD, "RECORDS_DIR": str(tmp_path)}  # type: ignore[attr-defined]
    return tmp_path


@pytest.fixture
def ended(open_table: Open, alice: User, bob: User) -> Match:  # noqa: F811
    """A rated match of Alice and Bob, of one round, that ended in November 2026."""
    short = SavedRuleset.objects.create(key="short", title="Short", options={"match": "single"})
    LadderRuleset.objects.create(ladder=Ladder.objects.get(key="duel"), ruleset=short, fewest=2, most=2)
    match = finish(open_table, alice, bob, preset="short", single=False, is_rated=True)
    assert match.rated_results.count() == 2
    Match.objects.filter(pk=match.pk).update(finished_at=datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC))
    return Match.objects.get(pk=match.pk)


def unpacked(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def test_a_months_rated_matches_are_one_file_that_is_the_same_every_time(folder: Path, ended: Match) -> None:
    call_command("publish_records", month="2026-11", verbosity=0)
    path = folder / "rated-2026-11.txt.gz"
    first = path.read_bytes()
    record = parse_record(unpacked(path))
    assert record.value("Seats") == ["Alice", "Bob"]
    assert (record.tag("Ladder"), record.tag("Season")) == ("duel", "1")
    digest = hashlib.sha256(first).hexdigest()
    assert (folder / "rated-2026-11.txt.gz.sha256").read_text() == f"{digest}  rated-2026-11.txt.gz\n"
    call_command("publish_records", month="2026-11", verbosity=0)
    assert path.read_bytes() == first
    assert sorted(file.name for file in folder.iterdir()) == [path.name, f"{path.name}.sha256"]


@pytest.mark.parametrize("month", ["2026-10", "2026-12"])
def test_a_match_belongs_to_the_month_that_it_ended_in(folder: Path, ended: Match, month: str) -> None:
    assert publishing.publish(publishing.month_of(month), folder).matches == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda match: RatedResult.objects.filter(match=match).delete(),
        lambda match: Match.objects.filter(pk=match.pk).update(ladder=None),
        lambda match: Match.objects.filter(pk=match.pk).update(state=Match.State.VOID),
    ],
    ids=["no rating changed", "no ladder", "void"],
)
def test_what_was_not_rated_is_not_published(folder: Path, ended: Match, change: Callable[[Match], object]) -> None:
    change(ended)
    assert Ladder.objects.exists()
    assert publishing.publish(publishing.month_of("2026-11"), folder).matches == 0


@pytest.mark.parametrize("audience", [Audience.FRIENDS, Audience.NOBODY])
def test_who_does_not_show_their_matches_to_everybody_has_no_name_in_it(
    folder: Path, ended: Match, audience: Audience
) -> None:
    User.objects.filter(display_name="Bob").update(matches_shown_to=audience)
    publishing.publish(publishing.month_of("2026-11"), folder)
    text = unpacked(folder / "rated-2026-11.txt.gz")
    assert parse_record(text).value("Seats") == ["Alice", "player 2"]
    assert "Bob" not in text


@pytest.mark.parametrize("month", ["2026", "2026-13", "2026-00", "november", "2026-1", "0000-01", "9999-12"])
def test_what_is_no_month_is_answered_with_a_sentence(month: str) -> None:
    with pytest.raises(CommandError, match="such as 2026-11"):
        call_command("publish_records", month=month)


@pytest.mark.parametrize(
    "name",
    [
        "rated-2026-10.txt.gz",
        "rated-2026-11.txt.gz.sha256",
        "..",
        "secret-key",
        "rated-2026-13.txt.gz",
        "rated-2026-11.half",
    ],
)
def test_only_published_files_are_given_away(folder: Path, client: Client, name: str) -> None:
    (folder / "secret-key").write_text("x")
    for other in ("rated-2026-11.half", "rated-2026-13.txt.gz"):
        (folder / other).write_text("x")
    assert client.get(f"/records/{name}").status_code == 404
    assert client.get("/records/").status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_a_published_file_is_listed_and_taken(folder: Path, async_client: AsyncClient) -> None:
    path = folder / "rated-2026-11.txt.gz"
    path.write_bytes(gzip.compress(b"x" * 200_000, mtime=0))
    page = await async_client.get("/records/")
    assert f'href="/records/{path.name}"' in page.content.decode()
    answer = await async_client.get(f"/records/{path.name}")
    body = b"".join([piece async for piece in answer.streaming_content])
    assert body == path.read_bytes()
    assert answer.headers["Content-Length"] == str(len(body))


def test_all_ones_own_records_come_as_one_file(open_table: Open, mei: User, otto: User) -> None:
    matches = [finish(open_table, mei, otto, visibility="private"), finish(open_table, mei, otto)]
    with zipfile.ZipFile(io.BytesIO(b"".join(publishing.own_records(mei)))) as archive:
        assert archive.testzip() is None
        names = {f"{match.started_at:%Y-%m-%d}-{match.public_id}.txt" for match in matches}
        assert set(archive.namelist()) == names
        assert all(parse_record(archive.read(name).decode()).value("Seats") == ["Mei", "Otto"] for name in names)


def test_nobody_elses_records_are_in_it(open_table: Open, mei: User, otto: User, alice: User) -> None:  # noqa: F811
    finish(open_table, mei, otto)
    with zipfile.ZipFile(io.BytesIO(b"".join(publishing.own_records(alice)))) as archive:
        assert archive.namelist() == []


def test_ones_records_are_asked_for_signed_in_and_not_all_the_time(client: Client, mei: User, settings: object) -> None:
    assert client.get("/matches/records.zip").status_code == 302
    cache.clear()
    client.force_login(mei)
    settings.LASTCARD = {**settings.LASTCARD, "RECORDS_RATE": (1, 3600)}  # type: ignore[attr-defined]
    assert client.get("/matches/records.zip").headers["Content-Type"] == "application/zip"
    refused = client.get("/matches/records.zip", follow=True)
    assert "Wait a moment" in refused.content.decode()
