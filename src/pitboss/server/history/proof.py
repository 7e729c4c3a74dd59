"""All that is needed to deal a finished round again: what was published, revealed and dealt."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.audit.rounds import PlayedRound
from pitboss.cards import Card, card_text
from pitboss.round import event as round_past
from pitboss.round.state import Parcel
from pitboss.server.wire.hands import Packet, Proof
from pitboss.table import event as past
from pitboss.table.rounds import HOUSE_SEAT

ASIDE = "aside"  # cards found face up and taken out of the deck where they lay
LOADS_MAX = 255


def proof_of(played: PlayedRound) -> Proof | None:
    """Give a round's proof; None while it is played, and at a table that deals by hand.

    `dealt` is of the last deck that was loaded, in order. The seed of seat 255 is the ordinal of
    a deck that was shuffled anew within the round: the house's own, and known to everybody.
    """
    secrets = [m.event.secret for m in played.moments if isinstance(m.event, past.SecretRevealed)]
    if not played.ended or not secrets:
        return None
    seeds: dict[str, str] = {}
    deck: tuple[Card, ...] = ()
    dealt: list[Packet] = []
    load = cut = 0
    for moment in played.moments:
        match moment.event:
            case past.SeedAdded(seat, seed):
                seeds[str(seat)] = seed.hex()
            case round_past.DeckLoaded(cards):
                load, cut, deck, dealt = moment.before.loads + 1, 0, cards, []
                if load > 1:
                    seeds[str(HOUSE_SEAT)] = bytes([min(load, LOADS_MAX)]).hex()
            case round_past.DeckCut(depth):
                cut = depth
            case round_past.PacketsDealt(parcels) | round_past.StreetTurned(parcels=parcels):
                dealt += packets(parcels)
            case round_past.CardsSetAside(cards):
                dealt.append(Packet(ASIDE, 0, tuple(map(card_text, cards))))
            case _:
                pass
    return Proof(
        table=played.table,
        round=played.number,
        load=load,
        commitment=played.begun.commitment.hex(),
        secret=secrets[-1].hex(),
        seeds=seeds,
        shuffled=bool(deck),
        deck=tuple(map(card_text, deck)),
        cut=cut,
        dealt=tuple(dealt),
    )


def packets(parcels: Iterable[Parcel]) -> list[Packet]:
    """Write packets as they were delivered."""
    return [Packet(p.to.value, p.seat, tuple(map(card_text, p.cards))) for p in parcels]
