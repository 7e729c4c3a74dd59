"""What a table's journal says of its cards: from which event on each of them is whose.

Nothing here asks `table.view` or `round.view`, which are what is on trial.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from pitboss.cards import Card, card_text
from pitboss.journal import Journal
from pitboss.journal.codec import decode_event
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.round.state import Parcel
from pitboss.rules import Wager
from pitboss.table import Event
from pitboss.table import event as past

EVERYBODY: Final = ""
NEVER: Final = 1 << 60

# Which wagers keep a folded hand on the table, by hand from the rule books: there it is turned
# over for the paytable. In the other places only a Trips that was paid shows it.
OPEN_AFTER_FOLD: Final = {
    "maryland": {Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE},
    "catfish-bend": {Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE},
    "south-dakota": {Wager.SIX_CARD, Wager.PROGRESSIVE},
}


@dataclass(slots=True)
class RoundTale:
    """One round: which card is whose from which event on."""

    number: int
    begun: int
    secret: bytes
    secret_out: int = NEVER
    settled: int = NEVER
    ended: int = NEVER
    told: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    hands: dict[int, list[Card]] = field(default_factory=dict)
    owners: dict[int, str] = field(default_factory=dict)
    wagers: dict[int, set[Wager]] = field(default_factory=dict)
    piles: dict[str, list[Card]] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    dead: set[int] = field(default_factory=set)
    forfeited: set[int] = field(default_factory=set)
    settles: set[Wager] | None = None  # what a void round still pays by its paytables

    def may_know(self, card: str, viewer: str, number: int) -> bool:
        """Tell whether somebody may know a card after an event; with the secret all is public."""
        if number >= self.secret_out:
            return True
        return any(
            since <= number and who in (EVERYBODY, viewer) for since, who in self.told.get(card, ())
        )

    def tell(self, cards: list[Card], number: int, who: str = EVERYBODY) -> None:
        for card in cards:
            self.told.setdefault(card_text(card), []).append((number, who))

    def deliver(self, parcels: tuple[Parcel, ...]) -> None:
        for parcel in parcels:
            if parcel.to.value == "seats":
                self.hands.setdefault(parcel.seat, []).extend(parcel.cards)
            else:
                self.piles.setdefault(parcel.to.value, []).extend(parcel.cards)


class Tale:
    """One table's journal, read for who may know what."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.rules = ""
        self.number = 0
        self.rounds: dict[int, RoundTale] = {}
        self.begun: list[tuple[int, int]] = []  # event and round
        self.happened: Counter[str] = Counter()  # events by their names, irregularities by kind
        self._now: RoundTale | None = None
        self._seats: dict[int, str] = {}

    def read(self, journal: Journal) -> None:
        """Read on to the end of the journal."""
        for entry in journal.read(f"table/{self.table}", self.number):
            event = decode_event(entry.name, entry.data)
            self.happened[type(event).__name__] += 1
            if isinstance(event, round_past.IrregularityDeclared):
                self.happened[event.incident.kind] += 1
            self.take(entry.number, event)
            self.number = entry.number

    def round_at(self, number: int) -> int:
        """Tell which round was the last to begin by an event."""
        return next((round_ for event, round_ in reversed(self.begun) if event <= number), 0)

    def take(self, number: int, event: Event) -> None:
        """Note what an event tells, and to whom."""
        match event:
            case past.TableSetUp(house=house):
                self.rules = house.rules
            case past.PlayerSat(seat, player):
                self._seats[seat] = player
            case past.PlayerLeft(seat):
                self._seats.pop(seat, None)
            case past.RoundBegun(round_, _, _, secret):
                self._now = self.rounds[round_] = RoundTale(round_, number, secret)
                self.begun.append((number, round_))
            case _ if self._now is not None:
                self._in_round(self._now, number, event)

    def _in_round(self, now: RoundTale, number: int, event: Event) -> None:
        match event:
            case round_past.BetsPlaced(seat, wagers):
                now.wagers[seat] = {wager for wager, chips in wagers.items() if chips}
            case round_past.PacketsDealt(parcels, complete):
                now.deliver(parcels)
                if complete:
                    for seat, cards in now.hands.items():
                        now.owners[seat] = self._seats[seat]
                        now.tell(cards, number, self._seats[seat])
            case round_past.StreetTurned(_, parcels, turned):
                now.deliver(parcels)
                now.tell(now.piles["board"][:turned], number)
            case round_past.DealerRevealed(cards):
                now.tell(list(cards), number)
                now.tell(now.piles.get("box", []), number)
            case round_past.CardsSetAside(cards):
                now.tell(list(cards), number)
            case round_past.RoundSettled(settlement):
                self._settled(now, number, settlement)
            case past.SecretRevealed():
                now.secret_out = number
            case past.RoundEnded() | past.RoundCancelled():
                now.ended = number
            case _:
                _out(now, event)

    def _settled(self, now: RoundTale, number: int, settlement: Settlement) -> None:
        now.settled = number
        for seat, hand in now.hands.items():
            if self._is_turned_over(now, seat, settlement):
                now.tell(hand, number)
        if now.settles is not None and Wager.SIX_CARD in now.settles:
            now.tell(now.piles.get("box", []), number)

    def _is_turned_over(self, now: RoundTale, seat: int, settlement: Settlement) -> bool:
        if seat in now.dead:
            return False
        mine = now.wagers.get(seat, set())
        if now.settles is not None:  # void: shown for its paytables, whoever has folded or gone
            return bool(mine & now.settles)
        if seat in now.forfeited:
            return False
        if seat not in now.out:
            return True
        if self.rules in OPEN_AFTER_FOLD:
            return bool(mine & OPEN_AFTER_FOLD[self.rules])
        return any(
            move.seat == seat and move.wager == Wager.TRIPS and move.paid
            for move in settlement.movements
        )


def _out(now: RoundTale, event: Event) -> None:
    """Note who has no hand to be compared any more."""
    match event:
        case round_past.Folded(seat):
            now.out.add(seat)
        case round_past.HandKilled(seat, _, forfeited):
            (now.forfeited if forfeited else now.dead).add(seat)
        case round_past.RoundVoided(void):
            now.settles = set(void.settles)
        case _:
            pass
