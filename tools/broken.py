"""What can be broken of one clause: the cells of the rule file that cite it, or the code named.

A cell is changed as `tools.mutants` changes it. Where no cell of a clause can be changed (the
loader takes one value only), each function that the trace names is broken instead: it does nothing.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from types import FunctionType
from typing import Any

from pitboss.rules import RuleSetError
from pitboss.rules.load import rule_set_from
from tools.mutants import Mutant, Path_, data_of, mutants
from tools.trace import Trace, row_of, traces

_CITING = ("clauses", "settle_clauses", "below")


@dataclass(frozen=True, slots=True)
class Break:
    """One thing broken for one clause: a cell, or a function that then does nothing."""

    clause: str
    place: str
    tests: tuple[str, ...]
    golden: tuple[str, ...]
    cell: Mutant | None = None
    code: str = ""

    def __str__(self) -> str:
        what = str(self.cell) if self.cell is not None else f"{self.code} does nothing"
        return f"{self.clause}: {what}"


def breaks(place: str, most: int, only: frozenset[str] = frozenset()) -> Iterator[Break]:
    """List what is broken for each enforced clause of a place, at most `most` things a clause."""
    rows = traces(place)
    by_clause = _cells(place, rows)
    for id_, row in rows.items():
        if "E" not in (row.kinds or row.clause.kinds) or (only and id_ not in only):
            continue
        tests = tuple(sorted(row.tests))
        golden = tuple(row.golden)
        cells = _spread(by_clause.get(id_, []), most)
        for cell in cells:
            yield Break(id_, place, tests, golden, cell=cell)
        if not cells:
            for name in row.code:
                yield Break(id_, place, tests, golden, code=name)


def _cells(place: str, rows: dict[str, Trace]) -> dict[str, list[Mutant]]:
    """Sort the changes of a file by the clauses that their cells cite."""
    cited = list(_cited(data_of(place), ()))
    found: dict[str, list[Mutant]] = {}
    for mutant in mutants(place):
        for id_, path in cited:
            row = row_of(id_, rows)
            if row is not None and mutant.path[: len(path)] == path:
                mine = found.setdefault(row.clause.id, [])
                if mutant not in mine:
                    mine.append(mutant)
    return found


def _cited(data: Any, path: Path_) -> Iterator[tuple[str, Path_]]:  # Any: what TOML may hold
    if isinstance(data, dict):
        for key, value in data.items():
            if key in _CITING and isinstance(value, list):
                yield from ((str(id_), path) for id_ in value)
            else:
                yield from _cited(value, (*path, str(key)))
    elif isinstance(data, list):
        for n, entry in enumerate(data):
            yield from _cited(entry, (*path, n))


def _loads(cell: Mutant) -> bool:
    """Return whether the loader accepts the changed file; if it rejects it, no test has to."""
    try:
        rule_set_from(cell.data())
    except (RuleSetError, KeyError, ValueError, TypeError):
        return False
    return True


def _spread(cells: list[Mutant], most: int) -> list[Mutant]:
    """Return at most `most` cells that the loader accepts, spread over the clause; 0: all."""
    step = max(1, len(cells) // most) if most else 1
    order = [cell for first in range(step) for cell in cells[first::step]]
    fit = (cell for cell in order if _loads(cell))
    return list(islice(fit, most or None))


def break_code(name: str) -> None:
    """Replace the body of a function by nothing, wherever it is imported; for a child process.

    Of a class all methods of its own are broken.
    """
    module, _, attribute = name.rpartition(".")
    found = getattr(importlib.import_module(module), attribute)
    functions = vars(found).values() if inspect.isclass(found) else (found,)
    for function in functions:
        plain = inspect.unwrap(function) if callable(function) else None
        if isinstance(plain, FunctionType) and not plain.__name__.startswith("__"):
            plain.__code__ = _idle(plain)
        clear: Callable[[], None] | None = getattr(function, "cache_clear", None)
        if clear is not None:
            clear()


@functools.cache
def _idle(function: FunctionType) -> Any:  # Any: the code type is nobody's to name
    """Compile the same function with a body that does nothing."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"{function.__qualname__} is no plain function")
    node.body = [ast.Return(ast.Constant(None))]
    node.decorator_list = []
    names: dict[str, Any] = {}
    code = compile(ast.fix_missing_locations(tree), "<idle>", "exec")
    exec(code, dict(function.__globals__), names)  # noqa: S102  # our own code, in a child process
    return names[node.name].__code__
