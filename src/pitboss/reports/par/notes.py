"""What the figures rest on: readings adopted, what is not known, and the method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.reports.par.progressive import ProgressiveFigures
from pitboss.reports.par.view import Grid, ParSection
from pitboss.rules import Rules
from pitboss.rules.reading import reading

METHOD: Final = (
    "Base game: every deal of two player's cards, five of the board and two of the dealer is "
    "counted, 27,813,810,024,000 in all. Each choice is the one with the highest exact value given "
    "the cards seen; values are whole numbers, divided once.",
    "Side wagers: every hand of five, six or seven cards is counted by the line that pays it, and "
    "the settlement itself is asked which line that is and what it hands over.",
    "Long run of a meter: what is paid from it is what went onto it, a part of every wager and the "
    "reset amount after each award of all of it.",
    "Deviations are roots of exact variances. Bands take the normal approximation. Only what is "
    "marked as sampled is sampled, with its standard error and seed.",
    "Decimals are rounded half to even from the exact fraction. The JSON form of this sheet has "
    "every figure unrounded; `pitboss par verify FILE` works all of them out again.",
)


@dataclass(frozen=True, slots=True)
class AdoptedReading:
    """One reading on which rules in force rest."""

    id: str
    problem: str
    adopted: str


@dataclass(frozen=True, slots=True)
class Notes:
    """Readings, gaps and method."""

    readings: tuple[AdoptedReading, ...]
    unknown: tuple[str, ...]
    method: tuple[str, ...]


def notes_of(
    rules: Rules, progressive: ProgressiveFigures | None, limits: tuple[str, ...]
) -> Notes:
    """Collect what stands behind the figures."""
    found = [reading(one) for one in dict.fromkeys(_reading_ids(rules))]
    readings = tuple(AdoptedReading(one.id, one.problem, one.adopted) for one in found)
    return Notes(readings, tuple(_unknown(rules, progressive, limits)), METHOD)


def _reading_ids(rules: Rules) -> Iterator[str]:
    """Yield the readings behind paytables, consequences, streets and options in force."""
    for table in rules.tables.values():
        yield from table.cite.readings
        for line in table.lines:
            yield from line.cite.readings
    for consequence in rules.set.consequences.values():
        yield from consequence.cite.readings
    for street in rules.set.streets.values():
        yield from street.play_cite.readings
    for key in ("limits.payout_per_player", "limits.aggregate", "betting.progressive_wagers"):
        yield from rules.set.cite(key).readings
    for option in rules.set.options.values():
        yield from option.cite.readings


def _unknown(
    rules: Rules, progressive: ProgressiveFigures | None, limits: tuple[str, ...]
) -> Iterator[str]:
    if progressive is not None:
        for meter in progressive.meters:
            if meter.seed is None:
                yield f"the seed of the {meter.name} meter is not filed (options.meter.seed)"
            if not meter.rate:
                yield f"the rate of the {meter.name} meter is not filed (options.meter.rate)"
        if progressive.liability is None:
            yield "the liability of the house for the meters: it needs every seed"
        if progressive.long_run is None:
            yield "the long run of the Progressive: see the notes of that section"
    yield from limits
    if not rules.house_banks:
        yield "what a player-dealer's bank can cover: figures are for a bank that covers all"
    yield "how players bet in practice: side wagers are per unit staked"


def notes_section(found: Notes) -> ParSection:
    """Lay out the notes."""
    return ParSection(
        "notes",
        "Readings adopted, what is not known, and the method",
        (),
        (
            Grid(
                "Readings adopted where the documents leave a question open",
                ("reading", "question", "adopted"),
                tuple((one.id, one.problem, one.adopted) for one in found.readings),
            ),
            Grid("Not known", ("", "what"), _numbered(found.unknown)),
            Grid("Method", ("", "how"), _numbered(found.method)),
        ),
    )


def _numbered(lines: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((str(n), line) for n, line in enumerate(lines, 1))
