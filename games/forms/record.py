"""The form that a match record is brought in with."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.services.record_check import LONGEST, BadRecord, Checked, check, tidy


class RecordForm(forms.Form):
    """A record, pasted or as a file. A form that is valid has `checked`: the record with what it was found to be."""

    text = forms.CharField(
        label=gettext_lazy("Paste a record"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "spellcheck": "false", "autocomplete": "off", "class": "code"}),
        help_text=gettext_lazy("The whole text, from [Lastcard … to the last move."),
    )
    file = forms.FileField(label=gettext_lazy("Or choose its file"), required=False, allow_empty_file=True)
    seal = forms.CharField(
        label=gettext_lazy("The seal that the table showed"),
        required=False,
        max_length=80,
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off", "class": "code"}),
        help_text=gettext_lazy("Only if you wrote it down before the first deal: then it is compared."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every form."""
        super().__init__(*args, **kwargs)
        self.checked: Checked | None = None

    def clean_file(self) -> str:
        """Read the file, if there is one, as text."""
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        if file.size > LONGEST:
            raise ValidationError(_("This is too long: a record has at most %(most)s kB.") % {"most": LONGEST // 1024})
        try:
            return str(file.read().decode())
        except UnicodeDecodeError as error:
            raise ValidationError(_("This is not a text file.")) from error

    def clean(self) -> dict[str, Any]:
        """Check the record; what is wrong with it is said beside the field that it came in by."""
        data = super().clean() or {}
        if self.errors:
            return data
        field = "file" if data["file"] else "text"
        if not data[field].strip():
            self.add_error("text", _("Paste a record, or choose its file."))
            return data
        try:
            self.checked = check(tidy(data[field]), data["seal"])
        except BadRecord as error:
            self.add_error(field, error.sentence)
        return data
