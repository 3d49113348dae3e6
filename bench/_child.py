"""A process that does as it is told, line by line: each line that it is sent is answered by one, as JSON."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from config.supervise.site import ROOT


class Child:
    """A started process, for `with`; it ends when there is nothing more to read."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(  # noqa: S603
            words, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, bufsize=1, env=environment
        )

    def tell(self, line: str) -> None:
        """Send it a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")

    def answer(self) -> dict[str, Any]:
        """Return its next answer; raise EOFError where it has ended, with its exit code."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(self.process.wait())
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
