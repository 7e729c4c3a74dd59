"""Why a table turns a command away, beside the reasons of the round that it plays."""

from __future__ import annotations

from enum import StrEnum


class TableReason(StrEnum):
    """Public words for refusals of a table. Where two apply, the one listed first is given."""

    NOT_SET_UP = "not-set-up"
    ALREADY_SET_UP = "already-set-up"
    NOT_ALLOWED = "not-allowed"
    NOT_YOUR_SEAT = "not-your-seat"
    NAME = "name"
    TABLE_CLOSED = "table-closed"
    TABLE_NOT_OPEN = "table-not-open"
    NO_ROUND = "no-round"
    ROUND_GOING_ON = "round-going-on"
    NO_SUCH_PLACE = "no-such-place"
    SEAT_TAKEN = "seat-taken"
    ALREADY_SEATED = "already-seated"
    NOT_SEATED = "not-seated"
    NOBODY_SEATED = "nobody-seated"
    CHIPS = "chips"
    SHORT_OF_CHIPS = "short-of-chips"
    CHIPS_AT_STAKE = "chips-at-stake"
    DECKS = "decks"
    CHECKLIST = "checklist"
    SECOND_PERSON = "second-person"
    WRONG_DECK = "wrong-deck"
    DEVICE_DOWN = "device-down"
    SECRET = "secret"  # noqa: S105  # a reason's name, no password
    SEED = "seed"
    BANK_NOT_OFFERED = "bank-not-offered"
    BANK_NOT_HELD = "bank-not-held"
    BANK_FORCED = "bank-forced"
    TOO_EARLY = "too-early"
    METERS = "meters"
    METERS_NOT_READ = "meters-not-read"
    KEYPAD = "keypad"
    SYSTEM_NOT_READY = "system-not-ready"
    RULES_FIXED = "rules-fixed"
    REASON_MISSING = "reason-missing"
