"""A match to disturb: run on a site's data by `Site.run`, prints where everything is as JSON.

Arguments: the preset, the seats, seconds a turn lasts.
"""

import json
import sys

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import SavedRuleset, Table
from games.services import getting_ready, tables
from games.services.tables import Wishes


def begin(preset: str, seats: int, turn_seconds: int) -> dict[str, object]:
    """Seat a person among AI players and deal."""
    mei = User.objects.create_user("Mei", "mei@example.org", "correct horse")
    ruleset = SavedRuleset.objects.get(key=preset)
    table = tables.open_table(mei, Wishes(ruleset, seats=seats, ai_level="steady"))
    # shorter than anybody may wish: nothing is waited for here but the disturbance
    Table.objects.filter(pk=table.pk).update(turn_seconds=turn_seconds, reserve_seconds=0)
    getting_ready.start(table.pk, mei.pk)
    table.refresh_from_db()
    client = Client()
    client.force_login(mei)
    return {
        "table": table.pk,
        "match": table.match_id,
        "path": f"/ws/table/{table.public_id}/",
        "cookie": f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}",
    }


if __name__ == "__main__":
    print(json.dumps(begin(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
