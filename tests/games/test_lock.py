"""The lock on a table: who has waited for it sees what the one before has done."""

import threading
import time

import pytest
from django.db import connection, transaction

from games.models import Match, Table
from games.services.state import lock


@pytest.mark.django_db(transaction=True)
def test_who_waited_sees_the_match_as_it_is_now(duel: Table) -> None:
    locked = threading.Event()
    seen: list[tuple[int, int]] = []

    def first() -> None:
        with transaction.atomic():
            state = lock(duel.pk)
            locked.set()
            time.sleep(0.5)  # the other one begins to wait
            assert state.match is not None
            Match.objects.filter(pk=state.match.pk).update(number=77)
            Table.objects.filter(pk=duel.pk).update(version=88)
        connection.close()

    def second() -> None:
        locked.wait()
        with transaction.atomic():
            state = lock(duel.pk)
            assert state.match is not None
            seen.append((state.table.version, state.match.number))
        connection.close()

    threads = [threading.Thread(target=act) for act in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [(88, 77)]
