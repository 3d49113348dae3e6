"""Template tags for what every page shows of a person's notices."""

from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.translation import get_language

from games.services import notices

register = template.Library()


@register.inclusion_tag("games/_bell.html", takes_context=True)
def bell(context: dict[str, Any]) -> dict[str, Any]:
    """The bell of the signed-in reader; only for pages that have one."""
    user_id = context["user"].pk
    return {"unread": notices.news_of([user_id]).get(user_id, notices.News()).unread, "path": context["request"].path}


@register.simple_tag(takes_context=True)
def news_path(context: dict[str, Any]) -> str:
    """The address of the socket that brings the reader's news to this page, in its language."""
    return f"/ws/news/?{urlencode({'lang': get_language() or '', 'at': context['request'].path})}"
