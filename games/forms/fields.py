"""A form field for each kind of option: made from the declaration, giving back what `Option.check` takes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.rules.core.options import Choice, Flag, Line, Number, NumberBySeats, Option, Range, RulesetError, Several
from games.screens.options import allowed_text


class NumbersWidget(forms.MultiWidget):
    """Several small number inputs, each with its own label."""

    template_name = "games/widgets/numbers.html"

    def __init__(self, labels: list[Any], least: int, most: int, attrs: dict[str, Any] | None = None) -> None:
        bounds = {"min": least, "max": most, "inputmode": "numeric"}
        self.labels = labels
        super().__init__([forms.NumberInput(bounds) for _ in labels], attrs)

    def decompress(self, value: Any) -> list[Any]:
        """Spread a value over the inputs."""
        return list(value) if isinstance(value, list | tuple) else [value] + [None] * (len(self.widgets) - 1)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Put each input's label beside it."""
        context = super().get_context(name, value, attrs)
        for widget, label in zip(context["widget"]["subwidgets"], self.labels, strict=True):
            widget["label"] = label
        return context


class RangeField(forms.MultiValueField):
    """Two numbers, the fewer first."""

    def __init__(self, option: Range, **kwargs: Any) -> None:
        fields = [forms.IntegerField(), forms.IntegerField()]
        widget = NumbersWidget(
            [pgettext_lazy("players", "from"), pgettext_lazy("players", "to")], option.least, option.most
        )
        super().__init__(fields, widget=widget, **kwargs)

    def compress(self, data_list: list[Any]) -> list[Any]:
        """Both numbers as they are."""
        return data_list


class BySeatsWidget(NumbersWidget):
    """One number for all tables, then one for each number of players where it differs."""

    def __init__(self, option: NumberBySeats) -> None:
        self.seats = list(range(option.fewest, option.most_seats + 1))
        super().__init__(
            [pgettext_lazy("any number of players", "all"), *(str(seats) for seats in self.seats)],
            option.least,
            option.most,
        )

    def decompress(self, value: Any) -> list[Any]:
        """A map fills the inputs of its seats, a plain number the first."""
        if isinstance(value, Mapping):
            given = {int(seats): number for seats, number in value.items()}
            return [None, *(given.get(seats) for seats in self.seats)]
        return [value] + [None] * len(self.seats)


class BySeatsField(forms.MultiValueField):
    """A number, or a map from the number of players to one."""

    widget: BySeatsWidget

    def __init__(self, option: NumberBySeats, **kwargs: Any) -> None:
        self.seats = list(range(option.fewest, option.most_seats + 1))
        self.standard = option.default
        fields = [forms.IntegerField(required=False) for _ in range(len(self.seats) + 1)]
        super().__init__(fields, widget=BySeatsWidget(option), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[Any]) -> Any:
        """Only the first filled: that number; else a map, the first for those left empty."""
        if not data_list:
            return self.standard
        everybody, *each = data_list
        if not any(each):
            return self.standard if everybody is None else everybody
        fill = self.standard if everybody is None else everybody
        return {str(seats): fill if number is None else number for seats, number in zip(self.seats, each, strict=True)}


class LinesWidget(forms.MultiWidget):
    """One text input for each language of the site."""

    template_name = "games/widgets/numbers.html"

    def __init__(self, longest: int) -> None:
        self.codes = [code for code, _name in settings.LANGUAGES]
        self.names = [name for _code, name in settings.LANGUAGES]
        super().__init__([forms.TextInput({"maxlength": longest, "lang": code}) for code in self.codes])

    def decompress(self, value: Any) -> list[Any]:
        """A map fills its languages, a plain text the first."""
        if isinstance(value, Mapping):
            return [value.get(code, "") for code in self.codes]
        return [value] + [""] * (len(self.codes) - 1)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Put each language's name beside its input."""
        context = super().get_context(name, value, attrs)
        for widget, label in zip(context["widget"]["subwidgets"], self.names, strict=True):
            widget["label"] = label
        return context


class LineField(forms.MultiValueField):
    """A text, or one for each language."""

    def __init__(self, option: Line, **kwargs: Any) -> None:
        self.standard = option.default
        self.codes = [code for code, _name in settings.LANGUAGES]
        fields = [forms.CharField(required=False) for _ in self.codes]
        super().__init__(fields, widget=LinesWidget(option.longest), require_all_fields=False, **kwargs)

    def compress(self, data_list: list[Any]) -> Any:
        """Only the first filled: that text for all; else a map of those that are."""
        given = {code: text for code, text in zip(self.codes, data_list, strict=False) if text}
        if not given:
            return self.standard
        if set(given) == {self.codes[0]}:
            return given[self.codes[0]]
        return given


def field_for(option: Option) -> forms.Field:
    """Return the form field of an option; its title and explanation come from the declaration."""
    wording: dict[str, Any] = {"label": _(option.title), "help_text": _(option.text), "required": False}
    match option:
        case Choice():
            return forms.ChoiceField(choices=[(key, _(label)) for key, label in option.labels.items()], **wording)
        case Flag():
            return forms.BooleanField(**wording)
        case Several():
            return forms.MultipleChoiceField(
                choices=[(key, _(label)) for key, label in option.labels.items()],
                widget=forms.CheckboxSelectMultiple,
                **wording,
            )
        case Range():
            return RangeField(option, **wording)
        case NumberBySeats():
            return BySeatsField(option, **wording)
        case Line():
            return LineField(option, **wording)
        case Number():
            return forms.IntegerField(min_value=option.least, max_value=option.most, **wording)
        case _:
            raise TypeError(f"no field for {type(option).__name__}")


def checked(option: Option, value: Any) -> Any:
    """Return the value as the option has it; raise ValidationError with the engine's own verdict in words."""
    if value in (None, "") and not isinstance(option, Number):
        return option.default
    if value is None and isinstance(option, Number) and not option.or_null:
        return option.default
    try:
        return option.check(value)
    except RulesetError as error:
        raise ValidationError(_("Possible: %(allowed)s.") % {"allowed": allowed_text(option)}) from error
