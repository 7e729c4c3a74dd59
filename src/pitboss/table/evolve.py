"""The table after an event. No rule is asked here: an event is a fact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, assert_never

from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round import evolve as evolve_round
from pitboss.round.settlement.seat_chips import chip_changes
from pitboss.round.state import NEW_ROUND
from pitboss.rules import Chips
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep, Deck, DeckPlace
from pitboss.table.state import (
    Device,
    SealedShuffle,
    Seat,
    ShuffleState,
    Standing,
    Table,
    TableClock,
    TableDecks,
    TableIdentity,
    ToldRefusal,
)

_JAMS: Final = {"shuffler-jam": "shuffler", "shoe-jam": "shoe"}
BANKS_KEPT: Final = 128  # hands; a break of at most 100 hands can be asked for


def evolve(table: Table, event: past.Event, at: int) -> Table:
    """Return the table after `event`, which happened at `at` milliseconds."""
    if isinstance(event, round_past.Event):
        return _in_round(table, event, at)
    after = _after(replace(table, clock=replace(table.clock, at=at)), event)
    if not _waits_anew(table, after):
        return after
    return replace(after, clock=replace(after.clock, since=at))


def _waits_anew(before: Table, after: Table) -> bool:
    """Tell whether the table waits for something else: then a clock starts anew."""
    was, now = before.status, after.status
    if was.held != now.held or was.standing != now.standing:
        return True
    if before.bank.offered != after.bank.offered:
        return True
    one, other = before.round, after.round
    if one is None or other is None:
        return one is not other or before.rounds != after.rounds
    return _goes_on(one, other)


def _goes_on(one: Round, other: Round) -> bool:
    """Tell whether a round waits for something else than an answer, or for the first of them."""
    return one.phase != other.phase or one.street != other.street


def _after(t: Table, event: past.TableEvent) -> Table:
    """Change what the event changes, in a table whose time is already that of the event."""
    match event:
        case past.TableSetUp():
            return _set_up(t, event)
        case past.RulesChanged():
            return _rules_changed(t, event)
        case past.DecksBrought():
            return _decks_brought(t, event)
        case past.StepDone():
            return _step_done(t, event)
        case past.TableOpened():
            return _opened(t, event)
        case past.ClosingAsked():
            return _closing(t, event)
        case past.TableClosed():
            return _table_closed(t, event)
        case past.TablePaused():
            return _paused(t, event)
        case past.TableHeld():
            return _held(t, event)
        case past.TableReleased():
            return _released(t, event)
        case past.TableResumed():
            return _resumed(t, event)
        case past.TableIdled():
            return _idled(t, event)
        case past.PlayerSat():
            return _sat(t, event)
        case past.PurseNamed():
            return _purse_named(t, event)
        case past.LeaveAsked():
            return _leave_asked(t, event)
        case past.LeaveOrdered():
            return _leave_ordered(t, event)
        case past.LeaveCancelled():
            return _leave_cancelled(t, event)
        case past.PlayerLeft():
            return _left(t, event)
        case past.ChipsBought():
            return _bought(t, event)
        case past.ChipsCashed():
            return _cashed(t, event)
        case past.DealerTappedIn():
            return _tapped_in(t, event)
        case past.DeckCounted():
            return _counted(t, event)
        case past.DeckTakenAway():
            return _taken_away(t, event)
        case past.ShuffleOrdered():
            return _shuffle_ordered(t, event)
        case past.RecutOrdered():
            return _recut_ordered(t, event)
        case past.DeviceRepaired():
            return _repaired(t, event)
        case past.DealingChanged():
            return _dealing_changed(t, event)
        case past.RoundBegun():
            return _begun(t, event)
        case past.SeedAdded():
            return _seeded(t, event)
        case past.BankOffered():
            return _offered(t, event)
        case past.BankDeclined():
            return _declined(t, event)
        case past.RoundCancelled():
            return _cancelled(t, event)
        case past.TimedOut():
            return _timed_out(t, event)
        case past.WinnerKeyed():
            return _keyed(t, event)
        case past.WinnerUnkeyed():
            return _unkeyed(t, event)
        case past.SystemReadied():
            return _readied(t, event)
        case past.MeterCorrected():
            return _corrected(t, event)
        case past.RoundEnded():
            return _ended(t, event)
        case past.SupervisorTold():
            return _told(t, event)
        case past.RoundCalledOff() | past.SecretRevealed() | past.Announced():
            return t
        case _:
            assert_never(event)


# -- events of the round -------------------------------------------------------------------------


def _in_round(table: Table, event: round_past.Event, at: int) -> Table:
    before = table.round or NEW_ROUND
    round_ = evolve_round(before, event)
    # After an answer the next seat is waited for, or the dealer: no rule has to say which.
    answered = isinstance(event, round_past.Checked | round_past.PlayPlaced | round_past.Folded)
    anew = answered or table.round is None or _goes_on(before, round_)
    clock = TableClock(at, at if anew else table.clock.since, table.clock.timed_out)
    seats = _paid(table.seats, chip_changes(before, event))
    after = replace(table, clock=clock, round=round_, seats=seats)
    return _beside_the_round(after, event, before)


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


def _paid(seats: Mapping[int, Seat], purses: Mapping[int, int]) -> Mapping[int, Seat]:
    """Move chips in and out of what lies in front of the players."""
    if not purses:
        return seats
    after = dict(seats)
    for number, chips in purses.items():
        seat = after.get(number)
        if chips and seat is not None:
            after[number] = replace(seat, chips=Chips(seat.chips + chips))
    return after


def _by_seat(t: Table, e: _BySeat) -> Table:
    """Whoever does something is there."""
    seat = t.seats.get(e.seat)
    if seat is None or seat.absent_since is None:
        return t
    return _with_seat(t, replace(seat, absent_since=None))


def _with_seat(t: Table, seat: Seat) -> Table:
    return replace(t, seats={**t.seats, seat.number: seat})


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
    return replace(t, shuffle=shuffle, decks=_in_play(t.decks, t.clock.at))


def _meters_read(t: Table, e: round_past.MetersRead) -> Table:
    meters = {**t.progressive.meters, **e.meters}
    return replace(t, progressive=replace(t.progressive, meters_read=True, meters=meters))


def _settled(t: Table, e: round_past.RoundSettled) -> Table:
    unfed = {name: -part for name, part in e.settlement.unfed.items()}
    fed = _added(t.progressive.fed, unfed)
    progressive = replace(t.progressive, meters=e.settlement.meters, fed=fed)
    return replace(t, progressive=progressive, decks=_moved(t.decks, DeckPlace.RACK, t.clock.at))


def _closed(t: Table, event: round_past.BetsClosed) -> Table:
    round_, bank = t.round or NEW_ROUND, t.bank
    if round_.bank is not None:
        recent = (*bank.recent, t.seats[round_.bank.seat].player)[-BANKS_KEPT:]
        bank = replace(bank, recent=recent, last_seat=round_.bank.seat)
    fed = _added(t.progressive.fed, event.fed)
    progressive = replace(t.progressive, meters=round_.meters, fed=fed)
    decks = _in_play(t.decks, t.clock.at)
    return replace(t, bank=bank, progressive=progressive, decks=decks)


def _added(amounts: Mapping[str, Fraction], more: Mapping[str, Fraction]) -> dict[str, Fraction]:
    if not more:
        return dict(amounts)
    names = {*amounts, *more}
    zero = Fraction(0)
    return {name: amounts.get(name, zero) + more.get(name, zero) for name in sorted(names)}


def _in_play(decks: TableDecks, at: int) -> TableDecks:
    """Take the deck of the round into play; a second one waits in the device."""
    placed = [
        _put(deck, DeckPlace.IN_PLAY, at)
        if deck.colour == decks.in_round
        else replace(deck, place=DeckPlace.DEVICE)
        for deck in decks.at_table
    ]
    return replace(decks, at_table=tuple(placed))


def _moved(decks: TableDecks, to: DeckPlace, at: int) -> TableDecks:
    """Move the deck of the round; its hours count from its first use."""
    moved = [
        _put(deck, to, at) if deck.colour == decks.in_round else deck for deck in decks.at_table
    ]
    return replace(decks, at_table=tuple(moved))


def _put(deck: Deck, to: DeckPlace, at: int) -> Deck:
    return replace(deck, place=to, since=at if deck.since is None else deck.since)


def _trouble(t: Table, kind: str, case: str) -> Table:
    if kind == "device-out-of-order":
        return replace(t, device=replace(t.device, down=case))
    if kind in _JAMS:
        return replace(t, device=replace(t.device, broken=_JAMS[kind]))
    if kind == "stub-count":  # this round's end makes it 0
        return replace(t, decks=replace(t.decks, rounds_since_count=-1))
    return t


# -- events of the table -------------------------------------------------------------------------


def _set_up(t: Table, e: past.TableSetUp) -> Table:
    progressive = replace(t.progressive, link=e.link, meters=e.meters, reserves=e.reserves)
    return replace(
        t,
        identity=TableIdentity(e.table, e.engine, e.house, e.provable),
        progressive=progressive,
        status=replace(t.status, standing=Standing.CLOSED),
    )


def _rules_changed(t: Table, e: past.RulesChanged) -> Table:
    before = t.progressive
    meters = before.meters if before.link else {**before.meters, **e.meters}
    progressive = replace(before, meters=meters, reserves=e.reserves)
    return replace(t, identity=replace(t.identity, rules=e.house), progressive=progressive)


def _decks_brought(t: Table, e: past.DecksBrought) -> Table:
    # With two decks the one that is not used next waits in the device.
    decks = (*t.decks.at_table, *e.decks)
    placed = tuple(
        replace(deck, place=DeckPlace.DEVICE) if n else deck for n, deck in enumerate(decks)
    )
    # A deck that replaces one taken out of the round is the deck of the round.
    lost = t.round is not None and t.deck_of(t.decks.in_round) is None
    in_round = e.decks[0].colour if lost else t.decks.in_round
    return replace(t, decks=replace(t.decks, at_table=placed, in_round=in_round))


def _step_done(t: Table, e: past.StepDone) -> Table:
    decks = tuple(
        replace(deck, ready=(*deck.ready, (e.step, e.by))) if deck.colour == e.colour else deck
        for deck in t.decks.at_table
    )
    return replace(t, decks=replace(t.decks, at_table=decks))


def _stands(t: Table, standing: Standing) -> Table:
    return replace(t, status=replace(t.status, standing=standing))


def _opened(t: Table, _: past.TableOpened) -> Table:
    return _stands(t, Standing.OPEN)


def _closing(t: Table, e: past.ClosingAsked) -> Table:
    return replace(t, status=replace(t.status, closing=e.reason, closing_by=e.by))


def _table_closed(t: Table, _: past.TableClosed) -> Table:
    # The decks leave with the game: the next opening begins with the checklist of fresh ones.
    status = replace(t.status, standing=Standing.CLOSED, closing="", closing_by="")
    return replace(t, status=status, decks=replace(t.decks, at_table=()))


def _paused(t: Table, _: past.TablePaused) -> Table:
    return _stands(t, Standing.PAUSED)


def _resumed(t: Table, _: past.TableResumed) -> Table:
    return _stands(t, Standing.OPEN)


def _held(t: Table, e: past.TableHeld) -> Table:
    return replace(t, status=replace(t.status, held=e.round))


def _released(t: Table, _: past.TableReleased) -> Table:
    return replace(t, status=replace(t.status, held=0))


def _idled(t: Table, _: past.TableIdled) -> Table:
    # Inspected cards stay inspected; what was done for the last players is to be done again.
    again = {ChecklistStep.TURN_DOWN, ChecklistStep.WASH, ChecklistStep.STACK}
    decks = tuple(
        replace(
            deck,
            place=DeckPlace.DEVICE if n else DeckPlace.SPREAD,
            ready=tuple((step, by) for step, by in deck.ready if step not in again),
            preinspected=False,
        )
        for n, deck in enumerate(t.decks.at_table)
    )
    return _stands(replace(t, decks=replace(t.decks, at_table=decks)), Standing.IDLE)


def _sat(t: Table, e: past.PlayerSat) -> Table:
    seat = Seat(e.seat, e.player, bot=e.bot)
    sat = replace(t, seats=dict(sorted({**t.seats, e.seat: seat}.items())))
    return _stands(sat, Standing.OPEN) if t.status.standing == Standing.IDLE else sat


def _purse_named(t: Table, e: past.PurseNamed) -> Table:
    return _with_seat(t, replace(t.seats[e.seat], purse=e.purse))


def _leave_asked(t: Table, e: past.LeaveAsked) -> Table:
    return _with_seat(t, replace(t.seats[e.seat], leaving=True))


def _leave_ordered(t: Table, e: past.LeaveOrdered) -> Table:
    return _with_seat(t, replace(t.seats[e.seat], leaving=True, sent_away=True))


def _leave_cancelled(t: Table, e: past.LeaveCancelled) -> Table:
    return _with_seat(t, replace(t.seats[e.seat], leaving=False))


def _left(t: Table, e: past.PlayerLeft) -> Table:
    return replace(t, seats={n: seat for n, seat in t.seats.items() if n != e.seat})


def _bought(t: Table, e: past.ChipsBought) -> Table:
    return _chips(t, e.seat, e.chips)


def _cashed(t: Table, e: past.ChipsCashed) -> Table:
    return _chips(t, e.seat, -e.chips)


def _chips(t: Table, number: int, change: int) -> Table:
    seat = t.seats[number]
    return _with_seat(t, replace(seat, chips=Chips(seat.chips + change), absent_since=None))


def _tapped_in(t: Table, e: past.DealerTappedIn) -> Table:
    # A change stays one until the deck is counted, whoever taps in after it.
    before = t.decks
    changed = before.dealer_changed or (bool(before.dealer) and before.dealer != e.name)
    return replace(t, decks=replace(before, dealer=e.name, dealer_changed=changed))


def _counted(t: Table, _: past.DeckCounted) -> Table:
    return replace(t, decks=replace(t.decks, rounds_since_count=0, dealer_changed=False))


def _taken_away(t: Table, e: past.DeckTakenAway) -> Table:
    left = tuple(deck for deck in t.decks.at_table if deck.colour != e.colour)
    return replace(t, decks=replace(t.decks, at_table=left))


def _shuffle_ordered(t: Table, _: past.ShuffleOrdered) -> Table:
    return replace(t, shuffle=replace(t.shuffle, ordered=True))


def _recut_ordered(t: Table, e: past.RecutOrdered) -> Table:
    return replace(t, shuffle=replace(t.shuffle, recut=e.depth))


def _repaired(t: Table, _: past.DeviceRepaired) -> Table:
    return replace(t, device=replace(t.device, down="", broken=""))


def _dealing_changed(t: Table, e: past.DealingChanged) -> Table:
    filed = t.device.filed or t.identity.rules if e.broken else None
    return replace(t, device=Device(e.mark or t.device.down, e.broken, filed))


def _begun(t: Table, e: past.RoundBegun) -> Table:
    sealed = SealedShuffle(e.commitment, e.secret) if e.secret else None
    return replace(
        t,
        rounds=e.number,
        round=NEW_ROUND,
        decks=replace(t.decks, in_round=e.deck),
        shuffle=ShuffleState(sealed, ordered=t.shuffle.ordered),
        bank=replace(t.bank, offered=None, declined=frozenset()),
        progressive=replace(t.progressive, keyed=frozenset(), meters_read=False),
        clock=replace(t.clock, timed_out=0),
        status=replace(t.status, told=()),
    )


def _seeded(t: Table, e: past.SeedAdded) -> Table:
    sealed = t.shuffle.sealed
    if sealed is None:
        return t
    seeds = {**sealed.seeds, e.seat: e.seed}
    return replace(t, shuffle=replace(t.shuffle, sealed=replace(sealed, seeds=seeds)))


def _offered(t: Table, e: past.BankOffered) -> Table:
    return replace(t, bank=replace(t.bank, offered=e.seat))


def _declined(t: Table, e: past.BankDeclined) -> Table:
    return replace(t, bank=replace(t.bank, offered=None, declined=t.bank.declined | {e.seat}))


def _timed_out(t: Table, e: past.TimedOut) -> Table:
    seat = t.seats[e.seat]
    since = t.clock.at if seat.absent_since is None else seat.absent_since
    away = _with_seat(t, replace(seat, absent_since=since))
    return replace(away, clock=replace(t.clock, timed_out=e.seat))


def _keyed(t: Table, e: past.WinnerKeyed) -> Table:
    return replace(t, progressive=replace(t.progressive, keyed=t.progressive.keyed | {e.seat}))


def _unkeyed(t: Table, e: past.WinnerUnkeyed) -> Table:
    return replace(t, progressive=replace(t.progressive, keyed=t.progressive.keyed - {e.seat}))


def _readied(t: Table, _: past.SystemReadied) -> Table:
    return replace(t, progressive=replace(t.progressive, system_ready=True))


def _corrected(t: Table, e: past.MeterCorrected) -> Table:
    meters = {**t.progressive.meters, e.meter: e.after}
    return replace(t, progressive=replace(t.progressive, meters=meters))


def _cancelled(t: Table, _: past.RoundCancelled) -> Table:
    bank = t.round.bank if t.round else None
    seats = _paid(t.seats, {bank.seat: bank.stake} if bank is not None else {})
    return _without_round(replace(t, seats=seats))


def _ended(t: Table, _: past.RoundEnded) -> Table:
    # The rack is emptied and the deck goes back for its shuffle: one deck in the rack, ever.
    to = DeckPlace.DEVICE if len(t.decks.at_table) > 1 else DeckPlace.TABLE
    decks = replace(
        _moved(t.decks, to, t.clock.at),
        last=t.decks.in_round,
        rounds_since_count=t.decks.rounds_since_count + 1,
    )
    progressive = replace(t.progressive, system_ready=not t.progressive.meters)
    return _without_round(replace(t, decks=decks, progressive=progressive))


def _without_round(t: Table) -> Table:
    return replace(
        t,
        round=None,
        shuffle=replace(t.shuffle, sealed=None),
        bank=replace(t.bank, offered=None, declined=frozenset()),
    )


def _told(t: Table, e: past.SupervisorTold) -> Table:
    told = ToldRefusal(e.seat, e.reason, e.facts, t.clock.at)
    return replace(t, status=replace(t.status, told=(*t.status.told, told)))
