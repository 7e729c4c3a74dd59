"""Parameters of the floor's figures, for the console and for its reports."""

from __future__ import annotations

from pitboss.history.figures.count import BOTS, FiguresRequest
from pitboss.history.periods import PERIODS
from pitboss.server.api.queries import one_of, span


def figures_request(by: str, begin: str, end: str, bots: str) -> FiguresRequest:
    """Read which figures are asked for; raises `Turned`. What is left empty is as usual."""
    usual = FiguresRequest()
    return FiguresRequest(
        one_of("by", by, PERIODS) or usual.by,
        span(begin, end),
        one_of("bots", bots, BOTS) or usual.bots,
    )
