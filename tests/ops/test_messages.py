"""The translations: compiled when newer, complained about when something is missing."""

import gettext
import os
from pathlib import Path

import pytest

from config import messages

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "Deal"
msgstr "发牌"

#, fuzzy
msgid "Pass"
msgstr "过"

msgid "Draw"
msgstr ""

#, python-format
msgid "%(who)s plays"
msgstr "%(wer)s 出牌"

msgid "%(n)s card"
msgid_plural "%(n)s cards"
msgstr[0] ""
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one catalogue."""
    folder = tmp_path / "locale" / "zh_Hans" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(CATALOGUE)
    return tmp_path


def test_compiled_once_and_again_when_the_source_is_newer(root: Path) -> None:
    (made,) = messages.compile_catalogues(root)
    assert gettext.GNUTranslations(made.open("rb")).gettext("Deal") == "发牌"
    assert messages.compile_catalogues(root) == []
    source = made.with_suffix(".po")
    os.utime(source, (made.stat().st_mtime + 5,) * 2)
    assert messages.compile_catalogues(root) == [made]


def test_a_fuzzy_guess_is_not_shown_to_anybody(root: Path) -> None:
    (made,) = messages.compile_catalogues(root)
    assert gettext.GNUTranslations(made.open("rb")).gettext("Pass") == "Pass"


def test_what_a_reader_would_not_see_translated(root: Path) -> None:
    (source,) = messages.catalogues(root)
    assert list(messages.unfinished(messages.read(source))) == [
        ("fuzzy", "Pass"),
        ("missing", "Draw"),
        ("broken", "%(who)s plays"),
        ("missing", "%(n)s card"),
    ]
