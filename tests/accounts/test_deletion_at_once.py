"""Two workers carry out the same deletion at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from accounts import deletion
from accounts.models import User
from accounts.signals import person_leaving
from tests.people import make_person


@pytest.mark.django_db(transaction=True)
def test_one_of_them_does_it():
    now = timezone.now()
    user = make_person("Alice", deletion_due_at=now - timedelta(seconds=1))
    heard, together = [], Barrier(4)

    def hear(user, **_):
        heard.append(user.pk)

    def work(_number: int) -> bool:
        together.wait(timeout=10)
        try:
            return deletion.carry_out(user.pk, now)
        finally:
            connection.close()

    person_leaving.connect(hear)
    try:
        with ThreadPoolExecutor(4) as pool:
            done = list(pool.map(work, range(4)))
    finally:
        person_leaving.disconnect(hear)
    assert sorted(done) == [False, False, False, True]
    assert User.objects.get(pk=user.pk).is_removed
    assert heard  # on a server several may hear it, of which all but one are rolled back
