"""Golden rounds bent out of shape at random: settled or refused in one line, never a crash."""

from __future__ import annotations

import copy
import random
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.reports.expect import differences
from pitboss.reports.settlement import round_document
from pitboss.round.play import play
from pitboss.round.roundfile import script_from
from pitboss.round.script import ScriptError
from tests.examples import examples

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GOLDEN = [
    tomllib.loads(path.read_text("utf-8"), parse_float=Decimal)
    for path in sorted(SCENARIOS.glob("*/*.toml"))
    if path.parent.name != "submissions"
]
JUNK: tuple[Any, ...] = (
    None, "", "x", -1, 0, 1, 7, 99, 10**20, True, False, Decimal("0.005"), Decimal("NaN"),
    Decimal("1e-999999"), [], {}, [1], ["check"], {"a": 1}, "As", "As As", "play 4x", "♠" * 500,
    [[]], "maryland", "2♥ 3♥", ["fold", "fold", "fold"], {"min": 1},
)  # fmt: skip


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List every place in a file's data where something can be changed."""
    found = [path] if path else []
    keyed = isinstance(data, dict | list)
    for key in (data if isinstance(data, dict) else range(len(data))) if keyed else ():
        found += spots(data[key], (*path, key))
    return found


def bent(chance: random.Random) -> dict[str, Any]:
    """Take a golden round and change a few places: drop, junk, or another round's part."""
    data: dict[str, Any] = copy.deepcopy(chance.choice(GOLDEN))
    for _ in range(chance.randint(1, 3)):
        places = spots(data)
        if not places:
            break
        *parents, last = chance.choice(places)
        holder: Any = data
        for step in parents:
            holder = holder[step]
        if chance.random() < 0.3:
            del holder[last]
        elif chance.random() < 0.3:
            other = chance.choice(GOLDEN)
            key = chance.choice(list(other))
            data[key] = copy.deepcopy(other[key])
        else:
            holder[last] = copy.deepcopy(chance.choice(JUNK))
    return data


def judge(data: dict[str, Any]) -> None:
    """Settle a bent round; any error but a refusal fails the test."""
    refused: ScriptError | None = None
    try:
        played = play(script_from(data, "bent"))
        differences(round_document(played), played.script.expect)
    except ScriptError as error:
        refused = error
    assert refused is None or (str(refused) and refused.reason)


@given(seed=st.integers(0, 2**40))
@settings(max_examples=examples(200))
def test_a_bent_round_is_settled_or_refused(seed: int) -> None:
    judge(bent(random.Random(seed)))


@pytest.mark.full
@pytest.mark.slow
def test_many_bent_rounds_are_settled_or_refused() -> None:
    for seed in range(5_000):
        judge(bent(random.Random(seed)))
