"""What each player has done since they sat down: hands and net, for the session bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.pit.live import Happened
from pitboss.round import event as round_past
from pitboss.round.movement import BANK, Settlement
from pitboss.round.state import Round
from pitboss.table import event as past

KEPT_MAX: Final = 64  # players of one table; those who left are forgotten
ACTS: Final = (
    past.PlayerSat,
    past.ChipsBought,
    past.SeedAdded,
    round_past.BankTaken,
    round_past.BetsPlaced,
    round_past.Checked,
    round_past.PlayPlaced,
    round_past.Folded,
)


@dataclass(frozen=True, slots=True)
class Session:
    """From when, how many hands, and what came of them in cents, fees and tips counted."""

    since: int = 0
    hands: int = 0
    net: int = 0


class Sessions:
    """The sessions of one table, by the names of its players."""

    def __init__(self) -> None:
        self._by_name: dict[str, Session] = {}
        self._acted: dict[str, int] = {}

    def of(self, name: str) -> Session:
        """Give somebody's session; an empty one for who does not sit."""
        return self._by_name.get(name, Session())

    def begin(self, name: str, at: int) -> None:
        """Begin somebody's session."""
        self._by_name[name] = Session(at)
        while len(self._by_name) > KEPT_MAX:
            self._by_name.pop(next(iter(self._by_name)))

    def acted(self, name: str) -> int:
        """Tell when a player last did something here, in milliseconds; 0: not since the start."""
        return self._acted.get(name, 0)

    def take(self, happened: Happened) -> None:
        """Read one event on."""
        if isinstance(happened.event, ACTS):
            seat = happened.after.seats.get(happened.event.seat)
            if seat is not None and happened.before.timed_out != seat.number:
                self._acted[seat.player] = happened.at
        match happened.event:
            case past.PlayerSat(_, player):
                self.begin(player, happened.at)
            case past.PlayerLeft(_, player):
                self._by_name.pop(player, None)
                self._acted.pop(player, None)
            case round_past.RoundSettled(settlement):
                round_ = happened.after.round
                if round_ is not None:
                    self._settle(happened, round_, settlement)
            case _:
                pass

    def _settle(self, happened: Happened, round_: Round, settlement: Settlement) -> None:
        for number, seat in happened.after.seats.items():
            banks = round_.bank is not None and round_.bank.seat == number
            if not banks and round_.spot(number) is None:
                continue
            before = self._by_name.get(seat.player, Session(happened.at))
            won = before.net + seat_net(round_, settlement, number)
            self._by_name[seat.player] = Session(before.since, before.hands + 1, won)


def seat_net(round_: Round, settlement: Settlement, seat: int) -> int:
    """Add up what a seat gained in a round, its tips and fees taken off."""
    net = settlement.net(seat)
    for tip in settlement.tips_of(seat):
        net -= tip.taken
    fees = [fee for fee in round_.fees if fee.seat == seat]
    net -= sum(fee.chips for fee in fees if fee not in settlement.fees_returned)
    if round_.bank is not None and round_.bank.seat == seat:
        net += sum(m.taken for m in settlement.movements if m.collector == BANK)
        net -= sum(m.paid for m in settlement.movements if m.payer == BANK)
    return net
