"""The forms of a ruleset: a field for each option, grouped as the declarations say."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms.fields import checked, field_for
from games.rules.core.options import RulesetError
from games.rules.families import FAMILIES
from games.screens.options import ruleset_error_text
from games.services.state import ruleset_of
from games.text import visible_text


class OptionFields:
    """What the forms of a ruleset share: a field for each option, grouped, checked alone and then together.

    A form that is valid has `ruleset`, the checked ruleset. What cannot be together is said at the options' fields,
    in the engine's own words.
    """

    # both come from django.forms.Form, which stands behind this in the order of classes
    fields: dict[str, forms.Field]
    errors: Any

    def add_options(self, family: str) -> None:
        """Add a field for each option of the family, in the order of the declarations."""
        self.family = FAMILIES[family]
        self.ruleset: Any = None
        for key, option in self.family.options.items():
            self.fields[key] = field_for(option)

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Yield each group's title with its fields, in the order of the declarations."""
        for group, title in self.family.groups.items():
            keys = [key for key, option in self.family.options.items() if option.group == group]
            if keys:
                yield _(title), [self[key] for key in keys]  # type: ignore[index]

    def check_options(self, data: Mapping[str, Any]) -> None:
        """Check each option alone, then all together; errors go to their fields."""
        options = {}
        for key, option in self.family.options.items():
            if key in self.errors:
                continue
            try:
                options[key] = checked(option, data.get(key))
            except ValidationError as error:
                self.add_error(key, error)  # type: ignore[attr-defined]
        if set(options) == set(self.family.options):
            self._check_together(options)

    def _check_together(self, options: dict[str, Any]) -> None:
        try:
            self.ruleset = ruleset_of(self.family.key, options)
        except RulesetError as error:
            sentence = ruleset_error_text(error, self.family.key)
            for key in error.keys:
                self.add_error(key if key in self.fields else None, sentence)  # type: ignore[attr-defined]


class RulesetForm(OptionFields, forms.Form):
    """A person's ruleset: what it is called, and all options."""

    title = forms.CharField(label=gettext_lazy("Name of these rules"), max_length=60)
    explanation = forms.CharField(
        label=gettext_lazy("What is special about them"),
        max_length=400,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, family: str = "uno", options: Mapping[str, Any], **kwargs: Any
    ) -> None:
        """`options` are those to begin with: a preset's or a saved ruleset's, in full."""
        super().__init__(data, initial={**options, **kwargs.pop("initial", {})}, **kwargs)
        self.add_options(family)

    def clean_title(self) -> str:
        """No letters that cannot be seen, and no name of the family's own rules: people go by those, totals too."""
        title = visible_text(self.cleaned_data["title"])
        own = [preset.title for preset in self.family.presets.values()]
        taken = {name.casefold() for shipped in own for name in (shipped, _(shipped))}
        if title.casefold() in taken:
            raise ValidationError(_("Rules of this site are called so already. Choose another name."))
        return title

    def clean_explanation(self) -> str:
        """Likewise, but lines may break."""
        return visible_text(self.cleaned_data["explanation"], lines=True)

    def clean(self) -> dict[str, Any]:
        """Check the options."""
        data = super().clean() or {}
        self.check_options(data)
        return data
