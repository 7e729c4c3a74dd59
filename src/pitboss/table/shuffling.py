"""The shuffle of a round: players' seeds, the order of the deck, the floor's orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pitboss.cards.shuffle import SEED_BYTES_MAX, deck_order
from pitboss.round import Decision, Refusal
from pitboss.round import command as round_ask
from pitboss.round import decide as decide_round
from pitboss.round import event as round_past
from pitboss.round.legal import depth_fault, is_cut
from pitboss.round.refusal import Reason, refuse
from pitboss.round.state import Phase
from pitboss.rules import Rules
from pitboss.table.decks import checklist_fault
from pitboss.table.people import Person
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

HOUSE_SEAT: Final = 255  # no felt has so many: the seat under which the house's seed is entered


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderShuffle:
    """The floor orders the cards shuffled, before the first card of a round."""


@dataclass(frozen=True, slots=True)
class OrderRecut:
    """The floor orders the deck cut once more, `depth` cards deep, before the first card."""

    depth: int


@dataclass(frozen=True, slots=True)
class AddSeed:
    """A player adds chance of their own to the shuffle."""

    seat: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class ShuffleDeck:
    """Bring the deck into the order that the secret and the seeds give."""


ShufflingCommand = OrderShuffle | OrderRecut | AddSeed | ShuffleDeck


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShuffleOrdered:
    by: str


@dataclass(frozen=True, slots=True)
class RecutOrdered:
    by: str
    depth: int


@dataclass(frozen=True, slots=True)
class SeedAdded:
    seat: int
    seed: bytes


ShufflingEvent = ShuffleOrdered | RecutOrdered | SeedAdded


# -- decisions ------------------------------------------------------------------------------------


def add_seed(table: Table, command: AddSeed) -> Decision[ShufflingEvent]:
    """Take a player's own chance, once the commitment is out and before betting closes."""
    if table.round is None or table.round.phase != Phase.BETTING or table.shuffle.sealed is None:
        return refuse(TableReason.SEED, "you can add randomness only while betting is open")
    if not 1 <= len(command.seed) <= SEED_BYTES_MAX:
        return refuse(TableReason.SEED, f"a seed must have 1 to {SEED_BYTES_MAX} bytes")
    return (SeedAdded(command.seat, command.seed),)


def shuffle(table: Table, rules: Rules) -> Decision[round_past.Event]:
    """Bring the deck in the order that the sealed secret and the seeds give."""
    round_ = table.round
    if round_ is None or table.shuffle.sealed is None:
        return refuse(TableReason.NO_ROUND, "no round is waiting for its shuffle")
    if round_.stub and not table.shuffle.ordered:
        return refuse(Reason.NOT_NOW, "the deck is already shuffled")
    if fault := deck_fault_in_round(table, rules):
        return fault
    seeds = dict(table.shuffle.sealed.seeds)
    if table.shuffle.loads:
        # A deck shuffled anew within a round: its ordinal is a seed of the house, the order new.
        seeds[HOUSE_SEAT] = bytes([min(table.shuffle.loads + 1, 255)])
    order = deck_order(table.shuffle.sealed.secret, table.identity.name, table.rounds, seeds)
    return decide_round(round_, round_ask.LoadDeck(order), rules)


def deck_fault_in_round(table: Table, rules: Rules) -> Refusal | None:
    """A deck that was taken out of the round is replaced, and the new one prepared, first."""
    if table.deck_of(table.decks.in_round) is None:
        text = f"the {table.decks.in_round} deck was taken away; bring another"
        return refuse(TableReason.WRONG_DECK, text, rules.set.cite("cards.deck"))
    return checklist_fault(table, rules)


def order_shuffle(table: Table, by: Person, rules: Rules) -> Decision[ShufflingEvent]:
    """The floor orders a shuffle: before the first card, or for the next round."""
    if table.round is not None and table.round.parcels:
        text = "cards are out: order a shuffle before the first card or after the round"
        return refuse(TableReason.ROUND_GOING_ON, text, rules.set.cite("cards.shuffle_on_order"))
    return (ShuffleOrdered(by.name),)


def order_recut(
    table: Table, command: OrderRecut, by: Person, rules: Rules
) -> Decision[ShufflingEvent]:
    """The floor orders the deck of this round cut once more, before the first card."""
    round_, cite = table.round, rules.set.cite("cards.cut_after")
    if round_ is None or round_.phase not in (Phase.BETTING, Phase.LOCKED):
        text = "order a recut in a round, before its first card"
        return refuse(Reason.NOT_NOW, text, cite)
    shuffled = round_.shuffled or rules.choice("shuffle")
    if not is_cut(shuffled, rules):
        return refuse(Reason.CUT_NOT_DUE, f"there is no cut after a {shuffled} shuffle", cite)
    return depth_fault(command.depth, rules) or (RecutOrdered(by.name, command.depth),)


def recut_due(table: Table, rules: Rules) -> bool:
    """Return whether the floor has ordered a recut of a deck that is cut after its shuffle."""
    return (
        bool(table.shuffle.recut)
        and table.round is not None
        and is_cut(table.round.shuffled, rules)
    )


# -- the table after an event ---------------------------------------------------------------------


def shuffle_ordered(t: Table, _: ShuffleOrdered) -> Table:
    return replace(t, shuffle=replace(t.shuffle, ordered=True))


def recut_ordered(t: Table, e: RecutOrdered) -> Table:
    return replace(t, shuffle=replace(t.shuffle, recut=e.depth))


def seed_added(t: Table, e: SeedAdded) -> Table:
    sealed = t.shuffle.sealed
    if sealed is None:
        return t
    seeds = {**sealed.seeds, e.seat: e.seed}
    return replace(t, shuffle=replace(t.shuffle, sealed=replace(sealed, seeds=seeds)))
