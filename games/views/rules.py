"""The rules, for reading."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show how the official game is played."""
    return render(request, "games/rules.html")
