"""Answers to a request that cannot be granted."""


class Declined(Exception):
    """What was asked for is not possible; `sentence` says why, in the active language."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
