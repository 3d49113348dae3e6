"""After a commit: queue what must happen later, by task name.

A task that comes late or twice finds another move number, or a deadline that is not over yet, and does nothing. One
that is lost is found by the sweep, so a broker that is away costs seconds, never a match.
"""

import logging
import time
from datetime import timedelta
from functools import partial

from celery import current_app
from django.core.cache import cache
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from games.after_commit import after_commit

logger = logging.getLogger(__name__)

PLAY_AI = "games.play_ai"
EXPIRE_TURN = "games.expire_turn"
MAIL_TURN = "games.mail_turn"
MAIL_ACTION = "games.mail_action"
OFFER_AI = "games.offer_ai"
RECKON = "games.reckon"
RECOUNT = "games.recount"
# seconds by which the clocks of two machines may differ
AT_ONCE = 1.0
# longer waits belong to the sweep: a task with a far ETA is delivered again after the broker's visibility timeout
LONGEST_WAIT = timedelta(minutes=10)
# who is on the site sees a notice at once and needs no mail about it
MAIL_WAIT = timedelta(seconds=30)


def _queue(name: str, args: tuple[int, ...], wait: timedelta) -> None:
    try:
        current_app.send_task(name, args=args, countdown=wait.total_seconds(), retry=False)
    except (OperationalError, OSError):
        logger.warning("could not queue %s%s; the sweep will find it", name, args, exc_info=True)


def _later(name: str, args: tuple[int, ...], wait: timedelta) -> None:
    if wait <= LONGEST_WAIT:
        after_commit(lambda: _queue(name, args, wait))


def ai_act(match_id: int, number: int, wait: timedelta) -> None:
    """After the commit, have the AI seats looked at in `wait`, if the match still stands at move `number`."""
    _later(PLAY_AI, (match_id, number), wait)


def turn_end(match_id: int, wait: timedelta) -> None:
    """After the commit, have the match's deadline looked at in `wait`; the deadline itself says if it is over."""
    if wait <= LONGEST_WAIT:
        after_commit(partial(_note_look, match_id, wait))
        _later(EXPIRE_TURN, (match_id,), wait)


def turn_end_anew(match_id: int, wait: timedelta) -> None:
    """A look at the deadline came before it: as `turn_end`, unless a later look is queued already.

    So that of several looks at one match, one goes on and the others end.
    """
    try:
        last = cache.get(_look(match_id), 0.0)
    except RedisError:
        last = 0.0
    if last <= time.time() + AT_ONCE:
        turn_end(match_id, wait)


def _look(match_id: int) -> str:
    return f"turn-end:{match_id}"


def _note_look(match_id: int, wait: timedelta) -> None:
    """Note when the look at a match comes that was queued last."""
    try:
        cache.set(_look(match_id), time.time() + wait.total_seconds(), wait.total_seconds() + 60)
    except RedisError as error:
        logger.warning("could not note the look at match %s: %s", match_id, error)


def turn_mail(notice_id: int) -> None:
    """After the commit, have a notice of a turn mailed, if it has not been seen by then."""
    _later(MAIL_TURN, (notice_id,), MAIL_WAIT)


def action_mail(notice_id: int) -> None:
    """After the commit, have a notice of what was done about somebody mailed."""
    _later(MAIL_ACTION, (notice_id,), timedelta(0))


def ai_offer(table_id: int, wait: timedelta) -> None:
    """After the commit, have the free seats of a table of "Play now" looked at in `wait`."""
    _later(OFFER_AI, (table_id,), wait)


def reckon(reckoning_id: int) -> None:
    """After the commit, have the ratings of a ladder's season worked out anew."""
    _later(RECKON, (reckoning_id,), timedelta(0))


def recount(user_id: int) -> None:
    """After the commit, have a person's totals counted anew."""
    _later(RECOUNT, (user_id,), timedelta(0))
