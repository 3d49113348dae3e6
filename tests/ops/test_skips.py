"""What is skipped for want of a browser or a server is counted in the very last line; in CI it fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import ROOT, find_browser

SAMPLE = """
import pytest

@pytest.mark.browser
@pytest.mark.parametrize("n", range(2))
def test_clicks(n):
    pass

@pytest.mark.long
def test_takes_long():
    pass

def test_knows_what_was_asked_for(long_run):
    print("long:", long_run)
"""


def run_sample(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the sample on a machine without a browser."""
    (folder / "test_sample.py").write_text(SAMPLE)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  browser: .\n  servers: .\n  long: .\n")
    empty = folder / "bin"
    empty.mkdir()
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "LASTCARD_CHROMIUM")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.skips", "-p", "no:django", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env={**kept, "PATH": str(empty), "HOME": str(folder), "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("words", "counted"), [((), ", 1 deselected"), (("-n", "2", "--dist", "worksteal"), "")])
def test_the_last_line_counts_what_was_skipped_and_how_to_get_it(
    tmp_path: Path, words: tuple[str, ...], counted: str
) -> None:
    done = run_sample(tmp_path, *words)
    assert done.returncode == 0, done.stdout
    *_, closing, last = done.stdout.splitlines()
    assert f"1 passed, 2 skipped{counted} in" in closing
    assert last.startswith("2 tests were skipped for want of a browser (Debian: apt install chromium")


def test_in_ci_it_is_a_failure(tmp_path: Path) -> None:
    done = run_sample(tmp_path, CI="true")
    assert done.returncode == 1
    closing = done.stdout.splitlines()[-1]
    assert "skipped" not in closing
    assert "2 errors" in closing


def test_long_ones_are_asked_for(tmp_path: Path) -> None:
    done = run_sample(tmp_path, "--long", "-s")
    assert "2 passed, 2 skipped in" in done.stdout
    assert "long: True" in done.stdout


def test_a_given_browser_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASTCARD_CHROMIUM", "/opt/browser")
    assert find_browser() == "/opt/browser"
