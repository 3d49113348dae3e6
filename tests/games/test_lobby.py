"""The lobby: which tables it shows to whom, in which order, and what one may do there."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Tie, User
from games import broadcast
from games.forms import LobbyForm
from games.models import Match, SavedRuleset, Seat, Table
from games.screens.lobby import TableCard
from games.services import getting_ready, lobby, presence, rulesets, tables
from games.services.lobby import Filter, Reader
from games.services.lobby_page import address, page_for
from games.services.own_tables import own_tables
from tests.games.conftest import any_move, play, player_to_move

Open = Callable[..., Table]
DAY = 86_400


@pytest.fixture
def owner() -> Callable[[], User]:
    """Makes one person after another, each of whom may open a table."""
    numbers = iter(range(1000))
    return lambda: User.objects.create_user(f"Owner {next(numbers)}")


ALL = Filter()


def titles(wanted: Filter = ALL) -> list[str]:
    """The names of the tables that this filter shows, in their order."""
    return [card.title for card in lobby.board(wanted).cards]


# --- which tables, in which order -------------------------------------------------------------------------------


def test_tables_with_a_free_seat_come_first_and_of_these_the_newest(open_table: Open, owner: Any, duel: Table) -> None:
    Table.objects.filter(pk=duel.pk).update(name="playing")
    for name in ("old", "new"):
        open_table(owner(), name=name)
    open_table(owner(), name="full", ai_level="easy")
    assert titles() == ["new", "old", "full", "playing"]


@pytest.mark.parametrize("fields", [{"visibility": "private"}, {"state": "closed"}])
def test_what_nobody_may_come_to_is_not_shown(open_table: Open, mei: User, fields: dict[str, str]) -> None:
    open_table(mei, name="here")
    Table.objects.update(**fields)
    assert titles() == []


def test_a_table_by_rules_that_are_no_more_hides_no_other(open_table: Open, owner: Any) -> None:
    for name in ("old", "new"):
        open_table(owner(), name=name)
    Table.objects.filter(name="new").update(ruleset={"of_yesterday": 1})
    assert titles() == ["old"]


def test_a_table_closed_to_watchers_is_shown_while_one_may_sit_down(open_table: Open, mei: User, otto: User) -> None:
    table = open_table(mei, name="ours", is_open_to_watchers=False)
    assert titles() == ["ours"]
    tables.join(table.pk, otto)
    assert titles() == []


def test_between_two_matches_a_table_is_shown_and_one_may_sit_down(
    client: Client, open_table: Open, mei: User, otto: User
) -> None:
    table = open_table(mei, seats=3, name="Owls")
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    assert not card_of("Owls").has_seat
    Table.objects.update(state=Table.State.OVER)
    assert card_of("Owls").has_seat
    assert "Between two matches" in text_of(client, "Owls")


@pytest.fixture
def many_kinds(open_table: Open, owner: Any) -> None:
    """One table of each kind that a filter tells apart."""
    open_table(owner(), name="pair", seats=2)
    open_table(owner(), name="four", seats=4)
    open_table(owner(), name="six", seats=6)
    open_table(owner(), name="ten", seats=10, ai_level="easy")
    open_table(owner(), name="letters", seats=4, turn_seconds=2 * DAY)
    open_table(owner(), name="seven", seats=4, preset="seven_zero")
    open_table(owner(), name="short seven", seats=4, preset="seven_zero", single=True)
    rated = open_table(owner(), name="rated", seats=4)
    Table.objects.filter(pk=rated.pk).update(is_rated=True)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({}, {"pair", "four", "six", "ten", "letters", "seven", "short seven", "rated"}),
        ({"show": "rated"}, {"rated"}),
        ({"show": "casual"}, {"pair", "four", "six", "ten", "letters", "seven", "short seven"}),
        ({"show": "duel"}, {"pair"}),
        ({"show": "big"}, {"six", "ten"}),
        ({"show": "slow"}, {"letters"}),
        ({"show": "waiting"}, {"pair", "four", "six", "letters", "seven", "short seven", "rated"}),
        ({"rules": "seven_zero"}, {"seven", "short seven"}),
        ({"rules": "seven_zero", "show": "duel"}, set()),
        ({"rules": "reef"}, set()),
        # what is not understood filters nothing
        ({"show": "nonsense"}, {"pair", "four", "six", "ten", "letters", "seven", "short seven", "rated"}),
        ({"show": "big", "rules": "a\x00b", "pages": "many"}, {"six", "ten"}),
        ({"show": "big", "rules": "made_up"}, {"six", "ten"}),
    ],
)
def test_a_filter_shows_its_tables(many_kinds: None, query: dict[str, str], shown: set[str]) -> None:
    assert set(titles(LobbyForm(query).chosen())) == shown


def test_rules_that_nobody_knows_are_no_filter_of_their_own(presets: None) -> None:
    """Each filter that is open costs every look at the lobby queries of its own: nobody makes them up."""
    assert LobbyForm({"rules": "made_up"}).chosen() == Filter()
    assert LobbyForm({"rules": "club"}).chosen() == Filter(rules="club")


def test_rules_that_only_share_a_presets_name_are_others(open_table: Open, mei: User, otto: User) -> None:
    own = rulesets.save(mei, title="Seven and zero", explanation="", options={"target": 100})
    tables.open_table(mei, tables.Wishes(own, 4, name="not that"))
    open_table(otto, seats=4, preset="seven_zero", name="that")
    assert titles(Filter(rules="seven_zero")) == ["that"]


def test_the_presets_that_are_played_are_offered_as_filters(many_kinds: None) -> None:
    links = page_for(None, Filter()).parts.filters.rules
    assert [link.title for link in links] == ["Any rules", "Official", "Seven and zero"]
    assert [link.is_current for link in links] == [True, False, False]
    assert page_for(None, Filter(rules="reef")).parts.filters.rules[-1].is_current


@pytest.mark.parametrize(
    ("wanted", "url"),
    [
        (Filter(), "/"),
        (Filter("big"), "/?show=big"),
        (Filter("big", "club", 3), "/?show=big&rules=club&pages=3"),
    ],
)
def test_a_filter_is_an_address_and_back(presets: None, wanted: Filter, url: str) -> None:
    assert address(wanted) == url
    query = dict(pair.split("=") for pair in url.partition("?")[2].split("&") if pair)
    assert LobbyForm(query).chosen() == wanted


def test_the_list_goes_on_by_pages(open_table: Open, owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "PAGE", 2)
    for number in range(5):
        open_table(owner(), name=str(number))
    assert titles() == ["4", "3"]
    first = page_for(None, Filter()).parts.note
    assert first.more_url == "/?pages=2"
    assert titles(Filter(pages=2)) == ["4", "3", "2", "1"]
    assert page_for(None, Filter(pages=3)).parts.note.more_url == ""


@pytest.mark.parametrize("count", [3, 300])
def test_many_tables_cost_no_more_queries_than_few(
    open_table: Open, owner: Any, mei: User, count: int, django_assert_max_num_queries: Any
) -> None:
    first = open_table(owner(), seats=4, ai_level="easy")
    Table.objects.bulk_create(
        Table(name=str(number), ruleset=first.ruleset, owner=first.owner) for number in range(count)
    )
    rest = Table.objects.exclude(pk=first.pk)
    Seat.objects.bulk_create(Seat(table=table, index=index) for table in rest for index in range(4))
    open_table(mei, turn_seconds=DAY)
    with django_assert_max_num_queries(10):
        page = page_for(mei.pk, Filter())
    assert len(page.offers) == min(count + 2, lobby.PAGE)


# --- what a card says -------------------------------------------------------------------------------------------


def card_of(name: str) -> TableCard:
    """The card of the table with this name."""
    return next(card for card in lobby.board(Filter()).cards if card.title == name)


def text_of(client: Client, name: str) -> str:
    """What stands on a table's card, without markup."""
    from django.utils.html import strip_tags

    page = client.get("/").content.decode()
    part = page[: page.index("offer-foot", page.index(f">{name}<"))]
    return " ".join(strip_tags(part[part.rindex('<li class="offer"') :]).split())


def test_a_card_says_what_one_wants_to_know(
    client: Client, open_table: Open, mei: User, otto: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(mei, name="Owls", seats=4, single=True, turn_seconds=45)
    tables.join(table.pk, otto)
    monkeypatch.setattr(presence, "watchers", lambda ids: dict.fromkeys(ids, 9))
    said = text_of(client, "Owls")
    for word in ("2 of 4 seats", "casual", "9 watching", "Official", "One round", "45 s a turn + 60 s"):
        assert word in said
    Table.objects.update(is_rated=True)
    assert "rated" in text_of(client, "Owls")


def test_a_card_says_which_round_is_played(client: Client, duel: Table) -> None:
    Table.objects.update(name="Owls")
    assert "Round 1" in text_of(client, "Owls")


@pytest.mark.parametrize(
    ("seconds", "clock"),
    [(10, "10 s a turn + 60 s"), (3600, "1 hour a turn"), (2 * DAY, "2 days a turn")],
)
def test_the_clock_is_said_in_the_unit_one_thinks_in(open_table: Open, mei: User, seconds: int, clock: str) -> None:
    open_table(mei, name="Owls", turn_seconds=seconds)
    assert card_of("Owls").clock == clock


@pytest.mark.parametrize(
    ("preset", "notes", "more"),
    [
        ("official", (), 0),
        ("progressive", ("Stacking",), 0),
        ("speed", ("Jump-in", "Several cards at once"), 4),
        ("club", ("Stacking", "Jump-in"), 7),
        ("party_teams", ("Teams", "Jump-in"), 2),
    ],
)
def test_what_differs_in_the_rules_is_named_the_most_telling_first(
    open_table: Open, mei: User, preset: str, notes: tuple[str, ...], more: int
) -> None:
    open_table(mei, name="Owls", seats=4, preset=preset)
    card = card_of("Owls")
    assert (card.notes, card.more_notes) == (notes, more)


# --- what one may do there --------------------------------------------------------------------------------------

ME, THEM = 1, 2


def card(**fields: Any) -> TableCard:
    """A table of four with one other person, which waits for more."""
    usual: dict[str, Any] = {
        "table_id": 1,
        "public_id": "abc",
        "title": "Owls",
        "rules": "Official",
        "notes": (),
        "more_notes": 0,
        "clock": "",
        "seats": 4,
        "sitters": (None,),
        "state": "open",
        "round": 0,
        "watchers": 0,
        "is_single": False,
        "is_rated": False,
        "ladder": "",
        "is_quick": False,
        "is_slow": False,
        "is_open_to_watchers": True,
        "people": frozenset({THEM}),
        "sent_away": frozenset(),
    }
    return TableCard(**{**usual, **fields})


FULL = {"sitters": (None,) * 4}


@pytest.mark.parametrize(
    ("reader", "table", "way"),
    [
        (Reader(ME), {}, "sit"),
        (Reader(), {}, "sign_in"),
        (Reader(THEM), {}, "back"),
        (Reader(ME), FULL, "watch"),
        (Reader(ME), {"state": "playing"}, "watch"),
        (Reader(ME), {"state": "over"}, "sit"),
        (Reader(), {"state": "playing"}, "watch"),
        (Reader(ME, is_busy=True), {}, "watch"),
        (Reader(ME, is_busy=True), {"is_slow": True}, "sit"),
        (Reader(ME, is_busy=True), {"is_open_to_watchers": False}, ""),
        (Reader(ME), {"sent_away": frozenset({ME})}, "watch"),
        (Reader(ME, at_odds=frozenset({THEM})), {}, "watch"),
        (Reader(ME, at_odds=frozenset({THEM})), {"is_open_to_watchers": False}, ""),
        (Reader(ME, at_odds=frozenset({99})), {}, "sit"),
    ],
)
def test_the_way_in(reader: Reader, table: dict[str, Any], way: str) -> None:
    assert lobby.way_in(card(**table), reader) == way


@pytest.mark.parametrize("mine", [True, False])
def test_no_seat_is_offered_with_whom_one_is_at_odds(
    client: Client, open_table: Open, mei: User, otto: User, mine: bool
) -> None:
    person, other = (mei, otto) if mine else (otto, mei)
    Tie.objects.create(person=person, other=other, kind=Tie.Kind.BLOCK)
    open_table(otto)
    client.force_login(mei)
    assert "Sit down" not in client.get("/").content.decode()
    client.force_login(User.objects.create_user("Bao"))
    assert "Sit down" in client.get("/").content.decode()


# --- one's own tables -------------------------------------------------------------------------------------------


@pytest.fixture
def by_letter(open_table: Open, mei: User, otto: User) -> Table:
    """Mei and Otto in a match by correspondence."""
    table = open_table(mei, turn_seconds=DAY, name="Letters")
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    return Table.objects.get(pk=table.pk)


def test_it_says_whose_turn_it_is_by_correspondence(by_letter: Table, mei: User, otto: User) -> None:
    in_turn = player_to_move(by_letter)
    other = otto if in_turn == mei else mei
    own = own_tables([mei.pk, otto.pk])
    assert own[in_turn.pk][0].your_turn
    assert own[in_turn.pk][0].line == "It is your turn."
    assert not own[other.pk][0].your_turn
    assert own[other.pk][0].line == f"It is {in_turn.name}’s turn."
    play(by_letter, in_turn, any_move(by_letter))
    assert own_tables([other.pk])[other.pk][0].your_turn == (player_to_move(by_letter) == other)


def test_the_live_table_comes_first_then_where_it_is_ones_turn(by_letter: Table, open_table: Open) -> None:
    person = player_to_move(by_letter)
    open_table(person, turn_seconds=DAY, name="Waits")
    open_table(person, name="Live")
    assert [own.title for own in own_tables([person.pk])[person.pk]] == ["Live", "Letters", "Waits"]


def test_own_tables_of_many_people_cost_two_queries(
    by_letter: Table, open_table: Open, mei: User, otto: User, django_assert_max_num_queries: Any
) -> None:
    open_table(mei)
    open_table(otto)
    with django_assert_max_num_queries(4):
        found = own_tables([mei.pk, otto.pk])
    assert {len(own) for own in found.values()} == {2}


def test_a_second_look_reads_no_positions(by_letter: Table, mei: User, otto: User) -> None:
    def look() -> list[str]:
        with CaptureQueriesContext(connection) as asked:
            own = own_tables([mei.pk, otto.pk])
        assert own[player_to_move(by_letter).pk][0].your_turn
        return [query["sql"] for query in asked.captured_queries if '"position"' in query["sql"]]

    assert len(look()) == 1
    assert look() == []
    play(by_letter, player_to_move(by_letter), any_move(by_letter))
    assert len(look()) == 1


def test_own_tables_stand_on_top_of_the_page(client: Client, by_letter: Table) -> None:
    client.force_login(player_to_move(by_letter))
    page = client.get("/").content.decode()
    assert page.index("It is your turn.") < page.index("Down to your")
    assert 'id="play-now"' in page  # a table by correspondence keeps nobody from playing now


def test_who_sits_at_a_live_table_is_shown_back_and_no_play_now(client: Client, duel: Table, mei: User) -> None:
    client.force_login(mei)
    page = client.get("/").content.decode()
    assert "Back to your table" in page
    assert 'id="play-now"' not in page


# --- numbers ----------------------------------------------------------------------------------------------------


def test_it_counts_the_people_who_play(duel: Table, open_table: Open, owner: Any) -> None:
    open_table(owner(), ai_level="easy")
    assert lobby.playing_now() == 2


def test_the_rules_of_most_matches_come_first(presets: None) -> None:
    now = timezone.now()
    for title, count, when in (("Reef", 2, now), ("Club", 3, now), ("Duel", 9, now - timedelta(days=30))):
        for _ in range(count):
            Match.objects.create(
                rules_title=title, rules_version=1, ruleset={}, seed=b"", commitment="", position={}, finished_at=when
            )
    assert [link.key for link in lobby.popular()] == ["club", "reef", "official", "casual"]


def test_popular_rules_lead_to_the_form(client: Client, presets: None, mei: User) -> None:
    assert "/tables/new/?rules=official" in client.get("/").content.decode()
    client.force_login(mei)
    form = client.get("/tables/new/?rules=duel").context["form"]
    assert (form["preset"].value(), form["seats"].value(), form["visibility"].value()) == ("duel", 2, "public")
    assert client.get("/tables/new/?friends").context["form"]["visibility"].value() == "private"


# --- who is told ------------------------------------------------------------------------------------------------


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One entry for each time that open lobbies were told to look."""
    told: list[int] = []
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: told.append(1))
    return told


def test_lobbies_hear_of_what_they_show(open_table: Open, mei: User, otto: User, heard: list[int]) -> None:
    def news(act: Callable[[], object]) -> bool:
        heard.clear()
        act()
        return bool(heard)

    assert news(lambda: open_table(mei, name="Owls"))
    table = Table.objects.get()
    assert news(lambda: tables.join(table.pk, otto))
    assert news(lambda: getting_ready.set_ready(table.pk, otto.pk, True))
    assert news(lambda: getting_ready.start(table.pk, mei.pk))
    assert not news(lambda: play(table, player_to_move(table), any_move(table)))


def test_the_fingerprint_differs_with_what_is_shown(open_table: Open, mei: User, otto: User) -> None:
    seen = [lobby.fingerprint()]

    def is_new() -> bool:
        seen.append(lobby.fingerprint())
        return seen[-1] != seen[-2]

    table = open_table(mei)
    assert is_new()
    tables.join(table.pk, otto)
    assert is_new()
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    assert is_new()
    play(table, player_to_move(table), any_move(table))
    assert not is_new()
    Table.objects.update(state=Table.State.CLOSED)
    assert is_new()


def test_only_presets_are_popular(presets: None, mei: User) -> None:
    rulesets.save(mei, title="Mine", explanation="", options={})
    assert SavedRuleset.objects.filter(owner=mei).exists()
    assert len(lobby.popular()) == lobby.POPULAR
