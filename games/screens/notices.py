"""What people are told, in words: each notice one sentence with an address to go to, in the active language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.achievements import BY_KEY, Goal
from games.models import Notice, Rating, Table
from games.screens.standing import told

Kind = Notice.Kind

# how many toasts one push may show; the bell counts the rest
MOST_TOASTS = 3


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """One notice as its person reads it; `address` is empty where there is nowhere to go any more.

    `more` is a second, smaller line. `asks` is the public id of somebody whose request waits for an answer.
    """

    number: int
    kind: str
    icon: str
    sentence: str
    more: str
    address: str
    made_at: datetime
    unread: bool
    asks: str = ""


ICONS: dict[str, str] = {
    Kind.YOUR_TURN: "hand",
    Kind.TURN_MISSED: "hand",
    Kind.PLAYED_FOR: "hand",
    Kind.INVITED: "share",
    Kind.FRIENDS_TABLE: "play",
    Kind.MATCH_OVER: "cup",
    Kind.FRIEND_ASKED: "user",
    Kind.FRIEND_ACCEPTED: "check",
    Kind.ACHIEVED: "star",
    Kind.SEASON_OVER: "cup",
    Kind.MODERATED: "flag",
    Kind.APPEAL_ANSWERED: "flag",
    Kind.VIP_GIVEN: "star",
    Kind.VIP_OVER: "star",
}

SENTENCES: dict[str, Callable[[], str]] = {
    Kind.YOUR_TURN: lambda: _("It is your turn at “{table}”."),
    Kind.TURN_MISSED: lambda: _("You missed a turn at “{table}”. If you miss the next one, an AI player takes over."),
    Kind.PLAYED_FOR: lambda: _("An AI player plays for you at “{table}”. You can take your seat back."),
    Kind.INVITED: lambda: _("{name} invites you to “{table}”."),
    Kind.FRIENDS_TABLE: lambda: _("{name} opened a table: “{table}”."),
    Kind.MATCH_OVER: lambda: _("The match at “{table}” is over."),
    Kind.FRIEND_ASKED: lambda: _("{name} wants to be your friend."),
    Kind.FRIEND_ACCEPTED: lambda: _("{name} is your friend now."),
    Kind.ACHIEVED: lambda: _("You have earned “{achievement}”."),
    Kind.SEASON_OVER: lambda: _("“{season}” is over: you came in place {place} on the ladder “{ladder}”."),
    Kind.MODERATED: lambda: "{done}",
    Kind.APPEAL_ANSWERED: lambda: _("Your appeal is answered."),
    Kind.VIP_GIVEN: lambda: _("You are a VIP now."),
    Kind.VIP_OVER: lambda: _("Your time as a VIP is over. A match that goes on stays as it was dealt."),
}


def notice_line(notice: Notice, asking: Iterable[int] = ()) -> NoticeLine:
    """Put a notice in words; `asking` are the people (row numbers) whose request to be friends still waits."""
    actor, table = notice.actor, notice.table
    closed = table is None or table.state == Table.State.CLOSED
    name, title = actor.name if actor else _("Somebody"), table.title if table else _("a table that is gone")
    earned = _earned(notice)
    return NoticeLine(
        number=notice.pk,
        kind=notice.kind,
        icon=ICONS[notice.kind],
        sentence=SENTENCES[notice.kind]().format(
            name=name,
            table=title,
            achievement=earned.title if earned else _("an achievement"),
            done=told(notice.action) if notice.action else notice.get_kind_display(),
            **_standing(notice),
        ),
        more=_more(notice),
        address=_address(notice, closed=closed),
        made_at=notice.made_at,
        unread=notice.read_at is None,
        asks=actor.public_id if actor and notice.kind == Kind.FRIEND_ASKED and actor.pk in asking else "",
    )


def _earned(notice: Notice) -> Goal | None:
    """The achievement that it tells of; None where it tells of none, or of one that is no more."""
    return BY_KEY.get(notice.achievement.key) if notice.achievement else None


def _more(notice: Notice) -> str:
    if notice.kind == Kind.ACHIEVED:
        earned = _earned(notice)
        return str(earned.text) if earned else ""
    if notice.kind == Kind.MODERATED:
        return notice.action.reason if notice.action else ""
    if notice.kind == Kind.APPEAL_ANSWERED:
        return notice.action.appeal.answer if notice.action else ""
    if notice.kind not in (Kind.INVITED, Kind.FRIENDS_TABLE) or notice.table is None:
        return ""
    return _("This table has closed.") if notice.table.state == Table.State.CLOSED else _(notice.table.rules_title)


def _standing(notice: Notice) -> dict[str, object]:
    """What a sentence may say of the final standings."""
    rating = notice.rating
    if rating is None:
        return {"season": _("A season"), "ladder": _("a ladder that is gone"), "place": "–"}
    return {"season": rating.season.title, "ladder": rating.ladder.local_title, "place": rating.final_place or "–"}


def _address(notice: Notice, *, closed: bool) -> str:
    if notice.kind in (Kind.FRIEND_ASKED, Kind.FRIEND_ACCEPTED):
        return reverse("games:person", args=[notice.actor.public_id]) if notice.actor else ""
    if notice.kind == Kind.ACHIEVED:
        return reverse("games:person", args=[notice.person.public_id]) if notice.achievement else ""
    if notice.kind == Kind.MATCH_OVER:
        return reverse("games:match", args=[notice.match.public_id]) if notice.match else ""
    if notice.kind in (Kind.MODERATED, Kind.APPEAL_ANSWERED):
        return reverse("games:standing") if notice.action else ""
    if notice.kind in (Kind.VIP_GIVEN, Kind.VIP_OVER):
        return reverse("games:vip")
    if notice.kind == Kind.SEASON_OVER:
        return _standings(notice.rating) if notice.rating else ""
    return "" if closed or notice.table is None else reverse("games:table", args=[notice.table.public_id])


def _standings(rating: Rating) -> str:
    return f"{reverse('games:ladder', args=[rating.ladder.key])}?season={rating.season.number}"


def bell(unread: int, language: str) -> str:
    """Return the fragment that shows how many notices are unread, to be swapped in by its id."""
    with override(language):
        return render_to_string("games/_bell.html#bell", {"unread": unread, "oob": True})


def toasts(notices: Iterable[Notice], language: str) -> str:
    """Return the fragment that lets these notices pop up, oldest first; nothing for none."""
    with override(language):
        lines = [notice_line(notice) for notice in notices]
        return render_to_string("games/_toasts.html", {"lines": lines}) if lines else ""
