"""What seen and shared cards are worth to a player: kept figures with their commands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.odds.game import Game
from pitboss.reports.par.figure import Cell, fraction, percent, sampled
from pitboss.reports.par.kept import is_usual, kept_figures
from pitboss.reports.par.strategies import game_options
from pitboss.reports.par.view import Grid, ParSection


@dataclass(frozen=True, slots=True)
class SightValue:
    """The exact value of a round, in Antes, of one who has seen cards; None: not worked out."""

    see: str
    ev: Fraction | None
    command: str


@dataclass(frozen=True, slots=True)
class SharedCards:
    """The sampled value of a round of seats that share their cards; None: not worked out."""

    seats: int
    mean: float | None
    standard_error: float | None
    command: str


@dataclass(frozen=True, slots=True)
class ExposedCards:
    """`worked_out` is False where the game's numbers are not those the figures were made for."""

    worked_out: bool
    seen: tuple[SightValue, ...]
    shared: tuple[SharedCards, ...]


def exposed_cards(game: Game) -> ExposedCards:
    """Take the kept figures where they hold, else only the commands that would work them out."""
    known, figures = is_usual(game), kept_figures()
    seen = tuple(
        SightValue(
            row["see"],
            Fraction(row["ev"]) if known else None,
            f"pitboss exposure --see {row['see']} {game_options(game)}",
        )
        for row in figures["exposure"]
    )
    shared = tuple(
        SharedCards(
            row["seats"],
            row["mean"] if known else None,
            row["standard_error"] if known else None,
            f"pitboss exposure --share {row['seats']} --deals 400 --seed 1 {game_options(game)}",
        )
        for row in figures["sharing"]
    )
    return ExposedCards(known, seen, shared)


def exposure_section(found: ExposedCards) -> ParSection:
    """Lay out what seen cards are worth."""
    none = "" if found.worked_out else "Not worked out for this game; the commands do it."
    words = (
        "The value of a round, of the Ante, to a player who sees cards before the first bet and "
        "makes perfect use of them; positive when the player is ahead. Counted over all deals.",
        *((none,) if none else ()),
    )
    seen: tuple[tuple[Cell, ...], ...] = tuple(
        (x.see, percent(x.ev), fraction(x.ev), x.command) for x in found.seen
    )
    shared: tuple[tuple[Cell, ...], ...] = tuple(
        (str(x.seats), sampled(x.mean), sampled(x.standard_error), x.command) for x in found.shared
    )
    return ParSection(
        "exposure",
        "Exposed and shared cards",
        words,
        (
            Grid("Cards seen", ("seen", "player's edge", "exactly", "command"), seen),
            Grid(
                "Seats that share their cards (sampled)",
                ("seats", "value, in Antes", "standard error", "command"),
                shared,
            ),
        ),
    )
