"""Changes one cell of one rule set at a time: every change must make a test fail.

Run as `make mutate`, or `python -m tools.mutate maryland --jobs 2` for one place. With `--clauses`
every enforced clause is broken instead, and a test that the trace cites for it must fail; with
`--clause MD-11.K` only that clause.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import inf
from operator import itemgetter
from pathlib import Path
from time import process_time
from typing import Any, Final

import pytest

from pitboss.rules import SET_NAMES, Catalog, RuleSet, RuleSetError, catalog_in_use, load
from pitboss.rules.catalog import SETS_FOLDER
from pitboss.table import rules_of
from tools.mutants import NOT_YET_READ, Mutant, data_of, mutants
from tools.mutate_clauses import try_clauses

ROOT: Final = Path(__file__).parents[1]
# Everything that looks at rules and settlement, save the tests that throw random rounds at them.
FOLDERS: Final = ("tests/round", "tests/scenarios", "tests/rules", "tests/table", "tests/ledger")
TOO_SLOW: Final = (
    "test_properties",
    "test_round_machine",
    "test_roundfile_fuzz",
    "test_view",
    "test_legal",
    "test_load",
    "test_seasons",
    "test_table_machine",
    "test_link",
    "test_permissions",
    "test_complete",
)
FAILED: Final = -1.0  # in place of the time of a test that fails
SECONDS_MAX: Final = 300  # of CPU: a change that makes a test run forever has been noticed
# Holds the changed catalogue open: a context manager that nobody keeps ends at once.
CHANGED: Final = ExitStack()


@dataclass(slots=True)
class Trial:
    """A pytest plugin: the tests are collected once, then run in a child process a mutant."""

    mutants: Sequence[Mutant]
    jobs: int
    survivors: list[Mutant] = field(default_factory=list)
    running: dict[int, tuple[Mutant, int]] = field(default_factory=dict)
    done: int = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant; the test that noticed the last one goes first against the next."""
        items = quickest_first(list(session.items), session)
        for mutant in self.mutants:
            if len(self.running) >= self.jobs:
                self._count(items)
            self._start(mutant, items, session)
        while self.running:
            self._count(items)
        return True

    def _start(self, mutant: Mutant, items: list[pytest.Item], session: pytest.Session) -> None:
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            signal.setitimer(signal.ITIMER_PROF, SECONDS_MAX)  # ends the child
            os.write(tell, _first_to_notice(mutant, items, session).encode()[:4000])
            os._exit(0)
        os.close(tell)
        self.running[child] = (mutant, told)

    def _reap(self) -> tuple[Mutant, str]:
        """Wait for a child; what ended it, if it could not say what it noticed, counts too."""
        child, status = os.wait()
        mutant, told = self.running.pop(child)
        with os.fdopen(told, "rb") as pipe:
            noticed = pipe.read().decode()
        return mutant, noticed or ("a crash or no end" if status else "")

    def _count(self, items: list[pytest.Item]) -> None:
        mutant, noticed = self._reap()
        if not noticed:
            self.survivors.append(mutant)
            os.write(2, f"\nunnoticed: {mutant}\n".encode())  # also where the run is cut short
        for n, item in enumerate(items):
            if item.nodeid == noticed:
                items.insert(0, items.pop(n))
                break
        self.done += 1
        counts = f"{self.done} of {len(self.mutants)} tried, {len(self.survivors)} survived"
        os.write(2, f"\r{counts}".encode())


def quickest_first(items: list[pytest.Item], session: pytest.Session) -> list[pytest.Item]:
    """Run every test without any change, in a child, and sort by time; ends where one fails.

    Most changes are noticed by some test of a few milliseconds: the long ones need not run then.
    """
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        spent = [_seconds(item, session) for item in items]
        os.write(tell, array("f", spent).tobytes())  # four bytes a test fit into the pipe
        os._exit(0)
    os.close(tell)
    os.waitpid(child, 0)
    with os.fdopen(told, "rb") as pipe:
        spent = array("f", pipe.read()).tolist()
    failing = [item.nodeid for item, time in zip(items, spent, strict=True) if time == FAILED]
    if failing:
        print(f"nothing can be told: {failing[0]} fails without any change")
        pytest.exit("a test fails without any change", returncode=1)
    return [item for _, item in sorted(zip(spent, items, strict=True), key=itemgetter(0))]


def _seconds(item: pytest.Item, session: pytest.Session) -> float:
    """Run one test and return its time, or `FAILED`; a test that draws examples judges nothing."""
    if is_random(item):
        return inf
    begun, failed = process_time(), session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return process_time() - begun if session.testsfailed == failed else FAILED


def is_random(item: pytest.Item) -> bool:
    """Return whether Hypothesis chooses what the test looks at."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def _first_to_notice(mutant: Mutant, items: list[pytest.Item], session: pytest.Session) -> str:
    """Name what notices a change: the loader or a test; "" where nothing does."""
    try:
        put_in_force(mutant)
    except (RuleSetError, KeyError, ValueError, TypeError):
        return "loader"
    for item in items_of(mutant.place, items):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed:
            return item.nodeid
    return ""


def put_in_force(mutant: Mutant) -> None:
    """Let a place's file be read as changed until `CHANGED` is closed; for a child process."""
    read, true_data = load.rule_set_from, data_of(mutant.place)
    changed = read(mutant.data())

    def read_changed(data: Mapping[str, Any]) -> RuleSet:
        return changed if data == true_data else read(data)

    vars(load)["rule_set_from"] = read_changed
    unread = Catalog(SETS_FOLDER)
    CHANGED.enter_context(catalog_in_use(unread))
    rules_of.cache_clear()


def items_of(place: str, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """Leave out the tests of other places, and those that chance has a part in."""
    for item in items:
        if is_random(item):
            continue
        call: Any = getattr(item, "callspec", None)  # Any: pytest keeps its type to itself
        words = [str(value) for value in call.params.values()] if call else []
        named = {name for name in SET_NAMES for word in words if name in word}
        if not named or place in named:
            yield item


def _by_clause(arguments: argparse.Namespace) -> int:
    """Break clauses and list those whose cited tests notice nothing."""
    os.chdir(ROOT)
    trial = try_clauses(arguments.places, arguments.clause, arguments.jobs, arguments.most)
    sys.stderr.write("\n")
    for one in trial.untried:
        print(f"not tried, for its tests drive a browser or run long: {one}")
    clauses, blind = trial.clauses(), trial.missed()
    for id_ in sorted(blind):
        print(f"no cited test notices {id_}: {'; '.join(blind[id_])}")
    noticed = len(clauses) - len(blind)
    print(f"a cited test notices {noticed} of {len(clauses)} enforced clauses when they are broken")
    return 1 if blind or not trial.done else 0


def main() -> int:
    """Run all mutants and list the survivors; the exit code is 1 when there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="*", default=list(SET_NAMES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="keys that start with this")
    parser.add_argument("--without", nargs="*", default=[], help="tests that may not judge")
    parser.add_argument("--clauses", action="store_true", help="ask the cited tests, by clause")
    parser.add_argument("--clause", nargs="*", default=[], help="only these clauses")
    parser.add_argument("--most", type=int, default=4, help="cells tried a clause; 0: all")
    arguments = parser.parse_args()
    if arguments.clauses or arguments.clause:
        return _by_clause(arguments)
    found = [m for place in arguments.places for m in mutants(place)]
    trial = Trial([m for m in found if m.where.startswith(arguments.only)], arguments.jobs)
    os.chdir(ROOT)
    ignored = [f"--ignore-glob=*{name}.py" for name in (*TOO_SLOW, *arguments.without)]
    quiet = ["-p", "no:cacheprovider", "-p", "no:terminal", "-m", "not slow"]
    wanted = [folder for folder in FOLDERS if Path(folder).exists()]
    pytest.main([*quiet, *ignored, *wanted], plugins=[trial])
    sys.stderr.write("\n")
    for mutant in trial.survivors:
        print(f"survived: {mutant}")
    print(f"{trial.done - len(trial.survivors)} of {trial.done} changes were noticed")
    print(f"not tried, for nothing reads them yet: {', '.join(NOT_YET_READ)}")
    return 1 if trial.survivors or not trial.done else 0


if __name__ == "__main__":
    sys.exit(main())
