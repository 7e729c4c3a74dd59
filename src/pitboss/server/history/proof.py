"""The proof of a shuffle as the page that checks it reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card, card_text
from pitboss.history.moments import PlayedRound
from pitboss.history.shuffle_proof import shuffle_proof
from pitboss.round.state import Parcel
from pitboss.server.wire.hands import Packet, Proof

ASIDE: Final = "aside"  # cards found face up and taken out of the deck where they lay


def proof_of(played: PlayedRound) -> Proof | None:
    """Return a round's proof; None while it is played, and at a table that deals by hand.

    `dealt` is of the last deck that was loaded, in order. The seed of seat 255 is the ordinal of
    a deck that was shuffled anew within the round: the house's own, and known to everybody.
    """
    found = shuffle_proof(played)
    if found is None:
        return None
    last = found.decks[-1] if found.decks else None
    seeds = last.seeds if last else found.seeds
    return Proof(
        table=played.table,
        round=played.number,
        load=last.load if last else 0,
        commitment=found.commitment.hex(),
        secret=found.secret.hex(),
        seeds={str(seat): seed.hex() for seat, seed in seeds.items()},
        shuffled=last is not None,
        deck=tuple(map(card_text, last.cards)) if last else (),
        cut=last.cut if last else 0,
        dealt=tuple(packets(last.dealt)) if last else (),
    )


def packets(dealt: Iterable[Parcel | tuple[Card, ...]]) -> list[Packet]:
    """Write packets as they were delivered."""
    return [
        Packet(one.to.value, one.seat, tuple(map(card_text, one.cards)))
        if isinstance(one, Parcel)
        else Packet(ASIDE, 0, tuple(map(card_text, one)))
        for one in dealt
    ]
