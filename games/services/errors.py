"""Answers to a request that cannot be granted and is no matter of the rules."""


class Declined(Exception):
    """What was asked for is not possible; `sentence` says why, in the active language.

    A move that the rules refuse raises `games.rules.core.refusals.Refused` instead.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class NotFound(Declined):
    """There is no such table, or it may not be seen from here: both read the same."""
