"""One change of a running match: judged before, here stored, announced and scheduled all at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db.models.functions import Now

from games import broadcast, schedule
from games.after_commit import after_commit
from games.models import Move
from games.rules.families import FAMILIES
from games.screens import regions_for
from games.services import ending, kept, turn_clock, turn_news
from games.services.acting import ALL
from games.services.ai_plan import plans
from games.services.state import TableState


@dataclass(slots=True)
class Progress:
    """One change of a running match: what the engine answered, stored and announced all at once."""

    state: TableState
    rows: list[Move] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    regions: set[str] = field(default_factory=set)
    turn_before: tuple[object, ...] = ()
    in_turn_before: int | None = None

    def __post_init__(self) -> None:
        self.turn_before, self.in_turn_before = _turn(self.state.game), self.state.game.turn

    def add(self, place: int | None, text: str, events: Sequence[Any], *, by_ai: bool = False) -> None:
        """Note one accepted move (or a deal: no place) with its events; the game already stands after it."""
        match, game = self.state.match, self.state.game
        assert match is not None
        family = FAMILIES[match.family]
        self.events.extend(events)
        self.rows.append(
            Move(
                match=match,
                number=game.number,
                round=game.round_number,
                seat=place,
                text=text,
                events=[family.dump_event(event) for event in events],
                by_ai=by_ai,
            )
        )

    def commit(self) -> None:
        """Store the moves, the position, the deadline and the table's new version; then announce and schedule."""
        table, match, game = self.state.table, self.state.match, self.state.game
        assert match is not None
        table.version += 1
        # first of all that follows the commit: everybody waits for it
        if not game.round_over:
            after_commit(partial(kept.keep, self.state, self.rows))
        regions = {*self.regions, *regions_for(self.events)}
        # what is named beside the moves' own regions was changed beside the game: a seat, a vote
        by_moves = bool(self.rows) and not self.regions and not game.round_over
        broadcast.announce(table.pk, table.version, ALL if game.round_over else regions, by_moves=by_moves)
        for row in self.rows:
            row.version = table.version
        Move.objects.bulk_create(self.rows)
        match.position = FAMILIES[match.family].dump(game)
        match.number, match.round = game.number, game.round_number
        if self.rows:  # else somebody came or went, and nothing has happened in the game
            if game.over:
                ending.finish(self.state)
            elif game.round_over:
                ending.ask_again(self.state)
            self._set_clock()
        elif game.round_over and not game.over and self.state.abandoned:
            turn_clock.pause(self.state)
        self._note_who_is_there()
        self._plan_ai()
        match.save()
        table.save(update_fields=["version", "changed_at", "state", "match"])

    def _set_clock(self) -> None:
        game = self.state.game
        if _turn(game) == self.turn_before or (game.mid_turn and not game.over):
            return
        turn_clock.settle(self.state, self.in_turn_before)
        if game.over:
            turn_clock.stop(self.state)
        elif game.round_over:
            turn_clock.pause(self.state)
        else:
            turn_clock.begin(self.state)
        turn_news.tell(self.state, self.in_turn_before)

    def _note_who_is_there(self) -> None:
        """Since when an AI plays for all who sit here; nothing where somebody is there, or all have left for good."""
        state, match = self.state, self.state.match
        assert match is not None
        here = [seat for seat in state.playing if seat.live]
        if not here or any(not seat.away for seat in here):
            match.unattended_since = None
        elif match.unattended_since is None:
            match.unattended_since = Now()

    def _plan_ai(self) -> None:
        match = self.state.match
        assert match is not None
        wish = next(iter(plans(self.state)), None)
        match.ai_due = None if wish is None else Now() + wish.wait
        if wish is not None:
            schedule.ai_act(match.pk, match.number, wish.wait)


def _turn(game: Any) -> tuple[object, ...]:
    """What changes when a turn ends: who is waited for, and since which position."""
    return (game.round_number, game.turn, game.turn_since)
