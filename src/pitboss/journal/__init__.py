"""Numbered, named, chained events in streams: one port, and three stores behind it.

Nothing heavy is loaded here: a store brings its database driver when it is opened.
"""

from pitboss.journal.chain import BrokenChain, checked, genesis, link
from pitboss.journal.errors import (
    AlreadyDone,
    CannotOpen,
    Conflict,
    Damaged,
    JournalError,
    Unavailable,
    Uncertain,
    Unfit,
)
from pitboss.journal.model import (
    Draft,
    Entry,
    Extent,
    Head,
    Snapshot,
    StoredTally,
    Tally,
    Turn,
    Write,
)
from pitboss.journal.opening import open_journal
from pitboss.journal.port import POINTS, Journal, Listening

__all__ = [
    "POINTS",
    "AlreadyDone",
    "BrokenChain",
    "CannotOpen",
    "Conflict",
    "Damaged",
    "Draft",
    "Entry",
    "Extent",
    "Head",
    "Journal",
    "JournalError",
    "Listening",
    "Snapshot",
    "StoredTally",
    "Tally",
    "Turn",
    "Unavailable",
    "Uncertain",
    "Unfit",
    "Write",
    "checked",
    "genesis",
    "link",
    "open_journal",
]
