"""Every chip that an event moves, as transfers between accounts: what is posted in the books."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, assert_never

from pitboss.ledger.accounts import (
    BANK,
    CAGE,
    DROP,
    HOUSE,
    LAYOUT,
    TIP_BOX,
    link_account,
    meter_account,
    player_account,
    reserve_account,
    seat_account,
)
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import Movement, Reset, Settlement
from pitboss.round.state import NEW_ROUND, Spot
from pitboss.rules import NOTHING, Chips, Wager
from pitboss.table import Table
from pitboss.table import event as past


class Transfer(NamedTuple):
    """An amount that leaves one account for another; only meters know fractions of a cent."""

    source: str
    target: str
    chips: Fraction | Chips
    why: str


@dataclass(frozen=True, slots=True)
class RoundAccounts:
    """The accounts of a round: those of its players and meters, and what refills a meter."""

    player: Callable[[int], str] = seat_account
    meter: Callable[[str], str] = meter_account
    reserves: Mapping[str, Chips] = field(default_factory=dict)


def transfers(table: Table, event: past.Event) -> tuple[Transfer, ...]:
    """List what `event` moves at the table as it was before the event, in order."""
    if isinstance(event, round_past.Event):
        return round_transfers(table.round or NEW_ROUND, event, _accounts(table))
    return tuple(transfer for transfer in _of_table(table, event) if transfer.chips)


def round_transfers(
    round_: Round, event: round_past.Event, accounts: RoundAccounts | None = None
) -> tuple[Transfer, ...]:
    """List what `event` moves in the round as it was before the event, in order."""
    found = _of_round(round_, event, accounts or RoundAccounts())
    return tuple(transfer for transfer in found if transfer.chips)


# -- events of the table -------------------------------------------------------------------------


def _of_table(table: Table, event: past.TableEvent) -> Iterator[Transfer]:
    match event:
        case past.TableSetUp(meters=meters, reserves=reserves):
            yield from _seeded(meters)
            yield from _reserved({}, reserves)
        case past.RulesChanged(meters=meters, reserves=reserves):
            yield from _seeded({} if table.progressive.link else meters)
            yield from _reserved(table.progressive.reserves, reserves)
        case past.ChipsBought(seat, chips):
            yield Transfer(CAGE, _player(table, seat), chips, "buy-in")
        case past.ChipsCashed(seat, chips):
            yield Transfer(_player(table, seat), CAGE, chips, "cash-out")
        case past.PlayerLeft(_, player, chips):
            yield Transfer(player_account(player), CAGE, chips, "taken along")
        case past.MeterCorrected(meter, before, after):
            yield _corrected(meter, after - before)
        case past.RoundCancelled():
            bank = table.round.bank if table.round else None
            if bank is not None:
                yield Transfer(BANK, _player(table, bank.seat), bank.stake, "bank given back")
        case (
            past.DecksBrought()
            | past.StepDone()
            | past.TableOpened()
            | past.ClosingAsked()
            | past.TableClosed()
            | past.TablePaused()
            | past.TableHeld()
            | past.TableReleased()
            | past.TableResumed()
            | past.TableIdled()
            | past.PlayerSat()
            | past.PurseNamed()
            | past.LeaveAsked()
            | past.LeaveOrdered()
            | past.LeaveCancelled()
            | past.DealerTappedIn()
            | past.DeckCounted()
            | past.DeckTakenAway()
            | past.ShuffleOrdered()
            | past.RecutOrdered()
            | past.DeviceRepaired()
            | past.DealingChanged()
            | past.RoundBegun()
            | past.SeedAdded()
            | past.BankOffered()
            | past.BankDeclined()
            | past.RoundCalledOff()
            | past.TimedOut()
            | past.WinnerKeyed()
            | past.WinnerUnkeyed()
            | past.SystemReadied()
            | past.SecretRevealed()
            | past.RoundEnded()
            | past.Announced()
            | past.SupervisorTold()
        ):
            return
        case _:
            assert_never(event)


def _accounts(table: Table) -> RoundAccounts:
    def player(number: int) -> str:
        seat = table.seats.get(number)
        return player_account(seat.player) if seat is not None else seat_account(number)

    def meter(name: str) -> str:
        return (
            link_account(table.progressive.link, name)
            if table.progressive.link
            else meter_account(name)
        )

    return RoundAccounts(player, meter, table.progressive.reserves)


def _player(table: Table, seat: int) -> str:
    return player_account(table.seats[seat].player)


def _seeded(meters: Mapping[str, Fraction]) -> Iterator[Transfer]:
    for meter, amount in meters.items():
        yield Transfer(HOUSE, meter_account(meter), amount, "seed")


def _reserved(before: Mapping[str, Chips], after: Mapping[str, Chips]) -> Iterator[Transfer]:
    for meter in sorted({*before, *after}):
        change = after.get(meter, 0) - before.get(meter, 0)
        account = reserve_account(meter)
        if change >= 0:
            yield Transfer(HOUSE, account, Chips(change), "reserve")
        else:
            yield Transfer(account, HOUSE, Chips(-change), "reserve given back")


def _corrected(meter: str, change: Fraction) -> Transfer:
    account = meter_account(meter)
    if change >= 0:
        return Transfer(HOUSE, account, change, "correction")
    return Transfer(account, HOUSE, -change, "correction")


# -- events of the round -------------------------------------------------------------------------


def _of_round(
    round_: Round, event: round_past.Event, accounts: RoundAccounts
) -> Iterator[Transfer]:
    match event:
        case round_past.BankTaken(seat, stake):
            yield from _bank_stake_back(round_, accounts)
            yield Transfer(accounts.player(seat), BANK, stake, "bank stake")
        case round_past.BankReturned():
            yield from _bank_stake_back(round_, accounts)
        case round_past.BetsPlaced():
            yield from _bets_back(round_.spot(event.seat), accounts)
            yield from _placed(event, accounts)
        case round_past.BetsCleared(seat):
            yield from _bets_back(round_.spot(seat), accounts)
        case round_past.PlayPlaced(seat, _, chips, tip):
            yield Transfer(accounts.player(seat), LAYOUT, chips, "play wager")
            yield Transfer(accounts.player(seat), LAYOUT, tip, "tip on play")
        case round_past.BetsClosed():
            yield from _closed(round_, event, accounts)
        case round_past.RoundSettled(settlement):
            yield from _settled(round_, settlement, accounts)
        case (
            round_past.RoundOpened()
            | round_past.DeckLoaded()
            | round_past.DeckCut()
            | round_past.PacketsDealt()
            | round_past.Checked()
            | round_past.Folded()
            | round_past.StreetTurned()
            | round_past.DealerRevealed()
            | round_past.IrregularityDeclared()
            | round_past.CardsSetAside()
            | round_past.DeckRemoved()
            | round_past.HandKilled()
            | round_past.WagerVoided()
            | round_past.RoundVoided()
            | round_past.MetersRead()
            | round_past.JackpotValidated()
        ):
            return
        case _:
            assert_never(event)


def _bank_stake_back(round_: Round, accounts: RoundAccounts) -> Iterator[Transfer]:
    if (bank := round_.bank) is not None:
        yield Transfer(BANK, accounts.player(bank.seat), bank.stake, "bank stake taken back")


def _bets_back(spot: Spot | None, accounts: RoundAccounts) -> Iterator[Transfer]:
    if spot is None:
        return
    mine = accounts.player(spot.seat)
    for wager, chips in spot.wagers.items():
        yield Transfer(LAYOUT, mine, chips, f"{wager} wager taken back")
    for wager, chips in spot.tips.items():
        yield Transfer(LAYOUT, mine, chips, f"tip on {wager} taken back")


def _placed(event: round_past.BetsPlaced, accounts: RoundAccounts) -> Iterator[Transfer]:
    mine = accounts.player(event.seat)
    for wager, chips in event.wagers.items():
        yield Transfer(mine, LAYOUT, chips, f"{wager} wager")
    for wager, chips in event.tips.items():
        yield Transfer(mine, LAYOUT, chips, f"tip on {wager}")


def _closed(
    round_: Round, event: round_past.BetsClosed, accounts: RoundAccounts
) -> Iterator[Transfer]:
    for spot in round_.spots:
        # Progressive chips go into the tray before the deal; all others stay on the layout.
        yield Transfer(LAYOUT, HOUSE, spot.on(Wager.PROGRESSIVE), "progressive wager collected")
    for fee in event.fees:
        yield Transfer(accounts.player(fee.seat), DROP, fee.chips, "fee")
    for meter, part in event.fed.items():
        yield Transfer(HOUSE, accounts.meter(meter), part, "contribution")


def _settled(round_: Round, settlement: Settlement, accounts: RoundAccounts) -> Iterator[Transfer]:
    meters = {meter_account(meter): accounts.meter(meter) for meter in round_.meters}
    for movement in settlement.movements:
        payer = meters.get(movement.payer, movement.payer)
        yield from _moved(movement, payer, accounts.player(movement.seat))
    for fee in settlement.fees_returned:
        yield Transfer(DROP, accounts.player(fee.seat), fee.chips, "fee returned")
    for meter, part in settlement.unfed.items():
        yield Transfer(accounts.meter(meter), HOUSE, part, "contribution reversed")
    for reset in settlement.resets:
        yield from _reset(reset, accounts)
    if (bank := round_.bank) is not None:
        left = Chips(bank.stake + settlement.bank_net)
        yield Transfer(BANK, accounts.player(bank.seat), left, "bank given back")


def _moved(movement: Movement, payer: str, mine: str) -> Iterator[Transfer]:
    """List what one movement moves: the payer's part, the collector's, and what goes back."""
    why = f"{movement.wager} {movement.outcome}"
    if movement.tip:
        why = f"tip on {why}"
    if movement.wager == Wager.LIMIT:  # a cut of what was paid before
        yield Transfer(mine, movement.collector, movement.taken, why)
        return
    lies = HOUSE if movement.wager == Wager.PROGRESSIVE else LAYOUT
    yield Transfer(payer, TIP_BOX if movement.tip else mine, movement.paid, why)
    if lies != movement.collector:
        yield Transfer(lies, movement.collector, movement.taken, why)
    yield Transfer(lies, mine, Chips(movement.staked - movement.taken), why)


def _reset(reset: Reset, accounts: RoundAccounts) -> Iterator[Transfer]:
    """List a reset: the seed comes from the house and the reserve, which the house refills."""
    meter, reserve = accounts.meter(reset.meter), accounts.reserves.get(reset.meter, NOTHING)
    yield Transfer(HOUSE, meter, Chips(reset.chips - reserve), "reset")
    yield Transfer(reserve_account(reset.meter), meter, reserve, "reserve")
    yield Transfer(HOUSE, reserve_account(reset.meter), reserve, "reserve")
