"""What is wrong with somebody, or with how they played."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Report
from games.services.reports import LONGEST_NOTE


class ReportForm(forms.Form):
    """A reason and, if one likes, more; of a match also who and at which move."""

    about = forms.ChoiceField(label=gettext_lazy("About whom?"))
    move = forms.IntegerField(
        label=gettext_lazy("At which move? (optional)"),
        help_text=gettext_lazy("The number that the replay shows."),
        required=False,
        min_value=0,
    )
    reason = forms.ChoiceField(label=gettext_lazy("What is wrong?"), widget=forms.RadioSelect)
    note = forms.CharField(label=gettext_lazy("Anything to add? (optional)"), required=False, max_length=LONGEST_NOTE)

    def __init__(self, *args: Any, players: Sequence[User] = (), **kwargs: Any) -> None:
        """`players` are those of a match; without, it is about somebody who is known already."""
        super().__init__(*args, **kwargs)
        reason, about = self.fields["reason"], self.fields["about"]
        assert isinstance(reason, forms.ChoiceField)
        assert isinstance(about, forms.ChoiceField)
        reason.choices = [(one.value, capfirst(str(one.label))) for one in Report.Reason]
        about.choices = [(one.public_id, one.name) for one in players]
        if not players:
            del self.fields["about"], self.fields["move"]
