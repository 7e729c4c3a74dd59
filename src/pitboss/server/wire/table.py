"""A live table as one viewer may see it, pushed whole with every version."""

from __future__ import annotations

from msgspec import Struct

from pitboss.rules import Outcome, Street, Wager
from pitboss.server.wire.words import ChoiceWord, HandPhase, SeatState, ShownStanding


class Spot(Struct, frozen=True):
    """What lies on one spot of a seat; `paid` and `outcome` are there once it is settled."""

    wager: Wager
    chips: int
    tip: int = 0
    outcome: Outcome | None = None
    paid: int = 0
    net: int = 0


class Part(Struct, frozen=True):
    """A part of what a round brought a seat: a wager with its outcome, or tips, bank or fee."""

    name: str
    outcome: Outcome | None
    net: int


class Seat(Struct, frozen=True):
    """A place at the table.

    `state`: waiting sits without bets, betting has bets down, void says that the round is. `cards`
    is empty while they are face down; `held` counts them. `net` is what the chips changed by in the
    round, all in: wagers, the bank, tips given, and `fee`, also given apart; None until it is
    settled. `parts` add up to it.
    """

    seat: int
    player: str
    bot: bool
    chips: int
    state: SeatState
    leaving: bool
    away: bool
    seeded: bool
    spots: tuple[Spot, ...]
    times: int
    held: int
    cards: tuple[str, ...]
    hand: str
    five: tuple[str, ...]
    net: int | None
    fee: int = 0
    parts: tuple[Part, ...] = ()


class Dealer(Struct, frozen=True):
    """The dealer's hand; `qualifies` is None until it is turned over."""

    held: int
    cards: tuple[str, ...]
    hand: str
    five: tuple[str, ...]
    qualifies: bool | None


class Bank(Struct, frozen=True):
    """The player-dealer's bank; `offered` is the seat that is asked to take it now.

    That seat may stake from `least` to `most`: what it has, less the largest `fee` of a bank. Where
    `most` is below `least` it has too little; both `most` and the offer are for that seat only.
    `cover` is what the others may bet in all.
    """

    seat: int | None
    stake: int
    left: int
    offered: int | None
    least: int
    most: int = 0
    fee: int = 0
    cover: int = 0


class Meter(Struct, frozen=True):
    """A progressive meter in whole cents (the fraction stays on it); None: not known."""

    name: str
    cents: int | None
    locked: bool


class Choice(Struct, frozen=True):
    """Something your seat may do now: check, fold, or play `times` the Ante.

    `tip` is what may ride on that Play for the dealer besides; 0: nothing.
    """

    word: ChoiceWord
    times: int
    chips: int
    tip: int = 0


class TipOffer(Struct, frozen=True):
    """A tip for the dealer that may ride on a wager, in multiples of `step` cents.

    `capped`: not above your own wager there. `alone`: also without one, beside any wager of yours.
    """

    step: int
    capped: bool
    alone: bool


class Offer(Struct, frozen=True):
    """A wager that may be put down now, in cents; `amounts` where only those are taken.

    `ladder` has sensible amounts from least to most, for keys and small screens.
    """

    wager: Wager
    least: int
    most: int | None
    step: int
    amounts: tuple[int, ...]
    ladder: tuple[int, ...]
    needs: tuple[Wager, ...]
    tip: TipOffer | None = None


class Move(Struct, frozen=True):
    """One wager's settlement, in settlement order; `text` says it in words.

    `net` is what it changed the seat's own chips by; `bank` what it brought the player-dealer.
    """

    seat: int
    wager: Wager
    outcome: Outcome
    staked: int
    paid: int
    taken: int
    net: int
    odds: str
    text: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    tip: bool
    bank: int = 0


class Banked(Struct, frozen=True):
    """The player-dealer's bank of a round, and what came of it once it is settled.

    `ran_out`: it had too little for some wager. `won_full`: it had won as much as it may.
    """

    seat: int
    stake: int
    collected: int
    paid: int
    ran_out: bool
    won_full: bool


class Incident(Struct, frozen=True):
    """An irregularity that was declared in this round, and its remedy."""

    kind: str
    title: str
    remedy: str
    seat: int | None
    clauses: tuple[str, ...]


class Shuffle(Struct, frozen=True):
    """The public half of a round's shuffle.

    `seeds` are the cuts by seat, from the moment bets are closed; `secret` only after the round.
    """

    round: int
    commitment: str
    secret: str
    seeds: dict[str, str]


class Line(Struct, frozen=True):
    """One line of the table's log, as this viewer may read it."""

    number: int
    at: int
    round: int
    name: str
    text: str
    seat: int | None
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


class Hand(Struct, frozen=True):
    """A round on the felt: the one being played, or the last one, shown until the next is dealt.

    In `phase` jackpot it waits for the floor. `board` has null for a card that lies face down and
    nothing for one not dealt.
    """

    round: int
    phase: HandPhase
    street: Street
    seats: tuple[Seat, ...]
    board: tuple[str | None, ...]
    dealer: Dealer
    box: tuple[str | None, ...]
    set_aside: tuple[str, ...]
    turn: int | None
    moves: tuple[Move, ...]
    incidents: tuple[Incident, ...]
    fees: dict[str, int]
    shuffle: Shuffle
    bank: Banked | None = None


class Edge(Struct, frozen=True):
    """The house edge of what your seat has on the table: expected loss over the Ante, exact."""

    percent: str
    fraction: str
    loss_cents: str
    of: str


class You(Struct, frozen=True):
    """Your own part: your seat (0: you watch), chips in front of you, chips in your purse."""

    name: str
    seat: int
    chips: int
    purse: int
    choices: tuple[Choice, ...]
    edge: Edge | None
    hands: int
    net: int
    since: int


class View(Struct, frozen=True, tag_field="type", tag="view"):
    """The table after event `number`. `last` is the round before, while the new one takes bets.

    `deadline` is when the wait ends: bets close, or the seat that is asked runs out of time; None
    where there is no clock. `lines` are those behind the number that the client has said it knows.
    """

    table: str
    number: int
    at: int
    standing: ShownStanding
    closing: bool
    notice: str
    hand: Hand
    last: Hand | None
    bank: Bank | None
    meters: tuple[Meter, ...]
    offers: tuple[Offer, ...]
    deadline: int | None
    waits_ms: int | None
    deck: str
    device_down: str
    you: You
    lines: tuple[Line, ...]
    messages: tuple[Line, ...]
