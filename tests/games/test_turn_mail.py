"""Mail about a turn: to whom it goes, what stands in it, and that it comes once."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from config.settings import _first_address
from games import schedule, tasks
from games.models import Notice, Table
from games.services import notices, presence, turn_mail
from tests.conftest import Queued
from tests.games.conftest import any_move, play, player_to_move

pytestmark = pytest.mark.django_db
Outbox = list[Any]


@pytest.fixture
def turn(duel: Table, settings: Any) -> Notice:
    """A turn at a table of slow play, of which its player is told; they want mail and have a verified address."""
    settings.SITE_URL = "https://cards.example"
    Table.objects.filter(pk=duel.pk).update(turn_seconds=86400)
    player = player_to_move(duel)
    User.objects.filter(pk=player.pk).update(mails_turns=True)
    EmailAddress.objects.create(user=player, email=f"{player.name}@example.org".lower(), primary=True, verified=True)
    duel.refresh_from_db()
    notices.notify(Notice.Kind.YOUR_TURN, [player.pk], table=duel, match=duel.match)
    return Notice.objects.get(kind=Notice.Kind.YOUR_TURN)


def test_a_notice_of_a_turn_queues_its_mail(
    turn: Notice, queue: list[Queued], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    assert turn.table is not None
    notices.turn_made(turn.table, turn.person_id)
    with django_capture_on_commit_callbacks(execute=True):
        notices.notify(Notice.Kind.YOUR_TURN, [turn.person_id], table=turn.table)
        notices.notify(Notice.Kind.MATCH_OVER, [turn.person_id], table=turn.table)
    second = Notice.objects.get(kind=Notice.Kind.YOUR_TURN, read_at=None)
    assert [one for one in queue if one.name == schedule.MAIL_TURN] == [
        Queued("games.mail_turn", (second.pk,), schedule.MAIL_WAIT.total_seconds())
    ]


def test_who_wants_no_mail_gets_none_queued(
    turn: Notice, queue: list[Queued], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    assert turn.table is not None
    User.objects.update(mails_turns=False)
    notices.turn_made(turn.table, turn.person_id)
    with django_capture_on_commit_callbacks(execute=True):
        notices.notify(Notice.Kind.YOUR_TURN, [turn.person_id], table=turn.table)
    assert [one for one in queue if one.name == schedule.MAIL_TURN] == []


def test_the_mail_says_where_until_when_and_how_to_stop(turn: Notice, mailoutbox: Outbox) -> None:
    assert turn.table is not None
    assert turn.match is not None
    person = turn.person
    turn.match.deadline = timezone.now().replace(hour=12, minute=30)
    turn.match.save()
    User.objects.filter(pk=person.pk).update(time_zone="Asia/Shanghai")
    tasks.mail_turn(turn.pk)
    (letter,) = mailoutbox
    assert letter.to == [f"{person.name}@example.org".lower()]
    assert letter.subject == "It is your turn at “Mei's table”"
    assert f"https://cards.example/tables/{turn.table.public_id}/" in letter.body
    assert "20:30 CST" in letter.body
    assert "https://cards.example/accounts/profile/" in letter.body
    assert letter.extra_headers["List-Unsubscribe"] == "<https://cards.example/accounts/profile/>"
    assert "&" not in letter.body


def test_it_is_in_the_persons_language(turn: Notice, mailoutbox: Outbox) -> None:
    User.objects.filter(pk=turn.person_id).update(language="zh-hans")
    Table.objects.update(name="")
    tasks.mail_turn(turn.pk)
    (letter,) = mailoutbox
    # the table's own name in the catalogue is older than this mail: it tells which language was active
    assert "Mei's table" not in letter.subject


def test_one_turn_is_one_mail_however_often_the_task_runs(turn: Notice, mailoutbox: Outbox) -> None:
    for _ in range(3):
        tasks.mail_turn(turn.pk)
        turn_mail.send_late()
    assert len(mailoutbox) == 1


def made_meanwhile(turn: Notice) -> None:
    assert turn.table is not None
    while player_to_move(turn.table) == turn.person:
        play(turn.table, turn.person, any_move(turn.table))


def told_as_made(turn: Notice) -> None:
    assert turn.table is not None
    notices.turn_made(turn.table, turn.person_id)


def at_the_table(turn: Notice) -> None:
    assert turn.table_id is not None
    presence.arrive(turn.table_id, turn.person_id)


def changed_their_mind(turn: Notice) -> None:
    User.objects.filter(pk=turn.person_id).update(mails_turns=False)


def address_not_verified(turn: Notice) -> None:
    EmailAddress.objects.update(verified=False)


def played_by_an_ai(turn: Notice) -> None:
    assert turn.table is not None
    turn.table.seats.filter(user=turn.person_id).update(away=True)


def closed_account(turn: Notice) -> None:
    User.objects.filter(pk=turn.person_id).update(is_active=False)


def gone(turn: Notice) -> None:
    turn.delete()


@pytest.mark.parametrize(
    "meanwhile",
    [
        made_meanwhile,
        told_as_made,
        at_the_table,
        changed_their_mind,
        address_not_verified,
        played_by_an_ai,
        closed_account,
        gone,
    ],
)
def test_no_mail_when_it_would_tell_nothing_or_nobody_wants_it(
    turn: Notice, mailoutbox: Outbox, meanwhile: Callable[[Notice], None]
) -> None:
    number = turn.pk
    meanwhile(turn)
    tasks.mail_turn(number)
    assert mailoutbox == []


@pytest.mark.parametrize(("age", "mails"), [(10, 0), (120, 1), (2 * 86400, 0)])
def test_a_mail_whose_task_was_lost_is_sent_later(turn: Notice, mailoutbox: Outbox, age: int, mails: int) -> None:
    Notice.objects.update(made_at=timezone.now() - timedelta(seconds=age))
    tasks.mail_turns()
    assert len(mailoutbox) == mails


def test_while_the_mail_server_is_away_nothing_is_noted_as_sent(turn: Notice, settings: Any) -> None:
    settings.MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {"host": "127.0.0.1", "port": 1, "timeout": 2},
        }
    }
    with pytest.raises(OSError, match="refused"):
        tasks.mail_turn(turn.pk)
    tasks.mail_turns()  # says so in the log and goes on
    assert Notice.objects.get().mailed_at is None


def test_a_mail_that_is_waited_for_goes_to_the_main_address(turn: Notice, mailoutbox: Outbox) -> None:
    EmailAddress.objects.update(primary=False)
    EmailAddress.objects.create(user=turn.person, email="main@example.org", primary=True, verified=True)
    tasks.mail_turn(turn.pk)
    assert [letter.to for letter in mailoutbox] == [["main@example.org"]]


@pytest.mark.parametrize(
    ("hosts", "secure", "address"),
    [
        (["localhost", "127.0.0.1"], False, "http://localhost"),
        (["cards.example", "localhost"], True, "https://cards.example"),
        ([".cards.example"], True, "https://cards.example"),
        (["*"], False, "http://localhost"),
        ([], True, "https://localhost"),
    ],
)
def test_the_address_in_mail_is_the_first_name_of_the_site(hosts: list[str], secure: bool, address: str) -> None:
    assert _first_address(hosts, secure=secure) == address
