"""The round being played: commands that the table passes on to it, and its events at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, assert_never

from pitboss.round import Decision, Refusal, Round
from pitboss.round import command as round_ask
from pitboss.round import decide as decide_round
from pitboss.round import event as round_past
from pitboss.round import evolve as evolve_round
from pitboss.round.bets import most_play
from pitboss.round.legal import turn
from pitboss.round.refusal import Reason, refuse
from pitboss.round.settlement.seat_chips import chip_changes
from pitboss.round.state import NEW_ROUND, Phase, Step
from pitboss.rules import Cite, Rules, Street, Wager, money
from pitboss.table.banking import bank_fee_max, circle_fee_max, take_fault
from pitboss.table.deck import DeckPlace
from pitboss.table.decks import DeckTakenAway, in_play, moved
from pitboss.table.people import Person
from pitboss.table.progressive import added, reading_fault, settle_fault
from pitboss.table.refusal import TableReason
from pitboss.table.seating import paid_to, with_seat
from pitboss.table.shuffling import deck_fault_in_round, recut_due
from pitboss.table.state import Table, TableClock

TIME_OUT: Final = Cite(readings=("A-X-05",))
_JAMS: Final = {"shuffler-jam": "shuffler", "shoe-jam": "shoe"}
BANKS_KEPT: Final = 128  # hands; a break of at most 100 hands can be asked for


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the seat whose turn it is has run out."""


PlayingCommand = TimeOut


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat did not decide in time and is taken to `act`: the house's policy."""

    seat: int
    street: Street
    act: str
    cite: Cite


PlayingEvent = TimedOut


# -- decisions ------------------------------------------------------------------------------------


def play(
    table: Table, command: round_ask.Command, by: Person, rules: Rules
) -> Decision[round_past.Event | DeckTakenAway]:
    """Pass a command on to the round, where the table has nothing against it."""
    round_ = table.round
    if round_ is None:
        return refuse(TableReason.NO_ROUND, "no round is being played")
    if fault := _command_fault(table, command, rules):
        return fault
    if isinstance(command, round_ask.Validate):
        command = replace(command, by=by.name)
    decision = decide_round(round_, command, rules)
    return _decks_away(table, decision) if isinstance(command, round_ask.Declare) else decision


def _command_fault(table: Table, command: round_ask.Command, rules: Rules) -> Refusal | None:
    """Return what the table has against a command of the round; against most it has nothing."""
    match command:
        case round_ask.TakeBank():
            return _bank_fault(table, command, rules)
        case round_ask.PlaceBets():
            return _bets_fault(table, command, rules)
        case round_ask.Play():
            return _play_fault(table, command, rules)
        case round_ask.LoadDeck():
            return _load_fault(table, rules)
        case round_ask.Deal():
            return _deal_fault(table, rules)
        case round_ask.Proceed():
            return _step_fault(table, command, rules)
        case round_ask.ReadMeters():
            return reading_fault(table, command.meters, rules)
        case (
            round_ask.Open()
            | round_ask.ClearBets()
            | round_ask.CloseBets()
            | round_ask.CutDeck()
            | round_ask.Check()
            | round_ask.Fold()
            | round_ask.Validate()
            | round_ask.Declare()
        ):
            return None
        case _:
            assert_never(command)


def _decks_away(
    table: Table, decision: Decision[round_past.Event]
) -> Decision[round_past.Event | DeckTakenAway]:
    """With an irregularity the deck may leave the table."""
    if isinstance(decision, Refusal):
        return decision
    away = [
        DeckTakenAway(table.decks.in_round, "irregularity", event.incident.cite)
        for event in decision
        if isinstance(event, round_past.IrregularityDeclared)
        and event.incident.deck == "removed"
        and table.deck_of(table.decks.in_round) is not None
    ]
    return (*decision, *away)


def _bank_fault(table: Table, command: round_ask.TakeBank, rules: Rules) -> Refusal | None:
    if fault := take_fault(table, command.seat, rules):
        return fault
    bank = table.round.bank if table.round else None
    there = bank.stake if bank is not None else 0
    need = command.stake + bank_fee_max(rules)
    return _funds_fault(table, command.seat, need, there, "the stake and the largest fee")


def _bets_fault(table: Table, command: round_ask.PlaceBets, rules: Rules) -> Refusal | None:
    if fault := _unbanked(table, rules):
        return fault
    spot = table.round.spot(command.seat) if table.round else None
    there = sum(spot.wagers.values()) + sum(spot.tips.values()) if spot else 0
    fee = circle_fee_max(rules)
    need = sum(command.wagers.values()) + sum(command.tips.values()) + fee
    what = "these bets with the largest fee" if fee else "these bets"
    if rules.flag("require_full_funding"):
        need += most_play(command.wagers, rules)
        what += " and the largest Play"
    return _funds_fault(table, command.seat, need, there, what)


def _unbanked(table: Table, rules: Rules) -> Refusal | None:
    """Nobody bets before somebody banks: who has bet could not take the bank any more."""
    round_ = table.round
    if rules.house_banks or round_ is None or round_.bank is not None:
        return None
    if round_.phase != Phase.BETTING:
        return None  # the round itself says why it is too late
    text = "betting opens when somebody takes the bank"
    if table.bank.offered is not None:
        text += f"; it is offered to seat {table.bank.offered} now"
    return refuse(Reason.NO_BANK, text, rules.set.cite("bank.offered"))


def _play_fault(table: Table, command: round_ask.Play, rules: Rules) -> Refusal | None:
    spot = turn(table.round, rules) if table.round else None
    if spot is None or spot.seat != command.seat:
        return None  # the round itself says whose turn it is
    tip = spot.tips.get(Wager.ANTE, 0) if command.tip else 0
    need = command.times * (spot.on(Wager.ANTE) + tip)
    return _funds_fault(table, command.seat, need, 0, "this bet")


def _load_fault(table: Table, rules: Rules) -> Refusal | None:
    if table.identity.provable:
        return refuse(TableReason.SECRET, "this table's cards come from its own shuffle")
    return deck_fault_in_round(table, rules)


def _deal_fault(table: Table, rules: Rules) -> Refusal | None:
    if table.shuffle.ordered:
        cite = rules.set.cite("cards.shuffle_on_order")
        return refuse(TableReason.CHECKLIST, "the floor has ordered a shuffle", cite)
    if recut_due(table, rules):
        cite = rules.set.cite("cards.cut_after")
        return refuse(TableReason.CHECKLIST, "the floor has ordered a recut", cite)
    return None


def _step_fault(table: Table, command: round_ask.Proceed, rules: Rules) -> Refusal | None:
    if command.step != Step.SETTLE or table.round is None:
        return None
    return settle_fault(table, table.round, rules)


def _funds_fault(table: Table, seat: int, need: int, there: int, what: str) -> Refusal | None:
    chips = table.seats[seat].chips
    if need <= chips + there:
        return None
    text = f"you need {money(need)} for {what} and have {money(chips + there)}"
    return refuse(TableReason.SHORT_OF_CHIPS, text, need=need, chips=chips + there)


def time_out(table: Table, at: int, rules: Rules) -> Decision[TimedOut | round_past.Event]:
    """Decide for a seat that took too long: check, at the last decision fold."""
    spot = turn(table.round, rules) if table.round else None
    if table.round is None or spot is None:
        return refuse(TableReason.TOO_EARLY, "no seat has to act now")
    wait = time_left(table, spot.seat, at, rules)
    if wait > 0:
        text = f"seat {spot.seat} has {-(-wait // 1000)} seconds left"
        return refuse(TableReason.TOO_EARLY, text, TIME_OUT)
    checks = rules.street(table.round.street).check
    act = round_ask.Check(spot.seat) if checks else round_ask.Fold(spot.seat)
    decision = decide_round(table.round, act, rules)
    if isinstance(decision, Refusal):
        return decision
    word = "check" if checks else "fold"
    return TimedOut(spot.seat, table.round.street, word, TIME_OUT), *decision


def time_left(table: Table, seat: int, at: int, rules: Rules) -> int:
    """Return how many milliseconds a seat that is asked still has; an absent one has none."""
    seated = table.seats[seat]
    if seated.leaving and seated.absent_since is not None:
        return 0  # they have asked to leave and let their time pass once: nobody waits again
    left = table.clock.since + rules.whole("decision.timeout") * 1000 - at
    if "abandon.timeout" in rules.set.options:
        absent = seated.absent_since
        if absent is not None:
            left = min(left, absent + rules.whole("abandon.timeout") * 1000 - at)
    return left


# -- the table after an event ---------------------------------------------------------------------


def timed_out(t: Table, e: TimedOut) -> Table:
    seat = t.seats[e.seat]
    since = t.clock.at if seat.absent_since is None else seat.absent_since
    away = with_seat(t, replace(seat, absent_since=since))
    return replace(away, clock=replace(t.clock, timed_out=e.seat))


def round_event(table: Table, event: round_past.Event, at: int) -> Table:
    before = table.round or NEW_ROUND
    round_ = evolve_round(before, event)
    # After an answer the next seat is waited for, or the dealer: no rule has to say which.
    answered = isinstance(event, round_past.Checked | round_past.PlayPlaced | round_past.Folded)
    anew = answered or table.round is None or goes_on(before, round_)
    clock = TableClock(at, at if anew else table.clock.since, table.clock.timed_out)
    seats = paid_to(table.seats, chip_changes(before, event))
    after = replace(table, clock=clock, round=round_, seats=seats)
    return _beside_the_round(after, event, before)


def goes_on(one: Round, other: Round) -> bool:
    """Return whether a round waits for something else than an answer, or for the first of them."""
    return one.phase != other.phase or one.street != other.street


def _beside_the_round(t: Table, event: round_past.Event, before: Round) -> Table:
    """Change what an event of the round changes at the table itself."""
    match event:
        case round_past.BetsPlaced() | round_past.PlayPlaced():
            return _by_seat(t, event)
        case round_past.BankTaken() | round_past.BankReturned():
            return _by_seat(t, event)
        case round_past.Checked() | round_past.Folded():
            return _answered(t, event)
        case round_past.BetsClosed():
            return _closed(t, event)
        case round_past.RoundOpened(engine=engine):
            return _engine(t, engine)
        case round_past.DeckLoaded():
            return _loaded(t, event)
        case round_past.DeckCut():  # cut again: the recut that was ordered is done
            return replace(t, shuffle=replace(t.shuffle, recut=0)) if before.cut else t
        case round_past.IrregularityDeclared(incident=incident):
            return _trouble(t, incident.kind, incident.case)
        case round_past.MetersRead():
            return _meters_read(t, event)
        case round_past.RoundSettled():
            return _settled(t, event)
        case (
            round_past.BetsCleared()
            | round_past.PacketsDealt()
            | round_past.StreetTurned()
            | round_past.DealerRevealed()
            | round_past.CardsSetAside()
            | round_past.DeckRemoved()
            | round_past.HandKilled()
            | round_past.WagerVoided()
            | round_past.RoundVoided()
            | round_past.JackpotValidated()
        ):
            return t
        case _:
            assert_never(event)


_BySeat = (
    round_past.BetsPlaced
    | round_past.PlayPlaced
    | round_past.BankTaken
    | round_past.BankReturned
    | round_past.Checked
    | round_past.Folded
)


def _by_seat(t: Table, e: _BySeat) -> Table:
    """End the absence of a player who does something."""
    seat = t.seats.get(e.seat)
    if seat is None or seat.absent_since is None:
        return t
    return with_seat(t, replace(seat, absent_since=None))


def _answered(t: Table, e: round_past.Checked | round_past.Folded) -> Table:
    if e.seat != t.clock.timed_out:
        return _by_seat(t, e)
    return replace(t, clock=replace(t.clock, timed_out=0))


def _engine(t: Table, engine: int) -> Table:
    if engine == t.identity.engine:
        return t
    return replace(t, identity=replace(t.identity, engine=engine))


def _loaded(t: Table, _: round_past.DeckLoaded) -> Table:
    shuffle = replace(t.shuffle, loads=t.shuffle.loads + 1, ordered=False)
    return replace(t, shuffle=shuffle, decks=in_play(t.decks, t.clock.at))


def _meters_read(t: Table, e: round_past.MetersRead) -> Table:
    meters = {**t.progressive.meters, **e.meters}
    return replace(t, progressive=replace(t.progressive, meters_read=True, meters=meters))


def _settled(t: Table, e: round_past.RoundSettled) -> Table:
    unfed = {name: -part for name, part in e.settlement.unfed.items()}
    fed = added(t.progressive.fed, unfed)
    progressive = replace(t.progressive, meters=e.settlement.meters, fed=fed)
    return replace(t, progressive=progressive, decks=moved(t.decks, DeckPlace.RACK, t.clock.at))


def _closed(t: Table, event: round_past.BetsClosed) -> Table:
    round_, bank = t.round or NEW_ROUND, t.bank
    if round_.bank is not None:
        recent = (*bank.recent, t.seats[round_.bank.seat].player)[-BANKS_KEPT:]
        bank = replace(bank, recent=recent, last_seat=round_.bank.seat)
    fed = added(t.progressive.fed, event.fed)
    progressive = replace(t.progressive, meters=round_.meters, fed=fed)
    decks = in_play(t.decks, t.clock.at)
    return replace(t, bank=bank, progressive=progressive, decks=decks)


def _trouble(t: Table, kind: str, case: str) -> Table:
    if kind == "device-out-of-order":
        return replace(t, device=replace(t.device, down=case))
    if kind in _JAMS:
        return replace(t, device=replace(t.device, broken=_JAMS[kind]))
    if kind == "stub-count":  # this round's end makes it 0
        return replace(t, decks=replace(t.decks, rounds_since_count=-1))
    return t
