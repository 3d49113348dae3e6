"""Seasons and ladders in the administration."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from games.models import Ladder, LadderRuleset, SavedRuleset, Season, Table
from games.services.ladders.entries import why_not_entered
from tests.games.seasons import begin_match, play_match
from tests.games.test_admin import as_admin  # noqa: F401
from tests.people import make_person

pytestmark = pytest.mark.django_db
SEASONS = "/staff/games/season/"


def end_page() -> str:
    return f"{SEASONS}{Season.objects.get(ended_at=None).pk}/end/"


def test_an_admin_ends_the_season_and_begins_the_next(as_admin: Client, mei: User, otto: User) -> None:  # noqa: F811
    begin_match(Ladder.objects.get(key="duel"), Season.objects.get(), [mei, otto])
    address = end_page()
    assert address in as_admin.get(SEASONS).content.decode()
    page = as_admin.get(address).content.decode()
    assert "This ends <strong>Season 1</strong> now" in page
    assert "1 rated match is going on" in page
    assert Season.objects.get().ended_at is None
    posted = {"name": "Spring & sun", "ends_at_0": "2099-05-01", "ends_at_1": "12:00"}
    answer = as_admin.post(address, posted, follow=True).content.decode()
    assert "Spring &amp; sun has begun." in answer
    first, second = Season.objects.order_by("number")
    assert first.ended_at == second.began_at
    assert (second.name, second.ends_at.isoformat()) == ("Spring & sun", "2099-05-01T12:00:00+00:00")
    logged = LogEntry.objects.order_by("pk").values_list("object_id", "action_flag")
    assert list(logged) == [(str(first.pk), 2), (str(second.pk), 1)]


def test_the_second_of_two_admins_is_told_and_ends_nothing(as_admin: Client) -> None:  # noqa: F811
    address = end_page()
    as_admin.post(address, {"name": ""})
    assert "Season 1 has ended already." in as_admin.post(address, {"name": ""}, follow=True).content.decode()
    assert Season.objects.count() == 2
    assert Season.objects.get(ended_at=None).title == "Season 2"


def test_an_end_that_is_over_is_refused(as_admin: Client) -> None:  # noqa: F811
    page = as_admin.post(end_page(), {"name": "", "ends_at_0": "2001-01-01", "ends_at_1": "00:00"})
    assert "That is over already." in page.content.decode()
    assert Season.objects.get().ended_at is None


def test_one_begins_where_none_is_on(as_admin: Client) -> None:  # noqa: F811
    assert "A season is on already." in as_admin.post(f"{SEASONS}begin/", {}, follow=True).content.decode()
    Season.objects.update(ended_at=timezone.now())
    assert f"{SEASONS}begin/" in as_admin.get(SEASONS).content.decode()
    assert "No season is on" in as_admin.get(f"{SEASONS}begin/").content.decode()
    as_admin.post(f"{SEASONS}begin/", {"name": "Autumn"})
    assert Season.objects.get(ended_at=None).title == "Autumn"


@pytest.mark.parametrize("may", [False, True])
def test_it_takes_the_right_to_change_seasons(client: Client, presets: None, otto: User, may: bool) -> None:
    otto.is_staff = True
    otto.save()
    names = ["view_season", "change_season"] if may else ["view_season"]
    otto.user_permissions.set(Permission.objects.filter(codename__in=names))
    client.force_login(otto)
    address = end_page()
    assert (address in client.get(SEASONS).content.decode()) is may
    assert client.get(address).status_code == (200 if may else 403)
    assert client.post(address, {"name": ""}).status_code == (302 if may else 403)
    assert Season.objects.filter(ended_at=None).get().number == (2 if may else 1)


def test_seasons_are_neither_added_nor_deleted_but_named(as_admin: Client) -> None:  # noqa: F811
    season = Season.objects.get()
    assert as_admin.get(f"{SEASONS}add/").status_code == 403
    assert as_admin.post(f"{SEASONS}{season.pk}/delete/", {"post": "yes"}).status_code == 403
    answer = as_admin.post(f"{SEASONS}{season.pk}/change/", {"name": "First", "ends_at_0": "", "ends_at_1": ""})
    assert answer.status_code == 302
    season.refresh_from_db()
    assert season.title == "First"


# --- ladders


def posted(ladder: Ladder, *entries: tuple[SavedRuleset, int, int], **changes: Any) -> dict[str, Any]:
    """What the page of a ladder posts with these entries besides those that it has."""
    data: dict[str, Any] = {
        "title": ladder.title,
        "explanation": ladder.explanation,
        "is_open": "on",
        "order": ladder.order,
        "rulesets-INITIAL_FORMS": ladder.rulesets.count(),
        "rulesets-TOTAL_FORMS": ladder.rulesets.count() + len(entries),
    }
    rows = [(row.pk, row.ruleset, row.fewest, row.most) for row in ladder.rulesets.select_related("ruleset")]
    for number, (pk, ruleset, fewest, most) in enumerate(rows + [("", *entry) for entry in entries]):
        one = {"id": pk, "ladder": ladder.pk, "ruleset": ruleset.pk, "fewest": fewest, "most": most}
        data |= {f"rulesets-{number}-{key}": value for key, value in one.items()}
    return data | changes


def address_of(ladder: Ladder) -> str:
    return f"/staff/games/ladder/{ladder.pk}/change/"


def test_an_admin_says_which_rules_count(as_admin: Client) -> None:  # noqa: F811
    house, own = Ladder.objects.get(key="house"), SavedRuleset.objects.create(title="Kitchen", options={})
    assert as_admin.get(address_of(house)).status_code == 200
    answer = as_admin.post(address_of(house), posted(house, (own, 3, 6), is_open=""))
    assert answer.status_code == 302, answer.context["errors"]
    entry = LadderRuleset.objects.get(ruleset=own)
    assert (entry.ladder, entry.fewest, entry.most) == (house, 3, 6)
    house.refresh_from_db()
    assert (house.is_open, house.is_shipped) == (False, True)


def test_what_is_no_fair_match_is_refused_with_a_sentence(as_admin: Client, mei: User) -> None:  # noqa: F811
    house, official = Ladder.objects.get(key="house"), SavedRuleset.objects.get(key="official")
    vip = SavedRuleset.objects.create(title="For VIPs", options={"jump_in": "vip"})
    private = SavedRuleset.objects.create(title="Mei's", owner=mei, options={})
    camps = SavedRuleset.objects.create(title="Camps", options={"teams": "two_camps", "seats": [4, 8]})
    for entry, sentence in (
        ((vip, 2, 4), "“For VIPs” gives VIPs an advantage"),
        ((private, 2, 4), "“Mei&#x27;s” belongs to somebody who may change it"),
        ((camps, 2, 3), "“Camps” is not for 2 to 3 players."),
        ((official, 2, 10), "“Official” with 2 to 2 players counts for the ladder “Duel” already."),
        ((SavedRuleset.objects.get(key="club"), 2, 4), "ladder and ruleset"),
    ):
        answer = as_admin.post(address_of(house), posted(house, entry))
        assert answer.status_code == 200
        assert sentence.lower() in answer.content.decode().lower()
    assert house.rulesets.count() == 7


def test_the_ladders_as_shipped_are_allowed(presets: None) -> None:
    for entry in LadderRuleset.objects.select_related("ruleset"):
        assert why_not_entered(entry, entry.ladder_id) == ""


def test_what_an_admin_writes_is_shown_as_written(as_admin: Client) -> None:  # noqa: F811
    duel = Ladder.objects.get(key="duel")
    as_admin.post(address_of(duel), posted(duel, title="House rules"))
    duel.refresh_from_db()
    with override("zh-hans"):
        assert duel.local_title == "House rules"


@pytest.mark.parametrize(("key", "status"), [("how", 200), ("howto", 302)])
def test_a_ladder_takes_no_other_pages_address(as_admin: Client, key: str, status: int) -> None:  # noqa: F811
    fields = {"key": key, "title": "New", "order": 9, "rulesets-INITIAL_FORMS": 0, "rulesets-TOTAL_FORMS": 0}
    answer = as_admin.post("/staff/games/ladder/add/", fields)
    assert answer.status_code == status
    assert ("Another page has this address" in answer.content.decode()) is (status == 200)
    assert Ladder.objects.filter(key=key).exists() is (status == 302)


def test_a_ladder_that_was_played_on_stays(as_admin: Client, mei: User, otto: User) -> None:  # noqa: F811
    own = Ladder.objects.create(key="own", title="Own")
    address = f"/staff/games/ladder/{own.pk}/delete/"
    play_match(own, Season.objects.get(), [mei, otto], timezone.now())
    assert as_admin.post(address, {"post": "yes"}).status_code == 403
    assert as_admin.post("/staff/games/ladder/1/delete/", {"post": "yes"}).status_code == 403
    empty = Ladder.objects.create(key="empty", title="Empty")
    as_admin.post(f"/staff/games/ladder/{empty.pk}/delete/", {"post": "yes"})
    assert set(Ladder.objects.values_list("key", flat=True)) == {"duel", "classic", "teams", "house", "own"}


def test_ratings_and_results_are_looked_up_only(as_admin: Client, mei: User, otto: User) -> None:  # noqa: F811
    results = play_match(Ladder.objects.get(key="duel"), Season.objects.get(), [mei, otto], timezone.now())
    for name, row in (("rating", results[0].rating), ("ratedresult", results[0])):
        address = f"/staff/games/{name}/"
        assert "Mei" in as_admin.get(address).content.decode()
        assert "Otto" not in as_admin.get(address, {"q": "Mei"}).content.decode().split("result_list")[1]
        assert as_admin.get(f"{address}{row.pk}/change/").status_code == 200
        assert as_admin.post(f"{address}{row.pk}/change/", {"number": 3000}).status_code == 403
        assert as_admin.get(f"{address}add/").status_code == 403
        assert as_admin.post(f"{address}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "1500 ± 333" in as_admin.get("/staff/games/ratedresult/").content.decode()


def test_whoever_waits_reads_at_once_that_the_ladder_was_closed(
    as_admin: Client,  # noqa: F811
    open_table: Callable[..., Table],
    mei: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    rated, casual = open_table(mei, is_rated=True), open_table(make_person("Zoe"))
    ladder = Ladder.objects.get(key="teams")
    with django_capture_on_commit_callbacks(execute=True):
        as_admin.post(address_of(ladder), posted(ladder, is_open=""))
    assert not Ladder.objects.get(key="teams").is_open
    assert Table.objects.get(pk=rated.pk).version > rated.version
    assert Table.objects.get(pk=casual.pk).version == casual.version
