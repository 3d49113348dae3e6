"""A list brought up to date element by element: the fragments, done one after another, make the new list."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.consumers.patches import list_patch


def items(spelled: str) -> dict[str, str]:
    """The elements of a list: "a b2" is a, and b in its second state."""
    return {word[0]: f'<li id="{word[0]}">{word}</li>' for word in spelled.split()}


FRAGMENT = re.compile(
    r'<li id="(?P<gone>\w)" hx-swap-oob="delete"></li>'
    r'|<ul hx-swap-oob="(?P<where>afterend:#\w|afterbegin:#list)">(?P<new><li id="(?P<key>\w)">\w+</li>)</ul>'
    r'|<li hx-swap-oob="true" (?P<same>id="(?P<id>\w)">\w+</li>)'
)


def applied(old: dict[str, str], patch: str) -> dict[str, str]:
    """What htmx makes of these fragments."""
    found = list(old.items())
    assert FRAGMENT.sub("", patch) == ""
    for part in FRAGMENT.finditer(patch):
        keys = [key for key, _html in found]
        if part["gone"]:
            del found[keys.index(part["gone"])]
        elif part["new"]:
            at = 0 if part["where"] == "afterbegin:#list" else keys.index(part["where"][-1]) + 1
            found.insert(at, (part["key"], part["new"]))
        else:
            found[keys.index(part["id"])] = (part["id"], f"<li {part['same']}")
    return dict(found)


@pytest.mark.parametrize(
    ("old", "new", "fragments"),
    [
        ("a b c", "a b c", 0),
        ("a b c", "a b2 c", 1),
        ("a b c", "a c", 1),
        ("a c", "a b c", 1),
        ("b c", "a b c", 1),
        ("a b c", "b c a", 2),  # taken out here, put in there
        ("", "a b", 2),
        ("a b", "", 2),
        ("a b c d", "d a2 c", 4),
    ],
)
def test_only_what_differs_is_sent(old: str, new: str, fragments: int) -> None:
    patch = list_patch("list", items(old), items(new))
    assert len(FRAGMENT.findall(patch)) == fragments
    assert list(applied(items(old), patch).items()) == list(items(new).items())


LISTS = st.lists(st.sampled_from("abcdefgh"), unique=True).map(lambda keys: items(" ".join(keys)))


@given(old=LISTS, new=LISTS)
def test_any_list_becomes_any_other(old: dict[str, str], new: dict[str, str]) -> None:
    assert list(applied(old, list_patch("list", old, new)).items()) == list(new.items())
