"""Proves the chance of each round from its events alone: commitment, seeds, deck, reveal."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.audit.finding import Fault, FindingKind
from pitboss.cards.shuffle import commitment, deck_order
from pitboss.history.shuffle_proof import load_seeds
from pitboss.round import event as round_past
from pitboss.table import Event
from pitboss.table import event as past


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
        match event:
            case past.TableSetUp():
                self.table, self.provable = event.table, event.provable
            case past.RoundBegun():
                return self._begun(event)
            case past.SeedAdded():
                self.seeds[event.seat] = event.seed
            case round_past.DeckLoaded():
                return self._loaded(event)
            case past.SecretRevealed():
                return self._revealed(event)
            case past.RoundEnded() | past.RoundCancelled() if not self.revealed:
                return FindingKind.SECRET, "the round is over and its secret was not revealed"
            case _:
                pass  # no other event has to do with chance
        return None

    def _begun(self, event: past.RoundBegun) -> Fault | None:
        self.number = event.number
        self.commitment, self.secret = event.commitment, event.secret
        self.seeds, self.loads = {}, 0
        self.revealed = not self.provable
        if not self.provable:
            return (
                (FindingKind.SECRET, "has a secret and is not provable") if event.secret else None
            )
        return self._committed(event.secret)

    def _committed(self, secret: bytes) -> Fault | None:
        try:
            if commitment(secret, self.table, self.number) == self.commitment:
                return None
        except ValueError as error:
            return FindingKind.SECRET, str(error)
        return FindingKind.SECRET, "the secret does not give the commitment that was published"

    def _loaded(self, event: round_past.DeckLoaded) -> Fault | None:
        cards = event.cards
        self.loads += 1
        if not self.provable:
            return None
        seeds = load_seeds(self.seeds, self.loads)
        order = deck_order(self.secret, self.table, self.number, seeds)
        if order == cards:
            return None
        differing = sum(1 for one, other in zip(order, cards, strict=False) if one != other)
        text = f"{differing} of the cards are not where secret and seeds put them"
        return FindingKind.DECK, text

    def _revealed(self, event: past.SecretRevealed) -> Fault | None:
        number, secret = event.number, event.secret
        self.revealed = True
        if number != self.number:
            return FindingKind.SECRET, f"the secret of round {number} in round {self.number}"
        if secret != self.secret:
            return FindingKind.SECRET, "the revealed secret is not the one that was sealed"
        return self._committed(secret)
