"""What people fill in about themselves."""

import zoneinfo
from functools import cache
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.templatekit import get_entrance_context_data
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import check_for_language, get_language_info, gettext_lazy
from django.utils.translation import gettext as _

from .characters import NAMES
from .models import Audience, User
from .names import LONGEST, SHORTEST, check_name, display_key
from .naming import is_name_free
from .rights import rights_of

NAME_HELP = gettext_lazy("What others see at the table. Letters of any script.")


def _consent() -> SafeString:
    return format_html(
        _(
            'I am old enough to play here (<a href="{age}">from which age?</a>) and agree to the'
            ' <a href="{terms}">terms</a> and the <a href="{privacy}">privacy notes</a>.'
        ),
        age=reverse_lazy("accounts:page", args=["age"]),
        terms=reverse_lazy("accounts:page", args=["terms"]),
        privacy=reverse_lazy("accounts:page", args=["privacy"]),
    )


class _Labelled(forms.Form):
    """Every field has its label above it; allauth's placeholders would say the same in fainter letters."""

    labels: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)


class ChangePasswordForm(_Labelled, allauth_forms.ChangePasswordForm):
    """The present password and a new one."""

    labels = {
        "oldpassword": gettext_lazy("Present password"),
        "password1": gettext_lazy("New password"),
        "password2": gettext_lazy("New password again"),
    }


class ResetPasswordForm(_Labelled, allauth_forms.ResetPasswordForm):
    """The address to which the link for a new password goes."""

    labels = {"email": gettext_lazy("E-mail")}


class ResetPasswordKeyForm(_Labelled, allauth_forms.ResetPasswordKeyForm):
    """A new password, behind the link."""

    labels = {"password1": gettext_lazy("New password"), "password2": gettext_lazy("New password again")}


class AddEmailForm(_Labelled, allauth_forms.AddEmailForm):
    """An address to verify."""

    labels = {"email": gettext_lazy("E-mail")}


class LoginForm(_Labelled, allauth_forms.LoginForm):
    """Sign in with the display name or the e-mail address."""

    labels = {
        "login": gettext_lazy("Display name or e-mail"),
        "password": gettext_lazy("Password"),
        "remember": gettext_lazy("Stay signed in"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "maxlength": "254"}
        login.validators.append(MaxLengthValidator(254))

    def clean_login(self) -> str:
        """A name as its key: however it is written, it is one name to the limit on failed tries."""
        login = super().clean_login()
        return login if "@" in login else display_key(login) or login


class SignupForm(_Labelled, allauth_forms.SignupForm):
    """A new person: name, e-mail, password, consent."""

    agree = forms.BooleanField(
        label=lazy(_consent, SafeString)(),
        error_messages={"required": gettext_lazy("Please confirm this to play here.")},
    )
    # filled in by the page's script from the browser; empty without one
    time_zone = forms.CharField(
        required=False, widget=forms.HiddenInput(attrs={"data-fill": "time-zone"}), max_length=64
    )
    labels = {
        "username": gettext_lazy("Display name"),
        "email": gettext_lazy("E-mail"),
        "password1": gettext_lazy("Password"),
    }
    field_order = ["username", "email", "password1", "agree", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = NAME_HELP
        name.widget.attrs |= {"autocomplete": "nickname", "maxlength": str(LONGEST)}
        self.fields["email"].help_text = _("Nobody sees it. For a forgotten password.")
        self.fields["password1"].help_text = password_help()

    def clean_time_zone(self) -> str:
        """The browser's zone if we know it; a strange one is no reason to turn somebody away."""
        zone = self.cleaned_data["time_zone"]
        return zone if zone in time_zones() else ""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Store the person; if somebody took the name since it was checked, show the form again, saying so."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            if is_name_free(self.cleaned_data["username"]):
                raise
            self.add_error("username", get_adapter().validation_error("username_taken"))
            context = {"form": self, **get_entrance_context_data(request)}
            return None, render(request, "account/signup.html", context)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Note the consent, and what the browser told about language and zone."""
        super().custom_signup(request, user)
        user.terms_agreed_at = timezone.now()
        user.time_zone = self.cleaned_data["time_zone"]
        user.language = language_or_none(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)) or ""
        user.save(update_fields=["terms_agreed_at", "time_zone", "language"])


class ProfileForm(forms.ModelForm):
    """How one looks and reads to others, and to oneself."""

    display_name = forms.CharField(
        label=gettext_lazy("Display name"),
        help_text=NAME_HELP,
        min_length=SHORTEST,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": str(LONGEST)}),
    )
    character = forms.ChoiceField(label=gettext_lazy("Character"), widget=forms.RadioSelect)
    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False)

    class Meta:
        model = User
        fields = ["display_name", "character", "language", "time_zone", "mails_turns"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        character, language, zone = (self.fields[name] for name in ("character", "language", "time_zone"))
        assert isinstance(character, forms.ChoiceField)
        assert isinstance(language, forms.ChoiceField)
        assert isinstance(zone, forms.ChoiceField)
        # and the one they have, whatever they may choose anew
        free = {*rights_of(self.instance).characters, self.instance.character}
        character.choices = [(key, name) for key, name in NAMES.items() if key in free]
        known = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
        language.choices = [("", _("As the browser says")), *known]
        if not EmailAddress.objects.filter(user=self.instance, verified=True).exists():
            del self.fields["mails_turns"]  # nowhere to mail to
        zone.choices = [("", "UTC"), *((key, key.replace("_", " ")) for key in time_zones())]

    def clean_display_name(self) -> str:
        """The name, tidied; an error when nobody may have it or somebody else has."""
        name = self.cleaned_data["display_name"]
        if name == self.instance.display_name:
            return name
        name = check_name(name)
        if not is_name_free(name, but_for=self.instance):
            raise get_adapter().validation_error("username_taken")
        return name

    def save(self, commit: bool = True) -> User:
        """Store; the database has the last word on the name, then raised as `ValidationError`."""
        try:
            with transaction.atomic():
                return super().save(commit)
        except IntegrityError as error:
            if is_name_free(self.cleaned_data["display_name"], but_for=self.instance):
                raise
            raise get_adapter().validation_error("username_taken") from error


class PrivacyForm(forms.ModelForm):
    """What one shows to whom."""

    class Meta:
        model = User
        fields = ["ratings_shown_to", "totals_shown_to", "matches_shown_to", "presence_shown_to", "is_found_by_name"]
        widgets = dict.fromkeys(fields[:4], forms.RadioSelect)
        help_texts = {
            "ratings_shown_to": gettext_lazy(
                "In any case your name and present number stand on the public ladders, and what a match did to your"
                " rating beside its result."
            ),
            "matches_shown_to": gettext_lazy(
                "On your page. The result of a public match is also on the pages of the others who played it."
            ),
            "presence_shown_to": gettext_lazy(
                "To nobody: your friends see you as offline, and neither they nor those who follow you hear of the"
                " tables you open."
            ),
            "is_found_by_name": gettext_lazy("Whoever has your link or your ID finds you anyway."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presence = self.fields["presence_shown_to"]
        assert isinstance(presence, forms.ChoiceField)
        # strangers are never told where somebody is
        presence.choices = [(Audience.FRIENDS.value, Audience.FRIENDS.label), (Audience.NOBODY.value, _("Nobody"))]


class DeletionForm(forms.Form):
    """The password, before an account may be given up."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        """Checked by allauth, so that the limit on failed tries counts here too."""
        password = self.cleaned_data["password"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.user, password):
            raise adapter.validation_error("incorrect_password")
        return password


def password_help() -> str:
    """What a password must be, in one line."""
    return " ".join(password_validation.password_validators_help_texts()[1:2])


def language_or_none(code: str | None) -> str | None:
    """`code` if it is one of the site's languages."""
    known = {language for language, _name in settings.LANGUAGES}
    return code if code in known and check_for_language(code) else None


@cache
def time_zones() -> tuple[str, ...]:
    """The zones to choose from, by region and city."""
    regions = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return tuple(sorted(zone for zone in zoneinfo.available_timezones() if zone.startswith(regions)))
