"""The proof of a round's shuffle: what was published and revealed, and the decks that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from pitboss.cards import Card
from pitboss.cards.shuffle import commitment, deck_order
from pitboss.history.moments import PlayedRound
from pitboss.round import event as round_past
from pitboss.round.state import Parcel
from pitboss.table import Event
from pitboss.table import event as past
from pitboss.table.shuffling import HOUSE_SEAT

LOADS_MAX: Final = 255  # beyond, the ordinal that a new shuffle adds stays the same


@dataclass(frozen=True, slots=True)
class LoadedDeck:
    """A deck as it was loaded; `fits`: it is the one that secret and seeds give.

    `dealt` has the packets taken off it in order, and the cards set aside, which went to nobody.
    """

    load: int  # 1: the first of its round
    cards: tuple[Card, ...]
    seeds: Mapping[int, bytes]
    fits: bool
    cut: int = 0
    dealt: tuple[Parcel | tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """What the revealed secret proves: that it was committed to, and gives the decks dealt from."""

    commitment: bytes
    secret: bytes
    seeds: Mapping[int, bytes]
    fits: bool
    decks: tuple[LoadedDeck, ...]


def shuffle_proof(played: PlayedRound) -> ShuffleProof | None:
    """Check the revealed secret of a round; None while it is played, and where none is revealed."""
    secrets = [m.event.secret for m in played.moments if isinstance(m.event, past.SecretRevealed)]
    if not played.ended or not secrets:
        return None
    secret = secrets[-1]
    seeds = {m.event.seat: m.event.seed for m in played.moments
             if isinstance(m.event, past.SeedAdded)}  # fmt: skip
    return ShuffleProof(
        commitment=played.begun.commitment,
        secret=secret,
        seeds=seeds,
        fits=played.begun.commitment == commitment(secret, played.table, played.number),
        decks=tuple(_decks(played, secret, seeds)),
    )


def load_seeds(seeds: Mapping[int, bytes], load: int) -> Mapping[int, bytes]:
    """Return the seeds of a round's deck: of one shuffled again the ordinal is the house's seed."""
    return seeds if load == 1 else {**seeds, HOUSE_SEAT: bytes([min(load, LOADS_MAX)])}


def _decks(played: PlayedRound, secret: bytes, seeds: Mapping[int, bytes]) -> list[LoadedDeck]:
    """Check each deck that was loaded, with the cuts and packets up to the next one."""
    decks: list[LoadedDeck] = []
    for moment in played.moments:
        if isinstance(moment.event, round_past.DeckLoaded):
            load, cards = moment.before.shuffle.loads + 1, moment.event.cards
            given = load_seeds(seeds, load)
            order = deck_order(secret, played.table, played.number, given)
            decks.append(LoadedDeck(load, cards, given, order == cards))
        elif decks:
            decks[-1] = _dealt(decks[-1], moment.event)
    return decks


def _dealt(deck: LoadedDeck, event: Event) -> LoadedDeck:
    match event:
        case round_past.DeckCut(depth):
            return replace(deck, cut=depth)
        case round_past.PacketsDealt(parcels) | round_past.StreetTurned(parcels=parcels):
            return replace(deck, dealt=(*deck.dealt, *parcels))
        case round_past.CardsSetAside(cards):
            return replace(deck, dealt=(*deck.dealt, cards))
        case _:
            return deck
