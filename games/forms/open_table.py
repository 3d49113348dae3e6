"""Forms of the lobby."""

from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.bots import LEVELS
from games.models import SavedRuleset, Table
from games.screens.spans import span_text
from games.services import rulesets
from games.services.ladders.eligible import Planned, Verdict, verdict
from games.services.starting import seating_text
from games.services.state import ruleset_of, setting
from games.services.tables import Wishes
from games.text import visible_text

MOST_SEATS = 10
SEAT_CHOICES = [(str(number), str(number)) for number in range(2, MOST_SEATS + 1)]
# seconds a turn may last: at the table, and by correspondence
TURNS = (10, 15, 30, 45, 60, 120, 300)
SLOW_TURNS = (3600, 8 * 3600, 86_400, 3 * 86_400, 7 * 86_400)
RATED, CASUAL = "rated", "casual"
LEVEL_TITLES = {"easy": gettext_lazy("Easy"), "steady": gettext_lazy("Steady")}


def level_choices() -> list[tuple[str, Any]]:
    """Return the AI levels with their titles, "no AI" first."""
    return [("", gettext_lazy("People only")), *((level, LEVEL_TITLES[level]) for level in LEVELS)]


def turn_choices() -> list[tuple[str, list[tuple[int, str]]]]:
    """Return how long a turn may last, in words: those one sits at the table for, then those one comes back for."""
    return [
        (_("At the table"), [(seconds, span_text(seconds)) for seconds in TURNS]),
        (_("By correspondence"), [(seconds, span_text(seconds)) for seconds in SLOW_TURNS]),
    ]


class OpenTableForm(forms.Form):
    """How a new table is to be: by which rules, for how many, for whom."""

    preset = forms.ModelChoiceField(
        SavedRuleset.objects.none(),
        to_field_name="key",
        label=gettext_lazy("Rules"),
        empty_label=None,
        initial="official",
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        coerce=int,
        choices=SEAT_CHOICES,
        initial=4,
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may sit down"),
        choices=[
            (Table.Visibility.PUBLIC, gettext_lazy("Everybody")),
            (Table.Visibility.PRIVATE, gettext_lazy("Those with the link")),
        ],
        initial=Table.Visibility.PUBLIC,
    )
    ai_level = forms.ChoiceField(
        label=gettext_lazy("AI players in the free seats"),
        choices=level_choices,
        required=False,
        initial="steady",
    )
    length = forms.ChoiceField(
        label=gettext_lazy("How long"),
        choices=[
            ("single", gettext_lazy("One round")),
            ("match", gettext_lazy("Whole match")),
        ],
        initial="match",
        required=False,
    )
    turn_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Time for a turn"), coerce=int, choices=turn_choices, required=False, empty_value=None
    )
    # left out where the form says that the match would not count
    rated = forms.ChoiceField(
        label=gettext_lazy("Rated or casual"),
        choices=[(RATED, gettext_lazy("Rated")), (CASUAL, gettext_lazy("Casual"))],
        required=False,
        initial=RATED,
    )
    watchers = forms.BooleanField(label=gettext_lazy("Others may watch"), required=False, initial=True)
    name = forms.CharField(
        label=gettext_lazy("Name of the table"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Left empty, it is called after you."),
    )

    custom_title = forms.CharField(
        label=gettext_lazy("What a Custom card is called here"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("For decks that have Custom cards."),
    )
    custom_text = forms.CharField(
        label=gettext_lazy("What it stands for"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("Your own words, shown beside the pile."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        """A ruleset that is named by its key, in the data or to begin with, is offered beside the usual ones."""
        super().__init__(*args, **kwargs)
        self.user = user
        key = self.data.get("preset") or self.initial.get("preset") or ""
        choice = self.fields["preset"]
        assert isinstance(choice, forms.ModelChoiceField)
        choice.queryset = rulesets.offered(user.pk, key)
        self.fields["turn_seconds"].initial = setting("TURN_SECONDS")
        self.fields["turn_seconds"].help_text = _("Beyond that each player has %(reserve)s a match.") % {
            "reserve": span_text(setting("RESERVE_SECONDS"))
        }

    @cached_property
    def verdict(self) -> Verdict:
        """Whether matches at this table could count, as the form is filled in now."""
        key = str(self["preset"].value() or "")
        choice = self.fields["preset"]
        assert isinstance(choice, forms.ModelChoiceField)
        ruleset = next((one for one in choice.queryset or () if one.key == key), None)
        if ruleset is None:
            return Verdict(why="rules")
        single = self["length"].value() == "single"
        options = {**ruleset.options, "match": "single"} if single else ruleset.options
        seats = str(self["seats"].value())
        return verdict(
            Planned(
                family=ruleset.family,
                rules=ruleset_of(ruleset.family, options).to_json(),
                opened_with=ruleset.pk,
                seats=int(seats) if seats in dict(SEAT_CHOICES) else 0,
                visibility=str(self["visibility"].value()),
                has_ai=bool(self["ai_level"].value()),
                people=(self.user,),
            )
        )

    @property
    def why_unrated(self) -> str:
        """Say why no match here would count; empty where it could."""
        return self.verdict.reason(self.user.pk)

    @property
    def is_rated(self) -> bool:
        """Whether matches are to count, and can."""
        return self["rated"].value() == RATED and self.verdict.counts

    def custom_fields(self) -> list[forms.BoundField]:
        """The fields for the table's own words about Custom cards."""
        return [self["custom_title"], self["custom_text"]]

    def clean_name(self) -> str:
        """No letters that cannot be seen."""
        return visible_text(self.cleaned_data["name"])

    def clean_custom_title(self) -> str:
        """No letters that cannot be seen."""
        return visible_text(self.cleaned_data["custom_title"])

    def clean_custom_text(self) -> str:
        """No letters that cannot be seen."""
        return visible_text(self.cleaned_data["custom_text"])

    def clean(self) -> dict[str, Any]:
        """The rules must be playable with this number of seats."""
        data = super().clean() or {}
        ruleset, seats = data.get("preset"), data.get("seats")
        if ruleset is not None and seats is not None:
            seatings = ruleset_of(ruleset.family, ruleset.options).seatings
            if seats not in seatings:
                self.add_error("seats", seating_text(seatings))
        return data

    def wishes(self) -> Wishes:
        """Return what was asked for; the form must be valid."""
        data = self.cleaned_data
        return Wishes(
            ruleset=data["preset"],
            seats=data["seats"],
            name=data["name"],
            visibility=data["visibility"],
            ai_level=data["ai_level"],
            single=data["length"] == "single",
            custom_title=data["custom_title"],
            custom_text=data["custom_text"],
            turn_seconds=data["turn_seconds"],
            is_open_to_watchers=data["watchers"],
            is_rated=self.is_rated,
        )
