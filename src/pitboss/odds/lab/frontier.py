"""The Pareto frontier of found tables: those than which no other is as good in all goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.lab.search_plan import FIGURES, GOALS, HIGH, FoundTable


def mark_frontier(
    tables: Sequence[FoundTable], goals: Mapping[str, str] = GOALS
) -> tuple[FoundTable, ...]:
    """Mark the tables than which no other is as good in all goals and better in one."""
    if not tables:
        return ()
    ranks = np.stack([_ranks(tables, key, good) for key, good in goals.items()], axis=1)
    kept = {tuple(row) for row in _undominated(ranks).tolist()}
    return tuple(
        replace(table, frontier=tuple(row) in kept)
        for table, row in zip(tables, ranks.tolist(), strict=True)
    )


def _ranks(tables: Sequence[FoundTable], key: str, good: str) -> Ints:
    """Number the values of a figure from worst to best: exact, and quicker than fractions."""
    values = [getattr(table, FIGURES[key]) for table in tables]
    rank = {value: at for at, value in enumerate(sorted(set(values), reverse=good != HIGH))}
    return np.array([rank[value] for value in values], np.int64)


def _undominated(ranks: Ints) -> Ints:
    """Return the rows that no other row equals or exceeds in every column."""
    rows = np.unique(ranks, axis=0)[::-1]  # in this order a row is never exceeded by a later one
    best = np.empty_like(rows)
    found = 0
    for row in rows:
        if not (best[:found] >= row).all(axis=1).any():
            best[found] = row
            found += 1
    return best[:found]
