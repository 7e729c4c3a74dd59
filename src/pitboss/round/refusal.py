"""Why a command is turned away: a reason for programs, the facts, the clause behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

from pitboss.rules import NO_CITE, Cite

LINE_MAX: Final = 500  # characters of a refusal: our own words, and a little of what was sent


class Reason(StrEnum):
    """Public words for refusals. Where two apply, the one listed first is given."""

    NOT_NOW = "not-now"
    GAME_STOPPED = "game-stopped"
    COUNT_OVERDUE = "count-overdue"
    DECK_OVERDUE = "deck-overdue"
    DECK_NOT_ALTERNATED = "deck-not-alternated"
    BETS_CLOSED = "bets-closed"
    BANK_NOT_NEEDED = "bank-not-needed"
    NO_SUCH_SEAT = "no-such-seat"
    BANK_TAKEN = "bank-taken"
    BANK_TURN_OVER = "bank-turn-over"
    BANK_MAY_NOT_BET = "bank-may-not-bet"
    BANK_STAKE = "bank-stake"
    NO_BANK = "no-bank"
    NO_WAGER = "no-wager"
    NOT_OFFERED = "not-offered"
    WAGER_INCREMENT = "wager-increment"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    PROGRESSIVE_AMOUNT = "progressive-amount"
    ANTE_BLIND_UNEQUAL = "ante-blind-unequal"
    NEEDS_WAGER = "needs-wager"
    TRIPS_MANDATORY = "trips-mandatory"
    TIP_SPOT = "tip-spot"
    TIP_NEEDS_WAGER = "tip-needs-wager"
    TIP_ABOVE_OWN = "tip-above-own"
    CUSTOMER_LIMIT = "customer-limit"
    PROGRESSIVE_COUNT = "progressive-count"
    DECK_INCOMPLETE = "deck-incomplete"
    SHUFFLE_NOT_ALLOWED = "shuffle-not-allowed"
    CUT_NOT_DUE = "cut-not-due"
    CUT_DEPTH = "cut-depth"
    CUT_DUE = "cut-due"
    NO_DECK = "no-deck"
    NOT_YOUR_TURN = "not-your-turn"
    CHECK_NOT_ALLOWED = "check-not-allowed"
    PLAY_MULTIPLE = "play-multiple"
    FOLD_NOT_ALLOWED = "fold-not-allowed"
    JACKPOT_NOT_VALIDATED = "jackpot-not-validated"
    NO_JACKPOT = "no-jackpot"
    ONE_DECK_ONLY = "one-deck-only"
    METER_UNKNOWN = "meter-unknown"
    NO_SUCH_IRREGULARITY = "no-such-irregularity"
    DEVICE_ABSENT = "device-absent"
    IRREGULARITY_TOO_LATE = "irregularity-too-late"
    IRREGULARITY_FACTS = "irregularity-facts"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command turned away; `notify` is set where the supervisor is to be told of it.

    The reason is one of ours or of a table's: a public word either way.
    """

    reason: StrEnum
    text: str
    facts: Mapping[str, object] = field(default_factory=dict)
    cite: Cite = NO_CITE
    notify: bool = False


E = TypeVar("E")
Decision = tuple[E, ...] | Refusal  # what a command brings about: events, or why it may not be


def refuse(
    reason: StrEnum,
    text: str,
    cite: Cite = NO_CITE,
    *,
    notify: bool = False,
    **facts: object,
) -> Refusal:
    """Build a refusal; the facts are keyword arguments, the text is one line of bounded length."""
    return Refusal(reason, _one_line(text), facts, cite, notify)


def _one_line(text: str) -> str:
    """A text may repeat what somebody sent: nothing in it steers a screen or fills it."""
    short = text if len(text) <= LINE_MAX else f"{text[:LINE_MAX]}…"
    if short.isprintable():
        return short
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short)


_PLACE: Final[dict[StrEnum, int]] = {reason: place for place, reason in enumerate(Reason)}


def first_of(*faults: Refusal | None) -> Refusal | None:
    """Return the refusal whose reason is listed first, or None where there is none."""
    found = [fault for fault in faults if fault is not None]
    if not found:
        return None
    return min(found, key=lambda fault: _PLACE[fault.reason])


class Broken(Exception):
    """An invariant of ours does not hold: the table stops and keeps its journal."""
