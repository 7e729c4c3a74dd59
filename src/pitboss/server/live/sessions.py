"""What each player has done since they sat down: hands and net, for the session bar."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.pit.live import Happened
from pitboss.round import event as round_past
from pitboss.round.movement import BANK, Settlement
from pitboss.round.state import Round
from pitboss.table import Event, Table
from pitboss.table import event as past

HEARD_MAX: Final = 2_000  # events that are kept while what was before is looked up
COUNTED: Final = (past.PlayerSat, past.PlayerLeft, round_past.RoundSettled)
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
    """The sessions of one table, by the names of its players.

    A process that comes to a table in the middle does not know what was before: it counts what it
    hears of, until `begin_from` brings what was counted up to some event.
    """

    def __init__(self, *, whole: bool = True) -> None:
        self._by_name: Mapping[str, Session] = {}
        self._acted: dict[str, int] = {}
        self._upto = 0  # what was counted elsewhere
        self._heard: deque[Happened] | None = None if whole else deque(maxlen=HEARD_MAX)

    @property
    def waits(self) -> bool:
        """Tell whether something from before is missing."""
        return self._heard is not None

    def begin_from(self, number: int, counted: Mapping[str, Session]) -> None:
        """Take over what was counted up to event `number`; what was heard behind it is added."""
        heard, self._heard = self._heard or (), None
        self._upto, self._by_name = number, counted
        for happened in heard:
            self._count(happened)

    def of(self, name: str) -> Session:
        """Give somebody's session; an empty one for who does not sit."""
        return self._by_name.get(name, Session())

    def acted(self, name: str) -> int:
        """Tell when a player last did something here, in milliseconds; 0: not since the start."""
        return self._acted.get(name, 0)

    def take(self, happened: Happened) -> None:
        """Read one event on."""
        event = happened.event
        if isinstance(event, ACTS):
            seat = happened.after.seats.get(event.seat)
            if seat is not None and happened.before.timed_out != seat.number:
                self._acted[seat.player] = happened.at
        if isinstance(event, COUNTED):
            if isinstance(event, past.PlayerLeft):
                self._acted.pop(event.player, None)
            if self._heard is not None:
                self._heard.append(happened)
            self._count(happened)

    def _count(self, happened: Happened) -> None:
        if happened.number > self._upto:
            self._by_name = counted(self._by_name, happened.event, happened.after, happened.at)


def counted(
    sessions: Mapping[str, Session], event: Event, table: Table, at: int
) -> Mapping[str, Session]:
    """Give the sessions after an event at the table as it is then."""
    match event:
        case past.PlayerSat(_, player):
            return {**sessions, player: Session(at)}
        case past.PlayerLeft(_, player):
            return {name: one for name, one in sessions.items() if name != player}
        case round_past.RoundSettled(settlement) if table.round is not None:
            return {**sessions, **dict(_settled(sessions, table, table.round, settlement, at))}
        case _:
            return sessions


def _settled(
    sessions: Mapping[str, Session], table: Table, round_: Round, settlement: Settlement, at: int
) -> Iterator[tuple[str, Session]]:
    for number, seat in table.seats.items():
        banks = round_.bank is not None and round_.bank.seat == number
        if banks or round_.spot(number) is not None:
            before = sessions.get(seat.player, Session(at))
            won = before.net + seat_net(round_, settlement, number)
            yield seat.player, Session(before.since, before.hands + 1, won)


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
