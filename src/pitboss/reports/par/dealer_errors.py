"""The price list of dealer errors, as a section."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.odds.dealer_errors import DealerError, dealer_errors
from pitboss.odds.outcome import Outcomes
from pitboss.reports.par.fees import FeeFigures
from pitboss.reports.par.figure import Cell, Kind, ParFigure, amount, fraction, percent
from pitboss.reports.par.limits import LimitEffect
from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules import Rules, Wager, money
from pitboss.rules.words import wager_words


def error_prices(
    outcomes: Outcomes,
    rules: Rules,
    limits: tuple[LimitEffect, ...],
    fees: tuple[FeeFigures, ...],
) -> tuple[DealerError, ...]:
    """Price every error, the dearest to the house first; a missed limit or fee among them."""
    found = (
        *dealer_errors(outcomes, rules),
        *_missed_limits(limits),
        *_missed_fees(fees, outcomes),
    )
    return tuple(sorted(found, key=lambda one: (-one.price, one.key)))


def _missed_limits(limits: tuple[LimitEffect, ...]) -> Iterator[DealerError]:
    for n, one in enumerate(limits, 1):
        if one.deals:
            said = f"pays beyond the {one.limit} at an Ante of {money(int(one.ante * 100))}"
            yield DealerError(
                f"limit-missed-{n}", "all", said, Wager.ANTE, one.deals, one.frequency,
                one.cut_of_ante, one.cut_of_ante / one.frequency,
            )  # fmt: skip


def _missed_fees(fees: tuple[FeeFigures, ...], outcomes: Outcomes) -> Iterator[DealerError]:
    for n, one in enumerate(fees, 1):
        if one.player:
            tier = "" if one.up_to is None else f" (action up to {money(int(one.up_to * 100))})"
            ante = money(int(one.least_ante * 100))
            said = f"does not collect a player's fee at an Ante of {ante}{tier}"
            yield DealerError(
                f"fee-missed-{n}", "fee", said, Wager.ANTE, outcomes.deals, Fraction(1),
                one.of_ante, one.of_ante,
            )  # fmt: skip


def errors_section(found: tuple[DealerError, ...], left_out: tuple[str, ...]) -> ParSection:
    """Lay out the price list, and what has no price."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            x.words, x.wager, wager_words(x.unit), percent(x.frequency),
            ParFigure(x.frequency, Kind.ONE_IN), percent(x.price), fraction(x.price),
            amount(x.each),
        )
        for x in found
    )  # fmt: skip
    words = (
        "What the player gains each round by an error that is made at every occasion, as a part of "
        "the wager named under “of”; choices stay as they are. Positive: the house pays for it. "
        "“Each time” is what one such error moves on average, in units of that wager.",
    )
    columns = ("the dealer …", "wager", "of", "how often", "1 in", "price a round", "exactly")
    none = tuple((str(n), line) for n, line in enumerate(left_out, 1))
    return ParSection(
        "dealer-errors",
        "Price list of dealer errors",
        words,
        (
            Grid("Errors", (*columns, "each time"), rows),
            Grid("Errors without a price", ("", "which, and why"), none),
        ),
    )
