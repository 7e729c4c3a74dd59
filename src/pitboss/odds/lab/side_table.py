"""A side bet's paytable with other odds for some of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.odds.lab.variant import VariantError, odds_value
from pitboss.rules import Line, Odds, Rules, Wager
from pitboss.rules.changes import EDITED


def with_side_pays(rules: Rules, wager: Wager, pays: Mapping[str, Odds]) -> Rules:
    """Return rules with other odds on a side bet; raises `VariantError` for an unknown line."""
    table = rules.tables[wager]
    there = [line.hand for line in table.lines if isinstance(line.pays, Odds)]
    for hand in pays:
        if hand not in there:
            known = ", ".join(there)
            raise VariantError(f"pays.{hand[:40]}: is no line with odds; there are {known}")
    lines = tuple(_with_odds(line, pays) for line in table.lines)
    if lines == table.lines:
        return rules
    edited = replace(table, name=f"{table.name}, {EDITED}", lines=lines)
    return replace(rules, tables={**rules.tables, wager: edited})


def _with_odds(line: Line, pays: Mapping[str, Odds]) -> Line:
    """Return a line with other odds; as it was where they are worth the same."""
    odds = pays.get(line.hand)
    same = isinstance(line.pays, Odds) and odds and odds_value(odds) == odds_value(line.pays)
    return line if odds is None or same else replace(line, pays=odds)
