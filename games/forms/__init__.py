"""What a person may fill in."""

from games.forms.lobby import LobbyForm, PlayNowForm
from games.forms.open_table import OpenTableForm
from games.forms.ruleset import RulesetForm

__all__ = ["LobbyForm", "OpenTableForm", "PlayNowForm", "RulesetForm"]
