"""Where people read what was done about them, and say what they think of it.

Also for those whom a measure keeps out: they are not signed in, but a browser that knew their password may read this
page for an hour.
"""

import time

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.adapter import STANDING_OF
from accounts.models import User
from accounts.sanctions import in_force, that_keep_out
from games.screens.standing import measure, told
from games.services.errors import Declined
from games.services.moderation import appeals


def _reader(request: HttpRequest) -> User | None:
    """Whose standing this browser may read: who is signed in, or who would be, were they not kept out."""
    if request.user.is_authenticated:
        return request.user
    number, until = request.session.get(STANDING_OF, (0, 0))
    return User.objects.filter(pk=number, removed_number=None).first() if time.time() < until else None


@never_cache
@require_safe
def standing(request: HttpRequest) -> HttpResponse:
    """Show what holds now, and everything that was done about the reader, with what they said and were answered."""
    reader = _reader(request)
    if reader is None:
        return redirect_to_login(reverse("games:standing"))
    return _page(request, reader)


def _page(request: HttpRequest, reader: User, failed: int = 0, status: int = 200) -> HttpResponse:
    context = {
        "reader": reader,
        "out": that_keep_out(reader.pk),
        "holding": [(measure(one.kind, one.until), one) for one in in_force().filter(person=reader)],
        "acts": [(told(act), act, act.kind in appeals.APPEALABLE) for act in appeals.about(reader)],
        "failed": failed,
        "written": request.POST.get("text", ""),
    }
    return render(request, "games/standing.html", context, status=status)


@require_POST
def appeal(request: HttpRequest, number: int) -> HttpResponse:
    """Take what the reader says against one act."""
    reader = _reader(request)
    if reader is None:
        return redirect_to_login(reverse("games:standing"))
    try:
        appeals.appeal(reader, number, request.POST.get("text", ""))
    except Declined as error:
        messages.error(request, error.sentence)
        return _page(request, reader, failed=number, status=422)
    messages.success(request, _("Your appeal is with us. Somebody looks at it, and you are told."))
    return redirect("games:standing")
