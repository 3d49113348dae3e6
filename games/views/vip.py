"""VIP: what it gives, what one has of it and until when, and codes to redeem."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.characters import NAMES
from accounts.models import is_vip
from accounts.rates import TooOften
from accounts.rights import kept_for_vips
from games.forms.vip import CodeForm
from games.screens.vip import right_lines
from games.services.errors import Declined
from games.services.vip import codes, shown


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vip(request: HttpRequest) -> HttpResponse:
    """Say what being a VIP gives; to who is signed in, what they have and until when. A posted code is redeemed."""
    if request.method != "POST":
        return _page(request, CodeForm())
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("games:vip"))
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        codes.redeem(request.user, form.cleaned_data["code"])
    except Declined as error:
        form.add_error("code", error.sentence)
        return _page(request, form, status=429 if isinstance(error, TooOften) else 422)
    messages.success(request, _("The code is redeemed."))
    return redirect("games:vip")


def _page(request: HttpRequest, form: CodeForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "rights": right_lines(saved.local_title for saved in shown.for_vips()),
        "characters": [(key, NAMES[key]) for key in kept_for_vips()],
    }
    if request.user.is_authenticated:
        context["is_vip"] = is_vip(request.user, timezone.now())
        context["grants"] = shown.grants_of(request.user)
    return render(request, "games/vip.html", context, status=status)
