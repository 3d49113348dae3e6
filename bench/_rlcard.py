"""RLCard as a peer to measure beside: its environment under var/, and a process of it that plays on demand.

Its environment has the same Python as ours, so that the ratio compares the programs and not two interpreters.
bench/rlcard.txt and bench/rlcard-build.txt pin what is in it; they are made anew by, for each of the two,
`uv pip compile bench/NAME.in --generate-hashes --universal --no-emit-index-url --no-annotate --python-version 3.12`.
"""

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self

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


class Peer:
    """A process of RLCard with two players that waits until it is told to play. To be used with `with`."""

    def __init__(self, python: Path) -> None:
        """Start it; raise NoPeer where it does not begin to play."""
        # one thread, as ours has: CPU seconds are counted
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(  # noqa: S603
            [str(python), str(ROOT / "bench" / "_rlcard_play.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=env,
        )
        self._answer()

    def play(self, seconds: float) -> Count:
        """Let it play for so many CPU seconds."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{seconds}\n")
        answer = self._answer()
        return Count(int(answer["moves"]), int(answer["rounds"]), answer["seconds"])

    def _answer(self) -> dict[str, float]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise NoPeer(f"RLCard's process ended with {self.process.wait()}; its own words are above")
        answer: dict[str, float] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
