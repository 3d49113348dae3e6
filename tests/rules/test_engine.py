"""The engine's own promises: lists that are kept are right, what is listed may be played, one file writes positions."""

import ast
import itertools
import random
from pathlib import Path

import pytest

from games.rules.uno import engine
from games.rules.uno.family import UNO
from games.rules.uno.match import Match
from games.rules.uno.round import Round
from tests.rules.random_games import completed, start, walk
from tests.rules.random_rules import random_ruleset, random_seats

UNO_FILES = Path(engine.__file__).parent
#: Who may write to a position: evolve and its part, those that set a new one up, and what keeps findings about it.
WRITERS = {
    "evolve.py": None,
    "hands.py": None,
    "deal.py": None,
    "board.py": None,
    "storage.py": None,
    "round.py": None,
    "match.py": {"number", "dealer", "position", "turn_since", "top_since", "vip", "days", "gone"},
    "engine.py": {"listed"},
    "view.py": {"shown", "lasting"},
}


def any_match(seed: int) -> tuple[Match, random.Random]:
    rng = random.Random(seed)
    rules = random_ruleset(rng)
    return start({**rules.to_json(), "match": "single"}, random_seats(rules, rng), rng), rng


@pytest.mark.parametrize("seed", range(12))
def test_a_list_that_was_kept_is_the_one_that_would_be_made(seed: int) -> None:
    match, rng = any_match(seed)
    for _ in itertools.islice(walk(match, rng, leaving=0.01), 150):
        for seat in range(match.seats):
            kept = [list(engine.legal(match.round, seat).items()) for _ in range(2)]
            fresh = list(engine.legal(match.round.copy(), seat).items())
            assert kept == [fresh, fresh]
            assert all(move.text == text for text, move in fresh)


@pytest.mark.parametrize("seed", range(12))
def test_a_listed_move_is_judged_legal_and_does_the_same_unlisted(seed: int) -> None:
    match, rng = any_match(seed)
    for _ in itertools.islice(walk(match, rng, leaving=0), 100):
        seat = match.turn
        if seat is None:
            continue
        listed = match.legal(seat)
        assert all(engine.judge(match.round, seat, move) is None for move in listed.values() if move.settled)
        text = rng.choice([text for text, move in listed.items() if move.settled] or ["draw"])
        before = UNO.dump(match)
        twins = [UNO.load(before, match.rules, match.shuffle) for _ in range(2)]
        twins[0].legal(seat)
        first, second = (twin.play(seat, completed(twin, seat, text)) for twin in twins)
        assert first == second
        assert UNO.dump(twins[0]) == UNO.dump(twins[1])


def test_a_copy_shares_no_finding_and_no_change() -> None:
    match, rng = any_match(3)
    seat = match.turn
    assert seat is not None
    listed, view = dict(match.legal(seat)), UNO.view(match, None)
    twin = UNO.load(UNO.dump(match), match.rules, match.shuffle)
    twin.round = match.round.copy()
    for _ in itertools.islice(walk(twin, rng), 5):
        pass
    assert dict(match.legal(seat)) == listed
    assert UNO.view(match, None) == view
    assert UNO.view(twin, None) != view


@pytest.mark.parametrize("path", sorted(UNO_FILES.rglob("*.py")), ids=lambda path: path.name)
def test_only_evolve_writes_to_a_position(path: Path) -> None:
    """Look for assignments to attributes of anything called `round`."""
    allowed = WRITERS.get(path.name, set())
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for target in _targets(node):
            name = target.value
            is_round = (isinstance(name, ast.Name) and name.id == "round") or (
                isinstance(name, ast.Attribute) and name.attr == "round"
            )
            if is_round and allowed is not None:
                assert target.attr in allowed, f"{path.name}:{target.lineno} writes round.{target.attr}"


def _targets(node: ast.AST) -> list[ast.Attribute]:
    """Return the attributes that a statement assigns to, or an item of which it does."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    else:
        return []
    flat = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    bare = [part.value if isinstance(part, ast.Subscript) else part for part in flat]
    return [part for part in bare if isinstance(part, ast.Attribute)]


def test_every_slot_of_a_position_is_copied() -> None:
    match, _ = any_match(1)
    twin = match.round.copy()
    own = {"listed", "shown", "lasting"}
    assert all(getattr(twin, name) == getattr(match.round, name) for name in Round.__slots__ if name not in own)
