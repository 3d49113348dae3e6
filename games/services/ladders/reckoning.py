"""A season's ratings worked out anew by a task, because a result was taken back, while matches begin and end.

The arithmetic and the writing are `recompute`'s. Results are written piece by piece without keeping anybody waiting;
the season is locked only for as long as it takes to catch up with the matches that have ended meanwhile and to write
some of the ratings. When none is left to write, all are as worked out, and the ladder says nothing more of it.

Of several workers at one reckoning one goes on: each piece is written holding the reckoning's row, by the one whose
name stands there. One that dies leaves its name; after `STALE` the sweep has another begin again from the beginning.
"""

import secrets
from datetime import timedelta
from itertools import batched

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games import schedule
from games.models import Ladder, RatedResult, Rating, Reckoning, Season
from games.services.ladders import final, recompute

#: A worker that was not heard of for so long is taken for dead.
STALE = timedelta(minutes=1)
#: So many ratings are written while matches of the season wait with their end.
AT_ONCE = 2000


class Overtaken(Exception):
    """Another worker has taken the reckoning over."""


class AskedAgain(Exception):
    """Another result was taken back meanwhile: begin again."""


def ask(ladder_id: int, season_id: int) -> Reckoning:
    """Have the ratings of a ladder's season worked out anew, by a task after the commit; return the row that says so.

    Runs in the transaction of what makes it necessary, which holds the season.
    """
    Reckoning.objects.get_or_create(ladder_id=ladder_id, season_id=season_id)
    row = Reckoning.objects.select_for_update().get(ladder_id=ladder_id, season_id=season_id)
    row.asked += 1
    row.done, row.total, row.finished_at = 0, recompute.results_of(row.ladder, row.season).count(), None
    if not row.holder:
        row.worked_at = timezone.now()
    row.save()
    schedule.reckon(row.pk)
    return row


def going_on(ladder: Ladder, season: Season) -> Reckoning | None:
    """Return the reckoning of a ladder's season that is not done yet, if there is one."""
    return Reckoning.objects.filter(ladder=ladder, season=season, finished_at=None).first()


def sweep() -> None:
    """Have those taken up that nobody works on: their task was lost, or its worker died."""
    now = timezone.now()
    silent = Reckoning.objects.filter(worked_at__lt=now - STALE, finished_at=None)
    for number in list(silent.values_list("pk", flat=True)):
        # a worker that is alive after all finds its name gone, and leaves it to the next
        if silent.filter(pk=number).update(holder="", worked_at=now):
            schedule.reckon(number)


def work(number: int) -> bool:
    """Work out the reckoning with this row number; return whether this call finished it.

    Nothing happens where it is done already, or another worker is at it. Whatever ends it in the middle, the next call
    begins again and comes to the same.
    """
    holder = secrets.token_hex(16)
    while (claimed := _claim(number, holder)) is not None:
        try:
            _Run(claimed).go()
        except Overtaken:
            return False
        except AskedAgain:
            continue
        return True
    return False


def _claim(number: int, holder: str) -> Reckoning | None:
    """Put this worker's name on a reckoning that waits; None where there is nothing to do."""
    with transaction.atomic():
        rows = Reckoning.objects.select_for_update(of=("self",)).select_related("ladder", "season")
        row = rows.filter(pk=number, finished_at=None).first()
        now = timezone.now()
        if row is None:
            return None
        if row.holder not in ("", holder) and row.worked_at is not None and row.worked_at > now - STALE:
            return None
        row.holder, row.worked_at, row.done = holder, now, 0
        row.save()
    return row


class _Run:
    """One worker's way through a reckoning."""

    def __init__(self, claimed: Reckoning) -> None:
        self.claimed, self.ladder, self.season = claimed, claimed.ladder, claimed.season
        self.results = recompute.results_of(self.ladder, self.season)
        # those of which the ratings tell already: who writes results holds the season, so none comes in between
        self.newest = self.results.aggregate(newest=Max("pk"))["newest"] or 0
        self.ratings = recompute.at_the_beginning(self.ladder, self.season)
        self.to_write = set(self.ratings)

    def go(self) -> None:
        """Write the results as they are worked out, then the ratings."""
        done = 0
        while rows := self._piece(done):
            worked_out = list(recompute.replayed(rows, self.ratings))
            with transaction.atomic():
                held = self._held()
                recompute.write_results(worked_out)
                held.done += len(rows)
                held.worked_at = timezone.now()
                held.save()
            done = rows[-1].pk
        while not self._write_some():
            pass

    def _piece(self, after: int) -> list[RatedResult]:
        """The next results, of whole matches: read at once, for SQLite writes nothing where it is still reading."""
        rows = self.results.filter(pk__gt=after, pk__lte=self.newest)
        piece = list(rows[: recompute.CHUNK])
        if piece:
            piece += rows.filter(pk__gt=piece[-1].pk, match=piece[-1].match_id)
        return piece

    def _held(self) -> Reckoning:
        """Lock the reckoning; raise where it is this worker's no more, or was asked for again."""
        row = Reckoning.objects.select_for_update().get(pk=self.claimed.pk)
        if row.holder != self.claimed.holder or row.finished_at is not None:
            raise Overtaken
        if row.asked != self.claimed.asked:
            raise AskedAgain
        return row

    def _write_some(self) -> bool:
        """Catch up with what has ended meanwhile and write some ratings; return whether all are written."""
        with transaction.atomic():
            season = final.lock(self.season.pk)
            held = self._held()
            self._catch_up()
            # final places come from all of them together, and matches of a season that is over are few
            some = sorted(self.to_write)[: None if season.ended_at else AT_ONCE]
            for keys in batched(some, AT_ONCE):
                rows = Rating.objects.filter(pk__in=keys)
                recompute.write_ratings(rows, self.ratings, season.ended_at or timezone.now())
            self.to_write -= set(some)
            held.worked_at = timezone.now()
            if not self.to_write:
                recompute.close(self.ladder, season)
                held.done = held.total = self.results.count()
                held.holder, held.finished_at = "", held.worked_at
            held.save()
        return not self.to_write

    def _catch_up(self) -> None:
        """Play the results that have come since on what is worked out; the season is locked."""
        newer = self.results.filter(pk__gt=self.newest)
        changed = set(newer.values_list("rating_id", flat=True))
        for rating in Rating.objects.filter(pk__in=changed - self.ratings.keys()):
            self.ratings[rating.pk] = recompute.begun(rating)
        recompute.write_results(list(recompute.replayed(newer, self.ratings)))
        self.newest = newer.aggregate(newest=Max("pk"))["newest"] or self.newest
        self.to_write |= changed
