"""Changes one cell of one rule set at a time: every change must make a test fail.

Run as `make mutate`, or `python -m tools.mutate maryland --jobs 2` for one place.
"""

from __future__ import annotations

import argparse
import copy
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.settle import settle_text
from pitboss.round.script import ScriptError
from pitboss.rules import SET_NAMES, RuleSetError, catalog
from pitboss.rules.load import read_rule_set, rule_set_from

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests" / "scenarios"
# Tests of rules and settlement; golden rounds run before them, without pytest: they are quick.
SUITES = (
    "tests/round/test_consequences.py",
    "tests/round/test_every_line.py",
    "tests/round/test_bets.py",
    "tests/round/test_dealing.py",
    "tests/round/test_irregular.py",
    "tests/round/test_options.py",
    "tests/round/test_orders.py",
    "tests/rules",
)

Path_ = tuple[str | int, ...]


@dataclass(frozen=True)
class Mutant:
    """One changed cell."""

    place: str
    where: str
    before: str
    after: str
    path: Path_
    value: Any  # Any: whatever the TOML file may hold


def data_of(place: str) -> dict[str, Any]:
    """Read a rule set's file."""
    text = files("pitboss.rules").joinpath(f"sets/{place}.toml").read_text("utf-8")
    return tomllib.loads(text, parse_float=Decimal)


def mutants(place: str) -> Iterator[Mutant]:
    """List every change worth making: pays, orders, consequences, remedies, limits, defaults."""
    for path, value in leaves(data_of(place)):
        if path[0] in ("name", "title", "document", "prefix", "edition", "layout", "submission"):
            continue
        if path[-1] in (
            "clauses",
            "readings",
            "settle_clauses",
            "wants",
            "about",
            "below",
            "locked",
        ):
            continue
        for changed in changes(path, value):
            where = ".".join(map(str, path))
            yield Mutant(place, where, str(value), str(changed), path, changed)


def leaves(data: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Go over the values of a file; lists of plain values count as one value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for n, value in enumerate(data):
            yield from leaves(value, (*path, n))
        yield path, data
    else:
        yield path, data


OTHER_OUTCOMES = {
    "win": ["push", "lose"],
    "lose": ["push"],
    "push": ["lose"],
    "paytable": ["push", "lose"],
}
OTHER_WORDS = {
    "counter-clockwise": "clockwise",
    "clockwise": "counter-clockwise",
    "clockwise-from-bank": "clockwise",
    "never": "to-1",
    "to-1": "never",
    "blocks": "calls",
    "calls": "blocks",
    "pair": "two-pair",
    "removed": "stays",
    "after-deal": "after-river",
}


def changes(path: Path_, value: Any) -> list[Any]:
    """Say what a value could wrongly be."""
    key = path[-1]
    if key == "pays" or key == "odds":
        return [other_pay(value)]
    if key == "outcome":
        return list(OTHER_OUTCOMES[value])
    if key == "remedy":
        return [other for other in ("void", "continue") if other != value][:1]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    if isinstance(value, list):
        return other_lists(path, value)
    if isinstance(value, str) and value in OTHER_WORDS:
        return [OTHER_WORDS[value]]
    if isinstance(value, str) and re.fullmatch(r"\d+\.\d\d", value):
        return [str(Decimal(value) + Decimal("0.10"))]
    return []


def other_pay(value: str) -> str:
    """Change a pay: one more, or another share of the meter."""
    if "%" in value:
        return value.replace("100%", "90%") if value.startswith("100%") else "11% of main"
    if value.startswith("$"):
        return "$200,000"
    number = int(value.split()[0])
    return value.replace(str(number), str(number + 1), 1)


def other_lists(path: Path_, value: list[Any]) -> list[Any]:
    """Change an order: swap neighbours; drop a member; add one to a number."""
    if value and isinstance(value[0], dict):
        if path[-1] in ("deal", "flop", "river") and len(value) > 1:
            return [[value[1], value[0], *value[2:]]]
        return [value[1:]] if path[-1] == "lines" else []
    if value and isinstance(value[0], int):
        return [[value[0] + 1, *value[1:]]]
    swapped = [[*value[:n], value[n + 1], value[n], *value[n + 2 :]] for n in range(len(value) - 1)]
    ordered = "wagers" in path or path[-1] == "default"
    return (swapped if ordered else []) + ([value[1:]] if value and not ordered else [])


def mutated(mutant: Mutant) -> dict[str, Any]:
    """Give the file's data with the one change."""
    data = copy.deepcopy(data_of(mutant.place))
    spot: Any = data
    for step in mutant.path[:-1]:
        spot = spot[step]
    spot[mutant.path[-1]] = mutant.value
    return data


def is_killed(mutant: Mutant) -> bool:
    """Tell whether the loader, a golden round or a test notices the change."""
    try:
        changed = rule_set_from(mutated(mutant))
    except (RuleSetError, KeyError, ValueError, TypeError):
        return True
    original = read_rule_set
    catalog.rule_set.cache_clear()

    def read(text: str) -> Any:
        found = original(text)
        return changed if found.name == mutant.place else found

    vars(catalog)["read_rule_set"] = read  # in this child process only
    return golden_fails(mutant.place) or suites_fail()


def golden_fails(place: str) -> bool:
    """Run the golden rounds of a place."""
    for path in sorted((SCENARIOS / place).glob("*.toml")):
        try:
            if settle_text(path.read_text("utf-8"), path.name).differs:
                return True
        except (ScriptError, KeyError, ValueError, StopIteration):
            return True
    return False


def suites_fail() -> bool:
    """Run the pytest suites until the first failure."""
    wanted = [str(ROOT / suite) for suite in SUITES if (ROOT / suite).exists()]
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", *wanted])
    return code != 0


def try_in_child(mutant: Mutant) -> bool:
    """Judge a mutant in a process of its own, so that nothing of it stays."""
    child = os.fork()
    if child == 0:
        os.chdir(ROOT)
        os._exit(0 if is_killed(mutant) else 1)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def main() -> int:
    """Run all mutants and list the survivors; the exit code is 1 when there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="*", default=list(SET_NAMES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    found = [mutant for place in arguments.places for mutant in mutants(place)]
    survivors = []
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("fork")) as pool:
        for n, (mutant, killed) in enumerate(
            zip(found, pool.map(try_in_child, found), strict=True), 1
        ):
            if not killed:
                survivors.append(mutant)
            sys.stderr.write(f"\r{n} of {len(found)} tried, {len(survivors)} survived")
    sys.stderr.write("\n")
    for mutant in survivors:
        print(
            f"survived: {mutant.place} {mutant.where}: {mutant.before[:60]} -> {mutant.after[:60]}"
        )
    print(f"{len(found) - len(survivors)} of {len(found)} changes were noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
