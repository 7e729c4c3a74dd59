"""What layout and signs say at one table: generated from its active configuration, never typed."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter

from pitboss.rules.cite import Cite
from pitboss.rules.in_force import Rules
from pitboss.rules.money import Chips, money
from pitboss.rules.paytable import (
    HOLE_AND_FLOP,
    MeterShare,
    Odds,
    Pay,
    Paytable,
)
from pitboss.rules.ruleset import Wager
from pitboss.rules.words import a_hand, hand_words, wager_words


@dataclass(frozen=True, slots=True)
class Inscription:
    """One mark or sign: which item of the set it is, its text, and the clauses that call for it."""

    item: str
    text: str
    cite: Cite


def pay_words(pay: Pay) -> str:
    """Return what a line pays, as it is printed: "3 to 2", "300 for 1", "10% of Major", "$100,000".

    >>> pay_words(Odds(3, 2))
    '3 to 2'
    """
    if isinstance(pay, Odds):
        return f"{pay.num:,} {'for' if pay.stake_kept else 'to'} {pay.den}"
    if isinstance(pay, MeterShare):
        return f"{pay.percent}% of {'the meter' if pay.meter == 'main' else pay.meter.capitalize()}"
    return money(pay.chips).removesuffix(".00")


def inscriptions(rules: Rules, operator: str = "…") -> tuple[Inscription, ...]:
    """Return all that layout and signs must say at a table with these rules."""
    words = _words(rules, operator)
    due = {
        "": True,
        "progressive": Wager.PROGRESSIVE in rules.tables,
        "six_card": Wager.SIX_CARD in rules.tables,
        "limit": rules.amount("limit.amount") is not None,
    }
    return tuple(
        Inscription(item.item, Formatter().vformat(item.text, (), words), item.cite)
        for item in rules.set.layout
        if due.get(item.when, False)
    )


def _words(rules: Rules, operator: str) -> dict[str, str]:
    limit = rules.amount("limit.amount")
    apart = any("{progressive_odds}" in item.text for item in rules.set.layout)
    progressive = rules.tables.get(Wager.PROGRESSIVE)
    return {
        "operator": operator,
        "seats": str(rules.seats),
        "odds": _odds(rules, without_progressive=apart),
        "progressive_odds": table_words(rules, progressive) if progressive else "",
        "blind_floor": _floor(rules.tables[Wager.BLIND]),
        "multiples": _multiples(rules),
        "limit": "" if limit is None else money(limit),
    }


def _multiples(rules: Rules) -> str:
    streets = rules.set.streets.items()
    parts = [f"{' or '.join(map(str, r.play))} ({street})" for street, r in streets if r.play]
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


def _floor(table: Paytable) -> str:
    return a_hand(table.lines[-1].hand)


def _odds(rules: Rules, *, without_progressive: bool) -> str:
    """Return the odds of every wager on offer, one wager a sentence."""
    even = rules.consequence(Wager.ANTE, "win").odds or Odds(1)
    said = [f"Ante and Play: {pay_words(even)}"]
    for wager, table in rules.tables.items():
        if not (without_progressive and wager == Wager.PROGRESSIVE):
            said.append(table_words(rules, table))
    return ". ".join(said)


def table_words(rules: Rules, table: Paytable) -> str:
    """One paytable on one line, with what happens below it, and its Envy."""
    kept = rules.options.get(f"{table.wager}.{table.name}.returns_stake") is False
    lines = [
        f"{hand_words(line.hand)} {pay_words(_as_paid(line.pays, kept=kept))}"
        for line in table.lines
    ]
    if table.wager == Wager.BLIND:
        lines.append(f"less than {_floor(table)} pushes")
    by = " (two cards and the flop)" if table.cards == HOLE_AND_FLOP else ""
    text = f"{wager_words(table.wager)}{by}: {', '.join(lines)}"
    for wager in rules.progressive_wagers if table.wager == Wager.PROGRESSIVE else ():
        sums = [f"{hand_words(h)} {money(s)}" for h, s in envy_sums(table, wager).items()]
        text += f". Envy with a {money(wager)} wager: {', '.join(sums)}" if sums else ""
    return text


def envy_sums(table: Paytable, wager: Chips) -> dict[str, Chips]:
    """Return what a bettor gets for another player's hand; empty without Envy."""
    scales = [scale for scale in table.envy if table.envy_scales or scale.wager == wager]
    if not scales:
        return {}
    scale = next((scale for scale in scales if scale.wager == wager), scales[0])
    return {hand: Chips(chips * wager // scale.wager) for hand, chips in scale.sums.items()}


def _as_paid(pay: Pay, *, kept: bool) -> Pay:
    return Odds(pay.num, pay.den, stake_kept=True) if kept and isinstance(pay, Odds) else pay
