"""Talk at a table, and whether it was advice."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import ChatLine, Table
from games.services import reading, talk
from games.services.errors import Declined

Open = Callable[..., Table]


@pytest.fixture
def bao(db: Any) -> User:
    """A third person."""
    return User.objects.create_user("Bao")


def said(table: Table, reader: User | None = None) -> list[str]:
    """What a reader sees in the chat."""
    return [line.text for line in reading.snapshot(table.pk, reader.pk if reader else None).talk.lines]


def test_everybody_at_the_table_reads_what_is_said(duel: Table, mei: User, otto: User) -> None:
    talk.say(duel.pk, mei.pk, "  hello there  ")
    talk.say(duel.pk, otto.pk, "你好")
    assert said(duel, mei) == said(duel, otto) == said(duel) == ["hello there", "你好"]


@pytest.mark.parametrize("text", ["", "   ", "a\u202eb", "line\nbreak", "x" * 201])
def test_what_is_no_line_is_declined(duel: Table, mei: User, text: str) -> None:
    with pytest.raises(Declined):
        talk.say(duel.pk, mei.pk, text)
    assert not ChatLine.objects.exists()


def test_nobody_floods_the_table(duel: Table, mei: User, settings: Any) -> None:
    settings.LASTCARD = {**settings.LASTCARD, "CHAT_RATE": (3, 3600)}
    for number in range(3):
        talk.say(duel.pk, mei.pk, f"line {number}")
    with pytest.raises(Declined, match="too fast"):
        talk.say(duel.pk, mei.pk, "one more")


def test_old_lines_are_forgotten(duel: Table, mei: User) -> None:
    talk.say(duel.pk, mei.pk, "old")
    talk.say(duel.pk, mei.pk, "new")
    ChatLine.objects.filter(text="old").update(said_at=timezone.now() - timedelta(days=91))
    talk.forget()
    assert said(duel) == ["new"]
