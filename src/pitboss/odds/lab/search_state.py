"""Keeps what a search has solved as lines of JSON, so that a cancelled one goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256

from pitboss.cards import Category
from pitboss.odds.lab.policy_counts import PolicyCounts
from pitboss.odds.lab.search import Point, SearchMemory
from pitboss.odds.lab.search_plan import SearchError, SearchPlan
from pitboss.odds.lab.variant_file import odds_text, variant_document


def plan_digest(plan: SearchPlan) -> str:
    """Return a checksum of what the solved values of a plan depend on: variant and odds."""
    lines = {hand: [odds_text(one) for one in odds] for hand, odds in plan.lines.items()}
    text = json.dumps([variant_document(plan.variant), lines], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def head_line(plan: SearchPlan) -> str:
    """Return the first line of a state file."""
    return _line({"search": plan_digest(plan)})


def value_line(point: Point, value: Fraction) -> str:
    """Return the line of a solved table."""
    return _line({"at": list(point), "ev": str(value)})


def policy_line(point: Point, counts: PolicyCounts) -> str:
    """Return the line of a counted policy."""
    rows = [[*at, count] for at, count in counts.counts.items()]
    return _line({"at": list(point), "qualifies": int(counts.qualifies), "counts": rows})


def read_state(text: str, plan: SearchPlan) -> SearchMemory:
    """Read a state file; a last line that was cut off is left out; raises `SearchError`."""
    memory = SearchMemory()
    try:
        lines = list(_documents(text))
        if not lines or lines[0].get("search") != plan_digest(plan):
            raise SearchError("belongs to another search; name a new file, or delete it")
        for line in lines[1:]:
            _remember(memory, line)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, SearchError):
            raise
        raise SearchError("is no state of a search; name a new file, or delete it") from None
    return memory


def _remember(memory: SearchMemory, line: dict[str, object]) -> None:
    point = tuple(int(str(place)) for place in _list(line["at"]))
    if "ev" in line:
        memory.values[point] = Fraction(str(line["ev"]))
        return
    rows = [[int(str(number)) for number in _list(row)] for row in _list(line["counts"])]
    counts = {(choice, ending, category): count for choice, ending, category, count in rows}
    qualifies = Category(int(str(line["qualifies"])))
    memory.policies[point] = PolicyCounts(qualifies, counts, sum(counts.values()))


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _documents(text: str) -> Iterator[dict[str, object]]:
    whole, _, _ = text.rpartition("\n")
    for line in whole.splitlines():
        yield json.loads(line)


def _line(document: object) -> str:
    return json.dumps(document, separators=(",", ":")) + "\n"
