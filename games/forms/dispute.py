"""The forms of a dispute: a position built field by field, or a scenario as text."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.forms.cards import read_cards
from games.models import SavedRuleset
from games.rules.families import FAMILIES
from games.screens.words import card_name, color_name
from games.services import rulesets, scenarios
from games.services.scenarios import NoScenario
from games.services.starting import seating_text
from games.services.state import ruleset_of

MOST_SEATS = 10
USUAL_HAND = 7
MOST_UNKNOWN = 40
COLORS = "RYGBP"


def color_choices() -> list[tuple[str, Any]]:
    """The top card's own colour, or one of the five that a deck may have."""
    return [("", _("that of the top card")), *((letter, color_name(letter)) for letter in COLORS)]


class RulesField(forms.ModelChoiceField):
    """A ruleset by its key; a key that no database could hold is just none of them."""

    def to_python(self, value: Any) -> Any:
        """As every choice."""
        if isinstance(value, str) and "\0" in value:
            raise ValidationError(self.error_messages["invalid_choice"], code="invalid_choice", params={"value": ""})
        return super().to_python(value)


class BuildForm(forms.Form):
    """A position. A form that is valid has `scenario`, and `unknown`: the seats whose cards were made up."""

    rules = RulesField(SavedRuleset.objects.none(), to_field_name="key", label=gettext_lazy("Rules"), empty_label=None)
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"),
        coerce=int,
        choices=[(number, str(number)) for number in range(2, MOST_SEATS + 1)],
        initial=4,
    )
    turn = forms.TypedChoiceField(
        label=gettext_lazy("Seat to move"),
        coerce=int,
        choices=[(number, str(number)) for number in range(MOST_SEATS)],
        initial=0,
    )
    discard = forms.CharField(
        label=gettext_lazy("Discard pile"),
        max_length=400,
        help_text=gettext_lazy("The top card last; one is enough."),
    )
    color = forms.ChoiceField(label=gettext_lazy("Active colour"), choices=color_choices, required=False)
    direction = forms.TypedChoiceField(
        label=gettext_lazy("Direction"),
        coerce=int,
        choices=[(1, gettext_lazy("clockwise")), (-1, gettext_lazy("counter-clockwise"))],
        initial=1,
    )
    pending = forms.IntegerField(
        label=gettext_lazy("Cards pending"),
        min_value=0,
        max_value=200,
        initial=0,
        required=False,
        help_text=gettext_lazy("A penalty that the seat to move must take or answer."),
    )
    move = forms.CharField(
        label=gettext_lazy("A move in question"),
        max_length=130,
        required=False,
        help_text=gettext_lazy("Optional: R5, R5+G5, W>R, draw; another seat's as 2: R5."),
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, user_id: int | None = None, **kwargs: Any) -> None:
        """Offer the presets and the reader's own rulesets."""
        super().__init__(data, **kwargs)
        choice = self.fields["rules"]
        assert isinstance(choice, forms.ModelChoiceField)
        key = str(self.data.get("rules") or self.initial.get("rules") or "").replace("\0", "")
        choice.queryset = rulesets.offered(user_id, key)
        for seat in range(MOST_SEATS):
            self.fields[f"hand_{seat}"] = forms.CharField(
                label=_("Hand of seat %(seat)s") % {"seat": seat},
                required=False,
                max_length=400,
                widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off", "autocapitalize": "characters"}),
            )
        self.scenario: dict[str, Any] = {}
        self.unknown: frozenset[int] = frozenset()

    def hands(self) -> list[forms.BoundField]:
        """The hands of the first seats, which most tables have."""
        return [self[f"hand_{seat}"] for seat in range(4)]

    def more_hands(self) -> list[forms.BoundField]:
        """The hands of further seats."""
        return [self[f"hand_{seat}"] for seat in range(4, MOST_SEATS)]

    def more_open(self) -> bool:
        """Whether somebody has written in the further ones, or must look there."""
        return any(field.value() or field.errors for field in self.more_hands())

    def clean_discard(self) -> list[str]:
        """At least the top card."""
        cards = read_cards(self.cleaned_data["discard"])
        if not cards:
            raise ValidationError(_("The discard pile has a top card."))
        return cards

    def clean(self) -> dict[str, Any]:
        """Check what belongs together, then make the scenario."""
        data = super().clean() or {}
        saved = data.get("rules")
        seats: int | None = data.get("seats")
        if saved is None or seats is None:
            return data
        ruleset = ruleset_of(saved.family, saved.options)
        if seats not in ruleset.seatings:
            self.add_error("seats", seating_text(ruleset.seatings))
            return data
        if data.get("turn", 0) >= seats:
            self.add_error("turn", self._no_seat(data["turn"], seats))
        hands = [self._hand(seat, seats) for seat in range(MOST_SEATS)][:seats]
        deck = FAMILIES[saved.family].deck(ruleset, seats)
        left = self._take(deck, data.get("discard") or [], hands)
        self._check_color(data, ruleset)
        self._check_pending(data)
        if not self.errors:
            self._fill(hands, left)
        if not self.errors:
            self._make(saved, data, hands, left)
        return data

    def _no_seat(self, seat: int, seats: int) -> str:
        return _("With %(seats)s seats the last one is %(last)s.") % {"seats": seats, "last": seats - 1}

    def _hand(self, seat: int, seats: int) -> list[str] | int:
        """Return the cards of a hand, or how many unknown ones it holds."""
        name = f"hand_{seat}"
        text = (self.cleaned_data.get(name) or "").strip()
        if seat >= seats:
            if text:
                self.add_error(name, self._no_seat(seat, seats))
            return 0
        if not text:
            if seat == self.cleaned_data.get("turn") and name not in self.errors:
                self.add_error(name, _("Write down the cards of the seat to move."))
            return USUAL_HAND
        if text.isascii() and text.isdigit() and len(text) < 4 and seat != self.cleaned_data.get("turn"):
            if not 1 <= int(text) <= MOST_UNKNOWN:
                self.add_error(name, _("1 to %(most)s cards.") % {"most": MOST_UNKNOWN})
            return int(text)
        try:
            return read_cards(text)
        except ValidationError as error:
            self.add_error(name, error)
            return 0

    def _take(self, deck: Sequence[str], discard: list[str], hands: Sequence[list[str] | int]) -> Counter[str]:
        """Return what is left of the deck; a card that is there too often is an error of the field it stands in."""
        have, left = Counter(deck), Counter(deck)
        fields = [("discard", discard), *((f"hand_{seat}", hand) for seat, hand in enumerate(hands))]
        for name, cards in fields:
            for card in cards if isinstance(cards, list) else ():
                left[card] -= 1
                if left[card] < 0 and name not in self.errors:
                    sentence = (
                        _("There is no more %(card)s: this deck has %(count)s, and all of them lie elsewhere.")
                        if have[card]
                        else _("This deck has no %(card)s.")
                    )
                    self.add_error(name, sentence % {"card": card_name(card), "count": have[card]})
        return left

    def _check_color(self, data: Mapping[str, Any], ruleset: Any) -> None:
        if data.get("color"):
            if data["color"] not in ruleset.colors:
                self.add_error("color", _("This deck does not have that colour."))
        elif data.get("discard") and data["discard"][-1].startswith("W"):
            self.add_error("color", _("On a wild card, say which colour was chosen."))

    def _check_pending(self, data: Mapping[str, Any]) -> None:
        if data.get("pending") and not any(card == "W4" or card[1:] == "D" for card in data.get("discard") or []):
            self.add_error("pending", _("A penalty needs a draw card on the discard pile."))

    def _fill(self, hands: list[list[str] | int], left: Counter[str]) -> None:
        """Deal cards nobody has named to the seats whose hands are only counted."""
        self.unknown = frozenset(seat for seat, hand in enumerate(hands) if isinstance(hand, int))
        for seat in self.unknown:
            count = hands[seat]
            assert isinstance(count, int)
            rest = list(left.elements())
            if len(rest) < count:
                self.add_error(f"hand_{seat}", _("So many cards are not left in the deck."))
                return
            # from all over the deck, so that no hand is all of one colour
            hands[seat] = dealt = [rest[(at * len(rest)) // count] for at in range(count)]
            left -= Counter(dealt)

    def _make(
        self, saved: SavedRuleset, data: Mapping[str, Any], hands: Sequence[list[str] | int], left: Counter[str]
    ) -> None:
        self.scenario = {
            "rules": ruleset_of(saved.family, saved.options).to_json(),
            "hands": [" ".join(hand) for hand in hands if isinstance(hand, list)],
            "draw_pile": " ".join(left.elements()),
            "discard": " ".join(data["discard"]),
            "color": data["color"] or data["discard"][-1][0],
            "turn": data["turn"],
            "direction": data["direction"],
            "pending": data["pending"] or 0,
        }


class PasteForm(forms.Form):
    """A scenario as text. A form that is valid has `scenarios`: at least one."""

    scenario = forms.CharField(
        label=gettext_lazy("A scenario"),
        strip=False,
        widget=forms.Textarea({"rows": 12, "spellcheck": "false", "autocomplete": "off", "class": "code"}),
        help_text=gettext_lazy("JSON, with steps or without: then the position itself is judged."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every form."""
        super().__init__(*args, **kwargs)
        self.scenarios: list[dict[str, Any]] = []
        self.wrong: NoScenario | None = None

    def clean_scenario(self) -> str:
        """Read it, within bounds."""
        text: str = self.cleaned_data["scenario"]
        try:
            self.scenarios = scenarios.read(text)
        except NoScenario as error:
            self.wrong = error
            raise ValidationError(error.placed) from error
        return text

    def refuse(self, error: NoScenario) -> None:
        """Say beside the field why a scenario that could be read cannot be run."""
        self.wrong = error
        self.add_error("scenario", error.placed)
