"""The families of games, by key: the one door that the site uses."""

from games.rules.core.family import Family
from games.rules.uno.family import UNO

FAMILIES: dict[str, Family] = {"uno": UNO}
