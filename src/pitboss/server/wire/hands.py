"""Finished rounds: the list of your own hands, one step by step, its proof."""

from __future__ import annotations

from msgspec import Struct

from pitboss.server.wire.odds import Exact
from pitboss.server.wire.table import Hand, Line, Move
from pitboss.server.wire.words import HandPriced


class HandCard(Struct, frozen=True):
    """One of your own hands in the history.

    `priced` says whether `cost` is there: what your choices cost, in exact cents.
    """

    table: str
    title: str
    rules: str
    round: int
    at: int
    seat: int
    cards: tuple[str, ...]
    board: tuple[str, ...]
    dealer: tuple[str, ...]
    hand: str
    dealer_hand: str
    acts: tuple[str, ...]
    staked: int
    net: int
    outcome: str
    priced: HandPriced
    cost: Exact | None


class HandPage(Struct, frozen=True):
    """A page of the history, latest first; `next` goes back as `before`, empty at the end."""

    hands: tuple[HandCard, ...]
    next: str
    total: int
    net: int


class Frame(Struct, frozen=True):
    """One step of a replay: what happened, and the felt after it."""

    line: Line
    hand: Hand


class Proof(Struct, frozen=True):
    """All that is needed to deal a round again: see docs/internals/shuffle.md; hexadecimal."""

    table: str
    round: int
    load: int
    commitment: str
    secret: str
    seeds: dict[str, str]
    shuffled: bool
    deck: tuple[str, ...]
    cut: int
    dealt: tuple[Packet, ...]


class Packet(Struct, frozen=True):
    """A packet as it was dealt: to whom (seats, dealer, board, box, burn), which cards.

    Cards that the viewer may not know are null.
    """

    to: str
    seat: int
    cards: tuple[str | None, ...]


class Replay(Struct, frozen=True):
    """A round as one viewer saw it, marked as a replay."""

    replay: bool
    table: str
    title: str
    rules: str
    rules_title: str
    round: int
    begun: int
    ended: int | None
    outcome: str
    seen_as: str
    seat: int
    frames: tuple[Frame, ...]
    moves: tuple[Move, ...]
    proof: Proof | None
    share: str
