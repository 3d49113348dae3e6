"""Match records: to download, to bring and check, to step through; and the replay of a finished match."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import rates
from accounts.views import PersonRequest
from games.forms.record import RecordForm
from games.models import Match
from games.screens.options import differences
from games.screens.stepper import Stepper, stepper
from games.services import publishing, record_check, records
from games.services.errors import Declined, NotFound
from games.services.record_check import BadRecord, Checked
from games.services.records import Course, Eyes
from games.services.reports import may_report
from games.views.parts import PartRequest
from games.views.pieces import attachment

SALT = "games.record"


def find(request: HttpRequest, public_id: str) -> Match:
    """Return the finished match at this address, or answer that there is none."""
    try:
        sees_all = request.user.is_staff and request.user.has_perm("games.view_match")
        return records.find_finished(public_id, request.user.pk, sees_all=sees_all)
    except NotFound as error:
        raise Http404 from error


@never_cache
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give a finished match's record, as a file."""
    found = find(request, public_id)
    try:
        text = records.record_text(found)
    except Declined as error:
        messages.error(request, error.sentence)
        return redirect("games:match", public_id)
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="lastcard-{public_id}.txt"'
    return answer


@never_cache
@require_safe
@login_required
def own(request: PersonRequest) -> HttpResponseBase:
    """Give the records of all one's own finished matches, as one file."""
    try:
        rates.count("RECORDS_RATE", request.user.pk)
    except Declined as error:
        messages.error(request, error.sentence)
        return redirect("games:matches")
    return attachment("lastcard-records.zip", publishing.own_records(request.user), "application/zip")


@require_safe
def published(request: HttpRequest, name: str) -> HttpResponseBase:
    """Give a month's file of rated matches."""
    try:
        path = publishing.published_file(name)
    except NotFound as error:
        raise Http404 from error
    answer = attachment(name, _read(path), "application/gzip")
    answer.headers["Content-Length"] = str(path.stat().st_size)
    return answer


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(65_536):
            yield piece


@never_cache
@require_safe
def replay(request: PartRequest, public_id: str) -> HttpResponse:
    """Show a finished match position by position: `?move=N` is the one after N moves and deals.

    `?as=` says whose eyes see it: "open" (every hand, the default), "watcher", or a seat's number.
    """
    found = find(request, public_id)
    try:
        course = records.course_of(found)
    except Declined as error:
        messages.error(request, error.sentence)
        return redirect("games:match", public_id)
    eyes = records.eyes_of(request.GET.get("as", ""), course.source.seats)
    context = {
        "match": found,
        "stepper": _at(course, request.GET.get("move", ""), eyes),
        "stepped": "move" in request.GET,
        "eyes": eyes.key,
        "may_report": may_report(found, request.user.pk),
    }
    if request.htmx:
        return render(request, "games/records/replay.html#step", context)
    context |= {"names": list(enumerate(course.names)), "shuffle": records.shuffle_of(found), "replayable": True}
    return render(request, "games/records/replay.html", context)


def _at(course: Course, number: str, eyes: Eyes = Eyes()) -> Stepper:  # noqa: B008 (a value)
    """The position that was asked for; what is no number, or too high, is the nearest one there is."""
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 8 else 0
    wanted = min(wanted, len(course.steps))
    position, events = course.seen(wanted, eyes)
    return stepper(wanted, course.steps, course.names, position, events, course.source.rules)


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Take a record, check it, show what it holds, and step through it.

    What was checked travels in the page, signed, so nothing of it is stored; `?match=` takes a match of this site.
    """
    if request.method != "POST":
        if public_id := request.GET.get("match"):
            return _of_match(request, public_id)
        return _page(request, RecordForm())
    if sealed := request.POST.get("record"):
        return _step(request, sealed)
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid() or form.checked is None:
        return _page(request, form, status=422)
    return _page(request, RecordForm(), form.checked)


def _of_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check a match of this site against the seal that its table showed."""
    found = find(request, public_id)
    try:
        checked = record_check.check(records.record_text(found), found.commitment)
    except Declined as error:
        messages.error(request, error.sentence)
        return redirect("games:match", public_id)
    return _page(request, RecordForm(), checked, match=found)


def _step(request: HttpRequest, sealed: str) -> HttpResponse:
    """Show another position of the record in the page."""
    try:
        text, seal = signing.loads(sealed, salt=SALT)
        checked = record_check.check(text, seal)
    except (signing.BadSignature, BadRecord):
        form = RecordForm({})
        form.add_error("text", _("This record is no longer at hand. Bring it again."))
        return _page(request, form, status=422)
    return _page(request, RecordForm(), checked, step=request.POST.get("step", ""))


def _page(
    request: HttpRequest,
    form: RecordForm,
    checked: Checked | None = None,
    *,
    match: Match | None = None,
    step: str | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "checked": checked, "match": match, "stepped": step is not None}
    if checked is None:
        context["published"] = publishing.published()
    if checked is not None:
        context["differences"] = differences(checked.rules, checked.record.tag("Family"))
        context["seed"], context["sealed_as"] = (checked.record.tag(name) for name in ("Shuffle", "Commitment"))
        context["sealed"] = signing.dumps((checked.text, checked.seal), salt=SALT, compress=True)
        if checked.course is not None:
            context["stepper"] = _at(checked.course, step or "")
    return render(request, "games/records/index.html", context, status=status)
