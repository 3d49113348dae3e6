"""What a moderator fills in to annul a match, or to take back what it did to one rating."""

from django import forms
from django.utils.translation import gettext_lazy

from games.models import Match
from games.services.moderation.log import LONGEST_REASON


class UndoForm(forms.Form):
    """Why one player's change of rating is taken back."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 4, "cols": 60}),
        help_text=gettext_lazy("Kept in the log, and told to those whom it concerns, in these words."),
    )


class AnnulForm(UndoForm):
    """Why a match is annulled: for everybody, and for those who played it."""

    why = forms.ChoiceField(
        label=gettext_lazy("Reason that everybody reads"),
        choices=Match.Why,
        help_text=gettext_lazy("Stands on the match's page."),
    )
    field_order = ("why", "reason")
