"""The floor console and the auditor's desk: tables live, alerts, orders, remedies, evidence."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.rules import Wager
from pitboss.server.wire.ask import PLAIN, Cents, Id, Refused, SeatNumber
from pitboss.server.wire.hands import Proof
from pitboss.server.wire.table import Move
from pitboss.server.wire.words import AlertKind, FieldKind, HandPhase, SeatState, TableKind
from pitboss.table.state import Standing

ReasonText = Annotated[str, Meta(min_length=3, max_length=200)]


class FloorSeat(Struct, frozen=True):
    """A place in the small picture of a table; `state` as in `table.Seat`."""

    seat: int
    player: str
    bot: bool
    state: SeatState
    away: bool
    chips: int


class FloorTable(Struct, frozen=True):
    """A table as the console lists it; `house_cents` is the house's win since it was set up.

    It is the win of the figures, bots counted: what went on to the meters is taken off. `cut` tells
    whether decks are cut here, so that a recut can be ordered.
    """

    table: str
    title: str
    rules: str
    rules_title: str
    kind: TableKind
    standing: Standing
    stopped: str
    phase: HandPhase
    turn: int | None
    deadline: int | None
    round: int
    seats: tuple[FloorSeat, ...]
    places: int
    house_cents: int
    fees_cents: int
    meter: str
    meter_cents: int | None
    linked: bool
    bank_seat: int | None
    bank_stake: int
    bank_left: int
    deck: str
    deck_ms_left: int | None
    decks: tuple[str, ...]
    cut: bool
    device_down: str
    closing: bool
    number: int
    limits: str
    rounds_last_hour: int
    checklist: tuple[str, ...]
    ways: tuple[str, ...] = ()  # methods of dealing that may be ordered now
    mark: bool = False  # whether the broken device has to be covered or signed first
    held: bool = False


class Alert(Struct, frozen=True):
    """Something that waits for the floor, or that it has to know.

    A refusal is shown while its round is played, and then until a person marks it as seen.
    `id` is stable.
    """

    id: str
    kind: AlertKind
    table: str
    title: str
    text: str
    at: int
    seat: int | None
    cents: int | None
    clauses: tuple[str, ...]


class FloorView(Struct, frozen=True, tag_field="type", tag="floor"):
    """Everything the console shows, pushed whole about once a second while something changes."""

    at: int
    tables: tuple[FloorTable, ...]
    alerts: tuple[Alert, ...]
    open_tables: int
    seated: int
    places: int
    bots: int
    hands_hour: int
    house_cents: int
    linked: tuple[tuple[str, int], ...]


class IrregularityField(Struct, frozen=True):
    """One field of a declaration: its name and what may stand in it."""

    name: str
    label: str
    kind: FieldKind
    options: tuple[str, ...]
    needed: bool


class IrregularityKind(Struct, frozen=True):
    """An irregularity that may be declared at a table now."""

    kind: str
    title: str
    fields: tuple[IrregularityField, ...]


class Declaration(Struct, frozen=True, forbid_unknown_fields=True):
    """What was seen; which fields count depends on the kind.

    No card is named here: whether a card is still undealt is secret.
    """

    kind: Annotated[str, Meta(max_length=60)]
    seat: SeatNumber | None = None
    where: Annotated[str, Meta(max_length=40)] = ""
    count: Annotated[int, Meta(ge=0, le=200)] | None = None
    misdealt: bool = False
    holds: Annotated[str, Meta(max_length=40)] = "in_play"
    ruling: Annotated[str, Meta(max_length=40)] = ""
    how: Annotated[str, Meta(max_length=40)] = ""


class RemedyLine(Struct, frozen=True):
    """One consequence, in words, with its clauses."""

    text: str
    clauses: tuple[str, ...]


class RemedySeat(Struct, frozen=True):
    """What would become of a seat's wagers: cents by wager, what goes back, what stays live."""

    seat: int
    player: str
    wagers: dict[Wager, int]
    live: tuple[Wager, ...]
    returned: int


class Elsewhere(Struct, frozen=True):
    """What another place would do about the same thing; no text where its rules do not say."""

    rules_title: str
    text: str
    clauses: tuple[str, ...]


class Remedy(Struct, frozen=True):
    """A declaration tried without doing it: the very decision that would be made now.

    `told` is what the players will read; `two_people` says that a second person has to agree.
    """

    ok: bool
    refused: Refused | None
    lines: tuple[RemedyLine, ...]
    seats: tuple[RemedySeat, ...]
    moves: tuple[Move, ...]
    elsewhere: tuple[Elsewhere, ...]
    number: int
    told: str = ""
    two_people: bool = False


class _Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Open(_Order, frozen=True, tag="open"):
    """Open the table; the second person signs for the decks."""

    second: Annotated[str, Meta(max_length=60, pattern=PLAIN)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""


class Close(_Order, frozen=True, tag="close"):
    """Close the table when the round is over."""

    reason: ReasonText


class Pause(_Order, frozen=True, tag="pause"):
    """No new rounds."""

    reason: ReasonText


class Resume(_Order, frozen=True, tag="resume"):
    """Deal again."""


class Hold(_Order, frozen=True, tag="hold"):
    """Stop the round while an irregularity is looked at; no seat acts and no clock runs."""


class Release(_Order, frozen=True, tag="release"):
    """Let a stopped round go on."""


class Declare(_Order, frozen=True, tag="declare"):
    """Declare an irregularity; `note` goes to the journal, and to no player.

    A second person agrees where it makes a round void whose cards are out.
    """

    what: Declaration
    note: Annotated[str, Meta(max_length=200, pattern=PLAIN)] = ""
    second: Annotated[str, Meta(max_length=60, pattern=PLAIN)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""


class ValidateJackpot(_Order, frozen=True, tag="validate"):
    """Validate a seat's Progressive win."""

    seat: SeatNumber


class Recut(_Order, frozen=True, tag="recut"):
    """Cut again before the first card, with `depth` cards above the cover card."""

    depth: Annotated[int, Meta(ge=1, le=51)]


class OrderShuffle(_Order, frozen=True, tag="shuffle"):
    """Shuffle again before the first card."""


class ChangeDeck(_Order, frozen=True, tag="change-deck"):
    """Take a deck away and bring a fresh one."""

    colour: Annotated[str, Meta(max_length=20)]


class ChangeDealing(_Order, frozen=True, tag="change-dealing"):
    """Deal another way; `mark`, covered or signed, where a rule wants the device marked first."""

    method: Annotated[str, Meta(max_length=20)]
    mark: Annotated[str, Meta(max_length=20)] = ""


class RepairDevice(_Order, frozen=True, tag="repair-device"):
    """The shuffler works again."""


class CallOff(_Order, frozen=True, tag="call-off"):
    """Void the round and give everything back."""

    reason: ReasonText
    second: Annotated[str, Meta(min_length=2, max_length=60, pattern=PLAIN)]
    password: Annotated[str, Meta(max_length=200)] = ""


class Say(_Order, frozen=True, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class SetLimits(_Order, frozen=True, tag="limits"):
    """Other limits between rounds: minimum and maximum Ante in cents."""

    least: Cents
    most: Cents | None


class RemovePlayer(_Order, frozen=True, tag="remove"):
    """Let a seat go at the end of the round."""

    seat: SeatNumber


class CorrectMeter(_Order, frozen=True, tag="correct-meter"):
    """Correct a meter, with a reason and a second person."""

    meter: Annotated[str, Meta(max_length=20)]
    cents: Cents
    reason: ReasonText
    second: Annotated[str, Meta(min_length=2, max_length=60, pattern=PLAIN)]
    password: Annotated[str, Meta(max_length=200)] = ""


FloorOrder = (
    Open
    | Close
    | Pause
    | Resume
    | Hold
    | Release
    | Declare
    | ValidateJackpot
    | Recut
    | OrderShuffle
    | ChangeDeck
    | RepairDevice
    | ChangeDealing
    | CallOff
    | Say
    | SetLimits
    | RemovePlayer
    | CorrectMeter
)


class Ordered(Struct, frozen=True, forbid_unknown_fields=True):
    """An order of the floor with the id that makes it happen once."""

    id: Id
    order: FloorOrder


class NoticeSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """A notice to mark as seen: `id` as the alert has it ("notice/…")."""

    id: Annotated[str, Meta(min_length=3, max_length=200, pattern=PLAIN)]


class Irregularities(Struct, frozen=True):
    """What may be declared at a table now; `number` is the event it holds for."""

    kinds: tuple[IrregularityKind, ...]
    number: int


class RoundCard(Struct, frozen=True):
    """A round in the auditor's search."""

    table: str
    title: str
    rules: str
    round: int
    begun: int
    ended: int | None
    outcome: str
    seats: int
    players: tuple[str, ...]
    house_cents: int
    incidents: tuple[str, ...]
    dealer_hand: str


class RoundPage(Struct, frozen=True):
    """A page of rounds, latest first."""

    rounds: tuple[RoundCard, ...]
    next: str


class EvidenceIncident(Struct, frozen=True):
    """An irregularity of a round in words: who declared it, who agreed, the note they left."""

    text: str
    by: str
    second: str
    note: str
    clauses: tuple[str, ...]


class Evidence(Struct, frozen=True):
    """One round as evidence: `document` is the full replay of `pitboss audit replay --json`."""

    document: dict[str, object]
    verified: bool
    findings: tuple[str, ...]
    clauses: dict[str, str]
    first_event: int
    last_event: int
    head: str
    title: str = ""
    moves: tuple[Move, ...] = ()
    proof: Proof | None = None
    incidents: tuple[EvidenceIncident, ...] = ()
    remarks: tuple[str, ...] = ()


class Verified(Struct, frozen=True):
    """What was proved of a table's stream; `complete` is false where the time did not suffice.

    It reaches to the end of the last finished round, and `head` is the hash there. `remarks` name
    the rounds that an earlier engine decided otherwise than today's would: these are no findings.
    """

    table: str
    events: int
    rounds: int
    complete: bool
    clean: bool
    findings: tuple[str, ...]
    head: str
    remarks: tuple[str, ...] = ()
