"""Pages about oneself, and the site's texts; signing in and all around it is allauth's."""

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from . import deletion
from .forms import DeletionForm, PrivacyForm, ProfileForm, language_or_none
from .models import User
from .personal_data import personal_data
from .texts import find_text


class PersonRequest(HttpRequest):
    """A request behind `login_required`."""

    user: User


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: PersonRequest) -> HttpResponse:
    """One's own name, character, language and time zone."""
    # a second object: a form that is refused must not change the name the page shows around it
    person = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=person)
    if request.method == "POST" and form.is_valid():
        try:
            form.save()
        except ValidationError as error:
            form.add_error("display_name", error)
        else:
            if person.language:
                translation.activate(person.language)
            messages.success(request, _("Saved."))
            return redirect("accounts:profile")
    return _profile_page(request, form, PrivacyForm(instance=request.user))


@never_cache
@login_required
@require_POST
def privacy(request: PersonRequest) -> HttpResponse:
    """Store what one shows to whom: a form of its own in one's profile."""
    person = User.objects.get(pk=request.user.pk)
    form = PrivacyForm(request.POST, instance=person)
    if form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect(reverse("accounts:profile") + "#privacy")
    return _profile_page(request, ProfileForm(instance=request.user), form)


def _profile_page(request: PersonRequest, form: ProfileForm, privacy_form: PrivacyForm) -> HttpResponse:
    address = EmailAddress.objects.filter(user=request.user).order_by("-verified", "-primary").first()
    context = {"form": form, "privacy": privacy_form, "person": request.user, "email": address}
    return render(request, "accounts/profile.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: PersonRequest) -> HttpResponse:
    """Give the account up: the password, then some days to change one's mind."""
    user = request.user
    if user.deletion_due_at is not None:
        return render(request, "accounts/delete_due.html")
    form = DeletionForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        due_at = deletion.request_deletion(user, timezone.now())
        if user.email:
            context = {"user": user, "due_at": due_at}
            get_adapter().send_mail("account/email/deletion_requested", user.email, context)
        return redirect("accounts:delete")
    days = settings.LASTCARD["DELETION_DAYS"]
    return render(request, "accounts/delete.html", {"form": form, "days": days})


@login_required
@require_POST
def keep(request: PersonRequest) -> HttpResponse:
    """Change one's mind about leaving."""
    if request.user.deletion_due_at is not None:
        deletion.keep_account(request.user)
        messages.success(request, _("Your account stays. Good to have you."))
    return redirect("accounts:profile")


@never_cache
@login_required
@require_safe
def data(request: PersonRequest) -> HttpResponse:
    """A file with everything we keep about the person who asks."""
    response = JsonResponse(personal_data(request.user), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    return response


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One of the site's texts, in the reader's language or else in English."""
    text = find_text(slug, translation.get_language() or "en")
    if text is None:
        raise Http404
    return render(request, "accounts/page.html", {"text": text})


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """The switch in the footer: for this browser, and for good when somebody is signed in."""
    response = django_set_language(request)
    code = language_or_none(request.POST.get("language"))
    if code and request.user.is_authenticated:
        request.user.language = code
        request.user.save(update_fields=["language"])
    return response
