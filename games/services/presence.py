"""Who has a table open right now, kept in the shared cache: a hint for the eye, nothing is decided by it."""

from collections.abc import Iterable

from django.core.cache import cache

# a page says that it is there every ten seconds
TIMEOUT = 25


def _key(table_id: int, user_id: int) -> str:
    return f"here:{table_id}:{user_id}"


def arrive(table_id: int, user_id: int) -> bool:
    """Note that this person has the table open; return whether that is news."""
    key = _key(table_id, user_id)
    if cache.add(key, 1, TIMEOUT):
        return True
    cache.touch(key, TIMEOUT)
    return False


def depart(table_id: int, user_id: int) -> None:
    """Note that this person's page is gone."""
    cache.delete(_key(table_id, user_id))


def here(table_id: int, user_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these people have the table open."""
    keys = {_key(table_id, user_id): user_id for user_id in user_ids}
    return frozenset(keys[key] for key in cache.get_many(keys))
