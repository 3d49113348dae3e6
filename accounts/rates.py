"""How often a person may do something, counted in the shared cache."""

import logging
import time

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from .errors import Declined

logger = logging.getLogger(__name__)


class TooOften(Declined):
    """Somebody did something more often than is allowed."""


def count(name: str, user_id: int) -> None:
    """Count one more by the setting called `name` (how many, within how many seconds).

    Raises `TooOften` when that is one too many. While the cache is away, nothing is counted and nobody is refused.
    """
    most, span = settings.LASTCARD[name]
    key = f"rate:{name}:{user_id}:{int(time.time()) // span}"
    try:
        cache.add(key, 0, timeout=2 * span)
        counted = cache.incr(key)
    except (RedisError, ValueError) as error:  # ValueError: the cache has lost the key between the two
        logger.warning("could not count %s of user %s: %s", name, user_id, error)
        return
    if counted > most:
        raise TooOften(_("That was too fast. Wait a moment."))
