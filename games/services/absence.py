"""People who let their turns run out, come back, leave for good, or are all gone.

Who misses a turn is warned; after the next one in a row an AI plays on until they are back. Who leaves while the
match runs has left it for good: an AI plays their cards to the end, and their place is behind all who stayed.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from games.models import Match, MatchSeat, Seat, Table
from games.services import turn_clock, turn_news
from games.services.acting import hand_on_ownership
from games.services.errors import Declined
from games.services.progress import ALL, Progress
from games.services.state import TableState, lock, seconds, setting
from games.services.sweeping import watched

# what shows that somebody is warned, is played for, or is back
SHOWN = frozenset({"seats", "me", "message", "actions", "hand"})


def miss_turn(progress: Progress, place: int) -> None:
    """Finish the turn that the seat at `place` has let run out, and note that; after two in a row an AI takes over."""
    state = progress.state
    match, seat = state.match, state.at_place(place)
    assert match is not None
    while state.game.turn == place and state.game.mid_turn:
        played = state.game.play(place, state.game.idle_move(place))
        progress.add(place, played.text, played.events, by_ai=True)
    if seat.played_by_ai:
        return
    turn_clock.take_reserve(match, place)
    seat.missed_turns += 1
    seat.away = seat.missed_turns >= setting("TIMEOUTS_BEFORE_AI")
    seat.save(update_fields=["missed_turns", "away"])
    turn_news.tell_missed(state, place)
    progress.regions |= SHOWN


def is_back(seat: Seat, progress: Progress) -> None:
    """Note that the person in this seat is there (again)."""
    if seat.away or seat.missed_turns:
        seat.away, seat.missed_turns = False, 0
        seat.save(update_fields=["away", "missed_turns"])
        progress.regions |= SHOWN


def come_back(state: TableState, seat: Seat) -> None:
    """Give the person who sits here the seat back that an AI played for them; nothing where they were there all along.

    Holds the table's lock.
    """
    if seat.away or seat.missed_turns:
        progress = Progress(state)
        is_back(seat, progress)
        progress.commit()


def take_back(table_id: int, user_id: int) -> None:
    """A person who was played for by an AI is back. Raises `Declined` where they have no seat here."""
    with transaction.atomic():
        state = lock(table_id)
        seat = state.seat_of(user_id)
        if seat is None or state.match is None:
            raise Declined(_("You have no seat in this match."))
        come_back(state, seat)


def hand_over(state: TableState, *seats: Seat) -> None:
    """These people go: AI players play their seats to the end, and while the match runs they have left it for good.

    Holds the table's lock.
    """
    match = state.match
    assert match is not None
    progress = Progress(state, regions=set(ALL))
    for seat in seats:
        assert seat.place is not None
        turn_clock.take_reserve(match, seat.place)
        if state.game.turn == seat.place:
            turn_news.forget_turn(state, seat.place)
        seat.live, seat.away, seat.ready = False, True, False
        seat.save(update_fields=["live", "away", "ready"])
    if match.state == Match.State.PLAYING:
        left = MatchSeat.objects.filter(match=match, seat__in=[seat.place for seat in seats])
        left.update(left_at=state.now)
    progress.commit()


def give_up(match_id: int) -> None:
    """Count those whom AI players have played for all along as having left, if nobody else is at the match any more.

    What is left of it is played out at once; a match that somebody has come back to goes on as it was.
    """
    table_id = Table.objects.filter(match_id=match_id).values_list("pk", flat=True).first()
    if table_id is None:
        return
    with transaction.atomic():
        state = lock(table_id)
        # read under the lock: somebody may just have come back
        if state.match is None or state.match.pk != match_id or not _unattended().filter(pk=match_id).exists():
            return
        hand_over(state, *(seat for seat in state.playing if seat.live))
        if all(seat.user_id != state.table.owner_id for seat in state.people):
            hand_on_ownership(state, state.table.owner_id)


def _unattended() -> QuerySet[Match]:
    """The running matches that an AI has played for everybody for long enough."""
    long_ago = Now() - seconds(setting("ABANDONED_SECONDS"))
    return Match.objects.filter(state=Match.State.PLAYING, unattended_since__lte=long_ago)


def sweep() -> None:
    """Let the matches that nobody is at any more come to their end."""
    for match_id in _unattended().values_list("pk", flat=True)[:100]:
        watched(give_up, match_id)
