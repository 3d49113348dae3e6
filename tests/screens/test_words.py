"""Every event and every refusal has its words, in every language of the site."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from games.rules.core.refusals import CODES, Refusal
from games.rules.uno.events import (
    EVENT_TYPES,
    Called,
    CardsDrawn,
    CardsLaid,
    Caught,
    ChallengeWon,
    DealerDrawn,
    PenaltyGrew,
    PenaltyLapsed,
    RoundWon,
    SkipWaits,
    TurnSkipped,
    Waiting,
)
from games.screens import LogLine, event_line, refusal_text
from games.screens.refusals import REFUSALS, needs
from games.screens.regions import BY_EVENT
from games.screens.sayings import SAYINGS, Teller, plain, sentences
from games.screens.words import card_name

from .tables import deal, snapshot

LANGUAGES = [code for code, _name in settings.LANGUAGES]
TELLER = Teller(["Ann", "Mei", "Otto", "Wren"], viewer=0)

# what the engine puts into a refusal, by its code
PARAMS: dict[str, dict[str, Any]] = {
    "does_not_match": {"card": "R5", "color": "G", "top": "G7"},
    "penalty_pending": {"count": 2},
    "improper_wild_four": {"needs": "no_color"},
    "cannot_finish_on_this": {"card": "RS"},
    "not_the_drawn_card": {"card": "B2"},
    "not_in_hand": {"card": "R5"},
    "not_your_turn": {"seat": 2},
    "not_catchable": {"seat": 1},
}


def told(*events: Any, viewer: int | None = 0) -> list[str]:
    return [plain(one) for one in sentences(Teller(TELLER.names, viewer), events)]


class TestRefusals:
    def test_every_code_has_a_sentence(self):
        assert set(REFUSALS) == set(CODES)

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("code", CODES)
    def test_it_is_a_sentence_with_and_without_params(self, code, language):
        with override(language):
            for params in ({}, PARAMS.get(code, {})):
                text = refusal_text(Refusal(code, params))
                assert text.endswith((".", "。"))
                assert code not in text
                assert "{" not in text

    def test_it_names_the_rule(self):
        assert refusal_text(Refusal("does_not_match", PARAMS["does_not_match"])) == "Needs green or a 7."
        assert "2 cards" in refusal_text(Refusal("penalty_pending", {"count": 2}))

    def test_it_says_an_8(self):
        assert [needs("G", top) for top in ("G7", "G8")] == ["green or a 7", "green or an 8"]

    def test_after_a_wild_only_the_colour_counts(self):
        assert needs("B", "W4") == "blue"
        assert needs("R", "GS") == "red or skip"

    def test_the_rule_that_forbids_a_wild_on_a_draw_card_is_named(self):
        params = {"card": "W", "color": "R", "top": "RD", "rule": "wild_after_draw_card"}
        assert "draw card" in refusal_text(Refusal("does_not_match", params))


class TestEvents:
    def test_every_event_has_its_words_and_its_regions(self):
        assert set(SAYINGS) == set(EVENT_TYPES)
        assert set(BY_EVENT) == set(EVENT_TYPES)

    def test_a_play(self):
        assert told(CardsLaid(1, ("B9",), "B", False), Waiting(2, "play")) == ["Mei played blue 9"]

    def test_a_wild_names_its_colour(self):
        assert told(CardsLaid(1, ("W4",), "B", False)) == ["Mei played wild draw four and chose blue"]

    def test_the_reader_is_you(self):
        assert told(CardsLaid(0, ("B9",), "B", False)) == ["You played blue 9"]
        assert told(Caught(1, 0, 2), CardsDrawn(0, (), "caught", 2)) == ["Mei caught you without the call: 2 cards"]

    def test_own_drawn_card_is_named_and_others_are_counted(self):
        assert told(CardsDrawn(0, ("R5",), "turn", 1)) == ["You drew red 5"]
        assert told(CardsDrawn(2, (), "turn", 1)) == ["Otto drew 1 card"]

    def test_a_penalty_is_one_sentence(self):
        events = (
            CardsLaid(1, ("BD",), "B", False),
            PenaltyGrew(2, 2, "D"),
            PenaltyLapsed(),
            CardsDrawn(2, (), "penalty", 2),
            TurnSkipped(2),
            Waiting(3, "play"),
        )
        assert told(*events) == ["Mei played blue +2", "Otto drew 2 cards and lost the turn"]

    def test_a_penalty_that_waits_is_told(self):
        assert told(PenaltyGrew(0, 4, "W4"), Waiting(0, "answer")) == ["4 cards wait for you"]

    def test_cards_for_advice_say_why(self):
        assert told(CardsDrawn(1, (), "advice", 2)) == ["Mei drew 2 cards for giving advice"]

    def test_a_skip_that_waits_is_told_to_the_one_and_to_the_others(self):
        assert told(SkipWaits(0, 1)) == ["You are about to be skipped"]
        assert told(SkipWaits(1, 1)) == ["Mei is about to be skipped"]

    def test_who_deals_is_told_to_the_one_and_to_the_others(self):
        assert told(DealerDrawn((), 0)) == ["You drew the highest card and deal"]
        assert told(DealerDrawn((), 1)) == ["Mei drew the highest card and deals"]

    def test_the_examined_hand_is_told_to_the_challenger_alone(self):
        won = ChallengeWon(0, 1, ("B3", "R1"))
        assert told(won)[0].endswith("The other cards were: blue 3, red 1")
        assert told(won._replace(hand=()), viewer=2) == ["Ann challenged Mei and was right"]

    def test_the_round_is_won(self):
        assert told(RoundWon(1, (0, 40, 0, 0), (10, 0, 20, 10))) == ["Mei won the round: 40 points"]

    def test_names_cannot_smuggle_markup(self):
        teller = Teller(["<b>{x}</b>", "Mei"], viewer=None)
        told_html = sentences(teller, [Called(0)])[0]
        assert "&lt;b&gt;{x}&lt;/b&gt;" in told_html

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_whole_line_in_every_language(self, language):
        match, events = deal(4)
        with override(language):
            line = event_line(snapshot(match), LogLine(0, None, tuple(events)))
            assert line
            assert "{" not in line


def test_every_card_has_a_name():
    faces = [*"0123456789", "S", "V", "D"]
    names = [card_name(color + face) for color in "RYGBP" for face in faces]
    names += [card_name(code) for code in ("W", "W4", "WK", "WC", "WH", "back")]
    assert len(set(names)) == len(names)
    assert not any(re.search(r"[{}]", name) for name in names)
