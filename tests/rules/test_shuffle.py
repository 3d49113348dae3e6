"""The shuffle: as documented, unbiased, checkable."""

import hashlib
import hmac
import struct
from collections import Counter

import pytest

from games.rules.core.shuffle import LABEL, Shuffle, commitment, new_seed, verify_commitment

SEED = bytes(range(32))


def by_the_document(cards: list[str], strings: list[str], round_number: int, use: int) -> list[str]:
    """Shuffle as docs/shuffle.md says, written a second time and as plainly as can be."""
    context = hashlib.sha256(b"".join(len(s.encode()).to_bytes(4, "big") + s.encode() for s in strings)).digest()
    words: list[int] = []
    counter = 0

    def word() -> int:
        nonlocal counter
        if not words:
            message = LABEL + context + round_number.to_bytes(4, "big") + use.to_bytes(4, "big")
            block = hmac.new(SEED, message + counter.to_bytes(4, "big"), hashlib.sha256).digest()
            words.extend(int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
            counter += 1
        return words.pop(0)

    pile = cards.copy()
    for i in range(len(pile) - 1, 0, -1):
        while (number := word()) >= 2**32 // (i + 1) * (i + 1):
            pass
        j = number % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return pile


@pytest.mark.parametrize("strings", [[], ["", "é", "a\nb"], ["", "éa", "\nb"]])
@pytest.mark.parametrize(("round_number", "use"), [(0, 0), (1, 0), (1, 1), (300, 7)])
def test_it_is_what_the_document_says(strings: list[str], round_number: int, use: int) -> None:
    cards = [f"c{n}" for n in range(108)]
    found = Shuffle(SEED, strings).order(cards, round_number, use)
    assert found == by_the_document(cards, strings, round_number, use)
    assert sorted(found) == sorted(cards)


def test_words_of_an_incomplete_span_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^32 is no multiple of 3: its last word would favour one of three places. It is fair for two."""
    highest = 2**32 - 1
    words = [highest, highest, 4, highest]
    monkeypatch.setattr(Shuffle, "_block", lambda *_: struct.pack(">8I", *words, 0, 0, 0, 0))
    pile = list("abc")
    for last, other in ((2, 4 % 3), (1, highest % 2)):
        pile[last], pile[other] = pile[other], pile[last]
    assert Shuffle(SEED).order(list("abc"), 1, 0) == pile


@pytest.mark.parametrize("places", [2, 8, 9, 10, 216, 256, 257, 300])
@pytest.mark.parametrize("use", range(3))
def test_it_is_what_the_document_says_of_any_number_of_cards(places: int, use: int) -> None:
    cards = [f"c{n}" for n in range(places)]
    assert Shuffle(SEED).order(cards, 1, use) == by_the_document(cards, [], 1, use)


def test_this_very_order_never_changes() -> None:
    """Old records are checked by it: whoever changes the construction raises its label."""
    assert "".join(Shuffle(SEED, ["fox", ""]).order(list("abcdefghij"), 1, 0)) == "edcbhajfgi"


def test_everything_that_goes_in_changes_the_order() -> None:
    cards = [str(n) for n in range(60)]
    orders = {
        tuple(Shuffle(seed, strings).order(cards, round_number, use))
        for seed in (SEED, bytes(32))
        for strings in ([], ["a"], ["", "a"], ["a", ""])
        for round_number in (1, 2)
        for use in (0, 1)
    }
    assert len(orders) == 32


def test_every_order_is_equally_likely() -> None:
    counts = Counter("".join(Shuffle(SEED).order(list("abc"), n, 0)) for n in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


def test_the_commitment_belongs_to_its_seed_alone() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert seed != new_seed()
    assert verify_commitment(seed, commitment(seed))
    assert verify_commitment(seed, commitment(seed).upper())
    assert not verify_commitment(SEED, commitment(seed))
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Shuffle(b"short")
