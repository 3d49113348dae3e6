"""The decks. An edition is data: one file each, and one line in EDITIONS."""

from games.rules.uno.editions import classic, modern, reef
from games.rules.uno.editions.edition import Edition

EDITIONS: dict[str, Edition] = {edition.key: edition for edition in (classic.EDITION, reef.EDITION, modern.EDITION)}

__all__ = ["EDITIONS", "Edition"]
