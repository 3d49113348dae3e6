"""The translations: `python -m config.messages compile|collect|check`.

Compiling is Babel's, so that a player's machine needs no gettext; collecting texts from the sources is
Django's `makemessages`, which does need it (developers and CI only).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ("zh_Hans", "zh_Hant")
# what holds texts, or is needed to look for them
SOURCES = ("accounts", "config", "games", "locale", "static", "templates", "manage.py")
SHOWN = 8  # texts named in a complaint; the rest is counted


def catalogues(root: Path = ROOT) -> list[Path]:
    """Every catalogue of the project, in a fixed order."""
    return sorted((root / "locale").glob("*/LC_MESSAGES/*.po"))


def read(path: Path) -> Catalog:
    """The catalogue in a file. Raises babel.messages.pofile.PoFileError where it is not one."""
    with path.open("rb") as handle:
        return read_po(handle, locale=path.parent.parent.name, abort_invalid=True)


def compile_catalogues(root: Path = ROOT) -> list[Path]:
    """Compile each catalogue that is newer than what was compiled from it; returns those that were made.

    A running site may read the file meanwhile, so it is put in place in one step.
    """
    made = []
    for source in catalogues(root):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        partial = target.with_name(f".{target.name}.{os.getpid()}")
        with partial.open("wb") as handle:
            write_mo(handle, read(source))
        partial.replace(target)
        made.append(target)
    return made


def collect(root: Path = ROOT) -> None:
    """Bring the catalogues under `root` up to date with its sources. Raises CalledProcessError with what was said."""
    languages = [part for locale in LOCALES for part in ("--locale", locale)]
    form = ["--no-obsolete", "--no-wrap", "--add-location", "file"]
    left_out = [part for name in ("tests", "bench", "var", "docs") for part in ("--ignore", name)]
    for domain in ("django", "djangojs"):
        words = [sys.executable, "manage.py", "makemessages", "--domain", domain, *languages, *form, *left_out]
        subprocess.run(words, cwd=root, check=True, capture_output=True, text=True)  # noqa: S603
    for path in catalogues(root):
        # a new catalogue comes with English's two forms of a plural; Chinese has one
        text = re.sub(r'^msgstr\[[1-9]\] ""\n', "", path.read_text(), flags=re.MULTILINE)
        # the day of the collecting would be a change each time, even where no text has changed
        path.write_text(re.sub(r'^"POT-Creation-Date: .*"\n', "", text, flags=re.MULTILINE))


def unfinished(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """The texts of a catalogue that a reader would not see translated: (why, the English text)."""
    for message in catalog:
        if not message.id:
            continue
        if message.fuzzy:
            yield "fuzzy", _english(message)
        elif not all(message.string if isinstance(message.string, tuple | list) else (message.string,)):
            yield "missing", _english(message)
        elif message.check(catalog):  # other placeholders than the English text: it would fail when it is shown
            yield "broken", _english(message)


def _english(message: Message) -> str:
    return str(message.id[0] if isinstance(message.id, tuple | list) else message.id)


def complaints() -> list[str]:
    """What is missing or fuzzy, a line each; looked for in a copy, so that nothing here is touched."""
    with tempfile.TemporaryDirectory(prefix="lastcard-messages-") as name:
        copy = Path(name)
        for source in (ROOT / part for part in SOURCES):
            if source.is_dir():
                ignore = shutil.ignore_patterns("__pycache__", "*.mo")
                shutil.copytree(source, copy / source.name, ignore=ignore)
            elif source.exists():
                shutil.copy2(source, copy / source.name)
        collect(copy)
        lines = []
        for path in catalogues(copy):
            try:
                found = list(unfinished(read(path)))
            except PoFileError as error:
                lines.append(f"{path.relative_to(copy)}: {error}")
                continue
            lines += [f"{path.relative_to(copy)}: {why}: {text!r}" for why, text in found[:SHOWN]]
            if len(found) > SHOWN:
                lines.append(f"{path.relative_to(copy)}: and {len(found) - SHOWN} more")
        return lines


def main(arguments: list[str]) -> int:
    """Do what was asked for; returns the exit code, 1 with a line for each thing that is not in order."""
    os.environ.setdefault("LASTCARD_VAR", str(ROOT / "var"))
    match arguments:
        case ["compile"]:
            try:
                compile_catalogues()
            except PoFileError as error:
                print(f"a catalogue cannot be read: {error}", file=sys.stderr)
                return 1
            return 0
        case ["collect" | "check"] if not shutil.which("xgettext"):
            print("GNU gettext is not installed (Debian: apt install gettext; macOS: brew install gettext)")
            # developers may lack it; where everything is checked it has to be there
            return 1 if arguments == ["collect"] or os.environ.get("CI") else 0
        case ["collect"] | ["check"]:
            lines: list[str] = []
            try:
                if arguments == ["check"]:
                    lines = complaints()
                else:
                    collect()
            except subprocess.CalledProcessError as error:
                lines = [error.stderr.strip() or error.stdout.strip()]
            for line in lines:
                print(line)
            return 1 if lines else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
