"""The AI seats' acts, made when their time has come."""

import logging

from django.db import transaction
from django.db.models.functions import Now

from games.bots import choose_move
from games.models import Match, Table
from games.rules.core.refusals import Refused
from games.rules.families import FAMILIES
from games.services import matches
from games.services.ai_plan import Plan, dice, level_of, plans
from games.services.state import TableState, lock, seconds
from games.services.sweeping import watched

logger = logging.getLogger(__name__)

# how long the task of an act may be late before the sweep makes the act instead
GRACE = seconds(4)


def play(match_id: int, number: int) -> None:
    """Make the act that was wanted at move `number` of the match; does nothing where the match has gone on."""
    table_id = Table.objects.filter(match_id=match_id).values_list("pk", flat=True).first()
    if table_id is None:
        return
    with transaction.atomic():
        state = lock(table_id)
        match = state.match
        if match is None or match.pk != match_id or match.number != number or match.state != Match.State.PLAYING:
            return
        for wish in plans(state):
            if _made(state, wish):
                return


def _made(state: TableState, wish: Plan) -> bool:
    """Make the act; return whether the rules let it pass.

    A catch may fail for what only the other hand tells: then the next wish has its turn, or the table would wait for
    the first one until a clock runs out.
    """
    try:
        matches.play_for(state, wish.place, wish.move or _choice(state, wish.place), by_ai=True)
    except Refused as error:
        logger.info("match %s: an AI seat was refused: %s", state.match, error.refusal)
        return False
    return True


def _choice(state: TableState, place: int) -> str:
    assert state.match is not None
    view = FAMILIES[state.match.family].view(state.game, place)
    rng = dice(state, place, "move", state.game.number)
    return choose_move(level_of(state.at_place(place)), view, rng).move


def sweep() -> None:
    """Make the AI acts whose tasks got lost."""
    overdue = Match.objects.filter(state=Match.State.PLAYING, ai_due__lte=Now() - GRACE)
    for match_id, number in overdue.values_list("pk", "number")[:200]:
        watched(play, match_id, number)
