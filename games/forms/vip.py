"""The form in which a code is redeemed."""

from django import forms
from django.utils.translation import gettext_lazy


class CodeForm(forms.Form):
    """A code as somebody was given it."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        help_text=gettext_lazy("Capital or small letters, with or without the hyphens."),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
