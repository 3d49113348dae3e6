"""AI players at real tables finish a match by every preset, through the one road in."""

import json
import re
from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Match, Move, Table
from games.rules.families import FAMILIES
from games.services import ai, getting_ready, matches, reading, tables
from games.services.state import replay_game
from tests.games.conftest import state_of

PRESETS = FAMILIES["uno"].presets
QUICK = ("club", "duel", "party_teams", "reef")


def cases() -> list[object]:
    """Some presets in every run, all of them in long ones."""
    return [pytest.param(key, marks=[] if key in QUICK else [pytest.mark.long], id=key) for key in PRESETS]


@pytest.mark.parametrize("preset", cases())
def test_ai_players_finish_a_match(open_table: Callable[..., Table], mei: User, preset: str) -> None:
    seatings = FAMILIES["uno"].ruleset({"preset": preset}).seatings
    seats = 4 if 4 in seatings else seatings[0]
    table = open_table(mei, preset=preset, seats=seats, ai_level="steady", single=True)
    if state_of(table).table.ruleset.get("judgement_day"):
        getting_ready.set_day(table.pk, mei.pk, "12-25")
        getting_ready.set_ready(table.pk, mei.pk, True)
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    match = Match.objects.get()
    for _ in range(4000):
        match.refresh_from_db()
        if match.state == Match.State.OVER:
            break
        before = match.number
        ai.play(match.pk, match.number)
        match.refresh_from_db()
        assert match.number > before, "an AI seat did not know what to do"
    assert match.state == Match.State.OVER
    assert min(match.seats.values_list("place", flat=True)) == 1
    assert FAMILIES["uno"].dump(replay_game(match)) == match.position
    assert Move.objects.filter(match=match).count() == match.number + 1
    assert reading.snapshot(table.pk, None).seed


@pytest.mark.parametrize("preset", cases())
def test_every_screen_of_a_match_is_drawn(open_table: Callable[..., Table], mei: User, preset: str) -> None:
    """Each position of a stretch of play, for a player and a watcher: no region fails, whatever the rules."""
    from games import screens

    seatings = FAMILIES["uno"].ruleset({"preset": preset}).seatings
    table = open_table(mei, preset=preset, seats=4 if 4 in seatings else seatings[0], ai_level="easy", single=True)
    if state_of(table).table.ruleset.get("judgement_day"):
        getting_ready.set_day(table.pk, mei.pk, "1-2")
        getting_ready.set_ready(table.pk, mei.pk, True)
    getting_ready.start(table.pk, mei.pk)
    for _ in range(40):
        state = state_of(table)
        if state.game.round_over:
            break
        for user_id in (mei.pk, None):
            html = screens.render(reading.snapshot(table.pk, user_id), screens.REGIONS[1:], "en")
            assert 'id="hand"' in html
        if state.game.turn == 0:
            matches.play_move(table.pk, mei.pk, state.game.idle_move(0), state.table.version)
        elif state.match is not None:
            ai.play(state.match.pk, state.match.number)


CARD = re.compile(r"(?<![A-Za-z0-9])([RYGBP][0-9SVD])(?![A-Za-z0-9])")
# what tells one seat, or two, the cards of a hand
PRIVATE = ("Peeked", "ChallengeWon", "ChallengeLost", "CardsExchanged", "HandsSwapped")


@pytest.mark.parametrize("preset", cases())
def test_no_screen_tells_a_hidden_card(open_table: Callable[..., Table], mei: User, preset: str) -> None:
    """Every card code on every seat's screen is one that this seat has held, seen lying open or been shown."""
    from games import screens

    family = FAMILIES["uno"]
    seatings = family.ruleset({"preset": preset}).seatings
    seats = 4 if 4 in seatings else seatings[0]
    table = open_table(mei, preset=preset, seats=seats, ai_level="steady", single=True)
    getting_ready.set_day(table.pk, mei.pk, "1-2")
    getting_ready.set_ready(table.pk, mei.pk, True)
    getting_ready.start(table.pk, mei.pk)
    known: list[set[str]] = [set() for _ in range(seats)]
    state = state_of(table)
    while not state.game.round_over and state.game.number < 80:
        assert state.match is not None
        events = [
            family.load_event(event) for row in Move.objects.filter(number=state.game.number) for event in row.events
        ]
        for place in range(seats):
            known[place] |= {*state.game.round.discard, *state.game.round.hands[place]}
            shown = [family.seen_by(event, place) for event in events if type(event).__name__ in PRIVATE]
            known[place] |= set(CARD.findall(json.dumps([family.dump_event(event) for event in shown if event])))
        html = screens.render(reading.snapshot(table.pk, mei.pk), ("table",), "en")
        told = set(CARD.findall(html))
        assert told
        assert told <= known[0], told - known[0]
        if state.game.turn == 0:
            matches.play_move(table.pk, mei.pk, state.game.idle_move(0), state.table.version)
        else:
            ai.play(state.match.pk, state.match.number)
        state = state_of(table)


@pytest.mark.parametrize("preset", cases())
def test_no_card_crosses_the_channel_layer(
    open_table: Callable[..., Table], mei: User, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is announced is a version, names of regions and whether moves alone led to it, whatever happened."""
    from games import broadcast, screens

    told: list[dict[str, object]] = []
    monkeypatch.setattr(broadcast, "after_commit", lambda act: act())
    monkeypatch.setattr(broadcast, "_send", lambda group, message: told.append(message))
    seatings = FAMILIES["uno"].ruleset({"preset": preset}).seatings
    table = open_table(mei, preset=preset, seats=4 if 4 in seatings else seatings[0], ai_level="steady", single=True)
    getting_ready.set_day(table.pk, mei.pk, "1-2")
    getting_ready.set_ready(table.pk, mei.pk, True)
    getting_ready.start(table.pk, mei.pk)
    tables.leave(table.pk, mei.pk)
    state = state_of(table)
    while not state.game.over and state.game.number < 120:
        assert state.match is not None
        ai.play(state.match.pk, state.match.number)
        state = state_of(table)
    # the lobby and people's pages are only told to look
    told = [one for one in told if one not in ({"type": "lobby.changed"}, {"type": "person.news"})]
    assert len(told) > 10
    for message in told:
        assert set(message) == {"type", "version", "regions", "by_moves"}
        assert isinstance(message["version"], int)
        assert isinstance(message["by_moves"], bool)
        regions = message["regions"]
        assert isinstance(regions, list)
        assert set(regions) <= set(screens.REGIONS)
