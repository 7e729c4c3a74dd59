"""Who asks something of a table: a name, and what that person may do here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pitboss.round import Refusal
from pitboss.round.refusal import refuse
from pitboss.table.refusal import TableReason


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

NAME_MAX: Final = 60  # characters of a name, reason or message: what a screen can show
TEXT_MAX: Final = 200


def is_name(text: str) -> bool:
    """Return whether a text can be a name: not empty, not too long, on one line of a screen.

    No blank stands around it: " Ann" and "Ann" would be two players who look alike.
    """
    return 0 < len(text) <= NAME_MAX and text == text.strip() and text.isprintable()


def is_reason(text: str) -> bool:
    """Return whether a text says why; it is kept on one line of a screen."""
    return bool(text.strip()) and text.isprintable()


def two_people_fault(reason: str, by: Person, second: str) -> Refusal | None:
    """Ask for a reason and for a second person."""
    if not is_reason(reason):
        return refuse(TableReason.REASON_MISSING, "give a reason, on one line")
    if not is_name(second) or second == by.name:
        return refuse(TableReason.SECOND_PERSON, "a second person must sign too")
    return None
