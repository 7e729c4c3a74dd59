"""Floor figures by table and period, as the auditor's command gives them; bounded in time."""

from __future__ import annotations

import time
from typing import Any, Final

from pitboss.audit.figures.count import Asked, count_table
from pitboss.audit.figures.document import figures_document
from pitboss.audit.rounds import NoSuchTableError, chosen_tables, table_moments
from pitboss.journal import Journal
from pitboss.pit.links import read_link
from pitboss.server.problems import Turned

SECONDS_MAX: Final = 20.0  # about half a million events
LOOK_EVERY: Final = 500  # events between two looks at the clock


def floor_figures(journal: Journal, table: str | None, asked: Asked) -> dict[str, Any]:
    """Count; raises `Turned` where there is no such table or that would take too long."""
    until = time.monotonic() + SECONDS_MAX
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
