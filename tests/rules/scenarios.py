"""The scenario files of the repository, for the tests that run or count them."""

from pathlib import Path
from typing import Any

from games.rules.core.scenario import read_file

ROOT = Path(__file__).resolve().parent.parent / "scenarios"
FILES = sorted(ROOT.rglob("*.json"))


def scenarios() -> list[dict[str, Any]]:
    """Return every scenario of every file."""
    return [scenario for path in FILES for scenario in read_file(path.read_text(encoding="utf-8"))]
