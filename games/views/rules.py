"""The rules, for reading."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.screens.options import option_groups
from games.services.ladders.explained import explained


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show how the official game is played."""
    return render(request, "games/rules.html")


@require_safe
def options(request: HttpRequest) -> HttpResponse:
    """Explain every option of the house rules, from the declarations."""
    return render(request, "games/rulesets/options.html", {"groups": option_groups()})


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Explain what ratings are, with the numbers that they are computed with."""
    return render(request, "games/ladders/how.html", {"told": explained()})
