"""A rule set narrowed to one submission, so that its sentences speak of that table alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from pitboss.round.irregular import can_happen, remedy_in_force
from pitboss.rules import Remedy, Rules, RuleSet, Wager

# Facts that speak only of a wager: without it they are left out.
OF_PROGRESSIVE: Final = ("progressive.", "betting.progressive", "settlement.envy.")
OF_BOX: Final = ("dealing.box_opens",)
OF_LIMIT: Final = ("limits.payout_",)
CHOICES: Final = ("table.seats_choice", "dealing.method")  # made by the submission


def as_filed(rules: Rules) -> RuleSet:
    """Return the set with the operator's choices in place of what it leaves open."""
    offered = {*rules.offered(), Wager.PLAY}
    if rules.meters or Wager.PROGRESSIVE in offered:
        offered.add(Wager.ENVY)
    whole = rules.set
    return replace(
        whole,
        facts=dict(_facts(rules)),
        wagers={w: rule for w, rule in whole.wagers.items() if w in offered},
        methods={rules.method.name: rules.method},
        consequences={k: v for k, v in whole.consequences.items() if k[0] in offered},
        irregularities={kind: dict(_cases(rules, kind)) for kind in whole.irregularities},
        fees={} if rules.fees is None else {rules.fees.name: rules.fees},
    )


def _facts(rules: Rules) -> Iterator[tuple[str, object]]:
    chosen = _chosen(rules)
    progressive = Wager.PROGRESSIVE in rules.tables
    idle = (
        *CHOICES,
        *(() if progressive else OF_PROGRESSIVE),
        *(() if Wager.SIX_CARD in rules.tables else OF_BOX),
        *(() if rules.amount("limit.amount") is not None else OF_LIMIT),
    )
    for key, value in rules.set.facts.items():
        if not key.startswith(idle):
            yield key, chosen.get(key, value)


def _chosen(rules: Rules) -> Mapping[str, object]:
    """Return the facts that an option changes."""
    decks = rules.options.get("decks")
    found: dict[str, object] = {
        "table.seats": rules.seats,
        "settlement.wagers": tuple(w for w in rules.order if _settled(w, rules)),
        "settlement.seats": rules.seat_order,
        "asking.order": rules.ask_order,
    }
    if isinstance(decks, int):
        found["cards.decks"] = (decks,)
    if Wager.PROGRESSIVE in rules.tables and "betting.progressive_wagers" in rules.set.facts:
        found["betting.progressive_wagers"] = tuple(c // 100 for c in rules.progressive_wagers)
    if "bank.win_cap" in rules.set.facts:
        found["bank.win_cap"] = "stake" if rules.flag("bank.win_cap") else "none"
    return found


def _settled(wager: Wager, rules: Rules) -> bool:
    if wager == Wager.ENVY:
        table = rules.tables.get(Wager.PROGRESSIVE)
        return table is not None and bool(table.envy)
    return wager == Wager.PLAY or wager in rules.offered()


def _cases(rules: Rules, kind: str) -> Iterator[tuple[str, Remedy]]:
    for case in rules.set.irregularities[kind]:
        if can_happen(kind, case, rules):
            yield case, remedy_in_force(kind, case, rules)
