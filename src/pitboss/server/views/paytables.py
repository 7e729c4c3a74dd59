"""Every paytable of a place, as posted, with the exact house edge of the game that has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pitboss.rules import RuleSet, Wager, rule_set, try_in_force
from pitboss.rules.paytable import Paytable as PaytableRule
from pitboss.server.views.felt import posted
from pitboss.server.wire.felt import Paytable
from pitboss.server.worker.edges import Figure
from pitboss.table import RulesChoice, choice_of

EdgeOf = Callable[[RulesChoice], Mapping[Wager, Figure]]


@dataclass(frozen=True, slots=True)
class OfferedPaytable:
    """One paytable of a set, and the options that put it in force."""

    wager: Wager
    name: str
    table: PaytableRule
    options: dict[str, str]


def offered_paytables(rules: RuleSet) -> Iterator[OfferedPaytable]:
    """Yield all paytables of a place, each with the options of a game that has it."""
    for (wager, name), table in rules.paytables.items():
        open_ = wager in rules.options
        yield OfferedPaytable(wager, name, table, {str(wager): name} if open_ else {})


@cache
def edge_houses(name: str) -> Mapping[tuple[Wager, str], RulesChoice]:
    """Return the game whose edge is shown beside each paytable, where there is one."""
    rules = rule_set(name)
    found: dict[tuple[Wager, str], RulesChoice] = {}
    for choice in offered_paytables(rules):
        in_force, problems = try_in_force(rules, choice.options)
        if not problems:
            found[choice.wager, choice.name] = choice_of(in_force, choice.options)
    return found


def paytables(rules: RuleSet, edge_of: EdgeOf) -> tuple[tuple[Paytable, ...], bool]:
    """Post all paytables, and tell whether every edge is known that can be."""
    houses = edge_houses(rules.name)
    found: list[Paytable] = []
    known = True
    for choice in offered_paytables(rules):
        house = houses.get((choice.wager, choice.name))
        edges = edge_of(house) if house is not None else {}
        known = known and (house is None or bool(edges))
        in_force, _ = try_in_force(rules, choice.options)
        figure = edges.get(choice.wager)
        found.append(posted(in_force, choice.wager, choice.table, figure))
    return tuple(found), known
