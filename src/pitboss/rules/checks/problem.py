"""One thing to say about a submission: its public code, where it stands, what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pitboss.rules.cite import NO_CITE, Cite


class Severity(StrEnum):
    """An error must be mended before the submission can stand; a note is for the reader."""

    ERROR = "error"
    NOTE = "note"


class Code(StrEnum):
    """Every problem by its public word; what each means stands in docs/reference/submission.md."""

    TOO_LARGE = "too-large"
    NOT_TOML = "not-toml"
    RULES_MISSING = "rules-missing"
    UNKNOWN_RULES = "unknown-rules"

    EDITION = "edition"
    UNKNOWN_KEY = "unknown-key"
    WRONG_TYPE = "wrong-type"
    MISSING = "missing"

    OPERATOR_MISSING = "operator-missing"
    APPROVAL_MISSING = "approval-missing"
    APPROVAL_INCOMPLETE = "approval-incomplete"
    UNSIGNED = "unsigned"
    STOP_REASON_MISSING = "stop-reason-missing"
    STOP_WITHOUT_SWITCH = "stop-without-switch"
    GAME_STOPPED = "game-stopped"
    EXCLUDED_RULES = "excluded-rules"
    GLOSSARY = "glossary"

    OPTION_VALUE = "option-value"
    UNKNOWN_OPTION = "unknown-option"
    OPTION_NOT_OPEN = "option-not-open"
    LOCKED_OPTION = "locked-option"
    DEPARTURE = "departure"
    TWO_ANSWERS = "two-answers"
    OPTION_WITHOUT_WAGER = "option-without-wager"
    OPTION_IDLE = "option-idle"

    PAYTABLE_MISSING = "paytable-missing"
    UNKNOWN_PAYTABLE = "unknown-paytable"
    PAYTABLE_NOT_ONE = "paytable-not-one"
    TWO_COLUMNS = "two-columns"
    RESTORED_LINE = "restored-line"
    RETURN_ABOVE_STAKE = "return-above-stake"

    RATE_MISSING = "rate-missing"
    RATE_ZERO = "rate-zero"
    RATE_OVER_WHOLE = "rate-over-whole"
    SEED_MISSING = "seed-missing"
    SEED_BELOW_MINIMUM = "seed-below-minimum"
    SEED_NOT_SCALED = "seed-not-scaled"
    RESERVE_MISSING = "reserve-missing"
    POLICY_MISSING = "policy-missing"
    METER_NAME = "meter-name"
    PROGRESSIVE_CARDS = "progressive-cards"
    PROGRESSIVE_WAGER = "progressive-wager"
    SEVERAL_WAGERS = "several-wagers"
    ENVY_EXPOSURE = "envy-exposure"

    LIMITS_MISSING = "limits-missing"
    LIMIT_ZERO = "limit-zero"
    LIMIT_NOT_MULTIPLE = "limit-not-multiple"
    INCREMENT_FRACTION = "increment-fraction"
    PAYOUT_LIMIT_LOW = "payout-limit-low"
    CUSTOMER_LIMIT = "customer-limit"
    TIPS_ROOM = "tips-room"
    SPOT_LIMIT = "spot-limit"
    AGGREGATE_REACHED = "aggregate-reached"

    FEE_OPTION = "fee-option"
    FEE_AMOUNT = "fee-amount"
    PERCENTAGE_FEE = "percentage-fee"
    FEE_BASIS = "fee-basis"

    DEALING_METHOD = "dealing-method"
    SHUFFLER_MISSING = "shuffler-missing"
    SHUFFLE_NOT_ALLOWED = "shuffle-not-allowed"
    DECKS = "decks"
    DEVICE_CONTRADICTION = "device-contradiction"
    CONTINUOUS_MUST_COUNT = "continuous-must-count"
    FEEDS_SHOE = "feeds-shoe"
    DEALER_PACKET = "dealer-packet"
    CUT_BOUNDS = "cut-bounds"
    DECK_CHANGE = "deck-change"
    SIX_CARD_METHOD = "six-card-method"
    SEATS = "seats"
    SELECTION_MISSING = "selection-missing"

    LAYOUT_MISSING = "layout-missing"
    LAYOUT_SPOT_MISSING = "layout-spot-missing"
    LAYOUT_SPOT_EXTRA = "layout-spot-extra"
    LAYOUT_BOX_MISSING = "layout-box-missing"
    LAYOUT_BOX_EXTRA = "layout-box-extra"
    LAYOUT_ITEM_MISSING = "layout-item-missing"
    LAYOUT_ITEM_EXTRA = "layout-item-extra"


UNREADABLE: Final = frozenset(
    {Code.TOO_LARGE, Code.NOT_TOML, Code.RULES_MISSING, Code.UNKNOWN_RULES}
)
"""With one of these nothing else can be checked."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to say: where (dotted key and line, if any), what is wrong, what would be right."""

    code: Code
    key: str
    what: str
    right: str
    line: int | None = None
    cite: Cite = NO_CITE
    severity: Severity = Severity.ERROR

    @property
    def clauses(self) -> tuple[str, ...]:
        return self.cite.clauses

    @property
    def readings(self) -> tuple[str, ...]:
        return self.cite.readings

    @property
    def is_error(self) -> bool:
        return self.severity == Severity.ERROR

    @property
    def place(self) -> str:
        """Where it stands, for people: "options.blind (line 12)"."""
        return f"{self.key} (line {self.line})" if self.line else self.key
