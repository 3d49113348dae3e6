"""What a reader asks of the lobby: which tables to show, and what to play now."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.validators import slug_re
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.forms.open_table import CASUAL, RATED, SEAT_CHOICES
from games.models import SavedRuleset
from games.services import rulesets
from games.services.lobby import MOST_PAGES, SHOWS, Filter
from games.services.pairing import Wish, verdict_on
from games.services.state import ruleset_of

OFFICIAL, SEATS = "official", 4


class LobbyForm(forms.Form):
    """Which tables to show: read from the page's address, and from its socket's."""

    show = forms.ChoiceField(choices=[(key, key) for key in SHOWS])
    rules = forms.RegexField(slug_re, max_length=50)
    pages = forms.IntegerField(min_value=1, max_value=MOST_PAGES)

    def clean_rules(self) -> str:
        """Of the presets alone: each filter that somebody has open costs the lobby a look of its own."""
        key: str = self.cleaned_data["rules"]
        if not rulesets.presets().filter(key=key).exists():
            raise forms.ValidationError("unknown")  # nobody reads this: what is not understood filters nothing
        return key

    def chosen(self) -> Filter:
        """Return the filter. What was not understood filters nothing: an old or mistyped link shows all tables."""
        self.is_valid()
        return Filter(**self.cleaned_data)


class PlayNowForm(forms.Form):
    """What to play now: nothing has to be filled in."""

    prefix = "now"

    preset = forms.ModelChoiceField(
        SavedRuleset.objects.none(),
        to_field_name="key",
        label=gettext_lazy("Rules"),
        empty_label=None,
        required=False,
        initial=OFFICIAL,
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        coerce=int,
        choices=SEAT_CHOICES,
        required=False,
        empty_value=None,
        initial=SEATS,
    )

    kind = forms.ChoiceField(
        label=gettext_lazy("Rated or casual"),
        choices=[(CASUAL, gettext_lazy("Casual")), (RATED, gettext_lazy("Rated"))],
        required=False,
        initial=CASUAL,
    )

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        """The presets and this person's own rulesets are offered; None stands for a visitor."""
        super().__init__(*args, **kwargs)
        self.user = user
        self.needs_address = False
        choice = self.fields["preset"]
        assert isinstance(choice, forms.ModelChoiceField)
        self.offered = choice.queryset = rulesets.offered(user.pk if user else None)

    def clean(self) -> dict[str, Any]:
        """What is to be rated must be able to count."""
        data = super().clean() or {}
        if self.user is not None and not self.errors and data.get("kind") == RATED:
            found = verdict_on(self.user, self.wish())
            if not found.counts:
                self.needs_address = found.concerns(self.user.pk)
                self.add_error("kind", found.reason(self.user.pk))
        return data

    def wish(self) -> Wish:
        """Return what was asked for, once the fields are valid.

        Rules that are not for so many get the number of seats that is nearest to it.
        """
        ruleset = self.cleaned_data["preset"] or rulesets.presets().get(key=OFFICIAL)
        seatings, wanted = ruleset_of(ruleset.family, ruleset.options).seatings, self.cleaned_data["seats"] or SEATS
        seats = min(seatings, key=lambda seats: abs(seats - wanted))
        return Wish(ruleset, seats, is_rated=self.cleaned_data["kind"] == RATED)

    def chosen(self) -> Mapping[str, Any]:
        """Return what is chosen, for the line that says it: the title of the rules, the seats, whether it is rated."""
        key, seats = str(self["preset"].value()), str(self["seats"].value())
        offered = list(self.offered)  # the first stands for one that is gone, as it does in the select
        ruleset = next((one for one in offered if one.key == key), next(iter(offered), None))
        return {
            "rules": ruleset.local_title if ruleset else "",
            "seats": int(seats) if seats in dict(SEAT_CHOICES) else SEATS,
            "rated": self["kind"].value() == RATED,
        }
