"""Rulesets: every option a field, checked by the engine's own rules."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms.ruleset import OptionFields
from games.models import SavedRuleset
from games.rules.families import FAMILIES
from games.screens.options import differences
from games.services.state import ruleset_of


class SavedRulesetForm(OptionFields, forms.ModelForm):
    """A ruleset's row with a field for each of its options."""

    class Meta:
        model = SavedRuleset
        fields = ("key", "family", "title", "explanation", "is_published", "order")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin with the options that the row has, or the official game's."""
        row = kwargs.get("instance")
        begun = ruleset_of(row.family, row.options) if row is not None and row.pk else ruleset_of("uno", {})
        kwargs["initial"] = {**begun.options, **(kwargs.get("initial") or {})}
        super().__init__(*args, **kwargs)
        if "family" in self.fields:  # a preset is shown without a field
            self.fields["family"] = forms.ChoiceField(choices=[(key, key) for key in FAMILIES])
        self.add_options(row.family if row is not None and row.pk else "uno")

    def clean(self) -> dict[str, Any]:
        """Check the options; what is allowed is kept as the differences from the official game."""
        data = super().clean() or {}
        self.check_options(data)
        if self.ruleset is not None:
            self.instance.options = self.ruleset.to_json()
        return data


@admin.register(SavedRuleset)
class SavedRulesetAdmin(admin.ModelAdmin):
    """Presets are loaded by `load_presets` and stay as they are; people's own rulesets and new ones can be changed."""

    form = SavedRulesetForm
    list_display = ("title", "key", "owner", "is_preset", "is_published", "order")
    list_filter = ("is_preset", "is_published", "family")
    search_fields = ("title", "key", "owner__display_name")
    readonly_fields = ("what_differs",)

    def has_change_permission(self, request: HttpRequest, obj: SavedRuleset | None = None) -> bool:
        """A preset's options are the contract's: they are changed in the code, with its scenarios."""
        return (obj is None or not obj.is_preset) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: SavedRuleset | None = None) -> bool:
        """Likewise."""
        return (obj is None or not obj.is_preset) and super().has_delete_permission(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: SavedRuleset | None = None) -> Any:
        """The row's own fields, then the options, group by group."""
        own: tuple[Any, ...] = (None, {"fields": (*SavedRulesetForm.Meta.fields, "what_differs")})
        if not self.has_change_permission(request, obj):
            return (own,)
        family = FAMILIES[obj.family if obj is not None else "uno"]
        groups = [
            (_(title), {"fields": tuple(key for key, option in family.options.items() if option.group == group)})
            for group, title in family.groups.items()
        ]
        return (own, *(group for group in groups if group[1]["fields"]))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """The options are no fields of the row: the form brings them itself."""
        kwargs["fields"] = SavedRulesetForm.Meta.fields
        return super().get_form(request, obj, change=change, **kwargs)

    @admin.display(description=gettext_lazy("What differs from the official game"))
    def what_differs(self, row: SavedRuleset) -> SafeString | str:
        """The preview, in words."""
        lines = differences(ruleset_of(row.family, row.options), row.family) if row.pk else []
        shown = format_html_join("", "<div><b>{}</b>: {}</div>", ((line.title, line.value) for line in lines))
        return shown or _("Nothing: this is the official game.")
