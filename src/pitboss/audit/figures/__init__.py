"""Floor figures: what a table did in a period, and whether its money adds up."""

from pitboss.audit.figures.count import BOTS, Asked, Counted, count_table
from pitboss.audit.figures.document import figures_document
from pitboss.audit.figures.identity import Identity
from pitboss.audit.figures.sums import Sums
from pitboss.audit.figures.theory import Theory, compare

__all__ = [
    "BOTS",
    "Asked",
    "Counted",
    "Identity",
    "Sums",
    "Theory",
    "compare",
    "count_table",
    "figures_document",
]
