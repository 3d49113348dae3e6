"""The page of notices."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.social import asking
from accounts.views import PersonRequest
from games import screens
from games.services import notices

PER_PAGE = 20


@never_cache
@require_safe
@login_required
def index(request: PersonRequest) -> HttpResponse:
    """List the reader's notices, newest first; those on the page are read from then on, and still marked as new."""
    page = Paginator(notices.notices_of(request.user.pk), PER_PAGE).get_page(request.GET.get("page"))
    waiting = asking(request.user.pk)
    lines = [screens.notice_line(notice, waiting) for notice in page]
    if request.method == "GET":
        notices.read(request.user.pk, [line.number for line in lines if line.unread])
    return render(request, "games/notices.html", {"page": page, "lines": lines})
