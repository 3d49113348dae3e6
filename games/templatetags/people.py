"""Template tags for people: their names, which lead to their pages."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User

register = template.Library()


@register.simple_tag
def person_link(person: User | None, id: str = "") -> SafeString | str:
    """The name of somebody as a link to their page, with this `id` if any. A removed account has no page."""
    if person is None:
        return "–"
    if person.is_removed:
        return person.name
    address = reverse("games:person", args=[person.public_id])
    named = format_html(' id="{}"', id) if id else ""
    return format_html('<a class="who" href="{}"{}>{}</a>', address, named, person.name)
