"""People: one's friends, anybody's page, and what one does about them."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import social
from accounts.circle import circle_of, find_person, search_people
from accounts.models import Kind, User
from accounts.privacy import What, seen_by, shown_to
from accounts.views import PersonRequest
from games.screens.words import level_name
from games.services import invitations, past, people, profile, tables
from games.services.errors import Declined
from games.services.ladders.seasons import badges_of
from games.services.totals import anew
from games.services.totals.shown import achievements_of, favourites_of, totals_of
from games.views.signing_in import sign_in_first

# what one may do about somebody, and what one then reads
VERBS: dict[str, tuple[Callable[[User, User], None], object]] = {
    "ask": (social.ask, gettext_lazy("You asked %(name)s to be friends.")),
    "accept": (social.accept, gettext_lazy("You and %(name)s are friends now.")),
    "decline": (social.decline, gettext_lazy("You said no to %(name)s. They are not told.")),
    "withdraw": (social.withdraw, gettext_lazy("You took your request to %(name)s back.")),
    "end": (social.end, gettext_lazy("You and %(name)s are no longer friends.")),
    "follow": (social.follow, gettext_lazy("You follow %(name)s: you hear of the tables they open.")),
    "unfollow": (social.unfollow, gettext_lazy("You no longer follow %(name)s.")),
    "block": (social.block, gettext_lazy("%(name)s is blocked. You will not meet at a table or read each other.")),
    "unblock": (social.unblock, gettext_lazy("%(name)s is not blocked any more.")),
    "mute": (social.mute, gettext_lazy("You no longer read what %(name)s says. They are not told.")),
    "unmute": (social.unmute, gettext_lazy("You read what %(name)s says again.")),
}
# as whom one may look at one's own page
PREVIEWS = ("stranger", "friend")
# so many rulesets stand on a page, the most played first
FAVOURITES = 5


@never_cache
@login_required
@require_safe
def friends(request: PersonRequest) -> HttpResponse:
    """Show everybody that one has to do with, and find others by name."""
    circle = circle_of(request.user)
    query = request.GET.get("q", "").strip()
    context = {
        "circle": circle,
        "rows": people.friends_now(request.user, [known.person for known in circle.friends]),
        "query": query,
        "own_address": request.build_absolute_uri(reverse("games:person", args=[request.user.public_id])),
    }
    status = 200
    if query:
        try:
            context["found"] = search_people(request.user, query)
        except Declined as error:
            context["search_error"], status = error.sentence, 429
    return render(request, "games/friends.html", context, status=status)


@never_cache
@require_safe
def friends_now(request: HttpRequest) -> HttpResponse:
    """Give the list of friends alone, as it is now: the lobby's panel, or all of them for the page of friends."""
    if not request.user.is_authenticated:
        return HttpResponse(status=204)  # a page that was left open: a list is no place to sign in
    if request.GET.get("all"):
        circle = circle_of(request.user)
        rows = people.friends_now(request.user, [known.person for known in circle.friends])
        return render(request, "games/friends.html#friends-now", {"rows": rows})
    return render(request, "games/_friends.html", {"friends": people.panel(request.user)})


@dataclass(frozen=True, slots=True)
class Look:
    """Whose page is looked at, by whom, what the two are to each other, and what the reader `sees` of it.

    `preview`: the reader looks at their own page as a friend or a stranger does.
    """

    person: User
    reader: User | None
    preview: str
    relation: social.Relation | None
    sees: frozenset[What]

    @property
    def is_self(self) -> bool:
        """Whether it is the reader's own page."""
        return self.person == self.reader

    @property
    def is_player(self) -> bool:
        """Whether the page has ratings and matches: that of an AI player has none."""
        return self.person.kind != Kind.AI


def _look(request: HttpRequest, public_id: str) -> Look:
    """Return how the page at this address is looked at; there is none of those who are at odds with the reader."""
    shown = _found(request, public_id)
    reader = request.user if request.user.is_authenticated else None
    asked = request.GET.get("as", "")
    preview = asked if shown == reader and asked in PREVIEWS else ""
    relation = None
    if reader is not None and shown != reader and shown.kind != Kind.AI:
        relation = social.relation(reader, shown)
    is_friend = preview == "friend" or (relation is not None and relation.friendship == "friends")
    sees = seen_by(None if preview else reader, shown, is_friend=is_friend)
    return Look(shown, reader, preview, relation, sees)


@never_cache
@require_safe
def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who somebody is, how they stand and what they have played; nobody who is at odds with the reader.

    `?ladder=` and `?season=` choose the rating to draw; htmx gets that region alone. One's own page is shown as a
    friend or a stranger sees it by `?as=`.
    """
    look = _look(request, public_id)
    context: dict[str, Any] = {
        "person": look.person,
        "is_self": look.is_self,
        "is_player": look.is_player,
        "preview": look.preview,
        "preview_query": f"&as={look.preview}" if look.preview else "",
        "kept": {what.value: shown_to(look.person, what) for what in What if what not in look.sees},
    }
    if look.is_player:
        wanted = request.GET.get("ladder", ""), request.GET.get("season", "")
        context["ratings"] = profile.ratings_of(look.person, *wanted, with_climb=What.RATINGS in look.sees)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/person.html#ratings", context)
    context |= _head(look)
    if look.is_player and What.MATCHES in look.sees:
        recent = past.recent_of(look.person, private=look.is_self and not look.preview)
        context["past"] = past.listed(recent, changes=What.RATINGS in look.sees)
    if look.is_player and What.TOTALS in look.sees:
        context |= _done(look.person)
    return render(request, "games/person.html", context)


def _head(look: Look) -> dict[str, Any]:
    """Who somebody is, where they are as far as the reader may know, and what the reader may do about them."""
    is_friend = look.relation is not None and look.relation.friendship == "friends"
    now = people.friends_now(look.reader, [look.person]) if look.reader is not None and is_friend else []
    level = people.level_of(look.person)
    return {
        "relation": look.relation,
        "may_befriend": look.person.may_sign_in,
        "now": now[0] if now else None,
        "level": level_name(level) if level else "",
        "badges": badges_of(look.person),
    }


def _done(person: User) -> dict[str, Any]:
    """What somebody has done all together and earned: the newest first, then what they are nearest to."""
    achievements = achievements_of(person)
    earned = [one for one in achievements if one.earned_at is not None]
    return {
        "totals": totals_of(person),
        "recounting": anew.is_due(person.pk),
        "favourites": favourites_of(person)[:FAVOURITES],
        "earned": sorted(earned, key=attrgetter("earned_at"), reverse=True),
        "open": sorted((one for one in achievements if one.earned_at is None), key=lambda one: -one.percent),
    }


@never_cache
@require_safe
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """List all finished matches of somebody that the reader may see, by pages."""
    look = _look(request, public_id)
    if not look.is_player:
        raise Http404
    if What.MATCHES not in look.sees:
        context = {"person": look.person, "audience": shown_to(look.person, What.MATCHES)}
        return render(request, "games/person_matches.html", context, status=403)
    seats = past.finished_of(look.person, private=look.is_self and not look.preview)
    page = Paginator(seats, past.PER_PAGE).get_page(request.GET.get("page"))
    listed = past.listed(list(page), changes=What.RATINGS in look.sees)
    return render(request, "games/person_matches.html", {"person": look.person, "page": page, "past": listed})


def _found(request: HttpRequest, public_id: str) -> User:
    """Return who is at this address, or answer that there is nobody: to those who are at odds with them as well."""
    shown = find_person(public_id, request.user if request.user.is_authenticated else None)
    if shown is None:
        raise Http404
    return shown


@require_POST
@sign_in_first(lambda public_id, verb: reverse("games:person", args=[public_id]))
def act(request: PersonRequest, public_id: str, verb: str) -> HttpResponse:
    """Do something about somebody, say what came of it, and go back to where it was asked for."""
    other = User.objects.filter(public_id=public_id, removed_number=None).first()
    if verb not in VERBS or other is None:
        raise Http404
    do, said = VERBS[verb]
    try:
        do(request.user, other)
    except Declined as error:
        messages.error(request, error.sentence)
    else:
        if verb == "ask" and social.relation(request.user, other).friendship == "friends":
            said = VERBS["accept"][1]  # they had asked as well
        messages.success(request, str(said) % {"name": other.name})
    return redirect(_back_to(request))


def _back_to(request: HttpRequest) -> str:
    asked = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return asked
    return reverse("games:friends")


@require_POST
@sign_in_first(lambda public_id: reverse("games:person", args=[public_id]))
def invite(request: PersonRequest, public_id: str) -> HttpResponse:
    """Ask a friend to the table one sits at; who sits nowhere opens one first."""
    friend = find_person(public_id, request.user)
    if friend is None:
        raise Http404
    table = tables.current_table(request.user)
    if table is None:
        messages.info(request, _("Open a table first, then invite %(name)s.") % {"name": friend.name})
        return redirect(reverse("games:open") + "?friends")
    try:
        invitations.invite(table.pk, request.user.pk, public_id)
    except Declined as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, _("%(name)s is invited to your table.") % {"name": friend.name})
    return redirect(_back_to(request))
