"""Fill the site with people, finished matches and running tables, for screenshots and for looking around."""

import sys
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.after_commit import quiet
from games.bots import LEVELS, choose_move, reaction
from games.models import Ladder, Match, RatedResult, Rating, SavedRuleset, Season, Seat, Table
from games.rules.core.refusals import Refused
from games.rules.families import FAMILIES
from games.services import getting_ready, matches, rulesets, tables
from games.services.ai_plan import dice
from games.services.ladders import recompute
from games.services.ladders.eligible import current_season
from games.services.progress import Progress
from games.services.state import TableState, lock, ruleset_of
from games.services.tables import Wishes
from games.services.totals.recount import recount

PEOPLE = (
    "Mei", "Otto", "小满", "Wren", "Bao", "Björn", "阿月", "Inkwell", "云鹤", "Pim Pam", "Rook", "Saskia", "老虎钳",
    "Noor", "Tadeusz", "Ana Lucía", "雨晴", "Kofi", "Greta", "Yusuf", "小虎", "Fern", "Dmitri", "Lou", "Ines", "大熊",
    "Paloma", "Sven", "林夕", "Amara",
)  # fmt: skip
# the tables that go on, the second, fourth and sixth of them playing; those of them that are rated
TABLE_NAMES = ("Night owls", "新手桌，慢慢来", "Tea break", "周末大桌", "Lunch hour", "Sunday six")
RATED = ("Night owls", "周末大桌")
# so many of the people play most of the matches
REGULARS = 10
# of the finished matches, and of the others those of one round only
RATED_SHARE, SINGLE_SHARE = 1 / 3, 0.8


class Command(BaseCommand):
    """Adds to what is there; people of these names are used again, so a second run only adds matches and tables."""

    help = "Fill the site with 30 people, 200 finished matches, some of them rated, and running tables."

    def add_arguments(self, parser: CommandParser) -> None:
        """Smaller numbers make a quicker demo."""
        parser.add_argument("--matches", type=int, default=200, help="finished matches to add (default: 200)")
        parser.add_argument("--seed", type=int, default=1, help="another number, other games (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the people, play the matches, then open the tables that go on by themselves."""
        if options["matches"] < 0:
            raise CommandError("--matches: a number from 0")
        rng = Random(options["seed"])
        people = [_person(name, number) for number, name in enumerate(PEOPLE, start=1)]
        busy = set(Seat.objects.filter(live=True).values_list("user_id", flat=True))
        free = [person for person in people if person.pk not in busy]
        for done in range(options["matches"]):
            with quiet():
                _finished_match(rng, _players(rng, free), options["matches"] - done)
            if sys.stderr.isatty() or done % 50 == 49:
                self.stderr.write(f"\r{done + 1} of {options['matches']} matches", ending="")
        self.stderr.write("")
        _date_ratings()
        for person in people:  # the matches were moved to the past: their totals follow
            list(recount(person, write=True))
        with quiet():  # the site need not be running; when it does, its sweep sets the AI seats going
            opened = _open_tables(rng, free)
        self.stdout.write(f"{len(people)} people, {options['matches']} finished matches, {opened} tables")


def _person(name: str, number: int) -> User:
    """The person of this name, whose address is confirmed: they may play rated matches."""
    try:
        user = User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        user = User.objects.create_user(name, joined_at=timezone.now() - timedelta(days=60 + 9 * number))
    if not EmailAddress.objects.filter(user=user).exists():
        user.email = f"demo-{number}@example.org"
        user.save(update_fields=["email"])
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _players(rng: Random, people: list[User]) -> list[User]:
    """Who plays the next match: more often than not some of the regulars, so that their pages have a history."""
    return rng.sample(people[:REGULARS] if rng.random() < 0.7 else people, rng.choice((2, 2, 3, 4, 4, 5, 6)))


def _level(rng: Random, person: User) -> str:
    """How well somebody plays this time: the further in front among the people, the better as a rule."""
    weaker, *_others, stronger = LEVELS
    return stronger if rng.random() * len(PEOPLE) > PEOPLE.index(person.name) else weaker


def _seated(rng: Random, people: list[User], seats: int, **wishes: Any) -> Table:
    """A table with these people in its first seats, all of them ready; a rated one by the official rules."""
    official = SavedRuleset.objects.get(key="official")
    rules = official if wishes.get("is_rated") else _rules(rng, seats)
    table = tables.open_table(people[0], Wishes(rules, seats=seats, **wishes))
    for number, person in enumerate(people):
        tables.join(table.pk, person)
        getting_ready.set_day(table.pk, person.pk, f"{number + 1}-{rng.randint(1, 28)}")
        getting_ready.set_ready(table.pk, person.pk, True)
    return table


def _rules(rng: Random, seats: int) -> SavedRuleset:
    """The official game more often than not, else any preset that so many can play."""
    known = list(rulesets.presets())
    if rng.random() < 0.5:
        return next(saved for saved in known if saved.key == "official")
    return rng.choice([saved for saved in known if seats in ruleset_of(saved.family, saved.options).seatings])


def _finished_match(rng: Random, people: list[User], days_ago: int) -> None:
    """A whole match, moved to the past: the older ones are further down the list. One in three is rated."""
    is_rated = rng.random() < RATED_SHARE
    table = _seated(rng, people, len(people), is_rated=is_rated, single=not is_rated and rng.random() < SINGLE_SHARE)
    levels = [_level(rng, person) for person in people]
    with transaction.atomic():
        getting_ready.start(table.pk, people[0].pk)
        state = lock(table.pk)
        while not state.game.over:
            _step(state, levels)
        minutes = timedelta(minutes=rng.randint(0, 200) + 210 * days_ago)
        began = timezone.now() - minutes - timedelta(minutes=20)
        finished = began + timedelta(seconds=9 * state.game.number)
        assert state.match is not None
        Match.objects.filter(pk=state.match.pk).update(started_at=began, finished_at=finished)
        RatedResult.objects.filter(match=state.match).update(made_at=finished)
        Rating.objects.filter(results__match=state.match).update(last_match_at=finished)
    for person in people:
        tables.leave(table.pk, person.pk)


def _date_ratings() -> None:
    """Work the ratings out again, by the days that the matches were moved to."""
    season = current_season()
    first = Match.objects.filter(season=season, state=Match.State.OVER).order_by("started_at").first()
    if season is None or first is None:
        return
    Season.objects.filter(pk=season.pk, began_at__gt=first.started_at).update(began_at=first.started_at)
    for ladder in Ladder.objects.all():
        recompute.write(ladder, season)


def _step(state: TableState, levels: list[str]) -> None:
    """The next act of the match: what somebody wants out of turn, else the move of the seat in turn."""
    game = state.game
    if game.round_over:
        matches.next_round(state)
        return
    family = FAMILIES[state.table.family]
    for place, level in enumerate(levels):
        wish = reaction(level, family.view(game, place), dice(state, place, "reaction", game.number))
        if wish is not None:
            # a catch may fail for what only the other hand tells
            with suppress(Refused):
                matches.play_for(state, place, wish.move, by_ai=False)
                return
    choice = choose_move(levels[game.turn], family.view(game, game.turn), dice(state, game.turn, "move", game.number))
    matches.play_for(state, game.turn, choice.move, by_ai=False)


def _open_tables(rng: Random, people: list[User]) -> int:
    """Three tables that wait for people and three whose matches run: an AI plays for those who are not there."""
    waiting = list(people)
    for number, name in enumerate(TABLE_NAMES):
        sitting = [waiting.pop() for _ in range(rng.choice((2, 3, 4))) if waiting]
        if len(sitting) < 2:  # a demo before this one has taken the others
            return number
        running = number % 2 == 1
        seats = len(sitting) + (0 if running else rng.choice((1, 2)))
        table = _seated(rng, sitting, max(2, seats), name=name, is_rated=name in RATED)
        if running:
            Seat.objects.filter(table=table).update(ready=True)
            getting_ready.start(table.pk, sitting[0].pk)
            _let_ai_play(table)
    return len(TABLE_NAMES)


def _let_ai_play(table: Table) -> None:
    with transaction.atomic():
        state = lock(table.pk)
        progress = Progress(state)
        for seat in state.playing:
            seat.away = True
            seat.save(update_fields=["away"])
        progress.commit()
