"""The site's own texts (privacy, terms, contact, age): shipped as files, edited as rows.

A file `LANGUAGE/SLUG.txt` has its title in the first line and the body after a blank one. `{brand}` and
`{contact}` stand for the site's name and the operator's address, in files and rows alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.db import transaction

from ..models import TextPage

HERE = Path(__file__).parent
FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a text: its kind is `heading`, `paragraph` or `list`; only a list has several lines."""

    kind: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A text to read, in one language."""

    slug: str
    language: str
    title: str
    body: str

    @property
    def digest(self) -> str:
        return sha256(f"{self.title}\n{self.body}".encode()).hexdigest()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The body, parted; whoever shows it escapes it."""
        return tuple(_blocks(_filled(self.body)))


@cache
def shipped() -> dict[tuple[str, str], Text]:
    """The texts that come with the site, by slug and language."""
    texts = {}
    for path in sorted(HERE.glob("*/*.txt")):
        title, _blank, body = path.read_text("utf-8").partition("\n")
        text = Text(path.stem, path.parent.name, title.strip(), body.strip())
        texts[text.slug, text.language] = text
    return texts


def find_text(slug: str, language: str) -> Text | None:
    """The text in `language`, as edited or else as shipped, else in English; None when there is none."""
    rows = {
        row.language: Text(row.slug, row.language, row.title, row.body)
        for row in TextPage.objects.filter(slug=slug, language__in=[language, FALLBACK])
    }
    for wanted in (language, FALLBACK):
        text = rows.get(wanted) or shipped().get((slug, wanted))
        if text is not None:
            return text
    return None


def load_texts() -> int:
    """Make rows of the shipped texts, leaving those somebody edited; returns how many were written."""
    written = 0
    with transaction.atomic():
        rows = {(row.slug, row.language): row for row in TextPage.objects.select_for_update()}
        for key, text in shipped().items():
            row = rows.get(key) or TextPage(slug=text.slug, language=text.language)
            untouched = row.shipped_digest == Text(row.slug, row.language, row.title, row.body).digest
            if row.pk is None or (untouched and row.shipped_digest != text.digest):
                row.title, row.body, row.shipped_digest = text.title, text.body, text.digest
                row.save()
                written += 1
    return written


def _filled(body: str) -> str:
    return body.replace("{brand}", settings.SITE_NAME).replace("{contact}", settings.CONTACT_EMAIL)


def _blocks(body: str) -> Iterator[Block]:
    lines = [line.strip() for line in body.splitlines()]
    for kind, group in groupby(lines, key=_kind):
        found = tuple(group)
        if kind == "paragraph":
            yield Block("paragraph", (" ".join(found),))
        elif kind == "list":
            yield Block("list", tuple(line[2:].strip() for line in found))
        elif kind == "heading":
            for line in found:
                yield Block("heading", (line.lstrip("#").strip(),))


def _kind(line: str) -> str:
    if not line:
        return "gap"
    if line.startswith("#"):
        return "heading"
    return "list" if line.startswith("- ") else "paragraph"
