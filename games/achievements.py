"""What can be earned by playing: data alone. Who has earned what is counted in games.services.totals.

A key is stored with whoever earned it and never changes its meaning; how to add one: docs/adding-an-achievement.md.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement: earned by whoever's `measure` (a name in games.services.totals.measures) reaches `goal`.

    `icon` names a drawing of games.screens.drawings.ICONS.
    """

    key: str
    title: str | Promise
    text: str | Promise
    measure: str
    goal: int
    icon: str


ACHIEVEMENTS: tuple[Goal, ...] = (
    Goal("first_match", _("Sat down"), _("Play a match to its end."), "stayed", 1, "home"),
    Goal("ten_matches", _("Regular"), _("Play ten matches."), "matches", 10, "play"),
    Goal("hundred_matches", _("Part of the furniture"), _("Play 100 matches."), "matches", 100, "play"),
    Goal("thousand_matches", _("A thousand deals"), _("Play 1000 matches."), "matches", 1000, "play"),
    Goal("first_win", _("First cup"), _("Win a match."), "wins", 1, "cup"),
    Goal("ten_wins", _("Ten cups"), _("Win ten matches among people."), "wins_with_people", 10, "cup"),
    Goal("hundred_wins", _("A full shelf"), _("Win 100 matches among people."), "wins_with_people", 100, "cup"),
    Goal("three_in_a_row", _("Warm hands"), _("Win three matches among people in a row."), "streak", 3, "star"),
    Goal("five_in_a_row", _("Hot hands"), _("Win five matches among people in a row."), "streak", 5, "star"),
    Goal("ten_in_a_row", _("Unstoppable"), _("Win ten matches among people in a row."), "streak", 10, "star"),
    Goal("round_of_100", _("Rich pickings"), _("Collect 100 points in one round."), "best_round", 100, "plus"),
    Goal("round_of_300", _("Jackpot"), _("Collect 300 points in one round."), "best_round", 300, "plus"),
    Goal("points_10000", _("Hoard"), _("Collect 10,000 points in all your rounds."), "points", 10_000, "plus"),
    Goal("cards_1000", _("Well thumbed"), _("Lay 1000 cards yourself."), "cards_laid", 1000, "hand"),
    Goal("hundred_calls", _("Loud and clear"), _("Call for your last card 100 times."), "calls", 100, "chat"),
    Goal("ten_catches", _("Sharp ears"), _("Catch ten calls that others forgot."), "catches", 10, "eye"),
    Goal(
        "never_caught",
        _("On the ball"),
        _("Play a match of five rounds or more and call every time you have to."),
        "never_caught",
        1,
        "check",
    ),
    Goal("no_card_drawn", _("Nothing to draw"), _("Win a match without drawing a card."), "no_card_drawn", 1, "check"),
    Goal("from_behind", _("Late bloomer"), _("Be last before the last round and still win."), "from_behind", 1, "sort"),
    Goal("out_on_a_four", _("Last word"), _("Go out with a Wild Draw Four."), "out_on_a_four", 1, "flag"),
    Goal("ten_challenges", _("Lie detector"), _("Challenge ten Wild Draw Fours rightly."), "challenges", 10, "flag"),
    Goal("ten_jump_ins", _("Quick on the draw"), _("Jump in ten times."), "jump_ins", 10, "clock"),
    Goal("team_win", _("Good company"), _("Win a match in a team."), "team_win", 1, "people"),
    Goal("full_table", _("Full house"), _("Play a match of ten to its end."), "full_table", 1, "people"),
    Goal("slow_match", _("All the time in the world"), _("Finish a match that took a day."), "slow_match", 1, "clock"),
    Goal("stayed_50", _("Good sport"), _("Stay to the end of 50 matches."), "stayed", 50, "hand"),
    Goal("five_rulesets", _("All-rounder"), _("Win by five rulesets of the site."), "rulesets_won", 5, "globe"),
    Goal("ten_rulesets", _("Rule scholar"), _("Win by ten rulesets of the site."), "rulesets_won", 10, "globe"),
    Goal("settled", _("On the map"), _("Play ten rated matches on one ladder in a season."), "settled", 10, "sort"),
    Goal("three_seasons", _("Evergreen"), _("Play rated matches in three seasons."), "seasons", 3, "moon"),
    Goal("champion", _("Champion"), _("End a season in first place on a ladder."), "first_places", 1, "cup"),
)

BY_KEY: dict[str, Goal] = {one.key: one for one in ACHIEVEMENTS}
