"""Every chip that an event of a round moves, as transfers between accounts for the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from pitboss.round import event as past
from pitboss.round.known import MOVED_KEPT_MAX
from pitboss.round.movement import BANK, DROP, HOUSE, TIP_BOX, Movement, Settlement
from pitboss.round.state import Bank, Round, Spot
from pitboss.rules import Chips, Outcome, Wager

LAYOUT: Final = "layout"


class Transfer(NamedTuple):  # some thirty a round: a tuple is made in a third of the time
    """An amount that leaves one account for another; only meters know fractions of a cent."""

    source: str
    target: str
    chips: Fraction | Chips
    why: str


# A tuple with the fields in their order becomes a transfer without a call of Python's.
_transfer: Final[Callable[[tuple[str, str, Fraction | Chips, str]], Transfer]] = partial(
    tuple.__new__, Transfer
)


def seat_account(seat: int) -> str:
    """Name the account of a seat's player."""
    return f"seat {seat}"


def meter_account(meter: str) -> str:
    """Name the account of a meter."""
    return f"meter {meter}"


def transfers(
    round_: Round, event: past.Event, purse: Callable[[int], str] = seat_account
) -> tuple[Transfer, ...]:
    """List what `event` moves in the round as it was before the event, in order.

    `purse` names the account of who sits at a place.
    """
    find = _MOVES.get(type(event))
    if find is None:  # two of three events move nothing, and are soon done with
        return ()
    return tuple(find(round_, event, purse))


# Each of these lists no transfer of nothing: what may be nothing is asked where it stands.


def _bank_taken(round_: Round, event: past.BankTaken, purse: Purse) -> Iterator[Transfer]:
    before = round_.bank
    if before is not None and before.stake:
        yield Transfer(BANK, purse(before.seat), before.stake, "bank stake taken back")
    if event.stake:
        yield Transfer(purse(event.seat), BANK, event.stake, "bank stake")


def _placed(round_: Round, event: past.BetsPlaced, purse: Purse) -> list[Transfer]:
    mine, spot = purse(event.seat), round_.spot(event.seat)
    moved = [] if spot is None else _taken_back(spot, mine)
    for wager, chips in event.wagers.items():
        if chips:
            moved.append(_transfer((mine, LAYOUT, chips, _WAGER[wager])))
    for wager, chips in event.tips.items():
        if chips:
            moved.append(_transfer((mine, LAYOUT, chips, f"tip on {wager}")))
    return moved


def _cleared(round_: Round, event: past.BetsCleared, purse: Purse) -> list[Transfer]:
    spot = round_.spot(event.seat)
    return [] if spot is None else _taken_back(spot, purse(event.seat))


def _taken_back(spot: Spot, mine: str) -> list[Transfer]:
    back = [(chips, f"{w} wager taken back") for w, chips in spot.wagers.items()]
    back += [(chips, f"tip on {w} taken back") for w, chips in spot.tips.items()]
    return [Transfer(LAYOUT, mine, chips, why) for chips, why in back if chips]


def _played(_: Round, event: past.PlayPlaced, purse: Purse) -> list[Transfer]:
    mine, chips, tip = purse(event.seat), event.chips, event.tip
    moved = [_transfer((mine, LAYOUT, chips, "play wager"))] if chips else []
    if tip:
        moved.append(_transfer((mine, LAYOUT, tip, "tip on play")))
    return moved


def _closed(round_: Round, event: past.BetsClosed, purse: Purse) -> Iterator[Transfer]:
    for spot in round_.spots:
        # Progressive chips go into the tray before the deal; all others stay on the layout.
        if chips := spot.on(_PROGRESSIVE):
            yield Transfer(LAYOUT, HOUSE, chips, "progressive wager collected")
    for fee in event.fees:
        if fee.chips:
            yield Transfer(purse(fee.seat), DROP, fee.chips, "fee")
    for meter, part in event.fed.items():
        if part:
            yield Transfer(HOUSE, meter_account(meter), part, "contribution")


def _settled(round_: Round, event: past.RoundSettled, purse: Purse) -> list[Transfer]:
    settlement = event.settlement
    moved: list[Transfer] = []
    seat, mine = 0, ""
    for movement in settlement.movements:
        if movement.seat != seat:  # those of a seat mostly stand together
            seat = movement.seat
            mine = purse(seat)
        # Many movements are kept with their rules, and come round after round to the same player.
        key = (id(movement), mine)
        known = _MOVED.get(key) or _move(key, movement)
        moved += known[1]
    more: list[Transfer] = []
    for fee in settlement.fees_returned:
        more.append(Transfer(DROP, purse(fee.seat), fee.chips, "fee returned"))
    for meter, part in settlement.unfed.items():
        more.append(Transfer(meter_account(meter), HOUSE, part, "contribution reversed"))
    for reset in settlement.resets:
        more.append(Transfer(HOUSE, meter_account(reset.meter), reset.chips, "reset"))
    if round_.bank is not None:
        left = bank_left(round_.bank, settlement)
        more.append(Transfer(BANK, purse(round_.bank.seat), left, "bank given back"))
    return moved + [one for one in more if one.chips] if more else moved


def _move(key: tuple[int, str], movement: Movement) -> tuple[Movement, list[Transfer]]:
    """Find what a movement moves, and keep it by the key: the movement's id and the player."""
    if len(_MOVED) >= MOVED_KEPT_MAX:
        _MOVED.clear()
    moved: list[Transfer] = []
    _add_movement(moved, movement, key[1])
    # The movement is held with its transfers: so no other one can come to have its id.
    known = _MOVED[key] = (movement, moved)
    return known


def _add_movement(moved: list[Transfer], movement: Movement, mine: str) -> None:
    wager, tip, taken, staked = movement.wager, movement.tip, movement.taken, movement.staked
    why = (_TIP_BECAME if tip else _BECAME)[wager, movement.outcome]
    if wager == _LIMIT:
        if taken:
            moved.append(_transfer((mine, movement.collector, taken, why)))
        return
    held = HOUSE if wager == _PROGRESSIVE else LAYOUT
    if movement.paid:
        moved.append(_transfer((movement.payer, TIP_BOX if tip else mine, movement.paid, why)))
    if taken and held != movement.collector:
        moved.append(_transfer((held, movement.collector, taken, why)))
    if staked != taken:
        moved.append(_transfer((held, mine, Chips(staked - taken), why)))


def bank_left(bank: Bank, settlement: Settlement) -> Chips:
    """Tell what a player-dealer's stake has come to: what it collected less what it paid."""
    left = int(bank.stake)
    for movement in settlement.movements:
        left += movement.taken if movement.collector == BANK else 0
        left -= movement.paid if movement.payer == BANK and movement.wager != _LIMIT else 0
    return Chips(left)


Purse = Callable[[int], str]
_WAGER: Final = {wager: f"{wager} wager" for wager in Wager}
_BECAME: Final = {(wager, what): f"{wager} {what}" for wager in Wager for what in Outcome}
_TIP_BECAME: Final = {key: f"tip on {why}" for key, why in _BECAME.items()}
_MOVED: Final[dict[tuple[int, str], tuple[Movement, list[Transfer]]]] = {}
_PROGRESSIVE: Final = Wager.PROGRESSIVE
_LIMIT: Final = Wager.LIMIT

# Any: each entry takes the event of its key, which a mapping cannot say.
_MOVES: Final[dict[type, Callable[[Round, Any, Purse], Iterable[Transfer]]]] = {
    past.BankTaken: _bank_taken,
    past.BetsPlaced: _placed,
    past.BetsCleared: _cleared,
    past.BetsClosed: _closed,
    past.PlayPlaced: _played,
    past.RoundSettled: _settled,
}
MOVING: Final = frozenset(_MOVES)
