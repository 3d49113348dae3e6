"""Records in numbers: all of one's own, and by month all rated matches, for anybody to study."""

import gzip
import hashlib
import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from io import RawIOBase
from pathlib import Path

from django.conf import settings
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.privacy import What, may_see
from games.models import Match, MatchSeat
from games.services import records
from games.services.errors import Declined, NotFound

# so many of one's matches come in one file, the newest
MOST_OWN = 5000
_MONTH = re.compile(r"([12]\d{3})-(0[1-9]|1[0-2])", re.ASCII)
_FILE = re.compile(rf"rated-{_MONTH.pattern}\.txt\.gz", re.ASCII)


class _Pipe(RawIOBase):
    """What a zip file is written to, taken away piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._pieces.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was written since the last time."""
        taken, self._pieces = b"".join(self._pieces), []
        return taken


def own_records(user: User) -> Iterator[bytes]:
    """Yield, piece by piece, a zip file with the records of this person's finished matches, the newest first.

    Those that were played by other rules than today's have no record and are left out.
    """
    pipe = _Pipe()
    played = Match.objects.filter(seats__user=user, state=Match.State.OVER).order_by("-finished_at", "-pk")
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for match in played[:MOST_OWN].iterator(chunk_size=200):
            if records.can_be_replayed(match):
                name = f"{match.started_at:%Y-%m-%d}-{match.public_id}.txt"
                archive.writestr(name, records.record_text(match))
                yield pipe.take()
    yield pipe.take()


@dataclass(frozen=True, slots=True)
class Published:
    """A month's file of rated matches: how many it holds, how many it could not, its SHA-256 in hexadecimal."""

    path: Path
    matches: int
    left_out: int
    digest: str


def month_of(text: str) -> date:
    """Return the first day of a month written as 2026-11. Raises `Declined` for anything else."""
    found = _MONTH.fullmatch(text)
    if found is None:
        raise Declined(_("A month is written as year and month, such as 2026-11."))
    return date(int(found[1]), int(found[2]), 1)


def folder() -> Path:
    """Return where the published files are kept."""
    return Path(settings.LASTCARD["RECORDS_DIR"])


def publish(month: date, into: Path) -> Published:
    """Write the records of all rated matches that ended in `month` (UTC), no annulled ones, to a file in `into`.

    The same matches give the same bytes. Who does not show their matches to everybody is called by the seat's number.
    A file that is there is replaced in one step.
    """
    into.mkdir(parents=True, exist_ok=True)
    path = into / f"rated-{month:%Y-%m}.txt.gz"
    half = path.with_suffix(".half")
    count = left_out = 0
    # no name and no time in it: else no two files would be alike
    with half.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        for match in _rated_in(month).iterator(chunk_size=200):
            if not records.can_be_replayed(match):
                left_out += 1
                continue
            packed.write(("\n" if count else "").encode() + _text(match).encode())
            count += 1
    os.replace(half, path)
    digest = _digest(path)
    path.with_suffix(".gz.sha256").write_text(f"{digest}  {path.name}\n")
    return Published(path, count, left_out, digest)


def _rated_in(month: date) -> QuerySet[Match]:
    begin = datetime(month.year, month.month, 1, tzinfo=UTC)
    end = datetime(month.year + month.month // 12, month.month % 12 + 1, 1, tzinfo=UTC)
    stands = Match.objects.filter(state=Match.State.OVER, annulled_at=None)
    rated = stands.filter(ladder__isnull=False, rated_results__isnull=False).distinct()
    ended = rated.filter(finished_at__gte=begin, finished_at__lt=end)
    return ended.select_related("ladder", "season").defer("position").order_by("finished_at", "pk")


def _text(match: Match) -> str:
    assert match.ladder is not None
    assert match.season is not None
    more = {"Ladder": match.ladder.key, "Season": str(match.season.number)}
    return records.record_text(match, _public_name, more)


def _public_name(seat: MatchSeat) -> str:
    if seat.user is not None and not may_see(None, seat.user, What.MATCHES):
        with translation.override("en"):
            return _("player %(number)s") % {"number": seat.seat + 1}
    return records.seat_name(seat)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class MonthFile:
    """A published file as a page lists it."""

    name: str
    month: date
    size: int
    digest: str


def published() -> list[MonthFile]:
    """Return the files that were published, the newest month first."""
    files = [path for path in folder().glob("rated-*.txt.gz") if _FILE.fullmatch(path.name)]
    return [
        MonthFile(
            name=path.name,
            month=month_of(path.name[6:13]),
            size=path.stat().st_size,
            digest=_noted(path),
        )
        for path in sorted(files, reverse=True)
    ]


def _noted(path: Path) -> str:
    note = path.with_suffix(".gz.sha256")
    return note.read_text().split(maxsplit=1)[0] if note.exists() else ""


def published_file(name: str) -> Path:
    """Return the published file of this name. Raises `NotFound` where there is none."""
    path = folder() / name
    if not _FILE.fullmatch(name) or not path.is_file():
        raise NotFound("")
    return path
