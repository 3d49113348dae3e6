"""The only randomness of a match: a secret seed that everybody can check afterwards.

Each order of cards follows from the seed, the seats' own strings, the round's number and the count of uses
in that round: HMAC-SHA-256 in counter mode gives 32-bit words, an unbiased Fisher-Yates uses them.
docs/shuffle.md writes the construction down for those who want to check a deal with a tool of their own.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import Protocol

SEED_BYTES = 32
LABEL = b"lastcard shuffle 1"
_WORDS = 1 << 32


def new_seed() -> bytes:
    """Return 32 secret bytes from the system's source; the only call here that is not a function of its input."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what is published before the first deal: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def verify_commitment(seed: bytes, published: str) -> bool:
    """Tell whether a published commitment belongs to this seed."""
    return hmac.compare_digest(commitment(seed), published.lower())


class Shuffler(Protocol):
    """Whatever can put cards in order: the seeded Shuffle, or a scenario's script."""

    def order(self, cards: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return the cards in the order in which they come off the pile."""
        ...

    def put_back(self, card: str, pile: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return the pile after a turned card went back into it."""
        ...


class Shuffle:
    """The match's shuffle: `seed` is 32 secret bytes, `strings` what the seats added of their own."""

    __slots__ = ("_context", "seed", "strings")

    def __init__(self, seed: bytes, strings: Sequence[str] = ()) -> None:
        """Raise ValueError for a seed that is not 32 bytes long."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.strings = tuple(strings)
        self._context = _digest_of(self.strings)

    def order(self, cards: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return `cards` shuffled: the order in which they come off the pile, a function of the arguments alone."""
        pile = list(cards)
        words = self._words(round_number, use)
        for last in range(len(pile) - 1, 0, -1):
            other = _below(last + 1, words)
            pile[last], pile[other] = pile[other], pile[last]
        return pile

    def put_back(self, card: str, pile: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return the pile with `card` back in it, shuffled anew."""
        return self.order([*pile, card], round_number, use)

    def _words(self, round_number: int, use: int) -> Iterator[int]:
        """Yield the 32-bit words of HMAC-SHA-256(seed, label, strings, round, use, counter), counter from 0."""
        head = LABEL + self._context + round_number.to_bytes(4, "big") + use.to_bytes(4, "big")
        counter = 0
        while True:
            block = hmac.digest(self.seed, head + counter.to_bytes(4, "big"), "sha256")
            for start in range(0, 32, 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1


def _digest_of(strings: Sequence[str]) -> bytes:
    """Return the SHA-256 of the seats' strings, each after its length, so that no two lists look alike."""
    digest = hashlib.sha256()
    for string in strings:
        data = string.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number under `bound`, each equally likely: words of the last, incomplete span are thrown away."""
    limit = _WORDS - _WORDS % bound
    for word in words:
        if word < limit:
            return word % bound
    raise AssertionError("the stream of words has no end")
