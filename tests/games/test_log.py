"""The log of what staff do, and the roles."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from games.models import Action
from games.services.errors import Declined
from games.services.moderation import roles
from games.services.moderation.log import LONGEST_REASON, THE_SITE, log
from tests.people import make_person

pytestmark = pytest.mark.django_db


def test_what_was_done_is_kept_with_who_and_why():
    mei, otto = make_person("Mei"), make_person("Otto")
    action = log(mei, Action.Kind.RENAME, "  an insult ", person=otto, old="Otto the Rude")
    row = Action.objects.get()
    assert row == action
    assert (row.actor_number, row.actor_name, row.person_number, row.person_name) == (mei.pk, "Mei", otto.pk, "Otto")
    assert (row.reason, row.details) == ("an insult", {"old": "Otto the Rude"})
    assert log(None, Action.Kind.REVOKE_VIP, "it ended", person=otto).actor_name == THE_SITE


@pytest.mark.parametrize("reason", ["", "  \n ", "x" * (LONGEST_REASON + 1), "a\u202eb"])
def test_an_act_without_a_readable_reason_is_refused(reason):
    with pytest.raises(Declined):
        log(None, Action.Kind.WARN, reason)
    assert not Action.objects.exists()


def test_nobody_changes_the_log():
    action = log(None, Action.Kind.WARN, "why")
    for change in (action.save, action.delete, Action.objects.all().delete, lambda: Action.objects.update(reason="")):
        with pytest.raises(TypeError):
            change()
    assert Action.objects.get().reason == "why"


def test_each_role_may_do_what_is_declared_and_no_more():
    call_command("load_presets", verbosity=0)
    group = Group.objects.get(name=roles.EDITOR)
    group.permissions.add(Permission.objects.get(codename="measure_people"))
    call_command("load_presets", verbosity=0)  # an update sets them as declared
    for role, names in roles.ROLES.items():
        held = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
        assert {f"{app}.{codename}" for app, codename in held} == names


def test_a_permission_that_no_model_has_is_said(monkeypatch):
    monkeypatch.setattr(roles, "ROLES", {"Typist": frozenset({"games.view_typo"})})
    with pytest.raises(LookupError, match=r"Typist needs: games\.view_typo"):
        roles.load_roles()
