"""The only randomness of a match: a secret seed that everybody can check afterwards.

Each order of cards follows from the seed, the seats' own strings, the round's number and the count of uses
in that round: HMAC-SHA-256 in counter mode gives 32-bit words, an unbiased Fisher-Yates uses them.
docs/shuffle.md writes the construction down for those who want to check a deal with a tool of their own.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from struct import unpack
from typing import Protocol

SEED_BYTES = 32
LABEL = b"lastcard shuffle 1"
_WORDS = 1 << 32
#: What is in one block of HMAC-SHA-256.
_BYTES_IN_BLOCK, _WORDS_IN_BLOCK = 32, 8
#: With what the 256 highest words begin. A stream that does not hold these bytes has no word in the last, incomplete
#: span of any bound up to 256: none is thrown away, and nobody need look at each.
_HIGHEST, _MOST_PLACES = b"\xff\xff\xff", 256
#: HMAC's two paddings (RFC 2104) over a key of one block: SHA-256 reads 64 bytes at a time.
_BLOCK_BYTES = 64
_INNER, _OUTER = (bytes(byte ^ padding for byte in range(256)) for padding in (0x36, 0x5C))


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

    __slots__ = ("_context", "_inner", "_outer", "seed", "strings")

    def __init__(self, seed: bytes, strings: Sequence[str] = ()) -> None:
        """Raise ValueError for a seed that is not 32 bytes long."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.strings = tuple(strings)
        self._context = _digest_of(self.strings)
        # HMAC's hashes with the key already in them: copying these takes a third of hmac.digest's time
        key = seed.ljust(_BLOCK_BYTES, b"\0")
        self._inner, self._outer = hashlib.sha256(key.translate(_INNER)), hashlib.sha256(key.translate(_OUTER))

    def order(self, cards: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return `cards` shuffled: the order in which they come off the pile, a function of the arguments alone."""
        pile = list(cards)
        places = len(pile)
        if places < 2:
            return pile
        stream = self._stream(round_number, use, (places + 6) // _WORDS_IN_BLOCK)
        words: Iterable[int]
        if _HIGHEST in stream or places > _MOST_PLACES:
            words = self._fair_words(round_number, use, places)
        else:
            words = _words_of(stream[: 4 * (places - 1)])
        last = places
        for word in words:
            other = word % last
            last -= 1
            pile[last], pile[other] = pile[other], pile[last]
        return pile

    def put_back(self, card: str, pile: Sequence[str], round_number: int, use: int) -> list[str]:
        """Return the pile with `card` back in it, shuffled anew."""
        return self.order([*pile, card], round_number, use)

    def _fair_words(self, round_number: int, use: int, places: int) -> Iterator[int]:
        """Yield a word for each bound from `places` down to 2, without those in its last, incomplete span."""
        message = self._message(round_number, use)
        stream = chain.from_iterable(_words_of(self._block(message, i)) for i in count())
        for bound in range(places, 1, -1):
            yield next(word for word in stream if word < _WORDS - _WORDS % bound)

    def _stream(self, round_number: int, use: int, blocks: int) -> bytes:
        """Return so many blocks, from block 0 on.

        PBKDF2 of one iteration is what the construction asks for from block 1 on: HMAC over the message and the
        block's number. One call for all of them takes half the time.
        """
        message = self._message(round_number, use)
        stream = self._block(message, 0)
        if blocks > 1:
            stream += hashlib.pbkdf2_hmac("sha256", self.seed, message, 1, _BYTES_IN_BLOCK * (blocks - 1))
        return stream

    def _message(self, round_number: int, use: int) -> bytes:
        return LABEL + self._context + round_number.to_bytes(4, "big") + use.to_bytes(4, "big")

    def _block(self, message: bytes, number: int) -> bytes:
        """Return HMAC-SHA-256(seed, message, number)."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message + number.to_bytes(4, "big"))
        outer.update(inner.digest())
        return outer.digest()


def _words_of(stream: bytes) -> tuple[int, ...]:
    """Return these bytes as words of 32 bits."""
    return unpack(f">{len(stream) // 4}I", stream)


def _digest_of(strings: Sequence[str]) -> bytes:
    """Return the SHA-256 of the seats' strings, each after its length, so that no two lists look alike."""
    digest = hashlib.sha256()
    for string in strings:
        data = string.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return digest.digest()
