"""What a person did in one match: the seat's tally by the family of the game, and how the match went on the site."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Match, MatchSeat
from games.rules.core.tally import SeatTally, StoredMove
from games.rules.families import FAMILIES
from games.services.state import ruleset_of

#: A match that took so long was played by correspondence, whatever its table does now.
SLOW = timedelta(days=1)
#: So many rounds without being caught are worth a word.
MANY_ROUNDS = 5
FULL_TABLE = 10


@dataclass(frozen=True, slots=True)
class Played:
    """What one person did in one finished match, which ended `at`.

    `among_people`: no AI player had a seat. `won`: first place, also where others share it.
    """

    person: int
    match: int
    at: datetime
    family: str
    rules_title: str
    seats: int
    in_team: bool
    among_people: bool
    lasted: timedelta
    stayed: bool
    won: bool
    tally: SeatTally


#: What has a name of its own, and how often it was done in a match.
FEATS: Mapping[str, Callable[[Played], int]] = {
    "never_caught": lambda one: (
        one.stayed and one.tally.rounds >= MANY_ROUNDS and one.tally.calls > 0 and not one.tally.missed
    ),
    "no_card_drawn": lambda one: one.won and one.tally.rounds > 0 and not one.tally.cards_drawn,
    "from_behind": lambda one: one.won and one.tally.was_last,
    "out_on_a_four": lambda one: one.tally.out_on_a_four,
    "challenges": lambda one: one.tally.challenges_won,
    "jump_ins": lambda one: one.tally.jump_ins,
    "team_win": lambda one: one.won and one.in_team,
    "full_table": lambda one: one.stayed and one.seats >= FULL_TABLE,
    "slow_match": lambda one: one.stayed and one.lasted >= SLOW,
}


def stored_moves(match: Match) -> Iterable[StoredMove]:
    """Return the moves of a match as they are stored, deals among them, in order: one query."""
    return match.moves.order_by("number").values_list("seat", "by_ai", "events").iterator(chunk_size=500)


def played(match: Match, seats: Sequence[MatchSeat], moves: Iterable[StoredMove], at: datetime) -> list[Played]:
    """Return what each person did in a match that ended `at`: `seats` are all of it, with their places.

    AI players, and people whose account is not known any more, are left out.
    """
    rules = ruleset_of(match.family, match.ruleset)
    tallies = FAMILIES[match.family].tally(rules, len(seats), moves)
    among_people = not any(seat.is_ai for seat in seats)
    return [
        Played(
            person=seat.user_id,
            match=match.pk,
            at=at,
            family=match.family,
            rules_title=match.rules_title,
            seats=len(seats),
            in_team=rules.teams,
            among_people=among_people,
            lasted=at - match.started_at,
            stayed=seat.left_at is None,
            won=seat.place == 1 and seat.left_at is None,
            tally=tallies[seat.seat],
        )
        for seat in seats
        if not seat.is_ai and seat.user_id is not None
    ]
