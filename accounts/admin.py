"""People and texts in the administration."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .models import Friendship, Kind, TextPage, Tie, User
from .names import check_name
from .naming import is_name_free

# one way to sign in, with its limits, for staff as well
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class UserAdminForm(forms.ModelForm):
    """The display name follows the same rules whoever changes it."""

    class Meta:
        model = User
        fields = ["display_name"]  # the rest as the fieldsets below say

    def clean_display_name(self) -> str | None:
        name = self.cleaned_data["display_name"]
        if not name or name == self.instance.display_name:
            return self.instance.display_name
        if self.instance.kind == Kind.PERSON:
            name = check_name(name)
        if not is_name_free(name, but_for=self.instance):
            raise ValidationError(_("Somebody has this name, or one that looks like it."))
        return name


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    """People sign up and leave by themselves: nobody is added or deleted here."""

    form = UserAdminForm
    list_display = ["name", "kind", "email", "joined_at", "is_vip_until", "deletion_due_at", "is_active", "is_staff"]
    list_filter = ["kind", "is_staff", "is_active", ("deletion_due_at", admin.EmptyFieldListFilter)]
    search_fields = ["display_name", "email", "public_id", "removed_number"]
    ordering = ["-joined_at"]
    readonly_fields = [
        "public_id", "kind", "email", "is_vip_until", "joined_at", "last_login", "terms_agreed_at", "deletion_due_at",
        "removed_number",
    ]  # fmt: skip
    filter_horizontal = ["groups", "user_permissions"]
    fieldsets = [
        (None, {"fields": ["public_id", "kind", "display_name", "email", "character", "is_vip_until"]}),
        (gettext_lazy("Reading"), {"fields": ["language", "time_zone"]}),
        (gettext_lazy("Rights"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (
            gettext_lazy("Dates"),
            {"fields": ["joined_at", "terms_agreed_at", "last_login", "deletion_due_at", "removed_number"]},
        ),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Who may give rights away is decided by those who have them all."""
        rights = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups", "user_permissions"]
        return [*self.readonly_fields, *rights]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(TextPage)
class TextPageAdmin(admin.ModelAdmin):
    """The texts behind the footer's links."""

    list_display = ["slug", "language", "title"]
    list_filter = ["language", "slug"]
    ordering = ["slug", "language"]


class BetweenPeopleAdmin(admin.ModelAdmin):
    """What people are to each other is theirs to say: it can be looked up here, and nothing else."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Friendship)
class FriendshipAdmin(BetweenPeopleAdmin):
    """Who asked whom to be friends, and when the other accepted."""

    list_display = ["asker", "asked", "asked_at", "accepted_at"]
    list_filter = [("accepted_at", admin.EmptyFieldListFilter)]
    list_select_related = ["asker", "asked"]
    search_fields = ["asker__display_name", "asked__display_name", "asker__public_id", "asked__public_id"]
    ordering = ["-pk"]


@admin.register(Tie)
class TieAdmin(BetweenPeopleAdmin):
    """Who follows, blocks or does not hear whom."""

    list_display = ["person", "kind", "other", "made_at"]
    list_filter = ["kind"]
    list_select_related = ["person", "other"]
    search_fields = ["person__display_name", "other__display_name", "person__public_id", "other__public_id"]
    ordering = ["-pk"]
