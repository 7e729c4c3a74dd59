"""What a client may send over a table's socket: a tagged union, strict, every size bounded."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

CENTS_MAX = 10**12
Cents = Annotated[int, Meta(ge=0, le=CENTS_MAX)]
SeatNumber = Annotated[int, Meta(ge=1, le=12)]
# One line without control characters, which no database takes. Python's `$` also matches before a
# last line break: that one is excluded by itself.
PLAIN = r"^[^\x00-\x1f\x7f]*$(?!\n)"
Id = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
Hex = Annotated[str, Meta(min_length=2, max_length=128, pattern=r"^([0-9a-f]{2})+$(?!\n)")]
WagerWord = Annotated[str, Meta(max_length=20, pattern=r"^[a-z_]+$(?!\n)")]


class _Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class Sit(_Ask, frozen=True, tag="sit"):
    """Take a seat (0: any that is free) and buy in with `chips` of the purse."""

    seat: Annotated[int, Meta(ge=0, le=12)]
    chips: Cents


class Leave(_Ask, frozen=True, tag="leave"):
    """Give the seat up at the end of the round; your chips go to the purse."""


class Stay(_Ask, frozen=True, tag="stay"):
    """Keep the seat that you have asked to give up at the end of the round."""


class BuyIn(_Ask, frozen=True, tag="buy-in"):
    """Bring chips from the purse to the table."""

    chips: Cents


class CashOut(_Ask, frozen=True, tag="cash-out"):
    """Take chips from the table into the purse, between rounds."""

    chips: Cents


class Bets(_Ask, frozen=True, tag="bets"):
    """Put down all opening wagers (and tips) at once, in place of what lay there."""

    wagers: Annotated[dict[WagerWord, Cents], Meta(max_length=8)]
    tips: Annotated[dict[WagerWord, Cents], Meta(max_length=8)] = {}


class Clear(_Ask, frozen=True, tag="clear"):
    """Take the opening wagers back."""


class Check(_Ask, frozen=True, tag="check"):
    """Check."""


class Play(_Ask, frozen=True, tag="play"):
    """Bet `times` the Ante; `tip`: also for the dealer where that is allowed."""

    times: Annotated[int, Meta(ge=1, le=10)]
    tip: bool = False


class Fold(_Ask, frozen=True, tag="fold"):
    """Fold."""


class TakeBank(_Ask, frozen=True, tag="take-bank"):
    """Take the player-dealer position with this stake."""

    stake: Cents


class DeclineBank(_Ask, frozen=True, tag="decline-bank"):
    """Let the bank go on to the next seat."""


class ReturnBank(_Ask, frozen=True, tag="return-bank"):
    """Give the bank back before the deal: bets are returned, and the next seat is asked."""


class Seed(_Ask, frozen=True, tag="seed"):
    """Add your own randomness to the shuffle: 1 to 64 bytes in hexadecimal."""

    seed: Hex


Ask = (
    Sit
    | Leave
    | Stay
    | BuyIn
    | CashOut
    | Bets
    | Clear
    | Check
    | Play
    | Fold
    | TakeBank
    | DeclineBank
    | ReturnBank
    | Seed
)


class Do(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="do"):
    """Ask something of the table; `id` is made by the client and done once."""

    id: Id
    ask: Ask


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Ask for a sign of life."""


class Know(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="know"):
    """The client has shown everything up to this number: the server may send only what follows."""

    number: Annotated[int, Meta(ge=0, le=2**53)]


FromClient = Do | Ping | Know


class Refused(Struct, frozen=True):
    """Why a command was turned away: a public word, one line, the clauses behind it."""

    reason: str
    text: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Answered(Struct, frozen=True, tag_field="type", tag="answer"):
    """The answer to one command id; asked again, it is the same."""

    id: str
    ok: bool
    number: int
    refused: Refused | None = None


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message of a socket: your name as the server knows it, and its clock."""

    name: str
    at: int
    version: str


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """A sign of life."""

    at: int


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The server ends the connection; `again`: the client may come back at once."""

    reason: str
    text: str
    again: bool
