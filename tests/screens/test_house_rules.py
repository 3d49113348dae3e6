"""What house rules add to the table: a peek, days, camps, own words, the dealer, what differs."""

import pytest

from games.rules.uno.events import CardsLaid, Peeked
from games.screens import LogLine, Person, SeatInfo, context, event_line, render
from games.screens.seats import day_text

from .tables import PEOPLE, deal, put, seat_infos, snapshot


def playing(viewer=0, log=(), seats=None, **rules):
    match, _events = deal(4, **rules)
    put(match, hands=["R3 RV Y5 W", "B1 B2", "G7", "Y0 Y1 Y2"], top="Y6", turn=0)
    return snapshot(match, viewer, log, seats=seats)


class TestPeek:
    EVENTS = (CardsLaid(0, ("W",), "Y", False), Peeked(0, 2, ("G7", "B4")))

    def test_the_one_who_looked_sees_the_hand_for_some_seconds(self):
        shown = playing(log=[(0, self.EVENTS)], wild_powers=["color", "peek"], peek_seconds=4)
        peek = context(shown).peek
        assert peek.title == "The hand of Otto"
        assert peek.cards == ("G7", "B4")
        assert peek.seconds == 4
        assert 'data-seconds="4"' in render(shown, ["message"], "en")

    @pytest.mark.parametrize("viewer", [1, 2, None])
    def test_nobody_else_does(self, viewer):
        shown = playing(viewer, [(0, self.EVENTS)], wild_powers=["color", "peek"])
        assert context(shown).peek is None
        assert "peek-source" not in render(shown, ["table"], "en")

    def test_the_log_does_not_keep_it(self):
        shown = playing(log=[(0, self.EVENTS)], wild_powers=["color", "peek"])
        line = event_line(shown, LogLine(1, 0, self.EVENTS))
        assert "You looked at the hand of Otto" in line
        assert "green 7" not in line


class TestDays:
    def test_a_day_is_written_as_people_write_it(self):
        assert day_text("12-25") == "December 25"
        assert day_text("2-29") == "February 29"
        assert day_text("") == ""

    def test_everybody_sees_the_days(self):
        seats = tuple(SeatInfo(index, PEOPLE[index], day="12-25" if index == 1 else "") for index in range(4))
        assert "December 25" in render(playing(seats=seats, judgement_day=True), ["seats"], "en")


class TestCamps:
    def test_partners_sit_opposite(self):
        screen = context(playing(teams="two_camps"))
        assert [seat.index for seat in screen.others if seat.partner] == [2]
        assert "with you" in screen.others[1].state

    def test_a_watcher_has_none(self):
        assert not any(seat.partner for seat in context(playing(None, teams="two_camps")).seats)


class TestTable:
    def test_the_dealer_is_marked(self):
        shown = playing()
        (dealer,) = [seat.index for seat in context(shown).seats if seat.deals]
        assert dealer == shown.view.dealer

    def test_what_differs_from_the_official_game_is_listed(self):
        from dataclasses import replace

        shown = playing(seven_swaps=True)
        shown = replace(shown, table=replace(shown.table, ruleset=shown.view.ruleset))
        assert [line.key for line in context(shown).differences] == ["seven_swaps"]
        assert "differences" in render(shown, ["table"], "en")

    def test_five_colours_of_another_deck(self):
        match, _events = deal(2, edition="reef", hand_size=5)
        put(match, hands=["P3 W B5", "Y1"], top="P6", turn=0)
        html = render(snapshot(match), ["table"], "en")
        assert "tile-P" in html
        assert "tile-R" not in html
        assert "#c-W-YGBP" in html

    def test_seats_may_have_long_or_strange_names(self):
        seats = seat_infos(4, person={1: Person('<img src=x onerror="1">', "fox")})
        html = render(playing(seats=seats), ["table"], "en")
        assert "<img" not in html
