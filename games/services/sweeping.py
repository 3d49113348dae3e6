"""Sweeps: what tasks should have done long ago, match by match."""

import logging
from collections.abc import Callable

logger = logging.getLogger(__name__)


def watched(work: Callable[..., None], match_id: int, *args: int) -> None:
    """Do one match's share of a sweep: what fails there must not keep the other matches waiting.

    A failure is logged and tried again by the next sweep.
    """
    try:
        work(match_id, *args)
    except Exception:
        logger.exception("sweeping match %s failed", match_id)
