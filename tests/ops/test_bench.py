"""What a bench prints, on a run too short to say anything of the speed."""

import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import _rlcard, _sites, rating, soak
from bench._report import Target, at_least, at_most, show
from tests.skips import ROOT, NoServers, Servers


def engine(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the engine's bench to its end, without its peer."""
    command = [sys.executable, "-m", "bench.engine", "--alone", "--seconds", "0.1", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_engine_s_bench_prints_one_object() -> None:
    done = engine("--json")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert set(printed) == {"name", "machine", "measures", "targets"}
    assert printed["name"] == "engine"
    for game in ("official_2", "official_4", "club_6"):
        for figure in ("moves_per_s", "rounds_per_s", "move_us", "view_us", "view_per_move"):
            assert printed["measures"][f"{game}_{figure}"] > 0
    assert printed["measures"]["long_match_last_per_first"] > 0
    assert all(set(target) == {"what", "value", "target", "met"} for target in printed["targets"])
    verdicts = {target["what"]: target["met"] for target in printed["targets"]}
    assert [what for what, met in verdicts.items() if met is None] == [next(iter(verdicts))]
    assert "RLCard" in next(iter(verdicts))


def test_the_rating_s_bench_prints_one_object() -> None:
    command = [sys.executable, "-m", "bench.rating", "--json", "--players", "12", "--matches", "12", "--runs", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["name"] == "rating"
    for luck in rating.LUCK:
        for seats in rating.SEATS:
            for way in ("ladder", "elo"):
                name = f"{luck}_luck_{seats}_seats_after_10_matches_{way}_rank_correlation"
                assert -1 <= printed["measures"][name] <= 1
    assert len(printed["targets"]) == 2 * len(rating.LUCK) * len(rating.SEATS)


def test_strengths_are_spread_as_the_luck_says() -> None:
    share = rating.LUCK["moderate"]
    field = rating.Field(4000, 2, rating.spread_for(share), random.Random(1))
    pairs = list(zip(field.strength[::2], field.strength[1::2], strict=True))
    odds = [1 / (1 + math.exp(-abs(one - other))) for one, other in pairs]
    assert sum(odds) / len(odds) == pytest.approx(share, abs=0.01)


def test_the_ladder_finds_the_order_where_there_is_no_luck() -> None:
    field = rating.Field(10, 4, 50.0, random.Random(1))
    for _ in range(60):
        field.play_everybody()
    assert field.correlations()["ladder"] > 0.9
    assert sum(field.elo[32.0]) == pytest.approx(10 * 1500)


@pytest.mark.long
@pytest.mark.servers
@pytest.mark.parametrize(
    ("name", "words", "figures"),
    [
        (
            "table",
            ["--seconds", "2", "--tables", "2"],
            ["site_median_ms", "bare_p99_ms", "site_flat_out_moves_per_s", "fragments_to_one_seat_median_bytes"],
        ),
        (
            "ladder",
            ["--people", "600", "--results", "4000", "--times", "2"],
            [
                "load_s",
                "first_page_median_ms",
                "last_page_worst_ms",
                "friends_median_ms",
                "lobby_of_the_last_median_ms",
            ],
        ),
        ("soak", ["--minutes", "0.2", "--tables", "2"], ["moves", "moves_of_people", "web_end_mb"]),
    ],
)
def test_what_runs_the_site_prints_one_object(
    servers: Servers, tmp_path: Path, name: str, words: list[str], figures: list[str]
) -> None:
    addresses = zip(("LASTCARD_TEST_DATABASE_URL", "LASTCARD_TEST_REDIS_URL"), servers, strict=True)
    environment = {**os.environ, **dict(addresses), "LASTCARD_VAR": str(tmp_path)}
    command = [sys.executable, "-m", f"bench.{name}", "--json", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["name"] == name
    assert all(printed["measures"][figure] > 0 for figure in figures)
    # what counts faults is right however slow the machine is
    counts = [target for target in printed["targets"] if target["target"] == "<= 0"]
    assert counts
    assert all(target["met"] for target in counts), done.stdout + done.stderr


def test_without_servers_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(folder: Path) -> Servers:
        raise NoServers("servers: Redis is not installed (Debian: apt install redis-server).")

    monkeypatch.setattr(_sites, "running_servers", none)
    monkeypatch.setattr(sys, "argv", ["soak"])
    with pytest.raises(SystemExit, match=r"^./dev bench soak needs PostgreSQL and Redis. servers: ") as ended:
        soak.main()
    assert "\n" not in str(ended.value)


def test_without_json_it_prints_the_same_as_a_table() -> None:
    done = engine()
    assert done.returncode == 0, done.stderr
    assert "official_2_moves_per_s" in done.stdout
    assert "not measured" in done.stdout


def test_targets_say_whether_they_are_met(capsys: pytest.CaptureFixture[str]) -> None:
    targets = [at_most("slowness", 2, 1), at_least("speed", 2, 1), at_least("height", None, 3)]
    assert targets == [
        Target("slowness", 2, "<= 1", False),
        Target("speed", 2, ">= 1", True),
        Target("height", None, ">= 3", None),
    ]
    show("any", {"speed_m_per_s": 2.0}, targets, as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert [line.strip().partition("  ")[0] for line in lines[2:]] == ["MISSED", "met", "not measured"]


def test_a_peer_that_cannot_be_installed_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(f"{tmp_path / 'nothing-here.whl'} --hash=sha256:{'0' * 64}\n")
    monkeypatch.setenv("LASTCARD_VAR", str(tmp_path))
    monkeypatch.setattr(_rlcard, "REQUIREMENTS", (broken,))
    with pytest.raises(_rlcard.NoPeer, match=r"^RLCard could not be installed: ") as error:
        _rlcard.environment()
    assert len(str(error.value).splitlines()) == 1
    assert not (tmp_path / "bench" / "rlcard" / "installed").exists()


def test_a_peer_s_environment_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str | Path]] = []
    monkeypatch.setenv("LASTCARD_VAR", str(tmp_path))
    monkeypatch.setattr(_rlcard, "_run", _pretending(commands, tmp_path / "bench" / "rlcard"))
    first = _rlcard.environment()
    assert len(commands) == 1 + len(_rlcard.REQUIREMENTS)
    assert _rlcard.environment() == first
    assert len(commands) == 1 + len(_rlcard.REQUIREMENTS)


def _pretending(commands: list[list[str | Path]], folder: Path) -> Callable[[list[str | Path]], None]:
    def run(command: list[str | Path]) -> None:
        commands.append(command)
        (folder / "bin").mkdir(exist_ok=True)
        (folder / "bin" / "python").touch()

    return run


@pytest.mark.parametrize("name", ["rlcard.txt", "rlcard-build.txt"])
def test_the_peer_s_requirements_are_pinned_and_name_no_host(name: str) -> None:
    text = (ROOT / "bench" / name).read_text()
    assert "--hash=sha256:" in text
    assert "://" not in text
    assert os.sep + "pypi" not in text
