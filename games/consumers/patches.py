"""A list on a page brought up to date element by element, so that what stays keeps its focus and its place."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher


def list_patch(list_id: str, old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """Return the fragments that turn a list of elements into another, to be swapped out of band one after another.

    `old` and `new` are the elements by their ids, in order, each an `<li>` with that id. Empty where nothing changed.
    """
    stays = _in_order(list(old), list(new))
    parts = [f'<li id="{key}" hx-swap-oob="delete"></li>' for key in old if key not in stays]
    before = ""
    for key, html in new.items():
        if key not in stays:
            parts.append(_inserted(list_id, before, html))
        elif html != old[key]:
            parts.append(html.replace("<li ", '<li hx-swap-oob="true" ', 1))
        before = key
    return "".join(parts)


def _in_order(old: list[str], new: Iterable[str]) -> set[str]:
    """What stands in both, one after another the same way: all else is taken out or put in."""
    blocks = SequenceMatcher(None, old, list(new), autojunk=False).get_matching_blocks()
    return {key for block in blocks for key in old[block.a : block.a + block.size]}


def _inserted(list_id: str, before: str, html: str) -> str:
    where = f"afterend:#{before}" if before else f"afterbegin:#{list_id}"
    return f'<ul hx-swap-oob="{where}">{html}</ul>'
