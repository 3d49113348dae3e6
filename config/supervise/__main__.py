"""`python -m config.supervise [--port N]`: serve the site on this machine until Ctrl-C."""

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import NoReturn

from config.supervise.checks import CannotServe
from config.supervise.site import ROOT, Site


class OneLine(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        """Say it and end with exit code 2."""
        self.exit(2, f"dev: {message}\n")


def port_number(text: str) -> int:
    """A port that a server can have. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 1 to 65535")
    return int(text)


def main() -> int:
    """Serve; returns the exit code: 0 when told to stop, 1 with one line when it cannot be started."""
    parser = OneLine(prog="./dev run", description="Serve the site on this machine until Ctrl-C.")
    parser.add_argument("--port", type=port_number, default=8000, help="the port of the site (8000)")
    options = parser.parse_args()
    os.chdir(ROOT)
    var = Path(os.environ.get("LASTCARD_VAR") or ROOT / "var").resolve()
    try:
        asyncio.run(Site(var, options.port, os.environ.get("REDIS_URL", "")).serve())
    except CannotServe as error:
        print(f"dev: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
