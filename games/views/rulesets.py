"""Rulesets: the presets, one's own, changing and sharing them."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.views import PersonRequest
from games.forms import RulesetForm
from games.models import SavedRuleset
from games.screens.options import differences
from games.services import rulesets
from games.services.errors import Declined
from games.services.state import ruleset_of


def _find(key: str) -> SavedRuleset:
    return get_object_or_404(rulesets.published(key))


def _options(saved: SavedRuleset) -> dict[str, Any]:
    return dict(ruleset_of(saved.family, saved.options).options)


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the presets and one's own rulesets."""
    mine = rulesets.own(request.user) if request.user.is_authenticated else SavedRuleset.objects.none()
    return render(request, "games/rulesets/index.html", {"presets": rulesets.presets(), "mine": mine})


@require_safe
def ruleset(request: HttpRequest, key: str) -> HttpResponse:
    """Show what differs from the official game; whoever has the link may read and play by it."""
    saved = _find(key)
    lines = differences(ruleset_of(saved.family, saved.options), saved.family)
    context = {
        "saved": saved,
        "differences": lines,
        "is_mine": saved.owner_id is not None and saved.owner_id == request.user.pk,
        "address": request.build_absolute_uri(),
    }
    return render(request, "games/rulesets/ruleset.html", context)


def _show(
    request: HttpRequest, form: RulesetForm, start: SavedRuleset, *, change: bool, status: int = 200
) -> HttpResponse:
    context = {"form": form, "start": start, "change": change, **_preview(form)}
    return render(request, "games/rulesets/edit.html", context, status=status)


def _preview(form: RulesetForm) -> dict[str, Any]:
    """What the form's choices mean: the differences, or nothing where they cannot be."""
    if not form.is_bound:
        known = form.initial
        made = ruleset_of(form.family.key, {key: known[key] for key in form.family.options})
    else:
        form.is_valid()
        made = form.ruleset
    return {"differences": None if made is None else differences(made, form.family.key), "ruleset": made}


@login_required
@require_http_methods(["GET", "POST"])
def new(request: PersonRequest) -> HttpResponse:
    """Change a preset, or anybody's ruleset, and keep it as one's own."""
    start = _find(request.GET.get("from", "official"))
    title = _("My %(rules)s") % {"rules": start.local_title}
    if request.method == "GET":
        return _show(request, RulesetForm(options=_options(start), initial={"title": title}), start, change=False)
    form = RulesetForm(request.POST, options=_options(start))
    return _save(request, form, start, change=False)


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: PersonRequest, key: str) -> HttpResponse:
    """Change one's own ruleset; tables that are open keep the rules they were opened with."""
    start = get_object_or_404(rulesets.own(request.user), key=key)
    if request.method == "GET":
        words = {"title": start.title, "explanation": start.explanation}
        return _show(request, RulesetForm(options=_options(start), initial=words), start, change=True)
    return _save(request, RulesetForm(request.POST, options=_options(start)), start, change=True)


def _save(request: PersonRequest, form: RulesetForm, start: SavedRuleset, *, change: bool) -> HttpResponse:
    if not form.is_valid():
        return _show(request, form, start, change=change, status=422)
    try:
        saved = rulesets.save(
            request.user,
            title=form.cleaned_data["title"],
            explanation=form.cleaned_data["explanation"],
            options=form.ruleset.to_json(),
            key=start.key if change else "",
        )
    except Declined as error:
        form.add_error(None, error.sentence)
        return _show(request, form, start, change=change, status=422)
    return redirect("games:ruleset", saved.key)


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """Say what the options in the form mean, as they are being changed; nothing is kept."""
    form = RulesetForm(request.POST, options=_options(_find("official")))
    return render(request, "games/rulesets/_preview.html", {"form": form, **_preview(form)})


@require_POST
@login_required
def delete(request: PersonRequest, key: str) -> HttpResponse:
    """Forget one's own ruleset."""
    try:
        rulesets.delete(request.user, key)
    except Declined as error:
        messages.error(request, error.sentence)
    return redirect("games:rulesets")
