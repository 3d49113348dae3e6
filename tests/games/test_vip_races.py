"""VIPs, two at once: the last use of a code goes to one, an end is told once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Action, Notice, VipCode, VipGrant
from games.services.errors import Declined
from games.services.vip import codes, ending, grants
from tests.games.test_races import at_once, unexpected
from tests.people import make_person

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_who_want_the_last_use_of_a_code_one_gets_it(mei: User) -> None:
    people = [make_person(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
    code = codes.make(1, 30, "why", mei)[0]
    results = at_once(*[lambda one=one: codes.redeem(one, code.code) for one in people])
    assert not unexpected(results, Declined)
    assert [type(result) for result in results].count(VipGrant) == 1
    assert VipGrant.objects.count() == VipCode.objects.get().uses == Action.objects.count() == 1


def test_one_person_in_several_tabs_redeems_it_once(mei: User) -> None:
    code = codes.make(1, 30, "why", mei, most_uses=9)[0]
    results = at_once(*[lambda: codes.redeem(mei, code.code)] * 3)
    assert not unexpected(results, Declined)
    assert VipGrant.objects.count() == VipCode.objects.get().uses == 1


def test_an_end_that_several_tasks_find_is_told_once(mei: User) -> None:
    now = timezone.now()
    grant = grants.give([mei.pk], now + timedelta(hours=1), "why", None)[0]
    VipGrant.objects.filter(pk=grant.pk).update(begins_at=now - timedelta(hours=2), ends_at=now - timedelta(hours=1))
    User.objects.filter(pk=mei.pk).update(is_vip_until=now - timedelta(hours=1))
    assert not unexpected(at_once(*[ending.settle_due] * 3))
    assert Notice.objects.filter(kind=Notice.Kind.VIP_OVER).count() == 1


def test_two_grants_at_once_are_both_kept(mei: User) -> None:
    """What is kept at the person is worked out under their lock: the second sees the first."""
    results = at_once(*[lambda: grants.give_days(mei, 10, "why")] * 2)
    assert not unexpected(results)
    mei.refresh_from_db()
    assert mei.is_vip_until == max(VipGrant.objects.values_list("ends_at", flat=True))
    assert mei.is_vip_until - timezone.now() > timedelta(days=19)
