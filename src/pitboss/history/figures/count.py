"""Counts a table's figures in one pass over its events, period by period."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final

from pitboss.history.figures.action import Action, Worth, action_of, comparable
from pitboss.history.figures.balance_check import BalanceCheck, own_meters
from pitboss.history.figures.totals import FigureTotals, put
from pitboss.history.moments import StoredMoment, UnreadableError
from pitboss.history.periods import ALWAYS, Period, period_begin, period_end
from pitboss.ledger import Books, posted
from pitboss.pit.bot_seats import bot_of
from pitboss.pit.bots.playing import STRATEGY
from pitboss.round import Broken, Round
from pitboss.round import event as round_past
from pitboss.round.movement import HOUSE, TIP_BOX, Movement, Settlement
from pitboss.round.state import Spot
from pitboss.rules import Outcome, Wager
from pitboss.rules.words import no_hand_words, reason_words
from pitboss.table import Table
from pitboss.table import event as past
from pitboss.table.state import Seat, Standing

BOTS: Final = ("exclude", "include", "only")
PERSONS: Final = "optimal"  # by what play the theory for people is worked out
NO_ACTION: Final = (Outcome.VOID, Outcome.RETURNED)
METER: Final = "meter "
TIPS: Final = "tips"


@dataclass(frozen=True, slots=True)
class FiguresRequest:
    """Which periods, of what time, whose money, and whether the theory is wanted."""

    by: str = "table"
    span: Period = ALWAYS
    bots: str = "exclude"
    worth: Worth | None = None

    @property
    def theory(self) -> bool:
        """Return whether the theoretical win is wanted."""
        return self.worth is not None

    def counts(self, seat: Seat | None) -> bool:
        """Return whether a seat's money is counted."""
        if self.bots == "include":
            return True
        return (seat is not None and seat.bot) == (self.bots == "only")


@dataclass(slots=True)
class Counted:
    """A table's figures: its periods in order, its identity, and its meters as they stand."""

    table: str
    asked: FiguresRequest
    periods: dict[int, FigureTotals] = field(default_factory=dict)
    identity: BalanceCheck = field(init=False)
    liability: dict[str, Fraction] = field(default_factory=dict)
    link: str = ""
    rules: dict[str, None] = field(default_factory=dict)  # in the order in which they came
    events: int = 0  # number of the last event that was read
    until: int | None = None  # and its time

    def __post_init__(self) -> None:
        self.identity = BalanceCheck(self.table)


def count_table(
    table: str, folded: Iterable[StoredMoment], asked: FiguresRequest, tell: Callable[[], None]
) -> Counted:
    """Go through a table's moments up to the end of the time asked for; raises `JournalError`."""
    work = _Count(Counted(table, asked), asked)
    last = Table()
    for moment in folded:
        if asked.span.end is not None and moment.at >= asked.span.end:
            work.open_until(moment.before, asked.span.end)
            break
        try:
            work.take(moment)
        except (Broken, LookupError) as error:
            where = f"{moment.entry.stream}, event {moment.number}"
            raise UnreadableError(f"{where}: cannot be entered in the books ({error})") from None
        last = moment.after
        work.counted.events, work.counted.until = moment.number, moment.at
        tell()
    work.close(last)
    return work.counted


@dataclass(slots=True)
class _Count:
    counted: Counted
    asked: FiguresRequest
    books: Books = field(default_factory=Books)
    called_off: str = ""
    # What is counted outside the time asked for goes here, and nowhere else.
    _elsewhere: FigureTotals = field(default_factory=FigureTotals)

    def take(self, moment: StoredMoment) -> None:
        """Count one event."""
        event, before = moment.event, moment.before
        self.books = posted(self.books, before, event)
        self.open_until(before, moment.at)
        sums = self._sums(moment.at)
        if isinstance(event, past.TableEvent):
            self._table(event, before, sums)
        else:
            self._round(event, before, sums)

    def close(self, last: Table) -> None:
        """Finish with the table as it stands."""
        counted = self.counted
        counted.identity.close(last, self.books)
        counted.liability = own_meters(last)
        counted.link = last.progressive.link
        counted.periods = dict(sorted(counted.periods.items()))

    def _sums(self, at: int) -> FigureTotals:
        if at not in self.asked.span:
            return self._elsewhere
        begin = period_begin(at, self.asked.by)
        found = self.counted.periods.get(begin)
        if found is None:
            found = self.counted.periods[begin] = FigureTotals()
        return found

    def open_until(self, table: Table, until: int) -> None:
        """Share the time since the last event among the periods that it lies in."""
        if table.status.standing != Standing.OPEN:
            return
        at = table.clock.at
        if self.asked.span.begin is not None:
            at = max(at, self.asked.span.begin)
        while at < until:
            end = period_end(period_begin(at, self.asked.by), self.asked.by)
            stop = until if end is None else min(end, until)
            self._sums(at).open_ms += stop - at
            at = stop

    # -- events of the table ----------------------------------------------------------------------

    def _table(self, event: past.TableEvent, before: Table, sums: FigureTotals) -> None:
        whole, counts = self.counted.identity, self.asked.counts
        match event:
            case past.TableSetUp(house=house, meters=meters, reserves=reserves):
                self.counted.rules[f"{house.rules}, edition {house.edition}"] = None
                self._seeded(meters, sum(reserves.values()), sums)
            case past.RulesChanged(house=house, meters=meters, reserves=reserves):
                self.counted.rules[f"{house.rules}, edition {house.edition}"] = None
                put_by = sum(reserves.values()) - sum(before.progressive.reserves.values())
                self._seeded({} if before.progressive.link else meters, put_by, sums)
            case past.ChipsBought(seat, chips):
                whole.bought += chips
                sums.drop += chips if counts(before.seats.get(seat)) else 0
            case past.ChipsCashed(seat, chips) | past.PlayerLeft(seat=seat, chips=chips):
                whole.cashed += chips
                sums.cash_outs += chips if counts(before.seats.get(seat)) else 0
            case past.TimedOut(seat):
                sums.time_outs += counts(before.seats.get(seat))
            case past.RoundCancelled(why=why):
                if self.called_off:
                    sums.voids[f"called off: {self.called_off}"] += 1
                else:
                    sums.cancelled[no_hand_words(why)] += 1
                self.called_off = ""
            case past.RoundCalledOff(reason=reason):
                self.called_off = reason_words(reason)
            case past.MeterCorrected(meter, was, now):
                sums.corrections += 1
                put(sums.corrected, meter, now - was)
                whole.put_up += now - was
            case _:
                pass

    def _seeded(self, meters: Mapping[str, Fraction], reserve: int, sums: FigureTotals) -> None:
        whole = self.counted.identity
        whole.put_up += reserve
        for meter, amount in meters.items():
            put(sums.meter_seed, meter, amount)
            whole.put_up += amount

    # -- events of the round ----------------------------------------------------------------------

    def _round(self, event: round_past.Event, before: Table, sums: FigureTotals) -> None:
        whole = self.counted.identity
        match event:
            case round_past.BetsClosed(fees, fed):
                whole.fees += sum(fee.chips for fee in fees)
                for meter, part in fed.items():
                    put(sums.meter_in, meter, part)
                    whole.fed += part
            case round_past.IrregularityDeclared(incident):
                sums.irregularities[incident.kind] += 1
            case round_past.HandKilled():
                sums.dead_hands += 1
            case round_past.RoundVoided(void):
                sums.voids[self._why_void(before.round)] += 1
                sums.partly_void += bool(void.settles)
            case round_past.RoundSettled(settlement):
                self._settled(settlement, before, before.round or Round(), sums)
            case _:
                pass

    def _why_void(self, round_: Round | None) -> str:
        if self.called_off:
            reason, self.called_off = f"called off: {self.called_off}", ""
            return reason
        incidents = round_.incidents if round_ else ()
        return incidents[-1].kind if incidents else "by rule"

    def _settled(
        self, settlement: Settlement, table: Table, round_: Round, sums: FigureTotals
    ) -> None:
        whole = self.counted.identity
        sums.dealt += 1
        for movement in settlement.movements:
            self._moved(movement, table, sums)
        chosen = [s for s in round_.spots if self.asked.counts(table.seats.get(s.seat))]
        sums.rounds += bool(chosen)
        sums.seats += len(chosen)
        for fee in round_.fees:
            kept = fee not in settlement.fees_returned
            sums.fees += fee.chips if kept and self.asked.counts(table.seats.get(fee.seat)) else 0
        whole.fees -= sum(fee.chips for fee in settlement.fees_returned)
        for meter, part in settlement.unfed.items():
            put(sums.meter_back, meter, part)
            whole.fed -= part
        for reset in settlement.resets:
            put(sums.meter_reset, reset.meter, reset.chips)
            whole.put_up += reset.chips
        sums.fed += _fed_by(chosen, round_, settlement)
        if self.asked.worth is not None and comparable(round_, settlement):
            self._action(settlement, table, chosen, sums, self.asked.worth)

    def _moved(self, movement: Movement, table: Table, sums: FigureTotals) -> None:
        whole = self.counted.identity
        won = movement.taken * (movement.collector == HOUSE)
        won -= movement.paid * (movement.payer == HOUSE)
        tipped = movement.taken * (movement.collector == TIP_BOX) + movement.paid * movement.tip
        whole.won += won
        whole.tips += tipped
        if movement.payer.startswith(METER):
            put(sums.meter_paid, movement.payer.removeprefix(METER), movement.paid)
            whole.meter_paid += movement.paid
        if movement.wager == Wager.PROGRESSIVE and movement.paid and not movement.tip:
            sums.jackpots += 1
            sums.jackpots_paid += movement.paid
        if movement.wager == Wager.ENVY:
            sums.envy += 1
            sums.envy_paid += movement.paid
        if not self.asked.counts(table.seats.get(movement.seat)):
            return
        sums.house[TIPS if movement.tip else movement.wager] += won
        sums.tips += tipped
        if not movement.tip and movement.outcome not in NO_ACTION and movement.staked:
            sums.handle[movement.wager] += movement.staked

    def _action(
        self,
        settlement: Settlement,
        table: Table,
        chosen: list[Spot],
        sums: FigureTotals,
        worth: Worth,
    ) -> None:
        """Keep what the theory needs, by rules and by how the seat is known to play."""
        house = table.identity.rules
        if house is None:
            return
        by_play: dict[str, list[Spot]] = {}
        for spot in chosen:
            by_play.setdefault(play_of(table.seats[spot.seat]), []).append(spot)
        for play, spots in by_play.items():
            found = action_of(settlement, spots, partial(worth, house, play))
            sums.actions[house, play] = sums.actions.get((house, play), Action()) + found


def play_of(seat: Seat) -> str:
    """Name the strategy that a seat is taken to play by; "" for a bot that plays by chance."""
    if not seat.bot:
        return PERSONS
    bot = bot_of(seat)
    return "" if bot is None else STRATEGY.get(bot.style, "")


def _fed_by(chosen: list[Spot], round_: Round, settlement: Settlement) -> Fraction:
    """Return what the chosen seats' Progressive wagers put on the meters, returned ones taken off.

    Each wager feeds the meters in proportion, so a share of the stakes is a share of the sum.
    """
    everybody = sum(spot.on(Wager.PROGRESSIVE) for spot in round_.spots)
    if not everybody:
        return Fraction(0)
    mine = sum(spot.on(Wager.PROGRESSIVE) for spot in chosen)
    fed = sum(round_.fed.values(), Fraction(0)) * mine / everybody
    back = {
        m.seat: m.staked
        for m in settlement.movements
        if m.wager == Wager.PROGRESSIVE and m.outcome == Outcome.VOID and not m.taken and not m.tip
    }
    returned = sum(back.values())
    if not returned:
        return fed
    share = sum(back.get(spot.seat, 0) for spot in chosen)
    return fed - sum(settlement.unfed.values(), Fraction(0)) * share / returned
