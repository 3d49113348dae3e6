"""Fragments: the regions that an event changes, rendered for one reader, in one language."""

import re
from html.parser import HTMLParser

import pytest
from django.conf import settings

from games.rules.uno.events import CardsDrawn, CardsLaid, HandShown, RoundWon, Waiting
from games.rules.uno.round import Phase
from games.screens import REGIONS, beat, context, notice, regions_for, render

from .tables import deal, put, seat_infos, snapshot

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SMALL = tuple(name for name in REGIONS if name != "table")


class Roots(HTMLParser):
    """Collects the outermost elements of a fragment."""

    VOID = {"input", "br", "img", "meta", "link", "hr", "use", "circle", "path"}

    def __init__(self) -> None:
        super().__init__()
        self.depth = 0
        self.roots: list[dict[str, str | None]] = []

    def handle_starttag(self, tag, attrs):
        if self.depth == 0:
            self.roots.append(dict(attrs))
        if tag not in self.VOID:
            self.depth += 1

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            self.depth -= 1


def roots(html: str) -> list[dict[str, str | None]]:
    parser = Roots()
    parser.feed(html)
    assert parser.depth == 0
    return parser.roots


def playing(**position):
    match, _events = deal(4)
    hands = position.pop("hands", ["R3 RV Y5 W", "B1 B2", "G7", "Y0 Y1 Y2"])
    return put(match, hands=hands, top="Y6", turn=0, **position)


class TestRegions:
    def test_a_play_leaves_what_it_does_not_touch(self):
        regions = regions_for([CardsLaid(1, ("B9",), "B", False), Waiting(2, "play")])
        assert {"ring", "seats", "hand", "log", "announce"} <= regions
        assert "table" not in regions
        assert regions <= set(REGIONS)

    def test_the_end_of_a_round_is_another_stage(self):
        assert regions_for([CardsDrawn(1, (), "penalty", 2), RoundWon(0, (5, 0), (0, 5))]) == {"table"}

    def test_nothing_happened(self):
        assert regions_for([]) == set()


class TestRender:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("region", SMALL)
    def test_each_region_is_one_element_to_swap(self, region, language):
        html = render(snapshot(playing(), seconds_left=12.5), [region], language)
        (root,) = roots(html)
        assert root["id"] == region
        assert root["hx-swap-oob"] == "true"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_table_contains_all_others(self, language):
        html = render(snapshot(playing()), REGIONS, language)
        (root,) = roots(html)
        assert root["id"] == "table"
        for region in SMALL:
            if region != "beat":  # it stands beside the stage
                assert f'id="{region}"' in html
        assert html.count("hx-swap-oob") >= 1

    def test_several_regions_follow_one_another(self):
        html = render(snapshot(playing()), {"hand", "ring", "log"}, "en")
        assert [root["id"] for root in roots(html)] == ["ring", "hand", "log"]

    def test_it_refuses_a_region_that_is_none(self):
        with pytest.raises(ValueError, match="kitchen"):
            render(snapshot(playing()), ["kitchen"], "en")

    def test_outside_of_a_round_every_region_is_the_stage(self):
        html = render(snapshot(None), ["seats"], "en")
        assert [root["id"] for root in roots(html)] == ["table"]
        assert 'data-stage="waiting"' in html

    def test_notice_and_beat(self):
        (root,) = roots(notice("Needs <green>.", "en"))
        assert root["id"] == "notice"
        assert root["hx-swap-oob"] == "true"
        assert "&lt;green&gt;" in notice("Needs <green>.", "en")
        assert roots(beat())[0]["id"] == "beat"

    def test_it_renders_in_the_asked_language(self):
        assert 'lang="zh-hans"' in notice("…", "zh-hans")


class TestHand:
    def buttons(self, html: str) -> list[str]:
        return re.findall(r'<button type="button" id="card-[^>]*>', html)

    def test_playable_cards_say_so_and_others_say_why(self):
        cards = self.buttons(render(snapshot(playing()), ["hand"], "en"))
        assert len(cards) == 4
        red, _reverse, yellow, wild = cards  # colour by colour
        assert 'data-moves=""' in red
        assert 'aria-label="red 3: Needs yellow or a 6."' in red
        assert 'data-moves="Y5"' in yellow
        assert "yellow 5, playable" in yellow
        assert 'data-moves="W&gt;R|W&gt;Y|W&gt;G|W&gt;B"' in wild

    def test_no_card_is_taken_out_of_the_tab_order(self):
        html = render(snapshot(playing()), ["hand"], "en")
        assert "disabled" not in html
        assert "tabindex" not in html

    def test_two_of_a_kind_have_names_of_their_own(self):
        html = render(snapshot(playing(hands=["R3 R3", "B1", "G7", "Y0"])), ["hand"], "en")
        assert 'id="card-R3-1"' in html
        assert 'id="card-R3-2"' in html

    def test_out_of_turn_nothing_steps_back(self):
        match = playing()
        match.round.turn = 2
        html = render(snapshot(match), ["hand"], "en")
        assert "choosing" not in html
        assert "data-why" not in html


class TestMessage:
    def message(self, match, **more):
        return context(snapshot(match, **more)).message

    def test_a_penalty_with_its_two_answers(self):
        from games.rules.uno.round import Four

        match = playing(phase=Phase.ANSWER, pending=4, kind="W4", penalty_from=1, fours=(Four(1, False, ()),))
        match.round.discard.append("W4")
        asked = self.message(match)
        assert asked.kind == "penalty"
        assert asked.big == "+4"
        assert asked.text == "Mei sends you 4 cards."
        assert [answer.move for answer in asked.answers] == ["challenge", "accept"]

    def test_a_drawn_card_may_be_played_or_kept(self):
        match = playing(hands=["R3 Y2", "B1", "G7", "Y0"], phase=Phase.DRAWN, drawn="Y2")
        asked = self.message(match)
        assert [answer.move for answer in asked.answers] == ["pass", "Y2"]

    def test_the_colour_owed_is_chosen_in_the_message_line(self):
        match = playing(phase=Phase.COLOR)
        html = render(snapshot(match), ["message"], "en")
        assert 'data-move="color R"' in html

    def test_what_fits_is_said(self):
        assert self.message(playing()).text == "Play yellow or a 6, or a wild card."
        none = self.message(playing(hands=["R3", "B1", "G7", "Y0"]))
        assert none.text == "Nothing fits yellow or a 6. Draw a card."

    def test_others_are_waited_for_by_name(self):
        match = playing()
        match.round.turn = 2
        assert self.message(match).text == "Otto is playing"

    def test_whose_seat_an_ai_plays_is_told_so_and_not_asked_for_a_move(self):
        shown = snapshot(playing(), seats=seat_infos(4, away={0: True}))
        screen = context(shown)
        assert screen.message.kind == "away"
        assert "take your seat back" in screen.message.text
        assert not screen.chooses
        html = render(shown, ["me"], "en")
        assert "Take back my seat" in html
        assert "Your turn" not in html


class TestWatching:
    def test_a_watcher_sees_all_hands_from_behind(self):
        html = render(snapshot(playing(), viewer=None), ["hand"], "en")
        assert html.count("<li") == 4
        assert html.count("m-back") == 4 + 2 + 1 + 3
        assert not re.search(r"#[cm]-[RYGBW]", html)


class TestActions:
    def test_the_call_is_loud_when_it_is_due(self):
        match = playing(hands=["Y3 W", "B1 B2", "G7", "Y0"])
        html = render(snapshot(match), ["actions"], "en")
        assert 'data-call="due"' in html
        assert "UNO!" in html

    def test_a_seat_without_its_call_can_be_caught(self):
        match = playing(uncalled=frozenset({2}))
        html = render(snapshot(match), ["seats"], "en")
        assert 'data-move="catch 2"' in html

    def test_drawing_is_the_loud_one_when_nothing_fits(self):
        html = render(snapshot(playing(hands=["R3 R4", "B1", "G7", "Y0"])), ["actions"], "en")
        assert re.search(r'class="btn btn-filled draw"', html)


class TestStages:
    def test_the_others_stand_clockwise_from_the_left(self):
        screen = context(snapshot(playing(), viewer=2))
        assert [seat.index for seat in screen.others] == [3, 0, 1]
        watching = context(snapshot(playing(), viewer=None))
        assert [seat.index for seat in watching.others] == [0, 1, 2, 3]
        assert watching.own is None

    def test_a_finished_round_counts_the_hands(self):
        match = playing(hands=["Y3", "B1 B2", "G7", "Y0 W"])
        played = match.play(0, "Y3", None)
        screen = context(snapshot(match, log=[(0, played.events)], next_round_in=9.0))
        assert screen.stage == "round_over"
        assert screen.result.title == "You are out of cards"
        assert [(row.seat.index, row.value, row.total) for row in screen.result.rows] == [
            (0, 0, 60),
            (1, 3, 0),
            (2, 7, 0),
            (3, 50, 0),
        ]

    def test_a_camp_wins_together(self):
        match = put(deal(4, teams="two_camps")[0], hands=["B1 B2", "Y3", "G7", "Y0 W"], top="Y6", turn=1)
        match.scores = [0, 490, 0, 490]
        played = match.play(1, "Y3", None)
        log = [(1, played.events)]
        assert context(snapshot(match, log=log)).result.title == "Mei, 小满 win the match"
        assert context(snapshot(match, viewer=3, log=log)).result.title == "Your side wins the match"

    def test_who_won_by_showing_the_hand_is_not_out_of_cards(self):
        match = playing(hands=["R3 RV", "Y1 B2", "G7", "Y0 W"])
        match.round.phase, match.round.turn, match.round.winner = Phase.OVER, None, 1
        events = [HandShown(1, ("Y1", "B2"), 3), RoundWon(1, (0, 0, 0, 0), (23, 3, 7, 50))]
        screen = context(snapshot(match, log=[(1, events)]))
        assert screen.result.title == "Mei wins the round"
        assert screen.result.note == "Mei showed a hand that fits the 3: yellow 1, blue 2"

    def test_a_finished_match_shows_seed_and_rematch(self):
        match = playing(hands=["Y3", "B1 B2", "G7", "Y0 W"])
        match.scores = [490, 0, 0, 0]
        played = match.play(0, "Y3", None)
        html = render(snapshot(match, log=[(0, played.events)], seed="5eed" * 16, match_id="m1"), ["table"], "en")
        assert 'data-stage="match_over"' in html
        assert "5eed" * 16 in html
        assert 'value="rematch"' in html

    def test_who_was_replaced_can_take_the_seat_back(self):
        html = render(snapshot(playing(), seats=seat_infos(4, away={0: True})), ["me"], "en")
        assert 'value="back"' in html
