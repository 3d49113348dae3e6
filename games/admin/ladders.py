"""Ladders: which rulesets count for which, in what order they stand, and who stands on them (to look up)."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.urls import resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin_pages import ReadOnlyAdmin
from games.after_commit import after_commit
from games.models import Ladder, LadderRuleset, RatedResult, Rating
from games.services.ladders.entries import tell_who_waits, why_not_entered
from games.services.ladders.skill import Skill


class LadderForm(forms.ModelForm):
    """A ladder's row; what an admin writes is shown as written, in every language."""

    class Meta:
        model = Ladder
        fields = ("key", "title", "explanation", "is_open", "order")
        labels = {
            "key": gettext_lazy("Key in addresses"),
            "title": gettext_lazy("Title"),
            "explanation": gettext_lazy("Explanation"),
            "order": gettext_lazy("Order"),
        }
        help_texts = {
            "title": gettext_lazy("Shown as you write it; the ladders as shipped are translated."),
            "is_open": gettext_lazy("A closed ladder keeps its standings; no new match counts for it."),
        }

    def clean_key(self) -> str:
        """The ladder's page must have an address that is no other page's."""
        key: str = self.cleaned_data["key"]
        if resolve(reverse("games:ladder", args=[key])).view_name != "games:ladder":
            raise ValidationError(_("Another page has this address. Take another key."))
        return key

    def clean(self) -> dict[str, Any]:
        """With other words than the site's own, the ladder is the admin's."""
        data = super().clean() or {}
        if {"title", "explanation"} & set(self.changed_data):
            self.instance.is_shipped = False
        return data


class EntryForm(forms.ModelForm):
    """A ruleset with the seats for which it counts."""

    class Meta:
        model = LadderRuleset
        fields = ("ruleset", "fewest", "most")
        labels = {"ruleset": gettext_lazy("Ruleset")}


class EntriesFormSet(BaseInlineFormSet):
    """The rulesets that count for a ladder."""

    def clean(self) -> None:
        """Refuse what cannot be rated fairly, and what would count for two ladders."""
        super().clean()
        for form in self.forms:
            data = getattr(form, "cleaned_data", {})
            if not data.get("ruleset") or data.get("DELETE") or not {"fewest", "most"} <= data.keys():
                continue
            entry = LadderRuleset(**{key: data[key] for key in ("ruleset", "fewest", "most")})
            if reason := why_not_entered(entry, self.instance.pk):
                form.add_error("ruleset", ValidationError(reason))


class EntryInline(admin.TabularInline):
    """A ruleset with the seats for which it counts, on the ladder's page."""

    model = LadderRuleset
    form = EntryForm
    formset = EntriesFormSet
    extra = 1
    autocomplete_fields = ("ruleset",)


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin):
    """A ladder that somebody has played on is closed, not deleted: its standings stay."""

    form = LadderForm
    list_display = ("local_title", "key", "is_open", "order")
    list_editable = ("is_open", "order")
    inlines = (EntryInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Ladder | None = None) -> tuple[str, ...]:
        """The key stands in addresses: it stays."""
        return ("key",) if obj is not None else ()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Whoever waits at a rated table reads at once whether their match still counts."""
        super().save_related(request, form, formsets, change)
        after_commit(tell_who_waits)

    def has_delete_permission(self, request: HttpRequest, obj: Ladder | None = None) -> bool:
        """Only one by one, where nobody has played and the site does not bring it again."""
        is_free = obj is not None and not obj.is_shipped and not obj.matches.exists()
        return is_free and super().has_delete_permission(request, obj)


def shown(mu: float, sigma: float) -> str:
    """Return a skill as people read it: 1500 ± 333."""
    skill = Skill(mu, sigma)
    return f"{skill.number} ± {skill.spread}"


class ToLookUp(ReadOnlyAdmin):
    """What follows from results and moves alone; there may be very many."""

    show_full_result_count = False
    list_per_page = 50


@admin.register(Rating)
class RatingAdmin(ToLookUp):
    """Where somebody stands."""

    list_display = ("person", "ladder", "season", "number", "spread", "matches", "wins", "last_match_at", "final_place")
    list_filter = ("season", "ladder")
    list_select_related = ("person", "ladder", "season")
    search_fields = ("person__display_name", "=person__public_id")
    ordering = ("-pk",)


@admin.register(RatedResult)
class RatedResultAdmin(ToLookUp):
    """What one match did to one rating; found by the match or the person."""

    list_display = ("match", "person", "place", "weight", "number_before", "number_after", "made_at")
    list_select_related = ("match", "rating__person", "rating__ladder", "rating__season")
    search_fields = ("=match__public_id", "=rating__person__public_id", "=rating__person__display_name")
    ordering = ("-pk",)

    @admin.display(description=gettext_lazy("person"))
    def person(self, row: RatedResult) -> str:
        """Whose rating it is."""
        return row.rating.person.name

    @admin.display(description=gettext_lazy("before"))
    def number_before(self, row: RatedResult) -> str:
        """The rating before the match, as it is shown."""
        return shown(row.mu_before, row.sigma_before)

    @admin.display(description=gettext_lazy("after"))
    def number_after(self, row: RatedResult) -> str:
        """And after it."""
        return shown(row.mu_after, row.sigma_after)
