"""Finds all Blind tables of a grid within bounds, exactly, with as few solves as convexity allows.

The value of a table is the best of linear functions of its pays, one for each policy: convex, and
never falling when a pay rises. So a box of tables is passed over whole where its dearest table is
worth too little or its cheapest too much. Where one policy is worth the exact value in all corners
of a box it is worth it everywhere inside: it is never above, and, the value being convex, the
corners leave no room above it. Then no table inside has to be solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil, floor, prod
from typing import Final

from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.tally import DEALS
from pitboss.odds.lab.frontier import mark_frontier
from pitboss.odds.lab.moments import PolicyMoments, policy_moments, variance
from pitboss.odds.lab.policy_counts import PolicyCounts, counts_of
from pitboss.odds.lab.search_plan import FoundTable, SearchError, SearchPlan
from pitboss.odds.lab.table_family import TableFamily
from pitboss.odds.solution import solve
from pitboss.rules import Odds

FOUND_MAX: Final = 200_000  # tables of one answer; more are no choice any more, and fill the memory

Point = tuple[int, ...]  # a table: the place of its odds in each line
Box = tuple[tuple[int, int], ...]  # tables: the first and last place in each line


@dataclass(slots=True)
class SearchMemory:
    """What a search has solved so far; kept in a file, a cancelled search goes on from there."""

    values: dict[Point, Fraction] = field(default_factory=dict)
    policies: dict[Point, PolicyCounts] = field(default_factory=dict)
    on_value: Callable[[Point, Fraction], None] = lambda point, value: None
    on_policy: Callable[[Point, PolicyCounts], None] = lambda point, counts: None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The tables that fit, in the order of the grid; how many there are, and how many solved."""

    plan: SearchPlan
    tables: tuple[FoundTable, ...]
    grid: int
    values_solved: int
    policies_counted: int


def search(
    plan: SearchPlan, *, memory: SearchMemory | None = None, progress: Progress | None = None
) -> SearchResult:
    """Find all tables of a plan; raises `SearchError` where they are too many."""
    memory = memory or SearchMemory()
    found = _Search(plan, memory, progress).run()
    tables = [table for _, table in sorted(found, key=lambda one: one[0])]
    marked = mark_frontier(tables, plan.goals)
    return SearchResult(plan, marked, plan.size, len(memory.values), len(memory.policies))


class _Search:
    def __init__(self, plan: SearchPlan, memory: SearchMemory, progress: Progress | None) -> None:
        self.plan = plan
        self.memory = memory
        self.progress = progress
        self.lines = tuple(plan.lines.values())
        self.family = TableFamily(plan.variant, plan.lines)
        self.whole = DEALS * self.family.unit
        self.least, self.most = self._value_ends()
        self.policies = [
            policy_moments(self.family, self.lines, counts) for counts in memory.policies.values()
        ]
        self.found: list[tuple[Point, FoundTable]] = []
        self.done = 0

    def run(self) -> list[tuple[Point, FoundTable]]:
        boxes: list[Box] = [tuple((0, len(line) - 1) for line in self.lines)]
        while boxes:
            box = boxes.pop()
            if self._out_of_bounds(box):
                self._tell(_size(box))
            elif policy := self._covering(box):
                self._take(box, policy)
            else:
                boxes += reversed(_halves(box))
        return self.found

    def _value_ends(self) -> tuple[int | None, int | None]:
        """Return the bounds of the value that follow from those of the edge, in units."""
        edge = self.plan.bounds["house_edge"]
        least = None if edge.most is None else ceil(-edge.most * self.whole)
        most = None if edge.least is None else floor(-edge.least * self.whole)
        return least, most

    def _fits(self, value: int) -> bool:
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)

    def _out_of_bounds(self, box: Box) -> bool:
        """Tell by its dearest and its cheapest table whether no table of a box can fit."""
        if self.least is not None and self._value(_top(box)) < self.least:
            return True
        return self.most is not None and self._value(_bottom(box)) > self.most

    def _value(self, point: Point) -> int:
        """Return the exact value of a table, in units over all deals."""
        if point not in self.memory.values:
            value = self.family.ev(self._odds(point))
            self.memory.values[point] = value
            self.memory.on_value(point, value)
            self._tell(0)  # that it is still at work, before the first box is done
        return int(self.memory.values[point] * self.whole)

    def _covering(self, box: Box) -> PolicyMoments | None:
        """Find a policy that is perfect in all corners of a box, and so in all of it."""
        corners = {corner: self._value(corner) for corner in _corners(box)}
        for corner, value in corners.items():
            if all(policy.value(corner) != value for policy in self.policies):
                self._count_policy(corner)
        for policy in self.policies:
            if all(policy.value(corner) == value for corner, value in corners.items()):
                return policy
        return None

    def _count_policy(self, point: Point) -> None:
        counts = counts_of(solve(self.family.table(self._odds(point)).game()))
        self.memory.policies[point] = counts
        self.memory.on_policy(point, counts)
        self.policies.append(policy_moments(self.family, self.lines, counts))

    def _take(self, box: Box, policy: PolicyMoments) -> None:
        """Take the tables of a box that fit, all of which the policy plays perfectly."""
        for point in self._points(box, policy):
            moments = policy.at(point)
            odds = self._odds(point)
            table = FoundTable(
                odds=odds,
                ev=Fraction(moments.value, self.whole),
                variance=variance(moments, DEALS, self.family.unit),
                hit_rate=Fraction(moments.ahead, DEALS),
                blind_hit_rate=Fraction(moments.blind, DEALS),
                top_pay=self.plan.top_pay(odds),
            )
            if self.plan.admits(table):
                self.found.append((point, table))
                if len(self.found) > FOUND_MAX:
                    raise SearchError(f"more than {FOUND_MAX:,} tables fit; narrow the bounds")

    def _points(self, box: Box, policy: PolicyMoments) -> Iterator[Point]:
        """Yield the tables of a box whose value is in bounds; line by line, cut off where none."""
        spans = [
            [policy.lines[at][place].value for place in range(first, last + 1)]
            for at, (first, last) in enumerate(box)
        ]
        # What the lines from here on can still bring, at least and at most.
        low = [sum(map(min, spans[at:])) for at in range(len(spans) + 1)]
        high = [sum(map(max, spans[at:])) for at in range(len(spans) + 1)]
        sizes = [prod(map(len, spans[at:])) for at in range(len(spans) + 1)]

        def walk(at: int, value: int, point: Point) -> Iterator[Point]:
            below = self.least is not None and value + high[at] < self.least
            if below or (self.most is not None and value + low[at] > self.most):
                self._tell(sizes[at])
            elif at == len(spans):
                self._tell(1)
                yield point
            else:
                for place, more in enumerate(spans[at], box[at][0]):
                    yield from walk(at + 1, value + more, (*point, place))

        yield from walk(0, policy.fixed.value, ())

    def _odds(self, point: Point) -> tuple[Odds, ...]:
        return tuple(line[place] for line, place in zip(self.lines, point, strict=True))

    def _tell(self, tables: int) -> None:
        self.done += tables
        if self.progress:
            self.progress(self.done, self.plan.size)


def _bottom(box: Box) -> Point:
    return tuple(first for first, _ in box)


def _top(box: Box) -> Point:
    return tuple(last for _, last in box)


def _size(box: Box) -> int:
    return prod(last - first + 1 for first, last in box)


def _corners(box: Box) -> list[Point]:
    return list(product(*(sorted({first, last}) for first, last in box)))


def _halves(box: Box) -> list[Box]:
    """Cut a box in two across its line with the most odds."""
    widest = max(range(len(box)), key=lambda at: box[at][1] - box[at][0])
    first, last = box[widest]
    middle = (first + last) // 2
    return [
        (*box[:widest], span, *box[widest + 1 :]) for span in ((first, middle), (middle + 1, last))
    ]
