"""Two rule sets side by side: every dimension with both values and the sources of both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.layout import pay_words
from pitboss.rules.money import money
from pitboss.rules.paytable import Paytable
from pitboss.rules.ruleset import (
    BY_PAYTABLE,
    Consequence,
    DealingMethod,
    FeeSchedule,
    Remedy,
    RuleSet,
    Street,
    Wager,
)
from pitboss.rules.words import hand_words

ABSENT: Final = "—"


@dataclass(frozen=True, slots=True)
class Side:
    """One set's value of a dimension, in words, and its sources."""

    value: str
    cite: Cite = NO_CITE


@dataclass(frozen=True, slots=True)
class Difference:
    """One dimension of both sets; a side is None where that set does not have it."""

    group: str
    key: str
    left: Side | None
    right: Side | None

    @property
    def differs(self) -> bool:
        """Whether the values differ; sources always do."""
        return _value(self.left) != _value(self.right)


def _value(side: Side | None) -> str:
    return ABSENT if side is None else side.value


Sides = dict[str, Side]


def diff(a: RuleSet, b: RuleSet, *, everything: bool = False) -> tuple[Difference, ...]:
    """Return the dimensions in which two sets differ; with `everything`, all of them."""
    found = list(_paired(parts_of(a), parts_of(b)))
    found += _paytables(a, b, line_by_line=everything)
    return tuple(one for one in found if everything or one.differs)


def parts_of(rules: RuleSet) -> dict[str, Sides]:
    """Return every dimension but the paytables, by group and key."""
    parts: dict[str, Sides] = {}
    for key, value in rules.facts.items():
        group, _, name = key.partition(".")
        parts.setdefault(group, {})[name] = Side(value_words(value), rules.cite(key))
    parts["wagers"] = _wagers(rules)
    parts["streets"] = _streets(rules)
    parts.setdefault("dealing", {}).update(_methods(rules.methods))
    parts["outcomes"] = _outcomes(rules)
    parts["irregularities"] = _remedies(rules)
    parts["fees"] = {key: _fees(schedule) for key, schedule in rules.fees.items()}
    parts["options"] = {
        key: Side(value_words(rule.default) + (" (fixed)" if rule.locked else ""), rule.cite)
        for key, rule in rules.options.items()
    }
    parts["submission"] = {
        asked.key: Side(f"{asked.wants}{f' (with {asked.when})' if asked.when else ''}", asked.cite)
        for asked in rules.requirements
    }
    parts["layout"] = {item.item: Side(item.text, item.cite) for item in rules.layout}
    return parts


def value_words(value: object) -> str:
    """Return a value of a rule set's file in words.

    >>> value_words(("ante", "blind"))
    'ante, blind'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(value_words, value)) or "none"
    return str(value) or "none"


def _wagers(rules: RuleSet) -> Sides:
    found: Sides = {}
    for wager, rule in rules.wagers.items():
        said = f"with {', '.join(rule.needs)}" if rule.needs else "on its own"
        said += "; may be the only wager" if rule.alone else ""
        said += "; if filed" if rule.if_filed else ""
        found[wager] = Side(said, rule.cite)
    return found


def _streets(rules: RuleSet) -> Sides:
    found: Sides = {}
    for street, rule in rules.streets.items():
        found[f"{street}.play"] = Side(f"{value_words(rule.play)} times the Ante", rule.play_cite)
        found[f"{street}.check"] = Side(value_words(rule.check), rule.check_cite)
        found[f"{street}.fold"] = Side(value_words(rule.fold), rule.fold_cite)
    return found


def _methods(methods: Mapping[str, DealingMethod]) -> Sides:
    found: Sides = {}
    for name, method in methods.items():
        found[f"{name}.needs_shuffler"] = Side(
            value_words(method.needs_shuffler), method.needs_cite
        )
        found[f"{name}.stub"] = Side(method.stub, method.cite)
        for street in Street:
            packets = getattr(method, street)
            cite = NO_CITE
            for packet in packets:
                cite += packet.cite
            found[f"{name}.{street}"] = Side(script_words(method, street), cite)
    return found


def script_words(method: DealingMethod, street: Street) -> str:
    """Return a street of a dealing script: "seats 1, dealer 1, seats 1, dealer 1"."""
    packets = [
        f"{packet.to} {packet.cards}{f' ({packet.when})' if packet.when else ''}"
        for packet in getattr(method, street)
    ]
    return ", ".join(packets) or "none: the board is already out"


def _outcomes(rules: RuleSet) -> Sides:
    return {
        f"{wager}.{situation}": Side(outcome_words(found), _outcome_cite(found))
        for (wager, situation), found in rules.consequences.items()
    }


def outcome_words(found: Consequence) -> str:
    """Return what a situation does to a wager: "win 1 to 1", "paytable; below it push"."""
    if found.below is not None:
        return f"paytable; below it {found.below.outcome}"
    return f"{found.outcome} {pay_words(found.odds)}" if found.odds else str(found.outcome)


def _outcome_cite(found: Consequence) -> Cite:
    return found.cite if found.below is None else found.cite + found.below.cite


def _remedies(rules: RuleSet) -> Sides:
    return {
        f"{kind}.{case}": Side(remedy_summary(remedy), remedy.cite + remedy.settle_cite)
        for kind, cases in rules.irregularities.items()
        for case, remedy in cases.items()
    }


def remedy_summary(remedy: Remedy) -> str:
    """Return a remedy: "void; trips settled; deck removed"."""
    said = remedy.action
    said += f"; {', '.join(remedy.settles)} settled" if remedy.settles else ""
    return said + (f"; deck {remedy.deck}" if remedy.deck != "stays" else "")


def _fees(schedule: FeeSchedule) -> Side:
    tiers = [
        f"{f'up to ${tier.up_to}' if tier.up_to else 'above'}: bank {money(tier.bank)}, "
        f"circle {money(tier.circle)}"
        for tier in schedule.tiers
    ]
    return Side("; ".join(tiers), schedule.cite)


def _paired(left: Mapping[str, Sides], right: Mapping[str, Sides]) -> Iterator[Difference]:
    for group in dict.fromkeys((*left, *right)):
        ours, theirs = left.get(group, {}), right.get(group, {})
        for key in dict.fromkeys((*ours, *theirs)):
            yield Difference(group, key, ours.get(key), theirs.get(key))


def _paytables(a: RuleSet, b: RuleSet, *, line_by_line: bool) -> Iterator[Difference]:
    """Paytables line by line, each beside the one of the other set that it is most like.

    One that has no partner is a single row, unless every row is wanted `line_by_line`.
    """
    for wager in (Wager.BLIND, *BY_PAYTABLE):
        for ours, theirs in _alike(_tables(a, wager), _tables(b, wager)):
            name = f"{wager} {ours.name if ours else ABSENT} | {theirs.name if theirs else ABSENT}"
            left, right = (paytable_sides(table) if table else {} for table in (ours, theirs))
            if not line_by_line and not (left and right):
                yield Difference("paytables", name, _whole(ours), _whole(theirs))
                continue
            for key in dict.fromkeys((*left, *right)):
                yield Difference("paytables", f"{name}: {key}", left.get(key), right.get(key))


def _tables(rules: RuleSet, wager: Wager) -> list[Paytable]:
    return [rules.paytables[wager, name] for name in rules.tables_of(wager)]


def _alike(
    ours: list[Paytable], theirs: list[Paytable]
) -> Iterator[tuple[Paytable | None, Paytable | None]]:
    """Pair the tables with the most equal lines first; what is left stands alone."""
    scored = sorted(
        ((-_equal_lines(x, y), i, j) for i, x in enumerate(ours) for j, y in enumerate(theirs))
    )
    partner: dict[int, int] = {}
    for _, i, j in scored:
        if i not in partner and j not in partner.values():
            partner[i] = j
    for i, table in enumerate(ours):
        yield table, theirs[partner[i]] if i in partner else None
    for j, table in enumerate(theirs):
        if j not in partner.values():
            yield None, table


def _whole(table: Paytable | None) -> Side | None:
    if table is None:
        return None
    said = [f"{key} {side.value}" for key, side in paytable_sides(table).items()]
    return Side(", ".join(said), table.cite)


def _equal_lines(x: Paytable, y: Paytable) -> int:
    left, right = paytable_sides(x), paytable_sides(y)
    return sum(key in right and left[key].value == right[key].value for key in left)


def paytable_sides(table: Paytable) -> Sides:
    """Return the lines of a paytable, what lies below them, its meters and its Envy."""
    found = {hand_words(line.hand): Side(pay_words(line.pays), line.cite) for line in table.lines}
    found["less"] = Side("pushes" if table.wager == Wager.BLIND else "loses", table.below)
    if table.cards:
        found["cards"] = Side(table.cards, table.cite)
    for meter in table.meters:
        least = "not printed" if meter.least is None else f"at least {money(meter.least)}"
        found[f"meter {meter.name}"] = Side(least, meter.cite)
    for scale in table.envy:
        for hand, chips in scale.sums.items():
            key = f"envy, {money(scale.wager)} wager, {hand_words(hand)}"
            found[key] = Side(money(chips), scale.cite)
    return found
