"""Breaks each enforced clause and asks whether a test that the trace cites for it notices.

Run as `python -m tools.mutate --clauses maryland`, or `--clause MD-11.K` for some of them.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from pitboss.rules import SET_NAMES
from tools.broken import Break, break_code, breaks

# A browser drives a server in another process: nothing of what is broken here reaches it.
ELSEWHERE: Final = ("tests/browser/",)
GOLDEN: Final = "tests/scenarios/test_scenarios.py"


@dataclass(slots=True)
class ClauseTrial:
    """A pytest plugin: the cited tests are collected once, then run in a child process a break."""

    found: Sequence[Break]
    jobs: int
    survivors: list[Break] = field(default_factory=list)
    untried: list[Break] = field(default_factory=list)
    running: dict[int, tuple[Break, int]] = field(default_factory=dict)
    lucky: Counter[str] = field(default_factory=Counter)
    done: int = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every break; the tests that noticed most so far go first, then the quickest."""
        from tools.mutate import quickest_first  # that module runs this one

        items = quickest_first(list(session.items), session)
        for one in self.found:
            mine = list(_cited(one, items))
            if not mine:
                self.untried.append(one)
                continue
            mine.sort(key=lambda item: -self.lucky[item.nodeid])
            if len(self.running) >= self.jobs:
                self._count()
            self._start(one, mine, session)
        while self.running:
            self._count()
        return True

    def clauses(self) -> set[str]:
        """List the clauses that were tried."""
        return {one.clause for one in self.found} - {one.clause for one in self.untried}

    def missed(self) -> dict[str, list[str]]:
        """Return the clauses whose breaks no cited test noticed, and what was broken.

        Every changed cell of a clause must be noticed. Where its code was broken, one of the
        functions is enough: the others that the trace names may serve other clauses of the area.
        """
        silent: dict[str, list[Break]] = {}
        for one in self.survivors:
            silent.setdefault(one.clause, []).append(one)
        tried = Counter(one.clause for one in self.found if one not in self.untried)
        return {
            id_: [str(one).removeprefix(f"{id_}: ") for one in found]
            for id_, found in silent.items()
            if any(one.cell is not None for one in found) or len(found) == tried[id_]
        }

    def _start(self, one: Break, items: list[pytest.Item], session: pytest.Session) -> None:
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            from tools.mutate import SECONDS_MAX  # that module runs this one

            signal.setitimer(signal.ITIMER_PROF, SECONDS_MAX)  # ends the child
            os.write(tell, _noticed_by(one, items, session).encode()[:4000])
            os._exit(0)
        os.close(tell)
        self.running[child] = (one, told)

    def _count(self) -> None:
        child, status = os.wait()
        one, told = self.running.pop(child)
        with os.fdopen(told, "rb") as pipe:
            noticed = pipe.read().decode() or ("a crash or no end" if status else "")
        self.lucky[noticed] += 1
        self.done += 1
        if not noticed:
            self.survivors.append(one)
            os.write(2, f"\nunnoticed: {one}\n".encode())
        counts = f"{self.done} of {len(self.found)} tried, {len(self.survivors)} survived"
        os.write(2, f"\r{counts} ({one.clause})".encode())


def _noticed_by(one: Break, items: Sequence[pytest.Item], session: pytest.Session) -> str:
    from tools.mutate import put_in_force  # that module runs this one

    if one.cell is not None:
        put_in_force(one.cell)
    else:
        break_code(one.code)
    for item in items:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if session.testsfailed:
            return item.nodeid
    return ""


def _cited(one: Break, items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    """List the tests that the trace cites for the clause, its golden rounds among them."""
    from tools.mutate import items_of  # that module runs this one

    stems = {Path(path).stem for path in one.golden}
    for item in items_of(one.place, items):
        file, _, name = item.nodeid.partition("::")
        if file in one.tests or (file == GOLDEN and any(stem in name for stem in stems)):
            yield item


def try_clauses(places: Sequence[str], only: Sequence[str], jobs: int, most: int) -> ClauseTrial:
    """Break the enforced clauses of some places, or some clauses."""
    wanted = frozenset(only)
    found = [one for place in places or SET_NAMES for one in breaks(place, most, wanted)]
    trial = ClauseTrial(found, jobs)
    files = {test for one in found for test in one.tests if not test.startswith(ELSEWHERE)}
    if any(one.golden for one in found):
        files.add(GOLDEN)
    if found:
        quiet = ["-p", "no:cacheprovider", "-p", "no:terminal", "-m", "not slow"]
        pytest.main([*quiet, *sorted(files)], plugins=[trial])
    return trial
