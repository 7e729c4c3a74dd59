"""The price list of dealer errors, as a section."""

from __future__ import annotations

from pitboss.odds.dealer_errors import DealerError
from pitboss.reports.par.figure import Cell, Kind, ParFigure, fraction, percent
from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules.words import wager_words


def errors_section(found: tuple[DealerError, ...]) -> ParSection:
    """Lay out the price list."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            x.words, x.wager, wager_words(x.unit), percent(x.frequency),
            ParFigure(x.frequency, Kind.ONE_IN), percent(x.price), fraction(x.price),
        )
        for x in found
    )  # fmt: skip
    words = (
        "What the player gains each round by an error that is made at every occasion, as a part of "
        "the wager named under “of”; choices stay as they are. Positive: the house pays for it.",
    )
    columns = ("the dealer …", "wager", "of", "how often", "1 in", "price a round", "exactly")
    return ParSection(
        "dealer-errors", "Price list of dealer errors", words, (Grid("Errors", columns, rows),)
    )
