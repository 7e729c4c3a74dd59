"""A described round: who bet what, which cards lay where, who did what; not yet played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import Card
from pitboss.round.command import Declare
from pitboss.round.state import TableFacts
from pitboss.rules import NO_CITE, Chips, Cite, Problem, Rules, Wager


@dataclass(frozen=True, slots=True)
class SeatScript:
    """One seat of a described round; `key` is where it stands in the file."""

    key: str
    seat: int
    wagers: Mapping[Wager, Chips]
    cards: tuple[Card, ...] = ()
    tips: Mapping[Wager, Chips] = field(default_factory=dict)
    tip_play: bool = False
    acts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IrregularityScript:
    """An irregularity of a described round: when it is declared, and the declaration itself."""

    key: str
    when: str
    declared: Declare
    after_packets: int | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A described round."""

    name: str
    title: str
    rules: Rules
    given: Mapping[str, Any]  # Any: the options as they stand in the file, shown back to the reader
    dealer: tuple[Card, ...]
    board: tuple[Card, ...]
    box: tuple[Card, ...]
    seats: tuple[SeatScript, ...]
    meters: Mapping[str, Chips]
    bank: tuple[int, Chips] | None
    facts: TableFacts
    progressive_chips: int | None
    irregularities: tuple[IrregularityScript, ...]
    expect: Mapping[str, Any]  # Any: read by `expect`, which says what is wrong with it
    what_if: tuple[Problem, ...] | None = None  # why no table could play by it; None: not asked


class ScriptError(ValueError):
    """A described round that cannot be: the key in its file, what is wrong, a public word."""

    def __init__(
        self,
        key: str,
        text: str,
        reason: str = "round-file",
        cite: Cite = NO_CITE,
        *,
        notify: bool = False,
    ) -> None:
        cited = ", ".join(cite.clauses + cite.readings)
        where = f"{key}: " if key else ""
        told = "; at a table the supervisor is told" if notify else ""
        super().__init__(f"{where}{text}{told}{f' ({cited})' if cited else ''}")
        self.key = key
        self.reason = reason
        self.clauses = cite.clauses
        self.notify = notify
