"""A table's page; what happens on it comes over the socket."""

from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.views import PersonRequest
from games import screens
from games.services import presence, reading, regrouping, tables
from games.services.errors import Declined, NotFound
from games.views.signing_in import sign_in_first


def _find(request: HttpRequest, public_id: str) -> int:
    """The row number of the table; a followed link to a private one is remembered for the session."""
    invites = request.session.get("invites", {})
    if token := request.GET.get("invite"):
        invites = {**invites, public_id: token}
    try:
        table_id = reading.find_table(public_id, request.user.pk, invites)
    except NotFound as error:
        raise Http404(error.sentence or _("This table has closed.")) from error
    if token and request.session.get("invites", {}).get(public_id) != token:
        # the newest forty are enough: a session is no address book
        request.session["invites"] = dict(list(invites.items())[-40:])
    return table_id


@never_cache
@require_safe
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the table as this reader may see it; who was moved to another one while they waited is shown that."""
    try:
        table_id = _find(request, public_id)
    except Http404:
        if (moved := regrouping.moved_to(public_id, request.user.pk)) is None:
            raise
        return redirect("games:table", moved.public_id)
    try:
        snapshot = reading.snapshot(table_id, request.user.pk)
    except NotFound as error:
        raise Http404(error.sentence or _("This table has closed.")) from error
    language = get_language()
    return render(
        request,
        "games/uno/table.html",
        {
            "screen": screens.context(snapshot),
            "snapshot": snapshot,
            "watchers": presence.watchers([table_id])[table_id],
            "ws_path": f"/ws/table/{public_id}/?lang={language}",
        },
    )


@require_POST
@sign_in_first(lambda public_id: reverse("games:table", args=[public_id]))
def join(request: PersonRequest, public_id: str) -> HttpResponse:
    """Sit down at the table, or say why that is not possible."""
    try:
        tables.join(_find(request, public_id), request.user)
    except Declined as error:
        messages.error(request, error.sentence)
    return redirect("games:table", public_id)


@require_POST
@sign_in_first(lambda public_id: reverse("games:table", args=[public_id]))
def leave(request: PersonRequest, public_id: str) -> HttpResponse:
    """Get up and go back to the lobby; a table that is no more has been left already."""
    with suppress(Http404):
        tables.leave(_find(request, public_id), request.user.pk)
    return redirect("games:lobby")
