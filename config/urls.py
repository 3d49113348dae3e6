"""Addresses: includes only."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.account.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("staff/", admin.site.urls),
    path("", include("config.health")),
]
