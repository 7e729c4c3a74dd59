"""Rounds at a table: opening one with its deck and secret, cancelling, calling off, ending it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pitboss.cards.shuffle import SECRET_BYTES, commitment
from pitboss.round import Decision, Refusal, Round
from pitboss.round import command as round_ask
from pitboss.round import decide as decide_round
from pitboss.round import event as round_past
from pitboss.round.refusal import Reason, refuse
from pitboss.round.state import NEW_ROUND, Phase, TableFacts, Void
from pitboss.rules import NO_CITE, Cite, Rules
from pitboss.table.banking import BankingEvent, BankOffered, next_offer, recent_banks
from pitboss.table.deck import Deck, DeckPlace
from pitboss.table.decks import checklist_fault, decks_fault, moved
from pitboss.table.methods import waits_for_device
from pitboss.table.opening import OpeningEvent, TableClosed
from pitboss.table.people import TEXT_MAX, Person, two_people_fault
from pitboss.table.progressive import reading_fault
from pitboss.table.refusal import TableReason
from pitboss.table.seating import PlayerLeft, SeatingEvent, gone, paid_to
from pitboss.table.state import SealedShuffle, ShuffleState, Standing, Table

HOUR_MS: Final = 3_600_000
CALLED_OFF: Final = Cite(readings=("P-04",))


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Start a round: a fresh secret, and the reading of the meters where they are linked."""

    secret: bytes = b""
    meters: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CancelRound:
    """End a round in which nobody bet or nobody banks, before any card."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """Void the round by decision of the floor, with a reason and a second person."""

    reason: str
    second: str


@dataclass(frozen=True, slots=True)
class EndRound:
    """Clear the rack, reveal the secret, let those who leave go."""


TableRoundCommand = OpenRound | CancelRound | CallOff | EndRound


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round has its number and its deck; the commitment is public, the secret sealed."""

    number: int
    deck: str
    commitment: bytes
    secret: bytes


class NoHand(StrEnum):
    """Why no hand was dealt in a round."""

    NO_WAGER = "no-wager"
    NOBODY_BANKS = "nobody-banks"
    CALLED_OFF = "called-off"


@dataclass(frozen=True, slots=True)
class RoundCancelled:
    """No hand was dealt; nothing lies on the layout any more.

    `reason` is what was typed where the floor called the round off.
    """

    number: int
    why: NoHand
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundCalledOff:
    number: int
    reason: str
    by: str
    second: str


@dataclass(frozen=True, slots=True)
class SecretRevealed:
    number: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class RoundEnded:
    number: int


TableRoundEvent = RoundBegun | RoundCancelled | RoundCalledOff | SecretRevealed | RoundEnded
RoundDecisionEvent = TableRoundEvent | BankingEvent | SeatingEvent | OpeningEvent | round_past.Event


# -- decisions ------------------------------------------------------------------------------------


def open_round(
    table: Table, command: OpenRound, at: int, rules: Rules
) -> Decision[RoundDecisionEvent]:
    """Begin a round, unless a rule forbids it."""
    if fault := _open_fault(table, rules):
        return fault
    deck = next_deck(table)
    if table.identity.provable and len(command.secret) != SECRET_BYTES:
        text = f"every round needs a secret of {SECRET_BYTES} bytes"
        return refuse(TableReason.SECRET, text)
    meters = dict(command.meters) if table.progressive.link else dict(table.progressive.meters)
    if table.progressive.link and (fault := reading_fault(table, command.meters, rules)):
        return fault
    known = {name: amount for name, amount in meters.items() if amount is not None}
    told = facts(table, deck, at)
    opened = decide_round(NEW_ROUND, round_ask.Open(known, told), rules)
    if isinstance(opened, Refusal):
        return opened
    number = table.rounds + 1
    secret = command.secret if table.identity.provable else b""
    sealed = commitment(secret, table.identity.name, number) if table.identity.provable else b""
    begun = RoundBegun(number, deck.colour, sealed, secret)
    if rules.house_banks:
        return begun, *opened
    seat = next_offer(table, frozenset(), rules, told.recent_banks)
    if seat is None:
        text = "nobody can bank the next hand, and the house never banks"
        return refuse(Reason.NO_BANK, text, rules.set.cite("table.bank"))
    return begun, *opened, BankOffered(seat)


def _open_fault(table: Table, rules: Rules) -> Refusal | None:
    if table.round is not None:
        return refuse(TableReason.ROUND_GOING_ON, f"round {table.rounds} is still being played")
    if table.status.standing != Standing.OPEN or table.status.closing:
        return refuse(
            TableReason.TABLE_NOT_OPEN,
            f"the table is {table.status.standing}; no new round can start",
        )
    if all(seat.leaving for seat in table.seats.values()):
        cite = rules.set.cite("table.seated_only")
        return refuse(TableReason.NOBODY_SEATED, "nobody sits at the table", cite)
    if fault := decks_fault(table, rules) or checklist_fault(table, rules):
        return fault
    if waits_for_device(table, rules):
        text = "the device is out of order: deal by another method, or repair it"
        return refuse(TableReason.DEVICE_DOWN, text, rules.method.needs_cite)
    if not table.progressive.system_ready and rules.fact("progressive.readied"):
        text = "ready the progressive system before the next hand"
        return refuse(TableReason.SYSTEM_NOT_READY, text, rules.set.cite("progressive.readied"))
    return None


def next_deck(table: Table) -> Deck:
    """Pick the deck of the next round: of two, the one that was not used last."""
    others = [deck for deck in table.decks.at_table if deck.colour != table.decks.last]
    return (others or list(table.decks.at_table))[0]


def facts(table: Table, deck: Deck, at: int) -> TableFacts:
    """Tell a round what it must know of earlier ones."""
    return TableFacts(
        rounds_since_count=table.decks.rounds_since_count,
        recent_banks=recent_banks(table),
        deck=deck.colour,
        last_deck=table.decks.last,
        deck_hours=0 if deck.since is None else max(0, at - deck.since) // HOUR_MS,
        dealer_changed=table.decks.dealer_changed,
    )


def cancel(table: Table, rules: Rules) -> Decision[RoundDecisionEvent]:
    """End a round before any card, when nobody bet or nobody banks."""
    round_ = table.round
    if round_ is None or round_.phase != Phase.BETTING:
        return refuse(
            TableReason.ROUND_GOING_ON, "a round can be cancelled only before any card is dealt"
        )
    if round_.spots and (rules.house_banks or round_.bank is not None):
        return refuse(TableReason.CHIPS_AT_STAKE, "this round has bets and a bank; deal it")
    if round_.bank is None and table.bank.offered is not None:
        text = f"the bank is offered to seat {table.bank.offered}"
        return refuse(TableReason.BANK_NOT_OFFERED, text, rules.set.cite("bank.offered"))
    unbanked = not rules.house_banks and round_.bank is None
    return _withdrawn(table, round_, NoHand.NOBODY_BANKS if unbanked else NoHand.NO_WAGER)


def _withdrawn(
    table: Table, round_: Round, why: NoHand, reason: str = ""
) -> tuple[RoundDecisionEvent, ...]:
    back = tuple(round_past.BetsCleared(spot.seat) for spot in round_.spots)
    cancelled = RoundCancelled(table.rounds, why, reason)
    return *back, *_revealed(table), cancelled, *_after(table)


def call_off(table: Table, command: CallOff, by: Person) -> Decision[RoundDecisionEvent]:
    """Void the round by the floor's decision; every wager goes back."""
    round_ = table.round
    if round_ is None or round_.phase == Phase.SETTLED:
        return refuse(
            TableReason.NO_ROUND, "no round is being played, so there is nothing to call off"
        )
    if fault := two_people_fault(command.reason, by, command.second):
        return fault
    if round_.void is not None and not round_.void.settles:
        return refuse(Reason.NOT_NOW, "the round is void already")
    reason = command.reason.strip()[:TEXT_MAX]
    called = RoundCalledOff(table.rounds, reason, by.name, command.second)
    if round_.phase == Phase.BETTING:
        return called, *_withdrawn(table, round_, NoHand.CALLED_OFF, reason)
    return called, round_past.RoundVoided(Void(CALLED_OFF, (), NO_CITE))


def end(table: Table) -> Decision[RoundDecisionEvent]:
    """End a settled round: the secret is revealed, the rack cleared, leavers go."""
    if table.round is None or table.round.phase != Phase.SETTLED:
        return refuse(TableReason.NO_ROUND, "no settled round is waiting to end")
    return *_revealed(table), RoundEnded(table.rounds), *_after(table)


def _revealed(table: Table) -> tuple[SecretRevealed, ...]:
    if table.shuffle.sealed is None:
        return ()
    return (SecretRevealed(table.rounds, table.shuffle.sealed.secret),)


def _after(table: Table) -> tuple[PlayerLeft | TableClosed, ...]:
    if not table.status.closing:
        return gone(table)
    return *gone(table), TableClosed(table.status.closing_by, table.status.closing)


# -- the table after an event ---------------------------------------------------------------------


def round_begun(t: Table, e: RoundBegun) -> Table:
    sealed = SealedShuffle(e.commitment, e.secret) if e.secret else None
    return replace(
        t,
        rounds=e.number,
        round=NEW_ROUND,
        decks=replace(t.decks, in_round=e.deck),
        shuffle=ShuffleState(sealed, ordered=t.shuffle.ordered),
        bank=replace(t.bank, offered=None, declined=frozenset()),
        progressive=replace(t.progressive, keyed=frozenset(), meters_read=False),
        clock=replace(t.clock, timed_out=0),
        status=replace(t.status, told=()),
    )


def round_cancelled(t: Table, _: RoundCancelled) -> Table:
    bank = t.round.bank if t.round else None
    seats = paid_to(t.seats, {bank.seat: bank.stake} if bank is not None else {})
    return _without_round(replace(t, seats=seats))


def round_ended(t: Table, _: RoundEnded) -> Table:
    # The rack is emptied and the deck goes back for its shuffle: one deck in the rack, ever.
    to = DeckPlace.DEVICE if len(t.decks.at_table) > 1 else DeckPlace.TABLE
    decks = replace(
        moved(t.decks, to, t.clock.at),
        last=t.decks.in_round,
        rounds_since_count=t.decks.rounds_since_count + 1,
    )
    progressive = replace(t.progressive, system_ready=not t.progressive.meters)
    return _without_round(replace(t, decks=decks, progressive=progressive))


def _without_round(t: Table) -> Table:
    return replace(
        t,
        round=None,
        shuffle=replace(t.shuffle, sealed=None),
        bank=replace(t.bank, offered=None, declined=frozenset()),
    )
