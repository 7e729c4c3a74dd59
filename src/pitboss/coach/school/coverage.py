"""What can occur under the rules in force, from their data, and what drawn layouts have shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.limit_scenes import limit_reached
from pitboss.coach.school.stakes import takes
from pitboss.round.irregular import can_happen, remedy_in_force
from pitboss.round.movement import MovementReason
from pitboss.round.settlement.wager_result import reason_of
from pitboss.rules import (
    AGAINST_DEALER,
    BY_PAYTABLE,
    Consequence,
    Odds,
    Outcome,
    Remedy,
    Rules,
    Wager,
)

SITUATIONS: Final = (
    "win", "lose", "tie", "unqualified-win", "unqualified-lose", "unqualified-tie", "fold",
)  # fmt: skip
_FOLDED: Final = "fold"
_UNPLAYED: Final = ((Wager.PLAY, _FOLDED),)  # who folds has no Play wager


@dataclass(frozen=True, slots=True, order=True)
class CoverageCell:
    """One thing that can become of a wager: outcome and reason; `line` names a paytable's hand."""

    wager: str
    outcome: str
    why: str
    line: str = ""
    tip: bool = False


def possible_cells(rules: Rules) -> frozenset[CoverageCell]:
    """List every outcome and reason of every wager that these rules can lead to."""
    own = {
        *_against_dealer(rules),
        *_by_paytable(rules),
        *_banked(rules),
        *_limited(rules),
        *_irregular(rules),
    }
    return frozenset({*own, *_tips(rules, own)})


def shown_cells(layout: SchoolLayout) -> Iterator[CoverageCell]:
    """List what a layout's settlement shows."""
    for m in layout.settlement.movements:
        yield CoverageCell(m.wager, m.outcome, m.why, _line(layout, m.wager, m.why, m.odds), m.tip)


def missing_cells(rules: Rules, layouts: Iterable[SchoolLayout]) -> tuple[CoverageCell, ...]:
    """List what can occur and was not shown, in order."""
    shown = {cell for layout in layouts for cell in shown_cells(layout)}
    return tuple(sorted(possible_cells(rules) - shown))


def _line(layout: SchoolLayout, wager: Wager, why: MovementReason, odds: str) -> str:
    return odds if why == MovementReason.LINE and wager in layout.rules.tables else ""


# -- from the rules -------------------------------------------------------------------------------


def _against_dealer(rules: Rules) -> Iterator[CoverageCell]:
    for wager in AGAINST_DEALER:
        for name in SITUATIONS:
            if (wager, name) in _UNPLAYED:
                continue
            rule = rules.consequence(wager, name)
            if rule.by_paytable:
                yield from _lines(rules, wager, rule)
            else:
                yield CoverageCell(wager, rule.outcome, reason_of(wager, name, rules))


def _by_paytable(rules: Rules) -> Iterator[CoverageCell]:
    for wager in BY_PAYTABLE:
        if wager not in rules.tables or not takes(rules, wager):
            continue
        yield from _lines(rules, wager, rules.consequence(wager, "stay"))
        if wager == Wager.PROGRESSIVE and not rules.flag("progressive.survives_fold"):
            yield CoverageCell(wager, Outcome.LOSE, MovementReason.FOLDED)
        else:
            yield from _lines(rules, wager, rules.consequence(wager, _FOLDED))
    table = rules.tables.get(Wager.PROGRESSIVE) if takes(rules, Wager.PROGRESSIVE) else None
    if table is not None and table.envy:
        yield CoverageCell(Wager.ENVY, Outcome.WIN, MovementReason.ENVY)


def _lines(rules: Rules, wager: Wager, rule: Consequence) -> Iterator[CoverageCell]:
    """List the lines of a wager's paytable, and what becomes of a hand below them."""
    for line in rules.tables[wager].lines:
        if wager not in AGAINST_DEALER or isinstance(line.pays, Odds):
            yield CoverageCell(wager, Outcome.WIN, MovementReason.LINE, str(line.pays))
    below = rule.below or rule
    yield CoverageCell(wager, below.outcome, MovementReason.BELOW_FLOOR)


def _banked(rules: Rules) -> Iterator[CoverageCell]:
    if rules.house_banks:
        return
    capped = rules.flag("bank.win_cap") and rules.choice("bank.model") != "action"
    for wager in (*AGAINST_DEALER, Wager.TRIPS):
        yield CoverageCell(wager, Outcome.RETURNED, MovementReason.UNCOVERED)
        if capped:
            yield CoverageCell(wager, Outcome.RETURNED, MovementReason.WIN_CAP)


def _limited(rules: Rules) -> Iterator[CoverageCell]:
    if limit_reached(rules) and _has_limit_line(rules):
        yield CoverageCell(Wager.LIMIT, Outcome.ADJUSTED, MovementReason.LIMIT)


def _has_limit_line(rules: Rules) -> bool:
    own = rules.amount("limit.amount") is not None and rules.choice("limit.allocation") == "line"
    return own or rules.amount("aggregate.amount") is not None


def _tips(rules: Rules, own: Iterable[CoverageCell]) -> Iterator[CoverageCell]:
    """List what can become of tips: the same as of the wagers that they lie on."""
    spots = set(rules.fact("tips.spots") or ())
    if spots and rules.fact("tips.play") == "optional":
        spots.add(Wager.PLAY)
    dead = (MovementReason.VOID, MovementReason.DEAD_HAND, MovementReason.ABANDONED)
    for cell in own:
        if cell.wager in spots and cell.why not in dead:
            yield CoverageCell(cell.wager, cell.outcome, cell.why, cell.line, tip=True)


# -- irregularities -------------------------------------------------------------------------------


def irregular_cases(rules: Rules) -> tuple[tuple[str, str], ...]:
    """List each irregularity and case that can come up at this table."""
    return tuple(
        (kind, case)
        for kind, cases in rules.set.irregularities.items()
        for case in cases
        if can_happen(kind, case, rules)
    )


def _irregular(rules: Rules) -> Iterator[CoverageCell]:
    for kind, case in irregular_cases(rules):
        yield from _remedied(rules, remedy_in_force(kind, case, rules))


def _remedied(rules: Rules, remedy: Remedy) -> Iterator[CoverageCell]:
    wagers = [w for w in (*rules.offered(), Wager.PLAY) if takes(rules, w)]
    for wager in wagers:
        match remedy.action:
            case "void":
                yield _voided(rules, wager)
            case "void-seat":
                yield CoverageCell(wager, Outcome.VOID, MovementReason.DEAD_HAND)
            case "forfeit":
                yield CoverageCell(wager, Outcome.LOSE, MovementReason.ABANDONED)
            case "void-wager" if wager == Wager.SIX_CARD:
                yield CoverageCell(wager, Outcome.VOID, MovementReason.VOID)
            case _:
                pass


def _voided(rules: Rules, wager: Wager) -> CoverageCell:
    kept = wager == Wager.PROGRESSIVE and not rules.flag("void.refund_progressive")
    outcome = Outcome.LOSE if kept else Outcome.VOID
    return CoverageCell(wager, outcome, MovementReason.VOID)
