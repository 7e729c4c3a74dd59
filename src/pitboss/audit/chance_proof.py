"""Proves the chance of each round from its events alone: commitment, seeds, deck, reveal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.audit.finding import Kind
from pitboss.cards.shuffle import commitment
from pitboss.round import event as round_past
from pitboss.table import Event
from pitboss.table import event as past
from pitboss.table.deck import shuffled
from pitboss.table.rounds import HOUSE_SEAT

Fault = tuple[Kind, str]


@dataclass(slots=True)
class ChanceProof:
    """What is known of the round's chance so far; asks neither the rules nor the table's state."""

    table: str = ""
    provable: bool = True
    number: int = 0
    commitment: bytes = b""
    secret: bytes = b""
    seeds: dict[int, bytes] = field(default_factory=dict)
    loads: int = 0
    revealed: bool = True

    def take(self, event: Event) -> Fault | None:
        """Take the next event in; tell what is wrong with it."""
        take = _TAKES.get(type(event))
        return None if take is None else take(self, event)

    def _set_up(self, event: past.TableSetUp) -> None:
        self.table, self.provable = event.table, event.provable

    def _seeded(self, event: past.SeedAdded) -> None:
        self.seeds = {**self.seeds, event.seat: event.seed}  # a copy of this proof has them, too

    def _over(self, _: past.RoundEnded | past.RoundCancelled) -> Fault | None:
        if self.revealed:
            return None
        return Kind.SECRET, "the round is over and its secret was not revealed"

    def _begun(self, event: past.RoundBegun) -> Fault | None:
        self.number = event.number
        self.commitment, self.secret = event.commitment, event.secret
        self.seeds, self.loads = {}, 0
        self.revealed = not self.provable
        if not self.provable:
            return (Kind.SECRET, "has a secret and is not provable") if event.secret else None
        return self._committed(event.secret)

    def _committed(self, secret: bytes) -> Fault | None:
        try:
            if commitment(secret, self.table, self.number) == self.commitment:
                return None
        except ValueError as error:
            return Kind.SECRET, str(error)
        return Kind.SECRET, "the secret does not give the commitment that was published"

    def _loaded(self, event: round_past.DeckLoaded) -> Fault | None:
        cards = event.cards
        self.loads += 1
        if not self.provable:
            return None
        seeds = self.seeds
        if self.loads > 1:  # a deck shuffled anew: its ordinal is the house's seed
            seeds = {**seeds, HOUSE_SEAT: bytes([min(self.loads, 255)])}
        # A function of these four alone. They are gathered here from the events, and if they are
        # the ones that the decision shuffled from, the order is too, and need not be drawn again.
        order = shuffled(self.secret, self.table, self.number, seeds)
        if order == cards:
            return None
        differing = sum(1 for one, other in zip(order, cards, strict=False) if one != other)
        text = f"{differing} of the cards are not where secret and seeds put them"
        return Kind.DECK, text

    def _revealed(self, event: past.SecretRevealed) -> Fault | None:
        number, secret = event.number, event.secret
        self.revealed = True
        if number != self.number:
            return Kind.SECRET, f"the secret of round {number} in round {self.number}"
        if secret != self.secret:
            return Kind.SECRET, "the revealed secret is not the one that was sealed"
        return self._committed(secret)


# Any: each entry takes the event of its key, which a mapping cannot say.
_TAKES: Final[dict[type, Callable[[ChanceProof, Any], Fault | None]]] = {
    past.TableSetUp: ChanceProof._set_up,
    past.RoundBegun: ChanceProof._begun,
    past.SeedAdded: ChanceProof._seeded,
    round_past.DeckLoaded: ChanceProof._loaded,
    past.SecretRevealed: ChanceProof._revealed,
    past.RoundEnded: ChanceProof._over,
    past.RoundCancelled: ChanceProof._over,
}
CHANCE_EVENTS: Final = frozenset(_TAKES)
