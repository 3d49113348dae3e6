"""Talk at a table: who says what to whom, who does not want to hear it, and what is reported."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import social
from accounts.models import User
from games.models import ChatLine, Match, Report, Table
from games.phrases import PHRASES, REACTIONS
from games.screens import render
from games.services import characters, kept, reading, reports, talk, watching
from games.services.errors import Declined
from tests.games.conftest import count_match

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


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_is_read_in_the_readers_language(duel: Table, mei: User, otto: User, key: str) -> None:
    talk.say_phrase(duel.pk, mei.pk, key)
    line = reading.snapshot(duel.pk, otto.pk).talk.lines[0]
    assert (line.text, line.phrase, line.reaction, line.seat) == (str(PHRASES[key]), key, "", 0)
    assert ChatLine.objects.get().text == ""


@pytest.mark.parametrize("key", REACTIONS)
def test_a_reaction_has_a_drawing_and_a_name(duel: Table, mei: User, otto: User, key: str) -> None:
    talk.react(duel.pk, mei.pk, key)
    html = render(reading.snapshot(duel.pk, otto.pk), ["chat"], "en")
    assert f"#r-{key}" in html
    assert f'<span class="sr">{REACTIONS[key]}</span>' in html
    assert 'data-bubble="0"' in html


@pytest.mark.parametrize("say", [talk.say_phrase, talk.react])
def test_what_is_in_no_list_is_not_said(duel: Table, mei: User, say: Callable[..., None]) -> None:
    with pytest.raises(Declined, match="no such"):
        say(duel.pk, mei.pk, "shout")
    assert not ChatLine.objects.exists()


class TestRooms:
    @pytest.fixture
    def both(self, duel: Table, mei: User, bao: User) -> Table:
        """A player and a watcher have said something."""
        talk.say(duel.pk, mei.pk, "to all")
        talk.say(duel.pk, bao.pk, "to the watchers")
        return duel

    def test_players_are_not_disturbed_by_watchers(self, both: Table, mei: User, otto: User) -> None:
        assert said(both, mei) == said(both, otto) == ["to all"]

    def test_watchers_read_players_and_one_another(self, both: Table, bao: User) -> None:
        assert said(both, bao) == said(both) == ["to all", "to the watchers"]
        assert [line.of_watchers for line in reading.snapshot(both.pk, None).talk.lines] == [False, True]

    def test_at_a_rated_table_only_one_another_while_it_lasts(self, both: Table, mei: User, bao: User) -> None:
        count_match(both)
        assert said(both, bao) == ["to the watchers"]
        with pytest.raises(Declined, match="no such line"):
            reports.report(both.pk, bao.pk, 1, "insult")
        Match.objects.update(state=Match.State.OVER)
        assert said(both, bao) == ["to all", "to the watchers"]

    def test_a_line_goes_where_the_page_said_or_nowhere(self, duel: Table, mei: User, bao: User) -> None:
        for user, room in ((mei, "watchers"), (bao, "seats")):
            with pytest.raises(Declined, match="Other people would read this"):
                talk.say(duel.pk, user.pk, "hello", room)
        assert not ChatLine.objects.exists()

    def test_a_crowd_of_watchers_pushes_no_line_of_the_players_out(self, duel: Table, mei: User, bao: User) -> None:
        talk.say(duel.pk, mei.pk, "hello")
        lines = (
            ChatLine(table=duel, number=2 + n, user=bao, room=ChatLine.Room.WATCHERS, text=f"{n}") for n in range(60)
        )
        ChatLine.objects.bulk_create(lines)
        assert said(duel, mei) == ["hello"]
        assert "hello" in said(duel, bao)

    def test_who_is_not_signed_in_reads_only(self, both: Table) -> None:
        shown = reading.snapshot(both.pk, None).talk
        assert (shown.may_talk, shown.signed_in) == (False, False)

    def test_nobody_talks_where_watchers_are_not_wanted(self, duel: Table, mei: User, bao: User) -> None:
        watching.set_open(duel.pk, mei.pk, False)
        with pytest.raises(Declined, match="cannot talk"):
            talk.say(duel.pk, bao.pk, "hello")


class TestNotHearing:
    def test_the_muted_are_not_read_by_who_muted_them(self, duel: Table, mei: User, otto: User) -> None:
        talk.say(duel.pk, otto.pk, "blah")
        version = Table.objects.get(pk=duel.pk).version
        talk.mute(duel.pk, mei.pk, 1)
        assert said(duel, mei) == []
        assert said(duel, otto) == ["blah"]  # and Otto does not learn of it:
        assert Table.objects.get(pk=duel.pk).version == version
        assert reading.snapshot(duel.pk, otto.pk).talk.may_talk
        muted = reading.snapshot(duel.pk, mei.pk).talk.muted
        assert [one.name for one in muted] == ["Otto"]
        talk.unmute(duel.pk, mei.pk, muted[0].public_id)
        assert said(duel, mei) == ["blah"]

    def test_nor_are_the_blocked(self, duel: Table, mei: User, otto: User) -> None:
        talk.say(duel.pk, otto.pk, "blah")
        social.block(mei, otto)
        kept._shared.clear()
        assert said(duel, mei) == []
        assert reading.snapshot(duel.pk, mei.pk).talk.muted == ()

    def test_one_mutes_by_a_line_that_one_reads(self, duel: Table, mei: User, bao: User) -> None:
        talk.say(duel.pk, bao.pk, "to the watchers")
        with pytest.raises(Declined, match="no such line"):
            talk.mute(duel.pk, mei.pk, 1)
        with pytest.raises(Declined, match="your own"):
            talk.mute(duel.pk, bao.pk, 1)

    @pytest.mark.parametrize("watches", [True, False])
    def test_the_blocked_do_not_talk_at_the_tables_of_who_blocked_them(
        self, duel: Table, mei: User, otto: User, bao: User, watches: bool
    ) -> None:
        blocked = bao if watches else otto
        social.block(mei, blocked)
        assert not reading.snapshot(duel.pk, blocked.pk).talk.may_talk
        for say in (lambda: talk.say(duel.pk, blocked.pk, "x"), lambda: talk.react(duel.pk, blocked.pk, "clap")):
            with pytest.raises(Declined, match="You cannot talk at this table") as refusal:
                say()
            assert "Mei" not in refusal.value.sentence
        assert reading.snapshot(duel.pk, blocked.pk).view is not None  # but they may look on

    def test_what_readers_do_not_hear_is_asked_for_once(
        self, duel: Table, mei: User, otto: User, bao: User, django_assert_num_queries: Any
    ) -> None:
        talk.say(duel.pk, otto.pk, "blah")
        version = Table.objects.get(pk=duel.pk).version
        said(duel, mei)
        with django_assert_num_queries(0):
            for user in (mei, otto, bao, None):
                assert reading.snapshot(duel.pk, user.pk if user else None, version).talk.lines

    def test_a_move_reads_no_talk(self, duel: Table, mei: User, otto: User) -> None:
        talk.say(duel.pk, otto.pk, "blah")
        kept._shared.clear()
        with CaptureQueriesContext(connection) as captured:
            render(reading.snapshot(duel.pk, mei.pk), ["hand", "seats", "log"], "en")
        assert not any("chatline" in query["sql"] for query in captured)


class TestReports:
    def test_a_report_keeps_the_words_and_tells_nobody(self, duel: Table, mei: User, otto: User) -> None:
        talk.say(duel.pk, otto.pk, "rude words")
        version = Table.objects.get(pk=duel.pk).version
        assert "Thank you" in reports.report(duel.pk, mei.pk, 1, "insult", "  twice already ")
        assert "Thank you" in reports.report(duel.pk, mei.pk, 1, "spam")
        ChatLine.objects.update(said_at=timezone.now() - timedelta(days=91))
        talk.forget()
        kept = Report.objects.get()
        assert (kept.about, kept.reporter, kept.text, kept.reason, kept.note) == (
            otto,
            mei,
            "rude words",
            "insult",
            "twice already",
        )
        assert (kept.line, kept.match) == (None, duel.match)
        assert Table.objects.get(pk=duel.pk).version == version

    @pytest.mark.parametrize(
        ("reason", "note", "sentence"),
        [("", "", "Choose"), ("nonsense", "", "Choose"), ("spam", "x" * 301, "too long")],
    )
    def test_it_needs_a_reason_and_a_short_note(
        self, duel: Table, mei: User, otto: User, reason: str, note: str, sentence: str
    ) -> None:
        talk.say(duel.pk, otto.pk, "rude words")
        with pytest.raises(Declined, match=sentence):
            reports.report(duel.pk, mei.pk, 1, reason, note)

    def test_nobody_reports_themselves_or_without_end(self, duel: Table, mei: User, otto: User, settings: Any) -> None:
        settings.LASTCARD = {**settings.LASTCARD, "REPORT_RATE": (2, 3600)}
        for number in range(3):
            talk.say(duel.pk, otto.pk, f"line {number}")
        with pytest.raises(Declined, match="your own"):
            reports.report(duel.pk, otto.pk, 1, "insult")
        for number in (1, 2):
            reports.report(duel.pk, mei.pk, number, "insult")
        with pytest.raises(Declined, match="too fast"):
            reports.report(duel.pk, mei.pk, 3, "insult")


class TestCharacters:
    def test_it_changes_for_all_at_the_table(self, duel: Table, mei: User, otto: User) -> None:
        before = Table.objects.get(pk=duel.pk).version
        characters.choose(duel.pk, mei.pk, "octopus")
        assert reading.snapshot(duel.pk, otto.pk).seats[0].person.character == "octopus"  # type: ignore[union-attr]
        assert Table.objects.get(pk=duel.pk).version == before + 1
        mei.refresh_from_db()
        assert mei.character == "octopus"

    def test_only_one_of_the_twelve_and_only_who_sits_there(self, duel: Table, mei: User, bao: User) -> None:
        for user, key in ((mei, "ai"), (mei, "dragon"), (bao, "fox")):
            with pytest.raises(Declined):
                characters.choose(duel.pk, user.pk, key)
