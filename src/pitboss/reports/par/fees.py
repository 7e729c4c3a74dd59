"""Fees of a player-dealer game: by the table's action, and as a part of the least Ante."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.odds.sidebets.side_bet import smallest_stake
from pitboss.reports.par.figure import Cell, dollars, fraction, percent
from pitboss.reports.par.view import Grid, ParSection
from pitboss.round.settlement.fees import player_fee
from pitboss.rules import Rules, Wager, money

CIRCLES = 2  # Ante and Blind, which are always equal and both there


@dataclass(frozen=True, slots=True)
class FeeFigures:
    """Fees of one tier in dollars; `up_to` is the most action of all players, None: no end.

    `of_ante` is a player's fee as a part of the least Ante: so much it adds to what a round costs.
    """

    schedule: str
    up_to: Fraction | None
    bank: Fraction
    player: Fraction
    least_ante: Fraction
    of_ante: Fraction


def fee_figures(rules: Rules) -> tuple[FeeFigures, ...]:
    """Work out every tier of the schedule in force; nothing where no fee is taken."""
    if rules.fees is None:
        return ()
    ante = smallest_stake(rules, Wager.ANTE)
    return tuple(
        FeeFigures(
            schedule=rules.fees.name,
            up_to=None if tier.up_to is None else Fraction(tier.up_to),
            bank=Fraction(tier.bank, 100),
            player=Fraction(player, 100),
            least_ante=Fraction(ante, 100),
            of_ante=Fraction(player, ante),
        )
        for tier in rules.fees.tiers
        for player in [player_fee(tier, CIRCLES, rules)]
    )


def fees_section(found: tuple[FeeFigures, ...]) -> ParSection:
    """Lay out the fees."""
    title = "Fees"
    if not found:
        return ParSection("fees", title, ("No fee is taken from players or the bank.",), ())
    words = (
        f"Schedule {found[0].schedule}. A fee is taken before the cards, whatever the round "
        "brings, and is in no other figure of this sheet. The last columns are for the least Ante "
        f"that is taken, {money(int(found[0].least_ante * 100))}.",
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            "any other" if x.up_to is None else f"up to {money(int(x.up_to * 100))}",
            dollars(x.bank * 100), dollars(x.player * 100), percent(x.of_ante),
            fraction(x.of_ante),
        )
        for x in found
    )  # fmt: skip
    columns = (
        *("action of all players", "from the player-dealer", "from a player"),
        *("of the least Ante", "exactly"),
    )
    return ParSection("fees", title, words, (Grid("Fees of a round", columns, rows),))
