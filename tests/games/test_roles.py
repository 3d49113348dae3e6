"""Who may do what: every address of the administration and of moderation, for each role, a person and nobody.

An address that the administration has and no row here names fails the test: say for whom it is.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts import social
from accounts.models import Tie, User
from games.models import (
    Action,
    Appeal,
    Ladder,
    Match,
    MatchSeat,
    RatedResult,
    Rating,
    Reckoning,
    Report,
    Season,
    Signal,
    Table,
)
from games.services.ladders import results
from games.services.moderation.log import log
from games.services.moderation.roles import EDITOR, MODERATOR
from games.services.vip import codes
from tests.people import make_person, signed_in

pytestmark = pytest.mark.django_db

ADMIN, PERSON, NOBODY = "Admin", "Person", "nobody"
READ, ALL = "list see history", "list see history add change delete"
# the pages of rows: of which model, and what each role may do there; who is not named may do nothing
ROWS: Mapping[str, Mapping[str, str]] = {
    "account.emailaddress": {ADMIN: ALL},
    "accounts.friendship": {ADMIN: READ},
    "accounts.textpage": {ADMIN: ALL, EDITOR: ALL},
    "accounts.tie": {ADMIN: READ},
    "accounts.user": {ADMIN: f"{READ} change"},
    "auth.group": {ADMIN: ALL},
    "games.action": {ADMIN: READ, MODERATOR: READ},
    "games.appeal": {ADMIN: f"{READ} change", MODERATOR: f"{READ} change"},
    "games.ladder": {ADMIN: f"{READ} add change", EDITOR: f"{READ} add change"},  # the row is shipped: it stays
    "games.match": {ADMIN: READ, MODERATOR: READ},
    "games.ratedresult": {ADMIN: READ},
    "games.rating": {ADMIN: READ},
    "games.reckoning": {ADMIN: READ, MODERATOR: READ},
    "games.report": {ADMIN: f"{READ} change", MODERATOR: f"{READ} change"},
    "games.savedruleset": {ADMIN: f"{READ} add", EDITOR: f"{READ} add"},  # the row is a preset: not to be changed
    "games.season": {ADMIN: f"{READ} change", EDITOR: READ},
    "games.vipcode": {ADMIN: f"{READ} add"},
    "games.vipgrant": {ADMIN: f"{READ} add"},
}
# the other pages: by the name of the address, who may; "POST" before it where it is only posted to
OTHERS: Mapping[str, set[str]] = {
    "games_match_annul": {ADMIN, MODERATOR},
    "games_match_undo": {ADMIN, MODERATOR},
    "games_report_person": {ADMIN, MODERATOR},
    "POST games_report_lift": {ADMIN, MODERATOR},
    "games_season_begin": {ADMIN},
    "games_season_end": {ADMIN},
}
# for everybody who may come in, or nobody: Django's own
FOR_ALL = {
    "index", "login", "logout", "password_change", "password_change_done", "autocomplete", "jsi18n", "view_on_site",
    "app_list",
}  # fmt: skip
# pages of the site that moderation has: what each is answered
SITE: Mapping[str, Mapping[str, int]] = {
    "/vip/": {NOBODY: 200, PERSON: 200, MODERATOR: 200, EDITOR: 200, ADMIN: 200},
    "/standing/": {NOBODY: 302, PERSON: 200, MODERATOR: 200, EDITOR: 200, ADMIN: 200},
    "/people/{person}/report/": {NOBODY: 302, PERSON: 200, MODERATOR: 200, EDITOR: 200, ADMIN: 200},
    "/matches/{private}/": {NOBODY: 404, PERSON: 404, MODERATOR: 200, EDITOR: 404, ADMIN: 200},
    "/matches/{private}/replay/": {NOBODY: 404, PERSON: 404, MODERATOR: 302, EDITOR: 404, ADMIN: 302},
    "/matches/{private}/report/": {NOBODY: 302, PERSON: 404, MODERATOR: 200, EDITOR: 404, ADMIN: 200},
}
ROLES = (ADMIN, MODERATOR, EDITOR, PERSON, NOBODY)


@pytest.fixture
def known(db: Any) -> dict[str, Any]:
    """A row of every model that the administration shows, and what addresses name."""
    call_command("load_presets", verbosity=0)
    call_command("load_texts", verbosity=0)
    one, other = make_person("Alice"), make_person("Bob")
    social.ask(one, other)
    Tie.objects.create(person=one, other=other, kind=Tie.Kind.BLOCK)
    table = Table.objects.create(owner=one, ruleset={}, visibility=Table.Visibility.PRIVATE)
    match = Match.objects.create(
        table=table, state=Match.State.OVER, family="uno", rules_version=0, ruleset={}, seed=b"1" * 32,
        commitment="", position={}, finished_at=timezone.now(),
    )  # fmt: skip
    MatchSeat.objects.create(match=match, seat=0, user=one, place=1)
    rating = Rating(
        ladder=Ladder.objects.earliest("pk"), season=Season.objects.get(), person=one, first_mu=25, first_sigma=8,
        mu=30, sigma=2,
    )  # fmt: skip
    results.show(rating, results.skill_at(rating, timezone.now()))
    rating.save()
    RatedResult.objects.create(
        match=match, rating=rating, place=1, mu_before=25, sigma_before=8, mu_after=30, sigma_after=2,
        made_at=timezone.now(),
    )  # fmt: skip
    action = log(other, Action.Kind.WARN, "Rude", person=one)
    Appeal.objects.create(action=action, person=one, text="No")
    Reckoning.objects.create(ladder=rating.ladder, season=rating.season)
    Report.objects.create(reporter=other, about=one, kind=Report.Kind.PERSON, reason="name")
    Signal.objects.create(kind=Signal.Kind.LOSES, person=one)
    codes.redeem(one, codes.make(1, 30, "why", other)[0].code)
    return {
        "public_id": one.public_id,
        "number": action.pk,
        "season_id": rating.season_id,
        "private": match.public_id,
        "match_id": match.pk,
        "seat": 0,
    }


@pytest.fixture
def browsers(known: dict[str, Any]) -> dict[str, Client]:
    """A browser for each role."""
    people = {
        ADMIN: make_person("Root Vegetable", is_staff=True, is_superuser=True),
        PERSON: make_person("Charlie"),
        **{role: make_person(f"The {role}", is_staff=True) for role in (MODERATOR, EDITOR)},
    }
    for role in (MODERATOR, EDITOR):
        people[role].groups.add(Group.objects.get(name=role))
    return {NOBODY: Client(), **{role: signed_in(user) for role, user in people.items()}}


def may(browser: Client, address: str, *, post: bool = False) -> bool:
    """Whether the page is answered; an empty form that is taken or refused for what is in it counts as answered."""
    answer = browser.post(address, {}) if post else browser.get(address)
    if answer.status_code == 403:
        return False
    if answer.status_code == 302 and "login" in answer["Location"]:
        return False
    assert answer.status_code in (200, 302, 422), f"{address}: {answer.status_code}"
    return True


PAGES: Mapping[str, Callable[[str, Any], tuple[str, bool]]] = {
    "list": lambda rows, pk: (rows, False),
    "add": lambda rows, pk: (f"{rows}add/", False),
    "see": lambda rows, pk: (f"{rows}{pk}/change/", False),
    "history": lambda rows, pk: (f"{rows}{pk}/history/", False),
    "delete": lambda rows, pk: (f"{rows}{pk}/delete/", False),
    "change": lambda rows, pk: (f"{rows}{pk}/change/", True),
}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_do_its_part_with_rows_and_nothing_else(browsers: dict[str, Client], role: str) -> None:
    registered = {one._meta.label_lower: one for one in admin.site._registry}
    found: dict[str, set[str]] = {}
    for model in ROWS:
        row = registered[model]._default_manager.order_by("pk").first()
        assert row is not None, f"no {model} to look at"
        rows = f"/staff/{model.replace('.', '/')}/"
        pages = {what: page(rows, row.pk) for what, page in PAGES.items()}
        found[model] = {what for what, (address, post) in pages.items() if may(browsers[role], address, post=post)}
    assert found == {model: set(roles.get(role, "").split()) for model, roles in ROWS.items()}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_may_open_its_other_pages(browsers: dict[str, Client], known: dict[str, Any], role: str) -> None:
    patterns = {found.name: found.pattern for found in _admin_patterns()}
    found = set()
    for name in OTHERS:
        plain = name.removeprefix("POST ")
        parts = {part: known[part] for part in patterns[plain].converters}
        address = reverse(f"admin:{plain}", kwargs=parts)
        if may(browsers[role], address, post=name.startswith("POST ")):
            found.add(name)
    assert found == {name for name, roles in OTHERS.items() if role in roles}


@pytest.mark.parametrize("role", ROLES)
def test_pages_of_moderation_outside_the_administration(
    browsers: dict[str, Client], known: dict[str, Any], role: str
) -> None:
    names = {"person": known["public_id"], "private": known["private"]}
    found = {address: browsers[role].get(address.format(**names)).status_code for address in SITE}
    assert found == {address: answers[role] for address, answers in SITE.items()}


def _admin_patterns() -> Iterator[URLPattern]:
    def walk(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
        for found in patterns:
            if isinstance(found, URLResolver):
                yield from walk(found.url_patterns)
            else:
                yield found

    (staff,) = (found for found in get_resolver().url_patterns if str(found.pattern) == "staff/")
    yield from walk(staff.url_patterns)


def test_no_address_of_the_administration_is_forgotten() -> None:
    rows = {
        f"{model.replace('.', '_')}_{page}"
        for model in ROWS
        for page in ("changelist", "add", "history", "delete", "change")
    }
    others = {name.removeprefix("POST ") for name in OTHERS}
    assert {found.name for found in _admin_patterns() if found.name} - rows - others == FOR_ALL


def test_staff_without_a_role_may_do_nothing(known: dict[str, Any]) -> None:
    browser = signed_in(make_person("New Here", is_staff=True))
    for model in ROWS:
        assert not may(browser, f"/staff/{model.replace('.', '/')}/")


def test_the_roles_are_people_of_groups_alone(known: dict[str, Any]) -> None:
    """Who has the role, but is no staff, does not get in."""
    user = make_person("Not Yet")
    user.groups.add(Group.objects.get(name=MODERATOR))
    assert not may(signed_in(user), "/staff/games/report/")
    assert User.objects.get(pk=user.pk).has_perm("games.view_report")
