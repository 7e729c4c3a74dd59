"""Ante, Blind and Play together: value, both returns, risk, deviation, choices and endings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.odds.outcome import ENDING_NAMES, FOLDED, Outcomes
from pitboss.reports.par.figure import Cell, amount, count, fraction, percent
from pitboss.reports.par.view import Grid, ParSection


@dataclass(frozen=True, slots=True)
class NetLine:
    """How many deals bring a net result, in Antes."""

    net: Fraction
    deals: int
    probability: Fraction


@dataclass(frozen=True, slots=True)
class BaseGame:
    """The base game as it is played by the strategy assumed; in Antes.

    `return_of_ante` is 1 + ev, `return_of_wagers` 1 − element of risk. `endings` are of all deals.
    """

    strategy: str
    deals: int
    ev: Fraction
    house_edge: Fraction
    element_of_risk: Fraction
    return_of_ante: Fraction
    return_of_wagers: Fraction
    average_wager: Fraction
    variance: Fraction
    standard_deviation: float
    frequencies: Mapping[str, Fraction]
    endings: Mapping[str, Mapping[str, Fraction]]
    distribution: tuple[NetLine, ...]


def base_game(outcomes: Outcomes, strategy: str) -> BaseGame:
    """Take the figures out of the counts."""
    return BaseGame(
        strategy=strategy,
        deals=outcomes.deals,
        ev=outcomes.ev,
        house_edge=-outcomes.ev,
        element_of_risk=outcomes.element_of_risk,
        return_of_ante=1 + outcomes.ev,
        return_of_wagers=1 - outcomes.element_of_risk,
        average_wager=outcomes.average_wager,
        variance=outcomes.variance,
        standard_deviation=math.sqrt(outcomes.variance),
        frequencies=outcomes.frequencies,
        endings={name: outcomes.endings.get(name, {}) for name in outcomes.frequencies},
        distribution=tuple(
            NetLine(net, deals, Fraction(deals, outcomes.deals))
            for net, deals in outcomes.distribution.items()
        ),
    )


def base_game_section(found: BaseGame) -> ParSection:
    """Lay out the base game."""
    rows: tuple[tuple[Cell, ...], ...] = (
        ("value of a round, of the Ante", percent(found.ev), fraction(found.ev)),
        ("house edge, of the Ante", percent(found.house_edge), fraction(found.house_edge)),
        (
            "element of risk, of all that is wagered",
            percent(found.element_of_risk),
            fraction(found.element_of_risk),
        ),
        ("return, of the Ante", percent(found.return_of_ante), fraction(found.return_of_ante)),
        (
            "return, of all that is wagered",
            percent(found.return_of_wagers),
            fraction(found.return_of_wagers),
        ),
        ("average wager, in Antes", amount(found.average_wager), fraction(found.average_wager)),
        ("variance, in Antes squared", amount(found.variance), fraction(found.variance)),
        ("standard deviation, in Antes", amount(found.standard_deviation), "root of the variance"),
    )
    words = (
        f"Strategy assumed: {found.strategy}. Every one of the {found.deals:,} deals of a player's "
        "two cards, the board and the dealer's two cards is counted once; nothing is sampled.",
    )
    return ParSection(
        "base-game",
        "The base game: Ante, Blind and Play together",
        words,
        (
            Grid("Figures", ("figure", "value", "exactly"), rows),
            _choices(found),
            Grid(
                "Net result of a round",
                ("net, in Antes", "deals", "probability"),
                tuple(
                    (fraction(x.net), count(x.deals), percent(x.probability))
                    for x in found.distribution
                ),
                live="distribution",
            ),
        ),
    )


def _choices(found: BaseGame) -> Grid:
    names = (*ENDING_NAMES, FOLDED)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            choice,
            percent(often),
            fraction(often),
            *(percent(found.endings[choice].get(name, Fraction(0))) for name in names),
        )
        for choice, often in found.frequencies.items()
    )
    columns = ("last choice", "how often", "exactly", *(name.replace("-", ", ") for name in names))
    return Grid("Choices and endings, of all rounds", columns, rows)
