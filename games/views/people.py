"""People: one's friends, anybody's page, and what one does about them."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
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
from accounts.views import PersonRequest
from games.screens.words import level_name
from games.services import invitations, people, tables
from games.services.errors import Declined
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
    """Show who somebody is and what they have played; nobody who is at odds with the reader."""
    reader = request.user if request.user.is_authenticated else None
    shown = find_person(public_id, reader)
    if shown is None:
        raise Http404
    is_self = shown == reader
    can_meet = reader is not None and not is_self and shown.kind != Kind.AI
    relation = social.relation(reader, shown) if reader is not None and can_meet else None
    now = people.friends_now(reader, [shown]) if reader and relation and relation.friendship == "friends" else []
    level = people.level_of(shown)
    context = {
        "person": shown,
        "is_self": is_self,
        "relation": relation,
        "may_befriend": shown.may_sign_in,
        "now": now[0] if now else None,
        "level": level_name(level) if level else "",
        "career": people.career_of(shown),
    }
    return render(request, "games/person.html", context)


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
