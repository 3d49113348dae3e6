"""What is true of a match: run on a site's data by `Site.run` with a table's number, prints JSON."""

import json
import sys

from django.db import transaction

from games.rules.families import FAMILIES
from games.services.state import lock, replay_game


@transaction.atomic
def facts(table_id: int) -> dict[str, object]:
    """Return how the match at the table stands, by its rows and by its moves replayed."""
    state = lock(table_id)  # the match goes on meanwhile
    assert state.match is not None
    family = FAMILIES[state.match.family]
    moves = list(state.match.moves.order_by("number").values_list("number", "seat", "text", "by_ai"))
    return {
        "version": state.table.version,
        "over": state.game.over,
        "turn": state.game.turn,
        "idle_move": None if state.game.turn is None else state.game.idle_move(state.game.turn),
        "people": [seat.place for seat in state.people if not seat.away],
        "moves": moves,
        "kept": family.dump(state.game),
        "replayed": family.dump(replay_game(state.match)),
    }


if __name__ == "__main__":
    print(json.dumps(facts(int(sys.argv[1]))))
