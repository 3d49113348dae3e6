"""The app of people: who somebody is, never what they play."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class AccountsConfig(AppConfig):
    name = "accounts"
    # "Accounts" is what the administration calls the sign-in library's section
    verbose_name = gettext_lazy("People")
