"""Floor figures: what a table did in a period, and whether its money adds up."""

from pitboss.history.figures.balance_check import BalanceCheck
from pitboss.history.figures.count import BOTS, Counted, FiguresRequest, count_table
from pitboss.history.figures.document import figures_document
from pitboss.history.figures.theory import Theory, compare
from pitboss.history.figures.totals import FigureTotals

__all__ = [
    "BOTS",
    "BalanceCheck",
    "Counted",
    "FigureTotals",
    "FiguresRequest",
    "Theory",
    "compare",
    "count_table",
    "figures_document",
]
