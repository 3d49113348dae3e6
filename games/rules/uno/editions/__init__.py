"""The decks. An edition is data: one file each, and one line in EDITIONS."""

from typing import Any

from games.rules.uno.editions import classic, modern, reef
from games.rules.uno.editions.edition import Edition, read_edition

EDITIONS: dict[str, Edition] = {edition.key: edition for edition in (classic.EDITION, reef.EDITION, modern.EDITION)}


def edition_of(value: Any) -> Edition:
    """Return the edition that a ruleset names by its key or brings as data."""
    return EDITIONS[value] if isinstance(value, str) else read_edition(value)


__all__ = ["EDITIONS", "Edition", "edition_of", "read_edition"]
