"""Tables full of people: run on a site's data by `Site.run`.

`begin` TABLES PEOPLE SECONDS makes tables of four, so many of the seats people's and the others AI players', with turns
of so many seconds, and prints where everybody sits as JSON. `end` closes all tables, so that nothing happens at them.
"""

import json
import sys

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Match, SavedRuleset, Seat, Table
from games.services import getting_ready, room, tables

SEATS = 4


def person(name: str) -> tuple[User, str]:
    """Make somebody who is signed in; return them and their browser's cookie."""
    user = User.objects.create_user(name)
    client = Client()
    client.force_login(user)
    return user, f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def begin(people: list[User], turn_seconds: int) -> Table:
    """Seat these people and AI players, and deal."""
    ruleset = SavedRuleset.objects.get(key="official")
    owner = people[0]
    table = tables.open_table(owner, tables.Wishes(ruleset, seats=SEATS, turn_seconds=turn_seconds))
    for guest in people[1:]:
        tables.join(table.pk, guest)
        getting_ready.set_ready(table.pk, guest.pk, True)
    for _ in range(SEATS - len(people)):
        room.add_ai(table.pk, owner.pk, "steady")
    getting_ready.start(table.pk, owner.pk)
    table.refresh_from_db()
    return table


def begin_all(count: int, seated: int, turn_seconds: int) -> list[dict[str, object]]:
    """Make the tables; return where each is, and its people and their cookies in the seats' order."""
    made: list[dict[str, object]] = []
    here = User.objects.filter(display_name__startswith="Person").count()
    for number in range(count):
        people = [person(f"Person {here + number * seated + seat}") for seat in range(seated)]
        table = begin([user for user, _ in people], turn_seconds)
        made.append(
            {
                "table": table.pk,
                "path": f"/ws/table/{table.public_id}/",
                "people": [user.pk for user, _ in people],
                "cookies": [cookie for _, cookie in people],
            }
        )
    return made


def end_all() -> None:
    """Take everybody from their tables."""
    Seat.objects.update(live=False)
    Match.objects.update(state=Match.State.VOID, deadline=None, ai_due=None)
    Table.objects.update(state=Table.State.CLOSED)


if __name__ == "__main__":
    if sys.argv[1] == "begin":
        print(json.dumps(begin_all(*map(int, sys.argv[2:5]))))
    else:
        end_all()
