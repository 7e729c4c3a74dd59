"""Stays: hands and net of each player since they sat down, for the bar under the felt."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.pit.replica import Moment
from pitboss.round import event as round_past
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
class StayTotals:
    """From when, how many hands, and what came of them in cents, fees and tips counted."""

    since: int = 0
    hands: int = 0
    net: int = 0


class Stays:
    """The stays of one table, by the names of its players.

    A process that comes to a table in the middle does not know what was before: it counts what it
    hears of, until `begin_from` brings what was counted up to some event.
    """

    def __init__(self, *, whole: bool = True) -> None:
        self._by_name: Mapping[str, StayTotals] = {}
        self._acted: dict[str, int] = {}
        self._upto = 0  # what was counted elsewhere
        self._heard: deque[Moment] | None = None if whole else deque(maxlen=HEARD_MAX)

    @property
    def waits(self) -> bool:
        """Return whether something from before is missing."""
        return self._heard is not None

    def begin_from(self, number: int, stays_after: Mapping[str, StayTotals]) -> None:
        """Take over what was counted up to event `number`; what was heard behind it is added."""
        heard, self._heard = self._heard or (), None
        self._upto, self._by_name = number, stays_after
        for moment in heard:
            self._count(moment)

    def of(self, name: str) -> StayTotals:
        """Return somebody's stay; an empty one for a person who does not sit."""
        return self._by_name.get(name, StayTotals())

    def acted(self, name: str) -> int:
        """Return when a player last did something here, in milliseconds; 0: not since the start."""
        return self._acted.get(name, 0)

    def take(self, moment: Moment) -> None:
        """Read one event on."""
        event = moment.event
        if isinstance(event, ACTS):
            seat = moment.after.seats.get(event.seat)
            if seat is not None and moment.before.clock.timed_out != seat.number:
                self._acted[seat.player] = moment.at
        if isinstance(event, COUNTED):
            if isinstance(event, past.PlayerLeft):
                self._acted.pop(event.player, None)
            if self._heard is not None:
                self._heard.append(moment)
            self._count(moment)

    def _count(self, moment: Moment) -> None:
        if moment.number > self._upto:
            self._by_name = stays_after(self._by_name, moment.event, moment.after, moment.at)


def stays_after(
    stays: Mapping[str, StayTotals], event: Event, table: Table, at: int
) -> Mapping[str, StayTotals]:
    """Return the stays after an event at the table as it is then."""
    match event:
        case past.PlayerSat(_, player):
            return {**stays, player: StayTotals(at)}
        case past.PlayerLeft(_, player):
            return {name: one for name, one in stays.items() if name != player}
        case round_past.RoundSettled() if table.round is not None:
            return {**stays, **dict(_settled(stays, table, table.round, at))}
        case _:
            return stays


def _settled(
    stays: Mapping[str, StayTotals], table: Table, round_: Round, at: int
) -> Iterator[tuple[str, StayTotals]]:
    for number, seat in table.seats.items():
        if round_.banks(number) or round_.spot(number) is not None:
            before = stays.get(seat.player, StayTotals(at))
            won = before.net + round_.net(number)
            yield seat.player, StayTotals(before.since, before.hands + 1, won)
