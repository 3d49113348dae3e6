"""The catalogues: nothing lost in them, each in its own script and tone, sentences that read as they are spoken."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.utils import translation

from accounts.allauth_words import WORDS
from config import messages
from games.rules.uno.events import CardsDrawn, CardsLaid, ChallengeWon
from games.screens.sayings import Teller, plain, sentences

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?\w+[^>]*>")
# what no Chinese text of ours says in Latin letters, but for these: the game, the site, what has no other name
LATIN = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
LATIN_LEFT = {"AI", "UNO", "SHA-256", "JSON", "Cookie", "Lastcard", "kB", "https"}
# keys of a keyboard, a command line, who found the model of the ratings and what computes it
LATIN_LEFT |= {"Home", "End", "dev", "manage", "verify", "Plackett-Luce", "Weng", "Lin", "openskill"}
# cards and moves as records have them
NOTATION = re.compile(r"[RYGBP][0-9SVD]?|W[4KCH]?|[SVD]|draw")
# the character set of each script: what cannot be written in it belongs to the other one
SCRIPTS = {"zh_Hans": "gb2312", "zh_Hant": "big5"}


def locale_of(path: Path) -> str:
    """The folder that a catalogue lies in."""
    return path.parent.parent.name


def entries() -> Iterator[tuple[str, Message]]:
    """Every entry of every catalogue with its locale."""
    for path in messages.catalogues():
        for message in messages.read(path):
            if message.id:
                yield locale_of(path), message


def english(message: Message) -> tuple[str, ...]:
    """The source text, both forms of a plural."""
    return message.id if isinstance(message.id, tuple) else (message.id,)


def ours(message: Message) -> str:
    """The translation; Chinese has one form for any number."""
    return message.string[0] if isinstance(message.string, tuple) else message.string


def wrong(check) -> list[str]:
    """The entries that a check does not pass, as lines a person can look up."""
    return [
        f"{locale}: {message.id!r}: {ours(message)!r}" for locale, message in entries() if not check(locale, message)
    ]


def test_there_are_catalogues_for_every_language_but_the_source():
    assert [locale_of(path) for path in messages.catalogues()] == list(messages.LOCALES)


def test_nothing_is_missing_or_a_guess():
    found = [(path, text) for path in messages.catalogues() for text in messages.unfinished(messages.read(path))]
    assert found == []


def test_placeholders_and_markup_are_kept():
    def kept(locale: str, message: Message) -> bool:
        wanted = sorted(PLACEHOLDER.findall(english(message)[-1]))
        return sorted(PLACEHOLDER.findall(ours(message))) == wanted

    assert wrong(kept) == []


def test_each_script_is_pure():
    def pure(locale: str, message: Message) -> bool:
        try:
            ours(message).encode(SCRIPTS[locale])
        except UnicodeEncodeError:
            return False
        return True

    assert wrong(pure) == []


def test_you_are_addressed_as_a_friend():
    assert wrong(lambda locale, message: "您" not in ours(message)) == []


def test_no_english_is_mixed_in():
    def chinese(locale: str, message: Message) -> bool:
        words = set(LATIN.findall(PLACEHOLDER.sub(" ", ours(message)))) - LATIN_LEFT
        return all(NOTATION.fullmatch(word) for word in words)

    assert wrong(chinese) == []


def test_one_form_for_any_number():
    for path in messages.catalogues():
        catalog = messages.read(path)
        assert catalog.num_plurals == 1
        assert all(len(m.string) == 1 for m in catalog if isinstance(m.id, tuple))


@pytest.mark.parametrize("language", ["zh-hans", "zh-hant"])
def test_the_words_of_allauth_are_said_in_our_tone(language):
    messages.compile_catalogues()
    with translation.override(language):
        for text in WORDS:
            assert translation.gettext(text) != text
            assert "您" not in translation.gettext(text)


@pytest.mark.parametrize(
    ("language", "viewer", "told"),
    [
        ("zh-hans", None, ["Mei 打出绿 +2", "Otto 摸了 2 张"]),
        ("zh-hant", None, ["Mei 打出綠 +2", "Otto 抽了 2 張"]),
        ("zh-hans", 1, ["Mei 打出绿 +2", "你摸了 2 张"]),
        ("zh-hant", 0, ["你打出綠 +2", "Otto 抽了 2 張"]),
    ],
)
def test_a_move_is_told_as_it_is_spoken(language, viewer, told):
    messages.compile_catalogues()
    events = [CardsLaid(0, ("GD",), "G", False), CardsDrawn(1, ("R1", "R2"), "penalty", 2)]
    with translation.override(language):
        assert [plain(line) for line in sentences(Teller(("Mei", "Otto"), viewer), events)] == told


def test_you_in_the_middle_of_a_sentence():
    messages.compile_catalogues()
    with translation.override("zh-hans"):
        (line,) = sentences(Teller(("小满", "Otto"), 1), [ChallengeWon(0, 1, ())])
    assert plain(line) == "小满 质疑你，质疑对了"
