"""Records of finished matches: downloaded, brought again, checked, stepped through; and who may see them."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.bots import choose_move
from games.models import Match, Table
from games.rules.core.record import format_record, parse_record, replay_record
from games.rules.families import FAMILIES
from games.services import getting_ready, matches, record_check, records, tables
from games.services.ai_plan import dice
from games.services.record_check import BadRecord
from games.services.state import lock
from tests.games.conftest import play, player_to_move

Open = Callable[..., Table]
KEPT = Path(__file__).resolve().parent.parent / "records"


def finish(open_table: Open, mei: User, otto: User, **wishes: object) -> Match:
    """Let Mei and Otto play one match to its end."""
    table = open_table(mei, **{"single": True, **wishes})
    tables.join(table.pk, otto)
    getting_ready.set_ready(table.pk, otto.pk, True)
    getting_ready.start(table.pk, mei.pk)
    with transaction.atomic():
        state = lock(table.pk)
        family = FAMILIES[table.family]
        while not state.game.over:
            if state.game.round_over:
                matches.next_round(state)
                continue
            turn = state.game.turn
            choice = choose_move("steady", family.view(state.game, turn), dice(state, turn, "move", state.game.number))
            matches.play_for(state, turn, choice.move, by_ai=False)
    return Match.objects.get(state=Match.State.OVER, table=table)


@pytest.fixture
def match(open_table: Open, mei: User, otto: User) -> Match:
    """A finished match of Mei and Otto at a public table."""
    return finish(open_table, mei, otto)


def download(client: Client, match: Match) -> str:
    return client.get(f"/matches/{match.public_id}/record/").content.decode()


def test_a_record_is_downloaded_and_holds(client: Client, match: Match) -> None:
    answer = client.get(f"/matches/{match.public_id}/record/")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="lastcard-{match.public_id}.txt"'
    text = answer.content.decode()
    record = parse_record(text)
    assert format_record(record) == text
    assert record.value("Seats") == ["Mei", "Otto"]
    assert replay_record(record, FAMILIES["uno"]).number == match.number


def test_a_match_of_several_rounds_has_all_its_deals(client: Client, open_table: Open, mei: User, otto: User) -> None:
    match = finish(open_table, mei, otto, preset="casual", single=False)
    checked = record_check.check(download(client, match))
    assert [round.number for round in checked.rounds] == [1, 2, 3]
    assert sum(round.moves for round in checked.rounds) == checked.moves


def test_removed_accounts_have_no_name_in_it_whatever_the_language(client: Client, match: Match, otto: User) -> None:
    User.objects.filter(pk=otto.pk).update(display_name=None, display_key=None, display_shape=None, removed_number=77)
    answer = client.get(f"/matches/{match.public_id}/record/", headers={"Accept-Language": "zh-hans"})
    assert parse_record(answer.content.decode()).value("Seats") == ["Mei", "former player 77"]


@pytest.mark.parametrize("page", ["", "record/", "replay/"])
def test_nothing_of_a_running_match_is_told(client: Client, duel: Table, mei: User, page: str) -> None:
    play(duel, player_to_move(duel), "draw")
    client.force_login(mei)
    public_id = Match.objects.get().public_id
    assert client.get(f"/matches/{public_id}/{page}").status_code == 404
    assert client.get(f"/records/?match={public_id}").status_code == 404
    assert client.get(f"/disputes/?match={public_id}&move=0").status_code == 404


def addresses(match: Match) -> list[str]:
    """Every page that shows a finished match."""
    pages = [f"/matches/{match.public_id}/{page}" for page in ("", "record/", "replay/")]
    return [*pages, f"/records/?match={match.public_id}", f"/disputes/?match={match.public_id}&move=1"]


def test_a_private_tables_match_is_seen_by_those_who_sat_there(
    client: Client, open_table: Open, mei: User, otto: User, alice: User
) -> None:
    match = finish(open_table, mei, otto, visibility="private")
    for reader, status in ((None, 404), (alice, 404), (mei, 200), (otto, 200)):
        if reader is not None:
            client.force_login(reader)
        assert [client.get(address).status_code for address in addresses(match)] == [status] * 5


def test_a_public_tables_match_is_seen_by_everybody(client: Client, match: Match) -> None:
    assert [client.get(address).status_code for address in addresses(match)] == [200] * 5


def test_a_match_whose_table_is_gone_is_seen_by_its_players_only(client: Client, match: Match, mei: User) -> None:
    Match.objects.update(table=None)
    assert [client.get(address).status_code for address in addresses(match)] == [404] * 5
    client.force_login(mei)
    assert [client.get(address).status_code for address in addresses(match)] == [200] * 5


def test_a_match_by_older_rules_shows_its_result_and_says_why_no_more(client: Client, match: Match) -> None:
    Match.objects.update(rules_version=0, ruleset={"an_option_that_is_gone": 1})
    assert "/replay/" not in client.get(f"/matches/{match.public_id}/").content.decode()
    for address in addresses(match)[1:]:
        page = client.get(address, follow=True)
        assert "The rules have changed" in page.content.decode()


# --- replay ---


def test_every_step_of_a_replay_opens(client: Client, match: Match) -> None:
    for number in (0, 1, match.number // 2, match.number):
        page = client.get(f"/matches/{match.public_id}/replay/?move={number}").content.decode()
        assert f"{number} of {match.number}" in page
    assert "won the round" in page
    assert "The match is over" in page


@pytest.mark.parametrize("move", ["-1", "x", "99999999999", "٣", ""])
def test_a_step_that_is_not_there_shows_one_that_is(client: Client, match: Match, move: str) -> None:
    assert client.get(f"/matches/{match.public_id}/replay/", {"move": move}).status_code == 200
    assert client.get("/disputes/", {"match": match.public_id, "move": move}).status_code == 200


def test_the_last_position_of_a_replay_is_the_stored_one(match: Match) -> None:
    course = records.course_of(match)
    game, _events = course.at(len(course.steps))
    assert FAMILIES["uno"].dump(game) == match.position


# --- bringing a record ---


def test_a_downloaded_record_is_brought_again(client: Client, match: Match) -> None:
    text = download(client, match)
    for data in (
        {"text": text},
        {"file": SimpleUploadedFile("r.txt", text.encode())},
        {"text": text.replace("\n", "\r\n")},
    ):
        answer = client.post("/records/", data)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert "This record holds" in page
        assert "follows from the seed" in page
        assert "Mei" in page


def test_a_brought_record_is_stepped_through_without_being_stored(client: Client, match: Match) -> None:
    page = client.post("/records/", {"text": download(client, match)}).content.decode()
    sealed = re.search(r'name="record" value="([^"]+)"', page)
    assert sealed
    answer = client.post("/records/", {"record": sealed[1], "step": "3"})
    assert answer.context["stepper"].number == 3
    assert f"3 of {match.number}" in answer.content.decode()
    assert not client.session.keys()


@pytest.mark.parametrize("record", ["nonsense", "x:y:z"])
def test_a_record_that_was_tampered_with_on_the_way_is_asked_for_again(client: Client, db: None, record: str) -> None:
    answer = client.post("/records/", {"record": record, "step": "1"})
    assert answer.status_code == 422
    assert "Bring it again" in answer.content.decode()


def test_a_record_from_here_is_compared_with_the_seal_its_table_showed(client: Client, match: Match) -> None:
    page = client.get(f"/records/?match={match.public_id}").content.decode()
    assert "the table showed before the first deal" in page


@pytest.mark.parametrize(
    ("seal", "says"), [("right", "that you wrote down.</b>"), ("ab" * 32, "was not settled before")]
)
def test_a_seal_that_was_written_down_is_compared(client: Client, match: Match, seal: str, says: str) -> None:
    data = {"text": download(client, match), "seal": match.commitment.upper() if seal == "right" else seal}
    assert says in client.post("/records/", data).content.decode()


def refused(client: Client, text: str, field: str = "text") -> str:
    """Bring a record that does not hold; return what is said beside the field."""
    answer = client.post("/records/", {"text": text})
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.content.decode()
    return str(answer.context["form"].errors[field][0])


def test_a_move_that_is_not_legal_is_named_with_the_rule(client: Client, match: Match) -> None:
    lines = download(client, match).split("\n")
    first = next(index for index, line in enumerate(lines) if re.match(r"\d: ", line))
    seat = lines[first][0]
    lines[first] = f"{1 - int(seat)}: draw"
    said = refused(client, "\n".join(lines))
    assert said.startswith(f"Line {first + 1}: move 1 is refused.")
    assert "It is not your turn." in said


def test_a_changed_deal_is_found(client: Client, match: Match) -> None:
    text = download(client, match)
    deal = re.search(r"deal 1, dealer \d: (\S+) (\S+)", text)
    assert deal
    said = refused(client, text.replace(f"{deal[1]} {deal[2]}", f"{deal[2]} {deal[1]}", 1))
    if deal[1] != deal[2]:
        assert "not what the seed gives" in said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Family "uno"]', '[Family "chess"]', "Line 2: this game is not known"),
        ('[Lastcard "1"]', '[Lastcard "9"]', "Line 1: this format"),
        ('[Vip "[]"]', '[Vip "["]', "this tag does not fit"),
        ('[Vip "[]"]', '[Vip "[1e999]"]', "this tag does not fit"),
        ('[Vip "[]"]', '[Vip "' + "[" * 100_000 + '"]', "this tag does not fit"),
        ("[Date", "[Data", "neither a tag"),
        ("[Date", "[date", "neither a tag"),
        ("deal 1", "deal one", "neither a tag"),
        ('[Seats "[', '[Seats "[' + '\\"x\\", ' * 10, "not for so many"),
        ('[Seats "[', '[Seats "{', "this tag does not fit"),
    ],
)
def test_wrong_tags_are_said(client: Client, match: Match, old: str, new: str, says: str) -> None:
    text = download(client, match)
    assert old in text
    assert says in refused(client, text.replace(old, new))


def test_another_result_is_not_believed(client: Client, match: Match) -> None:
    text = re.sub(r"scores (\d+) (\d+)", r"scores \2 1\1", download(client, match))
    assert "another result" in refused(client, text)


def test_names_in_a_record_are_only_text(client: Client, match: Match) -> None:
    text = download(client, match)
    for name, shown in (("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"), ("\\\\ud800", "Seat 0"), ("a\\\\u202eb", "ab")):
        page = client.post("/records/", {"text": text.replace('\\"Mei\\"', f'\\"{name}\\"')}).content.decode()
        assert shown in page


def test_what_is_too_long_or_nothing_is_refused(client: Client, db: None) -> None:
    assert "at most 512 kB" in refused(client, "x" * (512 * 1024 + 1))
    assert "Paste a record" in refused(client, "")
    answer = client.post("/records/", {"file": SimpleUploadedFile("r.txt", b"x" * (512 * 1024 + 1))})
    assert answer.status_code == 422
    answer = client.post("/records/", {"file": SimpleUploadedFile("r.txt", b"\xff\xfe\x00")})
    assert "not a text file" in answer.content.decode()


def test_too_many_moves_are_refused(match: Match) -> None:
    text = records.record_text(match) + "0: draw\n" * record_check.MOST_MOVES
    with pytest.raises(BadRecord, match="too long"):
        record_check.check(text)


def test_records_of_other_rules_have_their_deals_checked(client: Client, match: Match) -> None:
    text = download(client, match).replace('[Rules "1"]', '[Rules "0"]')
    page = client.post("/records/", {"text": text}).content.decode()
    assert "its moves are not judged" in page


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.txt")), ids=lambda path: path.name)
def test_the_records_that_are_kept_can_be_stepped_through(path: Path) -> None:
    checked = record_check.check(path.read_bytes().decode())
    assert checked.course is not None
    assert checked.course.at(len(checked.course.steps))[0].over


@pytest.mark.django_db
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_record_with_anything_changed_is_read_or_refused(data: st.DataObject) -> None:
    text = (KEPT / "duel-v1.txt").read_bytes().decode()
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 30))
    put = data.draw(st.text(max_size=30) | st.sampled_from(["[" * 5000, "9" * 5000, "\\u0000", "1e999", "null", "-1"]))
    changed = text[:at] + put + text[at + cut :]
    with suppress(BadRecord):
        record_check.check(changed)
    file = SimpleUploadedFile("r.txt", changed.encode())
    assert Client().post("/records/", {"file": file}).status_code in (200, 422)
