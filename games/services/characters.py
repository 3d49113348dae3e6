"""The animal that a person plays as, chosen at the table."""

from django.utils.translation import gettext as _

from accounts.characters import NAMES
from accounts.rights import rights_of
from games import broadcast
from games.models import Seat
from games.services.acting import as_seated, changed
from games.services.errors import Declined
from games.services.state import TableState


def choose(table_id: int, user_id: int, key: str) -> None:
    """Play as another animal from now on, here and everywhere: all who have the table open see it change.

    Raises `Declined` for no such animal, for one that the person may not choose, and for somebody who does not sit
    there.
    """
    if key not in NAMES:
        raise Declined(_("There is no such character."))

    def act(state: TableState, seat: Seat) -> None:
        user = seat.user
        assert user is not None
        if user.character == key:
            return
        if key not in rights_of(user).characters:
            raise Declined(_("Only VIPs can choose this character."))
        user.character = key
        user.save(update_fields=["character"])
        changed(state, {"seats", "me"})
        broadcast.lobby_changed()

    as_seated(table_id, user_id, act)
