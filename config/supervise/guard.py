"""Ends what a supervisor leaves behind: `python -I -S guard.py FILE`, with a pipe from the supervisor as its
input.

The supervisor keeps a file of the processes it started. When it ends in any way at all, `kill -9` included,
the pipe closes, and the guard ends those that still run. Should the guard be gone too, the next start reads
the same files. Linux has a death signal for this, macOS has nothing, and this works on both. Only the
standard library, no site packages, nothing of the project: it starts in 20 ms and stays small.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

GRACE = 5.0  # seconds between asking and making it end


def started_at(pid: int) -> str | None:
    """When the process with this number started, as its system says it, or None without one.

    Numbers are given again, so number and start together name a process.
    """
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        if Path("/proc/self/stat").exists():
            return None
    else:
        fields = text.rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    words = ["ps", "-o", "lstart=", "-p", str(pid)]
    said = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    return said.stdout.strip() or None


def write_down(path: Path, processes: Mapping[str, int]) -> None:
    """Write the processes that run now (name to number), each with its start, in one step."""
    rows = {name: [pid, started_at(pid)] for name, pid in processes.items()}
    partial = path.with_name(f"{path.name}.new")
    partial.write_text(json.dumps(rows))
    partial.replace(path)


def read_back(path: Path) -> dict[str, tuple[int, str]]:
    """The processes of a file that still run, name to number and start; none where there is no file, or half a one."""
    try:
        rows = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return {name: (pid, started) for name, (pid, started) in rows.items() if runs(pid, started)}


def runs(pid: int, started: str | None) -> bool:
    """Whether the process with this number and this start is still there."""
    return started is not None and started_at(pid) == started


def signal_groups(pids: Iterable[int], number: int) -> None:
    """Send a signal to the process groups that these processes lead."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, number)


def end_all(path: Path, grace: float = GRACE) -> int:
    """End every process of the file and remove it; returns how many there were."""
    rows = list(read_back(path).values())
    groups = [pid for pid, _ in rows]
    signal_groups(groups, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while any(runs(*row) for row in rows) and time.monotonic() < deadline:
        time.sleep(0.05)
    # the groups of those that ended in time as well: a leader may have left members
    signal_groups(groups, signal.SIGKILL)
    path.unlink(missing_ok=True)
    return len(rows)


def main(path: Path) -> None:
    """Wait until the supervisor is gone, then end what it left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 512):
        pass
    end_all(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
