"""How somebody wants to read: in which language, in which time zone."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone, translation

from .models import User

logger = logging.getLogger(__name__)


def zone_of(user: User) -> ZoneInfo | None:
    """Return the time zone that `user` chose; None where there is none, or one that is unknown here."""
    if not user.time_zone:
        return None
    try:
        return ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        logger.warning("user %s has a time zone unknown here: %r", user.public_id, user.time_zone)
        return None


@contextmanager
def reading_as(user: User) -> Iterator[None]:
    """Within this block texts and times are as `user` reads them: for what is written where no request of theirs is."""
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(zone_of(user)):
        yield
