"""`./dev` says in one line what keeps it from starting."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.skips import ROOT

# what the script needs besides a Python
TOOLS = ("awk", "cat", "cksum", "df", "env", "find", "mkdir", "rm", "sh", "sleep", "tail")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The script and its requirements in a folder of their own, with no .venv."""
    folder = tmp_path / "clone"
    folder.mkdir()
    shutil.copy(ROOT / "dev", folder / "dev")
    shutil.copytree(ROOT / "requirements", folder / "requirements")
    return folder


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine with no Python: the tools above on the path, an empty home."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    return {"PATH": str(tools), "HOME": str(tmp_path)}


def dev(folder: Path, *words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `./dev` there to its end."""
    return subprocess.run(
        ["./dev", *words],
        cwd=folder,
        env=env if env is not None else dict(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def the_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that it said, having failed."""
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if not line.endswith("...")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("dev: ")
    return lines[0]


def only_fitting_python_is(python: str, tools: Path) -> None:
    """Put one Python on the path of a bare machine."""
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{python}" "$@"\n')
    (tools / "python3").chmod(0o755)


def test_without_a_python_it_says_how_to_get_one(clone: Path, bare: dict[str, str]) -> None:
    line = the_line(dev(clone, "run", env=bare))
    assert "no Python 3.12 or newer" in line
    assert "apt install" in line


def test_an_empty_path_gets_the_same_line(clone: Path, bare: dict[str, str]) -> None:
    assert "no Python 3.12 or newer" in the_line(dev(clone, "test", env={**bare, "PATH": ""}))


def test_an_old_python_does_not_fit(clone: Path, bare: dict[str, str]) -> None:
    tools = Path(bare["PATH"])
    (tools / "python3.16").write_text("#!/bin/sh\necho 'no such command' >&2\nexit 127\n")  # a shim of pyenv
    (tools / "python3").write_text("#!/bin/sh\nexit 1\n")  # what an older one answers to the question
    for name in ("python3.16", "python3"):
        (tools / name).chmod(0o755)
    assert "no Python 3.12 or newer" in the_line(dev(clone, "run", env=bare))


def test_a_python_of_pyenv_is_found_that_is_not_switched_on(clone: Path, bare: dict[str, str]) -> None:
    folder = Path(bare["HOME"]) / ".pyenv" / "versions" / "3.12.9" / "bin"
    folder.mkdir(parents=True)
    # answers the question, and cannot do more: that it was chosen is all there is to see
    (folder / "python").write_text(
        '#!/bin/sh\n[ "$1" = -c ] && echo 3012009 && exit\necho "chosen: $1 $2" >&2\nexit 1\n'
    )
    (folder / "python").chmod(0o755)
    assert the_line(dev(clone, "run", env=bare)) == "dev: could not make .venv: chosen: -m venv"


def test_a_full_disk(clone: Path, bare: dict[str, str]) -> None:
    tools = Path(bare["PATH"])
    only_fitting_python_is(sys.executable, tools)
    (tools / "df").unlink()
    (tools / "df").write_text("#!/bin/sh\necho Filesystem ...\necho /dev/x 1000000 999000 20480 99% /\n")
    (tools / "df").chmod(0o755)
    line = the_line(dev(clone, "run", env=bare))
    assert "only 20 MB free" in line
    assert not (clone / ".venv").exists()


def test_a_failed_installation_says_what_pip_said_last_and_begins_anew(clone: Path, bare: dict[str, str]) -> None:
    base_python = f"{sys.base_prefix}/bin/python3"
    only_fitting_python_is(base_python, Path(bare["PATH"]))
    (clone / "requirements" / "base.txt").write_text("surely-not-a-package==1.0 --hash=sha256:" + "0" * 64 + "\n")
    offline = {**bare, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    line = the_line(dev(clone, "run", env=offline))
    assert "surely-not-a-package" in line
    assert "pip.log" in line
    # what was cut short is not taken for a whole one
    assert "surely-not-a-package" in the_line(dev(clone, "run", env=offline))
    assert not (clone / ".setup-lock").exists()


def test_a_lock_left_by_one_that_was_killed_is_taken_over(clone: Path, bare: dict[str, str]) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    (clone / ".setup-lock").mkdir()
    (clone / ".setup-lock" / "pid").write_text(f"{gone.pid}\n")
    tools = Path(bare["PATH"])
    only_fitting_python_is(sys.executable, tools)
    (tools / "python3").write_text('#!/bin/sh\n[ "$1" = -c ] && echo 3012009 && exit\nexit 1\n')
    assert "could not make .venv" in the_line(dev(clone, "run", env=bare))
    assert not (clone / ".setup-lock").exists()


@pytest.mark.parametrize("command", ["run", "test", "setup"])
def test_data_that_cannot_be_written(command: str) -> None:
    # a file in the way: unlike a folder without rights, it stops root too
    line = the_line(dev(ROOT, command, env={**os.environ, "LASTCARD_VAR": "/dev/null/var"}))
    assert "/dev/null/var" in line


def test_an_unknown_command_shows_the_known_ones() -> None:
    done = dev(ROOT, "fly")
    assert done.returncode == 1
    assert "./dev run" in done.stderr
    assert done.stderr.splitlines()[-1] == "dev: no command named fly."


def test_without_a_command_it_lists_them() -> None:
    done = dev(ROOT)
    assert done.returncode == 0
    assert {"run", "test", "check", "manage", "bench", "lock", "messages"} <= set(done.stdout.split())


def test_files_are_named_from_where_the_person_stands(tmp_path: Path) -> None:
    scenario = '{"hands": ["R1", "B1"], "discard": "R9", "steps": [{"expect": {"turn": 0}}]}'
    (tmp_path / "one.json").write_text(scenario)
    words = [str(ROOT / "dev"), "manage", "scenario", "one.json"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1 passed, 0 failed\n"), done.stderr


@pytest.mark.parametrize(
    ("words", "several"),
    [
        ((), True),
        (("--long",), True),
        (("tests", "-q"), True),
        (("tests/test_one.py",), False),
        (("tests", "-k", "one"), False),
        (("--pdb",), False),
    ],
)
def test_whole_folders_are_tested_on_several_cores(clone: Path, words: tuple[str, ...], several: bool) -> None:
    (clone / "tests").mkdir()
    python = clone / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\ncase "$*" in "-m pytest"*) echo "$*" ;; esac\n')
    python.chmod(0o755)
    with (clone / "requirements" / "dev.txt").open() as pinned:
        sums = subprocess.run(["cksum"], stdin=pinned, capture_output=True, text=True, check=True).stdout
    (clone / ".venv" / "installed-dev").write_text(sums)
    done = dev(clone, "test", *words)
    assert done.returncode == 0, done.stderr
    given = ["-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"] if several else []
    assert done.stdout.split() == ["-m", "pytest", *given, *words]


def test_an_unknown_bench_names_those_that_exist() -> None:
    assert "no bench named speed; there is:" in the_line(dev(ROOT, "bench", "speed"))


def test_the_script_is_posix_sh() -> None:
    for script in ("dev", ".ci/run", ".ci/servers"):
        subprocess.run(["sh", "-n", str(ROOT / script)], check=True)
        first = (ROOT / script).read_text().splitlines()[0]
        assert first == "#!/bin/sh"
