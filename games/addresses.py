"""The ids that stand in addresses."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicId(StringConverter):
    """Letters and digits, as `accounts.ids` makes them: nothing else ever gets as far as the database."""

    regex = "[0-9A-Za-z]{1,24}"


register_converter(PublicId, "public")
