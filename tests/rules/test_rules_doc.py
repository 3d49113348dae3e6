"""docs/rules.md says what the declarations say."""

from pathlib import Path

from django.core.management import call_command

from games.management.commands.rules_doc import PLACE, page
from games.rules.uno.presets import PRESETS
from games.rules.uno.ruleset import OPTIONS


def test_the_page_is_up_to_date() -> None:
    assert PLACE.read_text(encoding="utf-8") == page(), "run ./dev manage rules_doc"


def test_it_names_every_option_and_preset(tmp_path: Path) -> None:
    call_command("rules_doc", output=tmp_path / "rules.md", verbosity=0)
    text = (tmp_path / "rules.md").read_text(encoding="utf-8")
    for key in (*OPTIONS, *PRESETS):
        assert f"| `{key}` |" in text
