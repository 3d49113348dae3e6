"""RLCard as a peer to measure beside: its environment under var/, and a process of it that plays on demand.

Its environment has the same Python as ours, so that the ratio compares the programs and not two interpreters.
bench/rlcard.txt and bench/rlcard-build.txt pin what is in it; they are made anew by, for each of the two,
`uv pip compile bench/NAME.in --generate-hashes --universal --no-emit-index-url --no-annotate --python-version 3.12`.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from bench._child import Child
from bench._play import Count

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = (ROOT / "bench/rlcard-build.txt", ROOT / "bench/rlcard.txt")


class NoPeer(Exception):
    """RLCard cannot be measured here; the text says why, in one line."""


def environment() -> Path:
    """Return the Python of RLCard's environment, which is made if need be; raise NoPeer."""
    folder = Path(os.environ.get("LASTCARD_VAR") or ROOT / "var") / "bench" / "rlcard"
    python, stamp = folder / "bin" / "python", folder / "installed"
    pinned = sha256(sys.version.encode() + b"".join(file.read_bytes() for file in REQUIREMENTS)).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == pinned:
        return python
    print("Installing RLCard for this measurement (once) ...", file=sys.stderr)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _run([sys.executable, "-m", "venv", "--clear", str(folder)])
        for file in REQUIREMENTS:
            # RLCard comes as source only: built here with the pinned setuptools, not with whatever is newest
            options = ["--quiet", "--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
            _run(
                [str(python), "-m", "pip", "install", *options, "--no-build-isolation", "--require-hashes", "-r", file]
            )
        stamp.write_text(pinned)
    except OSError as error:
        raise NoPeer(f"RLCard's environment could not be made in {folder}: {error.strerror}") from error
    return python


def _run(command: list[str | Path]) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        why = next((line for line in said if "ERROR" in line), said[-1] if said else f"ended with {done.returncode}")
        raise NoPeer(f"RLCard could not be installed: {why.strip()}")


class Peer(Child):
    """A process of RLCard with two players that waits until it is told to play. To be used with `with`."""

    def __init__(self, python: Path) -> None:
        """Start it; raise NoPeer where it does not begin to play."""
        # one thread, as ours has: CPU seconds are counted
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        super().__init__([str(python), str(ROOT / "bench" / "_rlcard_play.py")], env)
        self._answered()

    def play(self, seconds: float) -> Count:
        """Let it play for so many CPU seconds."""
        self.tell(str(seconds))
        answer = self._answered()
        return Count(int(answer["moves"]), int(answer["rounds"]), answer["seconds"])

    def _answered(self) -> dict[str, float]:
        try:
            return self.answer()
        except EOFError as error:
            raise NoPeer(f"RLCard's process ended with {error}; its own words are above") from error
