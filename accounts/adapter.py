"""Our ways in allauth: names, redirects, mail."""

import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .models import User
from .names import check_name
from .naming import is_name_free
from .sanctions import that_keep_out
from .sessions import end_sessions

# in the session of a browser that gave the right password of somebody who is kept out: whose standing it may read,
# and until when
STANDING_OF = "standing_of"
STANDING_SECONDS = 3600


class AccountAdapter(DefaultAccountAdapter):
    """Named by `ACCOUNT_ADAPTER`."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "username_taken": _("Somebody has this name, or one that looks like it."),
        "username_password_mismatch": _("The name or the password is not right."),
        "email_password_mismatch": _("The e-mail address or the password is not right."),
        "too_many_login_attempts": _("Too many tries. Please wait a few minutes."),
        "enter_current_password": _("This is not your present password."),
        "incorrect_password": _("The password is not right."),
        "rate_limited": _("That was too often. Please wait a moment."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The display name as it will be stored; raises `ValidationError` with a sentence for the field."""
        name = check_name(username)
        if not shallow and not is_name_free(name):
            raise self.validation_error("username_taken")
        return name

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any):
        """Whatever way led here, only those who sign in by themselves go on."""
        if not user.may_sign_in:
            return self.respond_user_inactive(request, user)
        if that_keep_out(user.pk) is not None:
            return self._kept_out(request, user)
        return super().pre_login(request, user, **kwargs)

    def _kept_out(self, request: HttpRequest, user: User) -> HttpResponse:
        """Who a measure keeps out is not signed in; this browser may read why, and answer it, for a while."""
        request.session.cycle_key()
        request.session[STANDING_OF] = (user.pk, int(time.time()) + STANDING_SECONDS)
        return redirect(settings.STANDING_URL)

    def set_password(self, user: User, password: str) -> None:
        """Store it, and sign the person out everywhere; the browser it was changed in then gets a session anew."""
        super().set_password(user, password)
        if user.pk is not None:
            end_sessions(user)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:profile")

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation, signup: bool) -> None:
        """The mail with the link; a stranger's address that somebody signs up with gets told instead.

        The page looks the same in both cases, so signing up says nothing about who has an account.
        """
        address = emailconfirmation.email_address
        if signup and EmailAddress.objects.is_verified(address.email):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        super().send_mail(template_prefix, email, {"brand": settings.SITE_NAME, **context})
