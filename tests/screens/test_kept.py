"""What a process keeps of its screens, and what a page shows already: never another text than one made anew."""

import random
import re
from dataclasses import replace

import pytest
from django.conf import settings

from games.rules.core.shuffle import Shuffle
from games.rules.families import FAMILIES
from games.rules.uno.events import CardsLaid, Passed
from games.screens import REGIONS, Shown, context, render
from games.templatetags.once import OnceNode

from .tables import snapshot

FAMILY = FAMILIES["uno"]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
REGIONS_OF_PLAY = tuple(name for name in REGIONS if name not in ("table", "beat"))


def a_match(preset: str, seats: int, seed: int, moves: int = 16):
    """Each position of a match played at random, with its log as `snapshot` takes it."""
    rng = random.Random(seed)
    rules = FAMILY.ruleset({"preset": preset})
    match, events = FAMILY.deal(rules, seats, Shuffle(bytes([seed]) * 32))
    log = [(None, events)]
    for _ in range(moves):
        yield match, log[:12]
        if match.round_over:
            return
        seat = match.turn
        legal = [move for held in FAMILY.view(match, seat).hand for move in held.moves] or [match.idle_move(seat)]
        log.insert(0, (seat, match.play(seat, rng.choice(legal)).events))


@pytest.mark.parametrize(("preset", "seats"), [("official", 2), ("official", 4), ("club", 6)])
def test_kept_texts_are_those_made_anew(preset: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for match, log in a_match(preset, seats, seed=seats):
        for viewer in (None, 0, 1):
            for language in LANGUAGES:
                seen = snapshot(match, viewer, log)
                kept = render(seen, REGIONS_OF_PLAY, language)
                with monkeypatch.context() as patch:
                    patch.setattr(OnceNode, "render", lambda node, context: node.nodelist.render(context))
                    assert kept == render(seen, REGIONS_OF_PLAY, language)


def test_two_kinds_of_events_are_not_told_alike() -> None:
    """As tuples they may be equal, but a line is kept by what its events are."""
    laid, passed = CardsLaid(1, ("R5",), "R", False), Passed(1)
    match, _events = next(a_match("official", 4, 1))
    lines = [snapshot(match, 0, [(1, [event])]) for event in (laid, passed)]
    first, second = (context(seen).log for seen in lines)
    assert first != second


def seen_at(number: int, viewer: int = 2):
    """A match of four after so many moves, as one seat sees it; the version is the number of moves and one."""
    match, log = list(a_match("official", 4, seed=3))[number]
    seen = snapshot(match, viewer, log, version=number + 1)
    lines = tuple(replace(line, number=number - at) for at, line in enumerate(seen.log))
    return replace(seen, log=lines)


def sent(html: str) -> list[str]:
    """The regions that are swapped."""
    return re.findall(r'<(?:\w+ id="(?=\w+"[^>]*hx-swap-oob)|ol hx-swap-oob="afterbegin:#)([\w-]+)"', html)


def test_a_page_is_sent_what_is_new_to_it() -> None:
    page = Shown()
    assert sent(render(seen_at(5), REGIONS_OF_PLAY, "en", page)) == list(REGIONS_OF_PLAY)
    again = replace(seen_at(5), version=9)
    assert sent(render(again, REGIONS_OF_PLAY, "en", page)) == ["ring", "announce"]  # they tell of the move itself
    html = render(seen_at(6), ["log"], "en", page)
    assert sent(html) == ["log-lines"]
    assert html.count("<li>") == 1


def test_a_new_stage_forgets_what_the_page_showed() -> None:
    page = Shown()
    render(seen_at(5), REGIONS_OF_PLAY, "en", page)
    assert 'id="table"' in render(seen_at(5), ["table"], "en", page)
    assert sent(render(seen_at(5), ["hand", "me"], "en", page)) == ["hand", "me"]
    assert sent(render(seen_at(5), ["hand", "me"], "en", page)) == ["beat"]


def test_a_log_with_a_gap_is_sent_as_a_whole() -> None:
    page = Shown()
    render(seen_at(3), ["log"], "en", page)
    late = replace(seen_at(3), log=tuple(replace(line, number=line.number + 50) for line in seen_at(3).log))
    assert sent(render(late, ["log"], "en", page)) == ["log"]


def test_a_page_that_shows_everything_already_is_told_the_version() -> None:
    page = Shown()
    render(seen_at(5), ["hand"], "en", page)
    html = render(replace(seen_at(5), version=8), ["hand"], "en", page)
    assert html.startswith('<div id="beat" hidden data-version="8"')


def test_two_pages_are_not_sent_each_other_s_news() -> None:
    one, other = Shown(), Shown()
    assert render(seen_at(5), REGIONS_OF_PLAY, "en", one) == render(seen_at(5), REGIONS_OF_PLAY, "en", other)


def test_a_page_of_another_stage_is_sent_all() -> None:
    """A round may have been dealt before the page hears of something small."""
    page = Shown()
    waiting = snapshot(None)
    assert 'id="table"' in render(waiting, ["table"], "en", page)
    assert 'id="table"' in render(seen_at(5), ["seats"], "en", page)
    assert sent(render(seen_at(5), ["seats"], "en", page)) == ["seats"]
    assert sent(render(waiting, ["chat"], "en", page)) == ["chat"]
