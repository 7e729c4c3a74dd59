"""What the pit answers to a command: the events that it led to, or why it was turned away."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pitboss.round import Refusal
from pitboss.table import Event


class PitReason(StrEnum):
    """Public words for what the pit itself turns away."""

    NO_SUCH_TABLE = "no-such-table"
    TABLE_STOPPED = "table-stopped"
    TABLE_BUSY = "table-busy"
    COMMAND_ID = "command-id"
    ID_TAKEN = "id-taken"
    NOT_A_COMMAND = "not-a-command"
    STORE_DOWN = "store-down"
    OVERTAKEN = "overtaken"


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one command id; asked again, it is the same."""

    id: str
    first: int = 0
    last: int = 0
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None

    @property
    def ok(self) -> bool:
        """Return whether the command was obeyed."""
        return self.refusal is None
