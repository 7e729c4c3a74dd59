"""Posts every event again: books that balance, no forbidden debt, chips and meters as shown."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.audit.finding import Fault, FindingKind
from pitboss.ledger import Books, transfers
from pitboss.ledger.accounts import LAYOUT, meter_account, player_account, reserve_account
from pitboss.ledger.books import enter
from pitboss.round import Broken
from pitboss.round import event as round_past
from pitboss.round.state import Phase
from pitboss.rules import Wager, money
from pitboss.table import Event, Table
from pitboss.table import event as past

# The meters move with these; with the last three the layout is filled or cleared as a whole.
_METERED: Final = frozenset(
    {past.TableSetUp, past.RulesChanged, past.MeterCorrected}
    | {round_past.BetsClosed, round_past.RoundSettled}
)
_LAID: Final = frozenset({round_past.BetsClosed, round_past.RoundSettled, past.RoundCancelled})
_OVER: Final = frozenset({past.RoundEnded, past.RoundCancelled})


class BooksProof:
    """The books of one table, and what must hold between them and the table's state."""

    __slots__ = ("_balances",)

    def __init__(self, books: Books | None = None) -> None:
        self._balances = dict[str, Fraction | int](books.balances if books else {})

    @property
    def books(self) -> Books:
        """The books as they stand; what is taken later does not change them."""
        return Books(dict(self._balances))

    def take(self, before: Table, event: Event, after: Table) -> Fault | None:
        """Post `event`; return what does not hold any more, if anything."""
        kind = type(event)
        try:
            enter(self._balances, transfers(before, event))
        except Broken as broken:
            return FindingKind.LEDGER, str(broken)
        if fault := self._seats(after):
            return fault
        if kind in _LAID and (fault := self._layout(after)):
            return fault
        if kind in _METERED:
            return self._meters(after)
        return self._balance() if kind in _OVER else None

    def _balance(self) -> Fault | None:
        total = sum(self._balances.values())
        return (FindingKind.LEDGER, f"the books are out by {total} cents") if total else None

    def _seats(self, table: Table) -> Fault | None:
        balances = self._balances
        for seat in table.seats.values():
            booked = balances.get(player_account(seat.player), 0)
            if booked != seat.chips:
                text = f"seat {seat.number} shows {money(seat.chips)}, the books {booked} cents"
                return FindingKind.LEDGER, text
        return None

    def _layout(self, table: Table) -> Fault | None:
        """Check the chips on the layout; Progressive chips are in the tray once bets close."""
        laid = 0
        round_ = table.round
        if round_ is not None and round_.phase != Phase.SETTLED:
            closed, progressive = round_.phase != Phase.BETTING, Wager.PROGRESSIVE
            for spot in round_.spots:
                laid += sum(spot.wagers.values()) + sum(spot.tips.values())
                if closed:
                    laid -= spot.on(progressive)
        booked = self._balances.get(LAYOUT, 0)
        if booked == laid:
            return None
        return FindingKind.LEDGER, f"{money(laid)} lie on the layout, the books have {booked} cents"

    def _meters(self, table: Table) -> Fault | None:
        """Check that what went into a meter less what came out is the account of that meter."""
        if table.progressive.link:
            return None
        for meter, amount in table.progressive.meters.items():
            booked = self._balances.get(meter_account(meter), 0)
            if amount is not None and booked != amount:
                text = f"the {meter} meter shows {amount} cents; {booked} went in less out"
                return FindingKind.METERS, text
        for meter, reserve in table.progressive.reserves.items():
            if self._balances.get(reserve_account(meter), 0) != reserve:
                return (
                    FindingKind.METERS,
                    f"the reserve of the {meter} meter is not {money(reserve)}",
                )
        return None
