"""The floor console and the auditor's desk: tables live, alerts, orders, remedies, evidence."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.server.wire.ask import Cents, Id, Refused, SeatNumber
from pitboss.server.wire.hands import Proof
from pitboss.server.wire.table import Move

PLAIN = r"^[^\x00-\x1f\x7f]*$"  # on one line, and nothing that no database takes
Reason = Annotated[str, Meta(min_length=3, max_length=200)]


class FloorSeat(Struct, frozen=True):
    """A place in the small picture of a table; `state` as in `table.Seat`."""

    seat: int
    player: str
    bot: bool
    state: str
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
    kind: str
    standing: str
    stopped: str
    phase: str
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


class Alert(Struct, frozen=True):
    """Something that waits for the floor, or that it has to be told.

    `kind`: jackpot, notice, deck-change, stopped, device, paused, checklist. `id` is stable.
    """

    id: str
    kind: str
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
    kind: str
    options: tuple[str, ...]
    needed: bool


class IrregularityKind(Struct, frozen=True):
    """An irregularity that may be declared at a table now."""

    kind: str
    title: str
    fields: tuple[IrregularityField, ...]


class Declaration(Struct, frozen=True, forbid_unknown_fields=True):
    """What was seen; which fields count depends on the kind."""

    kind: Annotated[str, Meta(max_length=60)]
    seat: SeatNumber | None = None
    where: Annotated[str, Meta(max_length=40)] = ""
    cards: Annotated[tuple[Annotated[str, Meta(max_length=2)], ...], Meta(max_length=52)] = ()
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
    wagers: dict[str, int]
    live: tuple[str, ...]
    returned: int


class Elsewhere(Struct, frozen=True):
    """What another place would do about the same thing."""

    rules_title: str
    text: str
    clauses: tuple[str, ...]


class Remedy(Struct, frozen=True):
    """A declaration tried without doing it: the very decision that would be made now."""

    ok: bool
    refused: Refused | None
    lines: tuple[RemedyLine, ...]
    seats: tuple[RemedySeat, ...]
    moves: tuple[Move, ...]
    elsewhere: tuple[Elsewhere, ...]
    number: int


class _Order(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Open(_Order, frozen=True, tag="open"):
    """Open the table; the second person signs for the decks."""

    second: Annotated[str, Meta(max_length=60, pattern=PLAIN)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""


class Close(_Order, frozen=True, tag="close"):
    """Close the table when the round is over."""

    reason: Reason


class Pause(_Order, frozen=True, tag="pause"):
    """No new rounds."""

    reason: Reason


class Resume(_Order, frozen=True, tag="resume"):
    """Deal again."""


class Declare(_Order, frozen=True, tag="declare"):
    """Declare an irregularity; `note` goes to the table's log."""

    what: Declaration
    note: Annotated[str, Meta(max_length=200)] = ""


class ValidateJackpot(_Order, frozen=True, tag="validate"):
    """Validate a seat's Progressive win."""

    seat: SeatNumber


class Recut(_Order, frozen=True, tag="recut"):
    """Cut again before the first card, with so many cards above the cover card."""

    depth: Annotated[int, Meta(ge=1, le=51)]


class OrderShuffle(_Order, frozen=True, tag="shuffle"):
    """Shuffle again before the first card."""


class ChangeDeck(_Order, frozen=True, tag="change-deck"):
    """Take a deck away and bring a fresh one."""

    colour: Annotated[str, Meta(max_length=20)]


class RepairDevice(_Order, frozen=True, tag="repair-device"):
    """The shuffler works again."""


class CallOff(_Order, frozen=True, tag="call-off"):
    """Void the round and give everything back."""

    reason: Reason
    second: Annotated[str, Meta(min_length=2, max_length=60, pattern=PLAIN)]
    password: Annotated[str, Meta(max_length=200)] = ""


class Say(_Order, frozen=True, tag="say"):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class SetLimits(_Order, frozen=True, tag="limits"):
    """Other limits between rounds: least and most Ante in cents."""

    least: Cents
    most: Cents | None


class RemovePlayer(_Order, frozen=True, tag="remove"):
    """Let a seat go at the end of the round."""

    seat: SeatNumber


class CorrectMeter(_Order, frozen=True, tag="correct-meter"):
    """Correct a meter, with a reason and a second person."""

    meter: Annotated[str, Meta(max_length=20)]
    cents: Cents
    reason: Reason
    second: Annotated[str, Meta(min_length=2, max_length=60, pattern=PLAIN)]
    password: Annotated[str, Meta(max_length=200)] = ""


Order = (
    Open
    | Close
    | Pause
    | Resume
    | Declare
    | ValidateJackpot
    | Recut
    | OrderShuffle
    | ChangeDeck
    | RepairDevice
    | CallOff
    | Say
    | SetLimits
    | RemovePlayer
    | CorrectMeter
)


class Ordered(Struct, frozen=True, forbid_unknown_fields=True):
    """An order of the floor with the id that makes it happen once."""

    id: Id
    order: Order


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """A notice that somebody has seen: `id` as the alert has it ("notice/…")."""

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


class Verified(Struct, frozen=True):
    """What was proved of a table's stream; `complete` is false where the time did not suffice."""

    table: str
    events: int
    rounds: int
    complete: bool
    clean: bool
    findings: tuple[str, ...]
    head: str
