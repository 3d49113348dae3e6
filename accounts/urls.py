"""Addresses of people's own pages and of the site's texts."""

from django.urls import path

from . import views

app_name = "accounts"

urlpatterns = [
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/privacy/", views.privacy, name="privacy"),
    path("accounts/delete/", views.delete, name="delete"),
    path("accounts/keep/", views.keep, name="keep"),
    path("accounts/data/", views.data, name="data"),
    path("pages/<slug:slug>/", views.page, name="page"),
    # stands before Django's own at the same address, which does not know of profiles
    path("i18n/setlang/", views.set_language, name="set_language"),
]
