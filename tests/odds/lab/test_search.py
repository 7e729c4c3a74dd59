"""Search over Blind tables: equal to solving each table, whatever the bounds."""

from __future__ import annotations

import os
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from pitboss.odds.lab.figures import exact_figures
from pitboss.odds.lab.frontier import mark_frontier
from pitboss.odds.lab.policy_counts import policy_counts
from pitboss.odds.lab.search import SearchMemory, search
from pitboss.odds.lab.search_file import read_search
from pitboss.odds.lab.search_plan import (
    Bound,
    FoundTable,
    SearchError,
    SearchPlan,
)
from pitboss.odds.lab.search_state import head_line, policy_line, read_state, value_line
from pitboss.odds.lab.table_family import TableFamily
from pitboss.odds.lab.variant import Variant
from pitboss.odds.solution import solve
from pitboss.rules import Odds

pytestmark = pytest.mark.slow

# 125 solves of their own: two minutes of CPU.
ALL_FIGURES = pytest.mark.skipif(
    "PITBOSS_ALL_FIGURES" not in os.environ, reason="PITBOSS_ALL_FIGURES=1 runs it"
)
EDITS = int(os.environ.get("PITBOSS_EDITS", "100"))  # 10,000 take ten minutes of CPU

HALVES = (Odds(1), Odds(3, 2), Odds(2), Odds(5, 2), Odds(3))
LINES = {
    "four-of-a-kind": tuple(map(Odds, (5, 10, 20, 40, 80))),
    "full-house": tuple(map(Odds, (2, 3, 4, 6, 30))),
    "flush": HALVES,
}


def plan_of(places: tuple[int, ...], **bounds: Bound) -> SearchPlan:
    lines = {hand: tuple(odds[at] for at in places) for hand, odds in LINES.items()}
    return SearchPlan(Variant(), lines, bounds)


@pytest.mark.parametrize(
    "places",
    [
        pytest.param((0, 4), id="2x2x2"),
        pytest.param((0, 2, 4), id="3x3x3", marks=pytest.mark.full),
        pytest.param(range(5), id="5x5x5", marks=[pytest.mark.full, ALL_FIGURES]),
    ],
)
def test_a_search_equals_solving_every_table(places: tuple[int, ...]) -> None:
    plan = plan_of(tuple(places))
    low, high = Fraction(-2), Fraction(2, 100)

    found = search(plan_of(tuple(places), house_edge=Bound(low, high)))

    solved = {
        odds: solve(TableFamily(plan.variant, plan.lines).table(odds).game()).ev
        for odds in product(*plan.lines.values())
    }
    wanted = {odds: ev for odds, ev in solved.items() if low <= -ev <= high}
    assert {table.odds: table.ev for table in found.tables} == wanted
    assert found.grid == len(solved)
    assert 0 < len(wanted) < len(solved)


def test_figures_of_a_found_table_are_those_of_its_own_solution() -> None:
    plan = SearchPlan(Variant(), {"flush": HALVES[:3], "straight": (Odds(0), Odds(1))})

    found = search(plan)

    assert len(found.tables) == 6
    one = found.tables[-1]
    figures = exact_figures(TableFamily(plan.variant, plan.lines).table(one.odds))
    assert one.house_edge == figures.house_edge == Fraction(250_107_811_236, 27_813_810_024_000)
    assert one.variance == figures.outcomes.variance
    assert one.hit_rate == figures.hit_rates.ahead
    assert one.blind_hit_rate == figures.hit_rates.blind
    assert one.top_pay == figures.top_pay == 500
    assert sum(table.frontier for table in found.tables) >= 1


def test_other_bounds_and_the_order_of_hands_leave_tables_out() -> None:
    lines = {"full-house": (Odds(1), Odds(3)), "flush": (Odds(1), Odds(2))}
    bounds = {"deviation": Bound(most=Fraction(5)), "top_pay": Bound(Fraction(500), Fraction(500))}

    memory = SearchMemory()  # what one search has solved serves the others

    every = search(SearchPlan(Variant(), lines, bounds), memory=memory)
    falling = search(SearchPlan(Variant(), lines, bounds, descending=True), memory=memory)
    none = search(
        SearchPlan(Variant(), lines, {"hit_rate": Bound(least=Fraction(1))}), memory=memory
    )

    assert [len(found.tables) for found in (every, falling, none)] == [4, 3, 0]


def test_random_edits_never_bring_a_bound_above_the_exact_value() -> None:
    random = Random(16)
    lines = {
        "straight-flush": tuple(map(Odds, (0, 50, 900))),
        "full-house": tuple(map(Odds, (0, 3, 40))),
        "straight": tuple(map(Odds, (0, 1, 25))),
    }
    family = TableFamily(Variant(ties=None), lines)
    standard = policy_counts(Variant().game())
    tables = random.sample(list(product(*lines.values())), 20)
    for odds in tables:
        game = family.table(odds).game()

        assert standard.value(game) <= family.ev(odds)


@pytest.mark.full
def test_many_random_edits_never_break_the_bound() -> None:
    random = Random(EDITS)
    odds = tuple(map(Odds, (0, 1, 3, 10, 50, 200, 999)))
    lines = dict.fromkeys(("royal-flush", *LINES, "straight"), odds)
    every = list(product(*lines.values()))
    standard = policy_counts(Variant().game())
    family = TableFamily(Variant(), lines)
    for at in sorted(random.sample(range(len(every)), EDITS)):  # neighbours share lines
        assert standard.value(family.table(every[at]).game()) <= family.ev(every[at])


def test_a_cancelled_search_goes_on_where_it_was() -> None:
    plan = SearchPlan(Variant(), {"flush": HALVES[:2]}, {"house_edge": Bound(Fraction(0))})
    lines = [head_line(plan)]
    memory = SearchMemory(
        on_value=lambda at, value: lines.append(value_line(at, value)),
        on_policy=lambda at, counts: lines.append(policy_line(at, counts)),
    )

    def cancel(done: int, of: int) -> None:
        if done:  # a box is done; before that, only values are told
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(plan, memory=memory, progress=cancel)
    again = read_state("".join(lines) + '{"at":[0,', plan)

    assert again.values == memory.values
    assert again.policies == memory.policies
    assert len(search(plan, memory=again).tables) == 2
    assert again.values == memory.values  # nothing had to be solved once more
    with pytest.raises(SearchError, match="belongs to another search"):
        read_state("".join(lines), plan_of((0, 1)))


def test_the_frontier_has_every_table_that_no_other_beats() -> None:
    def table(edge: int, variance: int) -> FoundTable:
        half = Fraction(1, 2)
        return FoundTable((), Fraction(-edge), Fraction(variance), half, half, half)

    tables = [table(1, 1), table(2, 2), table(1, 2), table(2, 3), table(2, 2)]
    high = mark_frontier(tables, {"house_edge": "high", "deviation": "low"})

    assert [found.frontier for found in high] == [True, True, False, False, True]
    assert [found.frontier for found in mark_frontier(tables)] == [True] + [False] * 4


@pytest.mark.parametrize("name", ["search", "blind-tables", "frontier"])
def test_an_example_can_be_searched(name: str) -> None:
    plan = read_search(Path(f"examples/lab/{name}.toml").read_text("utf-8"))

    assert plan.size > 1
    assert plan.bounded


def test_bounds_in_a_file_are_exact() -> None:
    plan = read_search(
        """
        [lines]
        straight = { from = "1 to 1", to = "2 to 1", step = "1 to 2" }
        flush = 2
        [bounds]
        house_edge = { min = "2.5 %", max = 0.03 }
        [pareto]
        top_pay = "high"
        """
    )

    assert plan.lines == {"flush": (Odds(2),), "straight": (Odds(1), Odds(3, 2), Odds(2))}
    assert plan.bounds["house_edge"] == Bound(Fraction(1, 40), Fraction(3, 100))
    assert plan.goals == {"top_pay": "high"}


GRID = "\n".join(f'{hand} = {{ from = 0, to = 20, step = "1 to 2" }}' for hand in LINES)
BAD = {
    "no TOML": ("[", "is no TOML"),
    "nothing to try": ("", "[lines]: is missing"),
    "3 to 0": ('[lines]\nflush = ["3 to 0"]', "lines.flush: '3 to 0' cannot be paid"),
    "huge": ("[lines]\nflush = 1000000000", "lines.flush: '1000000000' is too much"),
    "gap": ('[lines]\npair = ["1 to 1"]', "lines.three-of-a-kind: is missing, though pair is paid"),
    "twice": ("[lines]\nflush = 1\nFlush = 2", "lines.flush: stands there twice"),
    "no hand": ("[lines]\nnone = 1", "lines.none: is no hand of the Blind; there are royal-flush"),
    "below the floor": (
        '[lines]\nstraight = 1\n[variant]\nfloor = "flush"',
        "lines.straight: is below variant.floor",
    ),
    "no variant": ("[lines]\nflush = 1\n[variant]\nrules = 3", "variant.rules: 3 is no text"),
    "ten million": (
        f"[lines]\n{GRID}\nstraight = {{ from = 0, to = 144 }}",
        "the grid has 9,993,545 tables and no bound on house_edge",
    ),
    "backwards": ("[lines]\nflush = { from = 3, to = 1 }", "lines.flush: no odds lie there"),
    "no end": ("[lines]\nflush = { from = 3 }", "lines.flush.to: is missing"),
    "many": ("[lines]\nflush = { from = 0, to = 5000 }", "lines.flush: has 5,001 odds; at most"),
    "unknown": ("[lines]\nflush = 1\n[bound]", "bound: is unknown; did you mean bounds?"),
    "no figure": ("[lines]\nflush = 1\n[bounds]\nedge = 1", "bounds.edge: is unknown"),
    "no bound": ("[lines]\nflush = 1\n[bounds]\ndeviation = 1", "bounds.deviation: is no bound"),
    "no number": (
        '[lines]\nflush = 1\n[bounds]\ndeviation = { min = "x" }',
        "bounds.deviation.min: x is no number",
    ),
    "crossed": (
        "[lines]\nflush = 1\n[bounds]\ndeviation = { min = 2, max = 1 }",
        "bounds.deviation: min is above max",
    ),
    "no goal": ('[lines]\nflush = 1\n[pareto]\ntop_pay = "up"', "pareto.top_pay: 'up' is unknown"),
}


@pytest.mark.parametrize(("text", "words"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_searched_is_said_in_one_line(text: str, words: str) -> None:
    with pytest.raises(SearchError) as raised:
        read_search(text)

    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
