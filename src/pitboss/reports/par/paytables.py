"""The paytables in force, line by line, with the clauses they come from."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules import Rules, money
from pitboss.rules.layout import envy_sums, pay_words
from pitboss.rules.words import hand_words, wager_words


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a paytable."""

    hand: str
    pays: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PaytableInForce:
    """One paytable in force; for a Progressive also the cards it is decided by."""

    wager: str
    name: str
    cards: str
    lines: tuple[PayLine, ...]


def paytables(rules: Rules) -> tuple[PaytableInForce, ...]:
    """List the tables in force, then Envy for each Progressive wager."""
    found = [
        PaytableInForce(
            wager.value,
            table.name,
            table.cards,
            tuple(
                PayLine(line.hand, pay_words(line.pays), line.cite.clauses, line.cite.readings)
                for line in table.lines
            ),
        )
        for wager, table in rules.tables.items()
    ]
    progressive = next((t for t in rules.tables.values() if t.wager == "progressive"), None)
    for stake in rules.progressive_wagers if progressive else ():
        sums = envy_sums(progressive, stake) if progressive else {}
        lines = tuple(PayLine(hand, money(chips), (), ()) for hand, chips in sums.items())
        if lines:
            found.append(PaytableInForce("envy", f"with a {money(stake)} wager", "", lines))
    return tuple(found)


def paytables_section(found: tuple[PaytableInForce, ...]) -> ParSection:
    """Lay out the tables."""
    grids = tuple(
        Grid(
            f"{wager_words(table.wager)}, {table.name}",
            ("hand", "pays", "sources"),
            tuple(
                (hand_words(x.hand), x.pays, " ".join((*x.clauses, *x.readings)))
                for x in table.lines
            ),
        )
        for table in found
    )
    words = ("The first line that a hand meets pays. “For” means that the stake is kept.",)
    return ParSection("paytables", "Paytables in force", words, grids, narrow=True)
