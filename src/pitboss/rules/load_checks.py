"""Whether the parts of a rule set fit: wagers, scripts, outcomes, options and inscriptions."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from types import MappingProxyType
from typing import Final

from pitboss.rules.options import option_kinds
from pitboss.rules.ruleset import (
    AGAINST_DEALER,
    DealingMethod,
    OptionRule,
    RuleSet,
    Street,
    Target,
    Wager,
)
from pitboss.rules.section import RuleSetError
from pitboss.rules.suggest import did_you_mean

# Circumstances that call for a layout item or for something in a submission.
CIRCUMSTANCES: Final = (
    "",
    "progressive",
    "six_card",
    "limit",
    "shoe",
    "hand",
    "shuffler",
    "continuous",
    "tip_box_moved",
)
PLACEHOLDERS: Final = (
    "operator",
    "seats",
    "odds",
    "progressive_odds",
    "blind_floor",
    "multiples",
    "limit",
)
# Packets that come only in one of two modes; the operator chooses which.
MODES: Final = (("dealer-first", "dealer-retained"), ("two-at-once", "one-by-one"))
_CARDS_DUE: Final[Mapping[Target, tuple[int, ...]]] = MappingProxyType(
    {Target.SEATS: (2,), Target.DEALER: (2,), Target.BOARD: (5,), Target.BOX: (0, 4)}
)


def check_rule_set(rules: RuleSet) -> None:
    """Raise `RuleSetError` at the first part that does not fit the others."""
    _check_wagers(rules)
    _check_outcomes(rules)
    _check_streets(rules)
    for method in rules.methods.values():
        _check_script(method)
    _check_options(rules)
    _check_texts(rules)


def _check_wagers(rules: RuleSet) -> None:
    order = rules.facts["settlement.wagers"]
    envy = {Wager.ENVY} if any(table.envy for table in rules.paytables.values()) else set()
    due = set(rules.wagers) | envy
    if not isinstance(order, tuple) or set(order) != due or len(order) != len(due):
        raise RuleSetError(f"settlement.wagers: wants each once of {', '.join(sorted(due))}")
    for wager, rule in rules.wagers.items():
        for need in rule.needs:
            if need not in rules.wagers or need == wager:
                raise RuleSetError(f"wagers.{wager}.needs: {need} is no other wager of the set")
    with_tables = {wager for wager, _ in rules.paytables}
    due = set(rules.wagers) - {Wager.ANTE, Wager.PLAY}
    for wager in sorted(due ^ with_tables):
        what = "wants a paytable" if wager in due else "is no wager of the set"
        raise RuleSetError(f"paytables.{wager}: {what}")


def _check_outcomes(rules: RuleSet) -> None:
    for wager in rules.wagers:
        if wager in AGAINST_DEALER:
            plain = {"win", "lose", "tie"}
            due = plain | {f"unqualified-{result}" for result in plain}
            due |= set() if wager == Wager.PLAY else {"fold"}
        else:
            due = {"stay", "fold"}
        found = {situation for own, situation in rules.consequences if own == wager}
        for situation in sorted(due ^ found):
            what = "is missing" if situation in due else f"is none of {', '.join(sorted(due))}"
            raise RuleSetError(f"settlement.{wager}.{situation.replace('-', '.')}: {what}")


def _check_streets(rules: RuleSet) -> None:
    for street, rule in rules.streets.items():
        last = street == Street.RIVER
        if not rule.play or min(rule.play) < 1 or rule.check == last or rule.fold != last:
            what = "wants multiples of 1 or more; a check before the river, a fold at the river"
            raise RuleSetError(f"streets.{street}: {what}")


def _check_script(method: DealingMethod) -> None:
    """Whatever the mode, everybody gets two cards and the board five."""
    packets = (*method.deal, *method.flop, *method.river)
    used = {packet.when for packet in packets}
    modes = [mode for pair in MODES if used & set(pair) for mode in pair]
    for mode in modes or [""]:
        for target, due in _CARDS_DUE.items():
            dealt = sum(p.cards for p in packets if p.to == target and p.when in ("", mode))
            if dealt not in due:
                where = f"dealing.methods.{method.name}" + (f" ({mode})" if mode else "")
                raise RuleSetError(f"{where}: {target} gets {dealt} cards, not {due[-1]}")
    if method.stub == "after-deal" and (method.flop or method.river):
        where = f"dealing.methods.{method.name}.stub"
        raise RuleSetError(f"{where}: wants after-river, for cards of the stub are dealt later")


def _check_options(rules: RuleSet) -> None:
    for key, rule in rules.options.items():
        if key not in option_kinds():
            hint = did_you_mean(key, option_kinds()) or "a new one is entered in options.toml"
            raise RuleSetError(f"options.{key}: is no option; {hint}")
        if fault := _basis_fault(rule):
            raise RuleSetError(f"options.{key}: {fault}")
    if rules.facts["dealing.method"] not in rules.methods:
        raise RuleSetError(f"dealing.method: wants one of {', '.join(rules.methods)}")


def _basis_fault(rule: OptionRule) -> str:
    """Return what is missing from what an option says of its values."""
    if rule.text is None and rule.reading is None:
        return "says of no value that it is the text or a reading"
    if rule.reading is not None and not rule.cite.readings:
        return "has a value by a reading, but names no reading"
    everything = any(values is not None and values.any for values in (rule.text, rule.reading))
    if not everything and not rule.departs and not rule.cite.clauses:
        return "has values that depart from the text, but names no clause"
    return ""


def _check_texts(rules: RuleSet) -> None:
    for item in rules.layout:
        for _, name, _, _ in Formatter().parse(item.text):
            if name is not None and name not in PLACEHOLDERS:
                what = f"{{{name}}} is none of {', '.join(PLACEHOLDERS)}"
                raise RuleSetError(f"layout.items ({item.item}): {what}")
    asked = [(f"layout.items ({item.item})", item.when) for item in rules.layout]
    asked += [(f"submission.required ({r.key})", r.when) for r in rules.requirements]
    for where, when in asked:
        if when not in CIRCUMSTANCES:
            raise RuleSetError(f"{where}: when wants one of {', '.join(CIRCUMSTANCES[1:])}")
