"""Floor figures by table and period, as the auditor's command gives them; bounded in time."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import Any, Final

from pitboss.history.figures.action import SeatStakes, Value
from pitboss.history.figures.count import Counted, FiguresRequest, count_table
from pitboss.history.figures.document import figures_document
from pitboss.history.moments import (
    NoSuchTableError,
    UnreadableError,
    chosen_tables,
    table_moments,
)
from pitboss.journal import BrokenChain, Journal
from pitboss.journal.codec import CodecError
from pitboss.odds.counting.executor import Progress
from pitboss.pit.links import read_link
from pitboss.server.http.problems import Turned
from pitboss.server.worker.process import WorkerError
from pitboss.server.worker.service import OddsService, Priority
from pitboss.table import RulesChoice

SECONDS_MAX: Final = 20.0  # about half a million events
LOOK_EVERY: Final = 500  # events between two looks at the clock


def floor_figures(
    journal: Journal,
    table: str | None,
    asked: FiguresRequest,
    *,
    theory: bool = False,
    odds: OddsService | None,
) -> dict[str, Any]:
    """Count the figures; raises `Turned` for an unknown table or where it takes too long.

    Of all tables, those whose journal is damaged are left out and named; one that is asked for by
    its name raises what is wrong with it.

    With `theory`, the win is compared with the expected one, which the odds service works out.
    """
    until = time.monotonic() + SECONDS_MAX
    if theory:
        asked = replace(asked, worth=_Worth(odds, until))
    seen = 0

    def tell() -> None:
        nonlocal seen
        seen += 1
        if seen % LOOK_EVERY == 0 and time.monotonic() > until:
            text = "that is too much to count here; ask for one table, or use pitboss audit figures"
            raise Turned(503, "too-much", text)

    try:
        names = chosen_tables(journal, table)
    except NoSuchTableError as error:
        raise Turned(404, "no-such-table", str(error)) from None
    counted: list[Counted] = []
    left_out: list[dict[str, str]] = []
    for name in names:
        try:
            counted.append(count_table(name, table_moments(journal, name), asked, tell))
        except (BrokenChain, CodecError, UnreadableError) as error:
            if table is not None:
                raise
            left_out.append({"table": name, "why": str(error)})
    links = {one.link: read_link(journal, one.link).meters for one in counted if one.link}
    return {**figures_document(counted, asked, links), "left_out": left_out}


class _Worth:
    """What stakes are worth, asked once for each; bounded in time."""

    def __init__(self, odds: OddsService | None, until: float) -> None:
        self._odds = odds
        self._until = until
        self._known: dict[tuple[RulesChoice, str, SeatStakes], Value | None] = {}

    def __call__(self, choice: RulesChoice, play: str, bets: SeatStakes) -> Value | None:
        key = (choice, play, bets)
        if key not in self._known:
            self._known[key] = self._asked(*key)
        return self._known[key]

    def _asked(self, choice: RulesChoice, play: str, bets: SeatStakes) -> Value | None:
        if self._odds is None:
            return worth_of(choice, play, bets)
        left = self._until - time.monotonic()
        future = self._odds.submit(WorthOfStakes(choice, play, bets), Priority.LAB)
        try:
            return future.result(max(0.0, left))
        except TimeoutError:
            future.cancel()
            text = "the expected figures are still being worked out; try again in a moment"
            raise Turned(503, "not-yet", text) from None
        except (WorkerError, CancelledError) as error:
            raise Turned(
                503, "not-yet", f"there are no expected figures: {error}; try again in a moment"
            ) from None


@dataclass(frozen=True, slots=True)
class WorthOfStakes:
    """The question of the expected win of stakes that are played so."""

    choice: RulesChoice
    play: str
    bets: SeatStakes

    def answer(self, _: Progress, /) -> Value | None:
        """Work it out in a worker process."""
        return worth_of(self.choice, self.play, self.bets)


def worth_of(choice: RulesChoice, play: str, bets: SeatStakes) -> Value | None:
    """Work out the expected win of stakes; loads compiled code."""
    from pitboss.history.figures.theoretical_win import theoretical_win

    return theoretical_win(choice, play, bets)
