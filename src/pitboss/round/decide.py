"""What happens if a command is obeyed: events, or a refusal. Pure: no clock, no chance, no I/O."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, assert_never

from pitboss.cards import DECK
from pitboss.round import command as ask
from pitboss.round import event as past
from pitboss.round.bets import bank_fault, place_fault, seat_fault
from pitboss.round.dealing import BOARD_TURNED, next_parcels, street_parcels
from pitboss.round.engine import ENGINE
from pitboss.round.irregular import declare
from pitboss.round.legal import (
    cut_fault,
    deal_fault,
    decision_fault,
    due_step,
    open_fault,
    shuffle_fault,
    turn,
)
from pitboss.round.refusal import Broken, Decision, Reason, Refusal, refuse
from pitboss.round.settlement.fees import fees_due
from pitboss.round.settlement.meters import MeterUnknownError
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.settlement.settle import settle
from pitboss.round.state import Phase, Round, Step
from pitboss.rules import Chips, Rules, Street, Wager

_CARDS: Final = frozenset(DECK)


def decide(round_: Round, command: ask.Command, rules: Rules) -> Decision[past.Event]:
    """Return what happens if `command` is obeyed, or why it may not be; nothing is changed."""
    match command:
        case ask.Open():
            return _open(round_, command, rules)
        case ask.TakeBank():
            return _take_bank(round_, command, rules)
        case ask.PlaceBets():
            return _place(round_, command, rules)
        case ask.ClearBets():
            return _clear(round_, command, rules)
        case ask.CloseBets():
            return _close(round_, command, rules)
        case ask.LoadDeck():
            return _load(round_, command, rules)
        case ask.CutDeck():
            return _cut(round_, command, rules)
        case ask.Deal():
            return _deal(round_, command, rules)
        case ask.Check():
            return _check(round_, command, rules)
        case ask.Play():
            return _play(round_, command, rules)
        case ask.Fold():
            return _fold(round_, command, rules)
        case ask.Proceed():
            return _proceed(round_, command, rules)
        case ask.ReadMeters():
            return _read_meters(round_, command, rules)
        case ask.Validate():
            return _validate(round_, command, rules)
        case ask.Declare():
            return declare(round_, command, rules)
        case _:
            assert_never(command)


def _open(round_: Round, command: ask.Open, rules: Rules) -> Decision[past.Event]:
    if fault := open_fault(round_, command.facts, rules):
        return fault
    if fault := _strange_meter(command.meters, tuple(rules.meters)):
        return fault
    meters = {
        name: Fraction(command.meters[name]) if name in command.meters else None
        for name in rules.meters
    }
    name, edition = rules.set.name, rules.set.edition
    return (past.RoundOpened(name, edition, ENGINE, meters, command.facts),)


def _strange_meter(given: Mapping[str, Fraction | int], known: tuple[str, ...]) -> Refusal | None:
    strange = [name for name in given if name not in known]
    if not strange:
        return None
    there = ", ".join(known) or "none: no Progressive is offered"
    text = f"there is no {strange[0][:40]} meter; there is {there}"
    return refuse(Reason.METER_UNKNOWN, text, meters=known)


def _read_meters(round_: Round, command: ask.ReadMeters, _: Rules) -> Decision[past.Event]:
    meters = command.meters
    if due_step(round_) != Step.SETTLE:
        return refuse(Reason.NOT_NOW, "linked meters are read when the settlement is due")
    return _strange_meter(meters, tuple(round_.meters)) or (past.MetersRead(meters),)


def _betting_fault(round_: Round, rules: Rules) -> Refusal | None:
    if round_.phase == Phase.BETTING:
        return None
    if round_.phase == Phase.NEW:
        return refuse(Reason.NOT_NOW, "the round has not been opened")
    text = "betting is closed: bets can no longer be placed, changed or taken back"
    notify = rules.fact("notices.late_change") is not None
    return refuse(Reason.BETS_CLOSED, text, rules.set.cite("betting.closes"), notify=notify)


def _place(round_: Round, command: ask.PlaceBets, rules: Rules) -> Decision[past.Event]:
    if fault := _betting_fault(round_, rules):
        return fault
    wagers = {wager: chips for wager, chips in command.wagers.items() if chips}
    tips = {wager: chips for wager, chips in command.tips.items() if chips}
    fault = place_fault(round_, command.seat, wagers, tips, rules)
    return fault or (past.BetsPlaced(command.seat, wagers, tips),)


def _take_bank(round_: Round, command: ask.TakeBank, rules: Rules) -> Decision[past.Event]:
    seat, stake = command.seat, command.stake
    fault = _betting_fault(round_, rules) or bank_fault(round_, seat, stake, rules)
    return fault or (past.BankTaken(seat, stake),)


def _clear(round_: Round, command: ask.ClearBets, rules: Rules) -> Decision[past.Event]:
    seat = command.seat
    if fault := _betting_fault(round_, rules) or seat_fault(seat, rules):
        return fault
    if round_.spot(seat) is None:
        return refuse(Reason.NO_WAGER, f"seat {seat} has no bet to take back", seat=seat)
    return (past.BetsCleared(seat),)


def _close(round_: Round, command: ask.CloseBets, rules: Rules) -> Decision[past.Event]:
    chips = command.progressive_chips
    if fault := _betting_fault(round_, rules):
        return fault
    if not rules.house_banks and round_.bank is None:
        text = "no hand can be dealt: nobody holds the bank, and the house never banks"
        return refuse(Reason.NO_BANK, text, rules.set.cite("table.bank"))
    if not round_.spots:
        return refuse(Reason.NO_WAGER, "nobody has bet yet")
    accepted = [put for spot in round_.spots if (put := spot.on(Wager.PROGRESSIVE))]
    if chips is not None and chips != len(accepted):
        text = f"{chips} Progressive chips were counted, but the system accepted {len(accepted)}"
        cite = rules.set.cite("betting.progressive_count")
        counts = {"counted": chips, "accepted": len(accepted)}
        return refuse(Reason.PROGRESSIVE_COUNT, text, cite, notify=True, **counts)
    fed = {name: plan.rate * sum(accepted) for name, plan in rules.meters.items() if plan.rate}
    return (past.BetsClosed(fees_due(round_, rules), fed),)


def _load(round_: Round, command: ask.LoadDeck, rules: Rules) -> Decision[past.Event]:
    if round_.phase != Phase.LOCKED or round_.parcels:
        return refuse(
            Reason.NOT_NOW, "bring in a deck after betting has closed, before the first card"
        )
    if len(command.cards) != len(DECK) or set(command.cards) != _CARDS:
        text = (
            f"a deck is 52 different cards, not {len(set(command.cards))} of {len(command.cards)}"
        )
        return refuse(Reason.DECK_INCOMPLETE, text, rules.set.cite("cards.deck"))
    shuffled = command.shuffled or rules.choice("shuffle")
    return shuffle_fault(shuffled, rules) or (past.DeckLoaded(command.cards, shuffled),)


def _cut(round_: Round, command: ask.CutDeck, rules: Rules) -> Decision[past.Event]:
    fault = cut_fault(round_, command.depth, rules, recut=command.recut)
    return fault or (past.DeckCut(command.depth),)


def _deal(round_: Round, command: ask.Deal, rules: Rules) -> Decision[past.Event]:
    if fault := deal_fault(round_, command.packets, rules):
        return fault
    parcels, complete = next_parcels(round_, rules, command.packets)
    return (past.PacketsDealt(parcels, complete),)


def _check(round_: Round, command: ask.Check, rules: Rules) -> Decision[past.Event]:
    return decision_fault(round_, command, rules) or (past.Checked(command.seat),)


def _fold(round_: Round, command: ask.Fold, rules: Rules) -> Decision[past.Event]:
    return decision_fault(round_, command, rules) or (past.Folded(command.seat),)


def _play(round_: Round, command: ask.Play, rules: Rules) -> Decision[past.Event]:
    if fault := decision_fault(round_, command, rules):
        return fault
    seat, times = command.seat, command.times
    spot = turn(round_, rules)
    if spot is None:  # then it is nobody's turn, which is a fault
        raise Broken(f"seat {seat} plays and is not asked")
    extra = times * spot.tips.get(Wager.ANTE, 0) if command.tip else 0
    return (past.PlayPlaced(seat, times, Chips(times * spot.on(Wager.ANTE)), Chips(extra)),)


def _proceed(round_: Round, command: ask.Proceed, rules: Rules) -> Decision[past.Event]:
    step, due = command.step, due_step(round_)
    if step != due:
        text = f"{step} is not due; {due or 'nothing'} is" if due else f"{step} is not due now"
        return refuse(Reason.NOT_NOW, text, due=due or "", phase=round_.phase)
    match step:
        case Step.FLOP:
            return _turned(round_, Street.FLOP, rules)
        case Step.RIVER:
            return _turned(round_, Street.RIVER, rules)
        case Step.REVEAL:
            return _reveal(round_, rules)
        case Step.SETTLE:
            return _settle(round_, rules)
        case _:
            assert_never(step)


def _turned(round_: Round, street: Street, rules: Rules) -> Decision[past.Event]:
    parcels = street_parcels(round_, rules, street)
    return (past.StreetTurned(street, parcels, BOARD_TURNED[street]),)


def _reveal(round_: Round, _: Rules) -> Decision[past.Event]:
    return (past.DealerRevealed(round_.dealer),)


def _settle(round_: Round, rules: Rules) -> Decision[past.Event]:
    won = jackpots(round_, rules)
    open_jackpots = sorted(set(won) - round_.validated)
    if open_jackpots and rules.fact("progressive.validation") == "blocks":
        text = f"a floorperson must first validate the Progressive win of seat {open_jackpots[0]}"
        cite = rules.set.cite("progressive.validation")
        return refuse(Reason.JACKPOT_NOT_VALIDATED, text, cite, seats=tuple(open_jackpots))
    try:
        return (past.RoundSettled(settle(round_, rules)),)
    except MeterUnknownError as unknown:
        return refuse(Reason.METER_UNKNOWN, f"{unknown} to pay this round", meter=unknown.meter)


def _validate(round_: Round, command: ask.Validate, rules: Rules) -> Decision[past.Event]:
    seat, by = command.seat, command.by
    if due_step(round_) != Step.SETTLE:
        return refuse(Reason.NOT_NOW, "validate a Progressive win after the dealer's hand is shown")
    if not by.strip():
        return refuse(Reason.NO_JACKPOT, "give the name of the person who validates the win")
    if seat not in jackpots(round_, rules):
        return refuse(
            Reason.NO_JACKPOT, f"seat {seat} has no Progressive win this round", seat=seat
        )
    return (past.JackpotValidated(seat, by),)
