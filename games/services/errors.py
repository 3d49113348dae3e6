"""Answers to a request that cannot be granted and is no matter of the rules.

A move that the rules refuse raises `games.rules.core.refusals.Refused` instead.
"""

from accounts.errors import Declined

__all__ = ["Declined", "NotFound"]


class NotFound(Declined):
    """There is no such table, or it may not be seen from here: both read the same."""
