"""Refusals about people and accounts, each with a public reason."""

from __future__ import annotations

from enum import StrEnum


class PersonReason(StrEnum):
    """Public words for refusals; a client may translate them."""

    NAME_SHAPE = "name-shape"
    NAME_RESERVED = "name-reserved"
    NAME_TAKEN = "name-taken"
    SEATED = "seated"
    HAS_ACCOUNT = "has-account"
    NO_ACCOUNT = "no-account"
    WEAK_PASSWORD = "weak-password"  # noqa: S105 (a reason, no password)
    CREDENTIALS = "credentials"
    LOCKED = "locked"
    ENOUGH_CHIPS = "enough-chips"
    NO_SUCH_PERSON = "no-such-person"
    LAST_ADMINISTRATOR = "last-administrator"
    LINK_USED = "link-used"


class HouseRefused(Exception):
    """A refused request about a person or account; `text` is one line for people."""

    def __init__(self, why: PersonReason, text: str) -> None:
        super().__init__(text)
        self.why = why
        self.text = text
