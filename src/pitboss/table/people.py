"""Who asks something of a table: a name, and what that person may do here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a person does at a table. The dealer may be the pit's own automatic one."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"


@dataclass(frozen=True, slots=True)
class Person:
    """One person; two people are the same when their names are."""

    name: str
    role: Role


class HouseReason(StrEnum):
    """Why pitboss itself closes a table or calls a round off; a person types any other reason."""

    END_OF_PLAY = "end-of-play"
    INTERRUPTED = "interrupted"
    CLOSED_BY_OWNER = "closed-by-owner"
    NOBODY_SEATED = "nobody-seated"
    NOBODY_HERE = "nobody-here"


AUTOMATIC_DEALER: Final = Person("dealer", Role.DEALER)
AUTOMATIC_FLOOR: Final = Person("floor", Role.FLOOR)
