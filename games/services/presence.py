"""Who has a table, or any page of the site, open right now: a hint for the eye, nothing is decided by it.

It is kept in the shared cache; while that is away, nobody is known to be here, and the table goes on.
"""

import logging
import time
from collections.abc import Iterable, Mapping

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# a page says that it is there every ten seconds
TIMEOUT = 25
# any page of the site says so when it connects and then every half minute or sooner
SITE_TIMEOUT = 75

# how many watch a table in each process that serves it, and until when that is to be believed
_Counts = Mapping[str, tuple[int, float]]


def _key(table_id: int, user_id: int) -> str:
    return f"here:{table_id}:{user_id}"


def arrive(table_id: int, user_id: int) -> bool:
    """Note that this person has the table open; return whether that is news."""
    key = _key(table_id, user_id)
    try:
        if cache.add(key, 1, TIMEOUT):
            return True
        cache.touch(key, TIMEOUT)
    except RedisError as error:
        logger.warning("could not note who is at table %s: %s", table_id, error)
    return False


def depart(table_id: int, user_id: int) -> None:
    """Note that this person's page is gone."""
    try:
        cache.delete(_key(table_id, user_id))
    except RedisError as error:
        logger.warning("could not note who has left table %s: %s", table_id, error)


def here(table_id: int, user_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these people have the table open."""
    return frozenset(user_id for _table, user_id in at_tables((table_id, user_id) for user_id in user_ids))


def at_tables(places: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return which of these hold, each a table and a person who may have it open, in one call."""
    keys = {_key(table_id, user_id): (table_id, user_id) for table_id, user_id in places}
    if not keys:
        return frozenset()
    try:
        return frozenset(keys[key] for key in cache.get_many(keys))
    except RedisError as error:
        logger.warning("could not ask who is at the tables: %s", error)
        return frozenset()


def arrive_site(user_id: int) -> None:
    """Note that this person has a page of the site open; to be said again before `SITE_TIMEOUT` is over."""
    try:
        cache.set(_site_key(user_id), 1, SITE_TIMEOUT)
    except RedisError as error:
        logger.warning("could not note that user %s is on the site: %s", user_id, error)


def online(user_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these people have a page of the site open."""
    keys = {_site_key(user_id): user_id for user_id in user_ids}
    try:
        return frozenset(keys[key] for key in cache.get_many(keys))
    except RedisError as error:
        logger.warning("could not ask who is on the site: %s", error)
        return frozenset()


def _site_key(user_id: int) -> str:
    return f"online:{user_id}"


def _watching_key(table_id: int) -> str:
    return f"watching:{table_id}"


def _believed(counts: _Counts, now: float) -> dict[str, tuple[int, float]]:
    """What processes said that are still alive."""
    return {process: (count, until) for process, (count, until) in counts.items() if until > now}


def watchers(table_ids: Iterable[int]) -> dict[int, int]:
    """Return how many people watch each of these tables, in one call; 0 while the cache is away."""
    keys = {table_id: _watching_key(table_id) for table_id in table_ids}
    try:
        found = cache.get_many(keys.values())
    except RedisError as error:
        logger.warning("could not ask who watches: %s", error)
        found = {}
    now = time.time()
    return {
        table_id: sum(count for count, _until in _believed(found.get(key, {}), now).values())
        for table_id, key in keys.items()
    }


def note_watchers(process: str, counts: Mapping[int, int]) -> dict[int, int]:
    """Note how many watch these tables through this process; return how many watch each through all of them.

    To be said again every few seconds: what a process that died said is soon believed no more, and a number that was
    lost because two processes wrote at the same instant comes back.
    """
    keys = {table_id: _watching_key(table_id) for table_id in counts}
    now, totals = time.time(), {}
    try:
        found = cache.get_many(keys.values())
        said: dict[str, _Counts] = {}
        for table_id, key in keys.items():
            believed = _believed(found.get(key, {}), now)
            before = believed.pop(process, None)
            if counts[table_id]:
                believed[process] = (counts[table_id], now + TIMEOUT)
            if counts[table_id] or before:
                said[key] = believed
            totals[table_id] = sum(count for count, _until in believed.values())
        if said:
            cache.set_many(said, TIMEOUT)
    except RedisError as error:
        logger.warning("could not note who watches: %s", error)
        return dict(counts)
    return totals
