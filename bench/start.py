"""How long from `./dev run` to the first page, once everything is set up, and from Ctrl-C to the end."""

import os
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from bench._report import Measures, Target, at_most, report
from config.supervise.broker import free_port
from config.supervise.site import ROOT

RUNS = 5
PATIENCE = 120  # seconds


def one_start(var: Path) -> tuple[float, float]:
    """Start the site on this data, fetch the first page, end it: (seconds to the page, seconds to the end)."""
    port = free_port()
    environment = {**os.environ, "LASTCARD_VAR": str(var)}
    with (var / "bench.log").open("wb") as log:
        began = time.monotonic()
        process = subprocess.Popen(  # noqa: S603
            [str(ROOT / "dev"), "run", "--port", str(port)], env=environment, stdout=log, stderr=log
        )
        try:
            while not _first_page(port):
                if process.poll() is not None or time.monotonic() - began > PATIENCE:
                    raise SystemExit((var / "bench.log").read_text(errors="replace"))
                time.sleep(0.02)
            answered = time.monotonic()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
    return answered - began, time.monotonic() - answered


def _first_page(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=30) as page:
            return bool(page.read())
    except urllib.error.HTTPError as error:
        raise SystemExit(f"the first page answers with {error.code}") from error
    except OSError:
        return False


def measure() -> tuple[Measures, list[Target]]:
    """The first start on new data, then the later ones."""
    with tempfile.TemporaryDirectory(prefix="lastcard-bench-") as name:
        first, _ = one_start(Path(name))
        later = [one_start(Path(name)) for _ in range(RUNS)]
    pages = [page for page, _ in later]
    measures = {
        "first_page_new_data_s": first,
        "first_page_median_s": statistics.median(pages),
        "first_page_worst_s": max(pages),
        "ctrl_c_to_end_median_s": statistics.median(end for _, end in later),
    }
    return measures, [at_most("second start to the first page, worst, s", max(pages), 5.0)]


if __name__ == "__main__":
    report("start", measure)
