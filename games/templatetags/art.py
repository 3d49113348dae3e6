"""Template tags for pictures: icons, animals, cards. Everything is drawn by reference to the one sprite."""

from functools import cache, lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.achievements import BY_KEY
from games.screens.animals import ANIMALS
from games.screens.medals import SHAPE_OF
from games.screens.words import card_name as _card_name

register = template.Library()

SPRITE = "art/sprite.svg"
NOBODY = "ai"


@register.simple_tag
@cache
def sprite() -> str:
    """The address of the one file with all pictures."""
    return static(SPRITE)


@register.simple_tag
@lru_cache(maxsize=2000)
def icon(name: str, extra: str = "") -> SafeString:
    """The icon called `name`, hidden from screen readers: the words beside it say the same."""
    return format_html(
        '<svg class="icon {}" aria-hidden="true"><use href="{}#i-{}"/></svg>',
        extra,
        sprite(),
        name,
    )


@register.simple_tag
@lru_cache(maxsize=2000)
def avatar(character: str, size: int | str = "") -> SafeString:
    """The animal of a person; `size` is one of "", 31, 52, 120 px. Unknown keys show the plain disc."""
    key = character if character in ANIMALS else NOBODY
    names = {"31": "avatar-s", "52": "avatar-l", "120": "avatar-xl"}
    return format_html(
        '<svg class="avatar {}" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#a-{}"/></svg>',
        names.get(str(size), ""),
        sprite(),
        key,
    )


@register.simple_tag
@lru_cache(maxsize=200)
def medal(key: str) -> SafeString:
    """How the achievement `key` looks, hidden from screen readers: its title stands beside it."""
    return format_html(
        '<svg class="medal" viewBox="0 0 48 48" aria-hidden="true"><use class="medal-shape" href="{sprite}#s-{shape}"'
        ' width="48" height="48"/>'
        '<use class="medal-icon" href="{sprite}#i-{icon}" x="14" y="14" width="20" height="20"/></svg>',
        sprite=sprite(),
        shape=SHAPE_OF[key],
        icon=BY_KEY[key].icon,
    )


@register.simple_tag
@lru_cache(maxsize=2000)
def reaction(key: str) -> SafeString:
    """The drawing of a reaction, hidden from screen readers: its name stands beside it."""
    return format_html(
        '<svg class="reaction" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#r-{}"/></svg>',
        sprite(),
        key,
    )


@register.simple_tag
@lru_cache(maxsize=2000)
def trophy(kind: str) -> SafeString:
    """The drawing of a badge (first, second, third, ten), hidden from screen readers: its words stand beside it."""
    return format_html(
        '<svg class="trophy" viewBox="0 0 48 48" aria-hidden="true"><use href="{}#b-{}"/></svg>', sprite(), kind
    )


@register.simple_tag
@lru_cache(maxsize=2000)
def shape(color: str, extra: str = "shape") -> SafeString:
    """The shape that says the same as the card colour `color` (R, Y, G, B, P)."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#s-{}"/></svg>',
        extra,
        sprite(),
        color,
    )


@register.simple_tag
@lru_cache(maxsize=2000)
def card_face(code: str, cut: str = "full", colors: str = "") -> str:
    """Where the face of the card `code` ("R5", "W4", "back") stands in the sprite.

    `cut` is "full" (100 × 144) or "mini" (below 56 px wide); a wild card shows `colors`, those of its deck.
    """
    name = f"{'m' if cut == 'mini' else 'c'}-{code}"
    if code.startswith("W"):
        name += f"-{''.join(c for c in 'RYGBP' if c in (colors or 'RYGB'))}"
    return f"{sprite()}#{name}"


@register.filter
def card_name(code: str) -> str:
    """The card in words, in the active language: "green 7", "wild draw four"."""
    return _card_name(code)


@register.filter
def html_lang(code: str) -> str:
    """A language code as HTML and `:lang()` want it: zh-hans becomes zh-Hans."""
    first, _, rest = code.partition("-")
    return f"{first}-{rest.capitalize()}" if rest else first
