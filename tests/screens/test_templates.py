"""What a strict content policy asks of all templates and of what they render, and what two places must say alike."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils.translation import override

from games.screens import context

from .tables import deal, snapshot

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "an inline style": re.compile(r"\sstyle\s*=", re.I),
    "a handler": re.compile(r"\son[a-z]+\s*=\s*[\"']", re.I),
    "an inline script": re.compile(r"<script(?![^>]*\bsrc=)", re.I),
    "a style element": re.compile(r"<style\b", re.I),
    "a javascript address": re.compile(r"javascript:", re.I),
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_no_template_needs_an_exception_from_the_policy(path):
    text = path.read_text(encoding="utf-8")
    for what, pattern in FORBIDDEN.items():
        assert not pattern.search(text), f"{what} in {path}"


def page(stage: str) -> str:
    request = RequestFactory().get("/tables/x/")
    match = None if stage == "waiting" else deal(4)[0]
    shown = snapshot(match, seconds_left=11.0)
    with override("en"):
        return get_template("games/uno/table.html").render(
            {"screen": context(shown), "snapshot": shown, "ws_path": "/ws/table/x/"}, request
        )


@pytest.mark.django_db
@pytest.mark.parametrize("stage", ["waiting", "playing"])
def test_the_rendered_page_needs_none_either(stage):
    html = page(stage)
    for what, pattern in FORBIDDEN.items():
        assert not pattern.search(html), what
    assert 'ws-connect="/ws/table/x/"' in html


@pytest.mark.django_db
def test_ids_are_unique():
    ids = re.findall(r'\sid="([^"]+)"', page("playing"))
    assert len(ids) == len(set(ids))


def test_scripts_build_no_code_and_no_markup():
    for path in (ROOT / "static" / "js").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", "document.write"):
            assert word not in text, f"{word} in {path.name}"
        assert '"use strict"' in text


def test_the_light_tokens_stand_twice_and_alike():
    css = (ROOT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
    by_wish = re.search(r':root:not\(\[data-theme="dark"\]\) \{(.*?)\}', css, re.S)
    by_switch = re.search(r':root\[data-theme="light"\] \{(.*?)\}', css, re.S)
    assert by_wish
    assert by_switch
    assert by_wish[1].split() == by_switch[1].split()


def test_colours_are_said_in_tokens_alone():
    for path in (ROOT / "static" / "css").glob("*.css"):
        if path.name != "tokens.css":
            found = re.findall(
                r"#[0-9a-fA-F]{3,8}\b(?=[;\s,)])", re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
            )
            assert not found, f"{found} in {path.name}"
