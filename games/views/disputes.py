"""Settle a dispute: what may be done in a position, and which rule refuses the rest."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms.dispute import BuildForm, PasteForm
from games.screens.options import differences
from games.services import disputes, records, scenarios
from games.services.disputes import Settled
from games.services.errors import Declined
from games.services.scenarios import NoScenario
from games.views.records import find


@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """Show both forms; answer a position that was built or pasted, or one of a finished match (`?match=&move=`)."""
    if request.method != "POST":
        if public_id := request.GET.get("match"):
            return _of_match(request, public_id, request.GET.get("move", ""))
        return _page(request)
    if "scenario" in request.POST:
        return _paste(request)
    return _build(request)


def _page(request: HttpRequest, status: int = 200, **context: Any) -> HttpResponse:
    context.setdefault(
        "build", BuildForm(user_id=request.user.pk, initial={"rules": request.GET.get("rules", "official")})
    )
    context.setdefault("paste", PasteForm())
    answers = [(one, differences(one.rules) if one.rules is not None else None) for one in context.get("settled", [])]
    return render(request, "games/disputes/index.html", {**context, "answers": answers}, status=status)


def _build(request: HttpRequest) -> HttpResponse:
    form = BuildForm(request.POST, user_id=request.user.pk)
    if not form.is_valid():
        return _page(request, 422, build=form)
    try:
        settled = scenarios.settle_position(form.scenario, form.cleaned_data["move"], form.unknown)
    except NoScenario as error:
        form.add_error(None, error.placed)
        return _page(request, 422, build=form)
    except Declined as error:
        form.add_error("move", error.sentence)
        return _page(request, 422, build=form)
    return _page(request, build=form, settled=[settled], paste=_as_scenario(form.scenario), built=True)


def _as_scenario(data: dict[str, Any] | None) -> PasteForm:
    """The second form, filled with a position so that it can be changed or passed on."""
    return PasteForm(initial={"scenario": json.dumps(data, ensure_ascii=False, indent=1)} if data else None)


def _paste(request: HttpRequest) -> HttpResponse:
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _page(request, 422, paste=form)
    settled: list[Settled] = []
    for number, scenario in enumerate(form.scenarios):
        try:
            settled.append(scenarios.settle(scenario))
        except NoScenario as error:
            if len(form.scenarios) > 1:
                error.place = f"[{number}] {error.place}"
            form.refuse(error)
            return _page(request, 422, paste=form)
    return _page(request, paste=form, settled=settled)


def _of_match(request: HttpRequest, public_id: str, move: str) -> HttpResponse:
    """Rule on a step of a finished match."""
    match = find(request, public_id)
    try:
        course = records.course_of(match)
    except Declined as error:
        messages.error(request, error.sentence)
        return redirect("games:match", public_id)
    number = min(int(move), len(course.steps)) if move.isascii() and move.isdigit() and len(move) < 8 else 0
    game, _events = course.at(number)
    title = _("After move %(number)s") % {"number": number}
    settled = disputes.settle_game(course.family, game, course.names, course.characters, title)
    made = disputes.made_next(course.steps, number, course.names)
    paste = _as_scenario(disputes.as_scenario(game))
    return _page(request, settled=[settled], match=match, number=number, made=made, paste=paste)
