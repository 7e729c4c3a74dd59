"""Floor figures by table and period, as the auditor's command gives them; bounded in time."""

from __future__ import annotations

import time
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any, Final

from pitboss.audit.figures.action import Bets, Value
from pitboss.audit.figures.count import Asked, count_table
from pitboss.audit.figures.document import figures_document
from pitboss.audit.rounds import NoSuchTableError, chosen_tables, table_moments
from pitboss.journal import Journal
from pitboss.pit.links import read_link
from pitboss.server.problems import Turned
from pitboss.server.sums import Sums, SumsError
from pitboss.table import House

SECONDS_MAX: Final = 20.0  # about half a million events
LOOK_EVERY: Final = 500  # events between two looks at the clock


def floor_figures(
    journal: Journal, table: str | None, asked: Asked, *, theory: bool = False, sums: Sums | None
) -> dict[str, Any]:
    """Count; raises `Turned` where there is no such table or that would take too long.

    With `theory`, what was won is set against what was to be expected, which `sums` works out.
    """
    until = time.monotonic() + SECONDS_MAX
    if theory:
        asked = replace(asked, worth=_Worth(sums, until))
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
    counted = [count_table(name, table_moments(journal, name), asked, tell) for name in names]
    links = {one.link: read_link(journal, one.link).meters for one in counted if one.link}
    return figures_document(counted, asked, links)


class _Worth:
    """What stakes are worth, asked once for each; bounded in time."""

    def __init__(self, sums: Sums | None, until: float) -> None:
        self._sums = sums
        self._until = until
        self._known: dict[tuple[House, str, Bets], Value | None] = {}

    def __call__(self, house: House, play: str, bets: Bets) -> Value | None:
        key = (house, play, bets)
        if key not in self._known:
            self._known[key] = self._asked(*key)
        return self._known[key]

    def _asked(self, house: House, play: str, bets: Bets) -> Value | None:
        if self._sums is None:
            return worth_of(house, play, bets)
        left = self._until - time.monotonic()
        future = self._sums.submit(worth_of, house, play, bets)
        try:
            return future.result(max(0.0, left))
        except TimeoutError:
            future.cancel()
            text = "the theory is still being worked out; try again in a moment"
            raise Turned(503, "not-yet", text) from None
        except (SumsError, CancelledError) as error:
            raise Turned(503, "not-yet", f"no theory: {error}; try again in a moment") from None


def worth_of(house: House, play: str, bets: Bets) -> Value | None:
    """Work out what stakes are worth; in the process of the sums."""
    from pitboss.audit.figures.worth import worth  # compiled code

    return worth(house, play, bets)
