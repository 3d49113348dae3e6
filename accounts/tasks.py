"""Work of the account app that runs in a worker."""

import logging

from celery import shared_task
from django.utils import timezone

from . import deletion

logger = logging.getLogger(__name__)


@shared_task(name="accounts.carry_out_deletions")
def carry_out_deletions() -> int:
    """Remove the accounts whose days to change one's mind are over; returns how many were removed.

    Each has a transaction of its own, so that one which fails does not keep the others; what failed is raised
    at the end and tried again the next time. Running twice, or at once in two workers, does no harm.
    """
    now = timezone.now()
    removed, failed = 0, []
    for user_id in list(deletion.due(now).values_list("pk", flat=True)):
        try:
            removed += deletion.carry_out(user_id, now)
        except Exception as error:
            logger.exception("deletion of account %s failed", user_id)
            failed.append(error)
    if failed:
        raise ExceptionGroup("deletions failed", failed)
    return removed
