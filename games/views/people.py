"""People: one's friends, anybody's page, and what one does about them."""

from collections.abc import Callable
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


@never_cache
@require_safe
def person(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who somebody is, how they stand and what they have played; nobody who is at odds with the reader.

    `?ladder=` and `?season=` choose the rating to draw; htmx gets that region alone. One's own page is shown as a
    friend or a stranger sees it by `?as=`.
    """
    shown = _found(request, public_id)
    reader = request.user if request.user.is_authenticated else None
    is_self = shown == reader
    preview = request.GET.get("as", "") if is_self else ""
    preview = preview if preview in PREVIEWS else ""
    can_meet = reader is not None and not is_self and shown.kind != Kind.AI
    relation = social.relation(reader, shown) if reader is not None and can_meet else None
    is_friend = preview == "friend" or (relation is not None and relation.friendship == "friends")
    sees = seen_by(None if preview else reader, shown, is_friend=is_friend)
    context: dict[str, Any] = {
        "person": shown,
        "is_self": is_self,
        "is_player": shown.kind != Kind.AI,
        "preview": preview,
        "preview_query": f"&as={preview}" if preview else "",
        "kept": {what.value: shown_to(shown, what) for what in What if what not in sees},
    }
    if context["is_player"]:
        wanted = request.GET.get("ladder", ""), request.GET.get("season", "")
        context["ratings"] = profile.ratings_of(shown, *wanted, with_climb=What.RATINGS in sees)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "games/person.html#ratings", context)
    now = people.friends_now(reader, [shown]) if reader and relation and relation.friendship == "friends" else []
    level = people.level_of(shown)
    context |= {
        "relation": relation,
        "may_befriend": shown.may_sign_in,
        "now": now[0] if now else None,
        "level": level_name(level) if level else "",
        "badges": badges_of(shown),
    }
    if context["is_player"] and What.MATCHES in sees:
        recent = past.finished_of(shown, private=is_self and not preview)[: past.RECENT]
        context["past"] = past.listed(list(recent), changes=What.RATINGS in sees)
    if context["is_player"] and What.TOTALS in sees:
        context |= _done(shown)
    return render(request, "games/person.html", context)


def _done(person: User) -> dict[str, Any]:
    """What somebody has done all together and earned: the newest first, then what they are nearest to."""
    achievements = achievements_of(person)
    earned = [one for one in achievements if one.earned_at is not None]
    return {
        "totals": totals_of(person),
        "favourites": favourites_of(person)[:FAVOURITES],
        "earned": sorted(earned, key=attrgetter("earned_at"), reverse=True),
        "open": sorted((one for one in achievements if one.earned_at is None), key=lambda one: -one.percent),
    }


@never_cache
@require_safe
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """List all finished matches of somebody that the reader may see, by pages."""
    shown = _found(request, public_id)
    reader = request.user if request.user.is_authenticated else None
    sees = seen_by(reader, shown)
    if shown.kind == Kind.AI:
        raise Http404
    if What.MATCHES not in sees:
        context = {"person": shown, "audience": shown_to(shown, What.MATCHES)}
        return render(request, "games/person_matches.html", context, status=403)
    seats = past.finished_of(shown, private=shown == reader)
    page = Paginator(seats, past.PER_PAGE).get_page(request.GET.get("page"))
    listed = past.listed(list(page), changes=What.RATINGS in sees)
    return render(request, "games/person_matches.html", {"person": shown, "page": page, "past": listed})


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
