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
from pitboss.table.deck import Deck, Place, Step
from pitboss.table.state import Offer, Seat, Shuffle, Standing, Table, Told

_NO_OFFER: Final = Offer()
_JAMS: Final = {"shuffler-jam": "shuffler", "shoe-jam": "shoe"}
BANKS_KEPT: Final = 128  # hands; a break of at most 100 hands can be asked for


def evolve(table: Table, event: past.Event, at: int) -> Table:
    """Return the table after `event`, which happened at `at` milliseconds."""
    if isinstance(event, round_past.Event):
        return _in_round(table, event, at)
    after = _after(replace(table, at=at), event)
    return replace(after, since=at) if _waits_anew(table, after) else after


def _waits_anew(before: Table, after: Table) -> bool:
    """Tell whether the table waits for something else: then a clock starts anew."""
    if before.held != after.held or before.standing != after.standing:
        return True
    if before.offer.seat != after.offer.seat:
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
    since = at if anew else table.since
    seats = _paid(table.seats, chip_changes(before, event))
    after = replace(table, at=at, since=since, round=round_, seats=seats)
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
            return replace(t, engine=engine)
        case round_past.DeckLoaded():
            return _loaded(t, event)
        case round_past.DeckCut():  # cut again: the recut that was ordered is done
            return replace(t, recut=0) if before.cut else t
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
    return replace(t, seats={**t.seats, e.seat: replace(seat, absent_since=None)})


def _answered(t: Table, e: round_past.Checked | round_past.Folded) -> Table:
    return replace(t, timed_out=0) if e.seat == t.timed_out else _by_seat(t, e)


def _loaded(t: Table, _: round_past.DeckLoaded) -> Table:
    decks = _in_play(t.decks, t.deck, t.at)
    return replace(t, loads=t.loads + 1, shuffle_ordered=False, decks=decks)


def _meters_read(t: Table, e: round_past.MetersRead) -> Table:
    return replace(t, meters_read=True, meters={**t.meters, **e.meters})


def _settled(t: Table, e: round_past.RoundSettled) -> Table:
    unfed = {name: -part for name, part in e.settlement.unfed.items()}
    return replace(
        t,
        meters=e.settlement.meters,
        fed=_added(t.fed, unfed),
        decks=_moved(t.decks, t.deck, Place.RACK, t.at),
    )


def _closed(table: Table, event: round_past.BetsClosed) -> Table:
    bank = table.round.bank if table.round else None
    banked, bank_seat = table.banked, table.bank_seat
    if bank is not None:
        banked = (*banked, table.seats[bank.seat].player)[-BANKS_KEPT:]
        bank_seat = bank.seat
    return replace(
        table,
        banked=banked,
        bank_seat=bank_seat,
        fed=_added(table.fed, event.fed),
        meters=table.round.meters if table.round else table.meters,
        decks=_in_play(table.decks, table.deck, table.at),
    )


def _added(amounts: Mapping[str, Fraction], more: Mapping[str, Fraction]) -> dict[str, Fraction]:
    if not more:
        return dict(amounts)
    names = {*amounts, *more}
    zero = Fraction(0)
    return {name: amounts.get(name, zero) + more.get(name, zero) for name in sorted(names)}


def _in_play(decks: tuple[Deck, ...], colour: str, at: int) -> tuple[Deck, ...]:
    """Take one deck into play; a second one waits in the device, wherever it lay before."""
    device = Place.DEVICE
    waiting = tuple(
        [d if d.colour == colour or d.place == device else replace(d, place=device) for d in decks]
    )
    return _moved(waiting, colour, Place.IN_PLAY, at)


def _moved(decks: tuple[Deck, ...], colour: str, to: Place, at: int) -> tuple[Deck, ...]:
    """Move one deck; its hours count from its first use."""
    return tuple([_put(deck, to, at) if deck.colour == colour else deck for deck in decks])


def _put(deck: Deck, to: Place, at: int) -> Deck:
    since = at if deck.since is None else deck.since
    if deck.place == to and deck.since == since:
        return deck
    return replace(deck, place=to, since=since)


def _trouble(table: Table, kind: str, case: str) -> Table:
    if kind == "device-out-of-order":
        return replace(table, device_down=case)
    if kind in _JAMS:
        return replace(table, broken=_JAMS[kind])
    if kind == "stub-count":
        return replace(table, rounds_since_count=-1)  # this round's end makes it 0
    return table


# -- events of the table -------------------------------------------------------------------------


def _set_up(t: Table, e: past.TableSetUp) -> Table:
    return replace(
        t,
        name=e.table,
        engine=e.engine,
        house=e.house,
        provable=e.provable,
        link=e.link,
        meters=e.meters,
        reserves=e.reserves,
        standing=Standing.CLOSED,
    )


def _rules_changed(t: Table, e: past.RulesChanged) -> Table:
    meters = t.meters if t.link else {**t.meters, **e.meters}
    return replace(t, house=e.house, meters=meters, reserves=e.reserves)


def _decks_brought(t: Table, e: past.DecksBrought) -> Table:
    # With two decks the one that is not used next waits in the device.
    decks = (*t.decks, *e.decks)
    placed = tuple(replace(deck, place=Place.DEVICE) if n else deck for n, deck in enumerate(decks))
    # A deck that replaces one taken out of the round is the deck of the round.
    lost = t.round is not None and all(deck.colour != t.deck for deck in t.decks)
    return replace(t, decks=placed, deck=e.decks[0].colour if lost else t.deck)


def _step_done(t: Table, e: past.StepDone) -> Table:
    decks = tuple(
        replace(deck, ready=(*deck.ready, (e.step, e.by))) if deck.colour == e.colour else deck
        for deck in t.decks
    )
    return replace(t, decks=decks)


def _opened(t: Table, _: past.TableOpened) -> Table:
    return replace(t, standing=Standing.OPEN)


def _closing(t: Table, e: past.ClosingAsked) -> Table:
    return replace(t, closing=e.reason, closing_by=e.by)


def _table_closed(t: Table, _: past.TableClosed) -> Table:
    # The decks leave with the game: the next opening begins with the checklist of fresh ones.
    return replace(t, standing=Standing.CLOSED, closing="", closing_by="", decks=())


def _paused(t: Table, _: past.TablePaused) -> Table:
    return replace(t, standing=Standing.PAUSED)


def _resumed(t: Table, _: past.TableResumed) -> Table:
    return replace(t, standing=Standing.OPEN)


def _held(t: Table, e: past.TableHeld) -> Table:
    return replace(t, held=e.round)


def _released(t: Table, _: past.TableReleased) -> Table:
    return replace(t, held=0)


def _idled(t: Table, _: past.TableIdled) -> Table:
    # Inspected cards stay inspected; what was done for the last players is to be done again.
    again = {Step.TURN_DOWN, Step.WASH, Step.STACK}
    decks = tuple(
        replace(
            deck,
            place=Place.DEVICE if n else Place.SPREAD,
            ready=tuple((step, by) for step, by in deck.ready if step not in again),
            preinspected=False,
        )
        for n, deck in enumerate(t.decks)
    )
    return replace(t, standing=Standing.IDLE, decks=decks)


def _sat(t: Table, e: past.PlayerSat) -> Table:
    standing = Standing.OPEN if t.standing == Standing.IDLE else t.standing
    seat = Seat(e.seat, e.player, bot=e.bot)
    return replace(t, standing=standing, seats=dict(sorted({**t.seats, e.seat: seat}.items())))


def _purse_named(t: Table, e: past.PurseNamed) -> Table:
    return replace(t, seats={**t.seats, e.seat: replace(t.seats[e.seat], purse=e.purse)})


def _leave_asked(t: Table, e: past.LeaveAsked) -> Table:
    return replace(t, seats={**t.seats, e.seat: replace(t.seats[e.seat], leaving=True)})


def _leave_ordered(t: Table, e: past.LeaveOrdered) -> Table:
    sent = replace(t.seats[e.seat], leaving=True, sent_away=True)
    return replace(t, seats={**t.seats, e.seat: sent})


def _leave_cancelled(t: Table, e: past.LeaveCancelled) -> Table:
    return replace(t, seats={**t.seats, e.seat: replace(t.seats[e.seat], leaving=False)})


def _left(t: Table, e: past.PlayerLeft) -> Table:
    return replace(t, seats={n: seat for n, seat in t.seats.items() if n != e.seat})


def _bought(t: Table, e: past.ChipsBought) -> Table:
    return _chips(t, e.seat, e.chips)


def _cashed(t: Table, e: past.ChipsCashed) -> Table:
    return _chips(t, e.seat, -e.chips)


def _chips(t: Table, number: int, change: int) -> Table:
    seat = t.seats[number]
    changed = replace(seat, chips=Chips(seat.chips + change), absent_since=None)
    return replace(t, seats={**t.seats, number: changed})


def _tapped_in(t: Table, e: past.DealerTappedIn) -> Table:
    # A change stays one until the deck is counted, whoever taps in after it.
    changed = t.dealer_changed or (bool(t.dealer) and t.dealer != e.name)
    return replace(t, dealer=e.name, dealer_changed=changed)


def _counted(t: Table, _: past.DeckCounted) -> Table:
    return replace(t, rounds_since_count=0, dealer_changed=False)


def _taken_away(t: Table, e: past.DeckTakenAway) -> Table:
    return replace(t, decks=tuple(deck for deck in t.decks if deck.colour != e.colour))


def _shuffle_ordered(t: Table, _: past.ShuffleOrdered) -> Table:
    return replace(t, shuffle_ordered=True)


def _recut_ordered(t: Table, e: past.RecutOrdered) -> Table:
    return replace(t, recut=e.depth)


def _repaired(t: Table, _: past.DeviceRepaired) -> Table:
    return replace(t, device_down="", broken="")


def _dealing_changed(t: Table, e: past.DealingChanged) -> Table:
    return replace(
        t,
        device_down=e.mark or t.device_down,
        broken=e.broken,
        filed=t.filed or t.house if e.broken else None,
    )


def _begun(t: Table, e: past.RoundBegun) -> Table:
    return replace(
        t,
        rounds=e.number,
        round=NEW_ROUND,
        deck=e.deck,
        shuffle=Shuffle(e.commitment, e.secret) if e.secret else None,
        loads=0,
        recut=0,
        offer=_NO_OFFER,
        keyed=frozenset(),
        meters_read=False,
        timed_out=0,
        told=(),
    )


def _seeded(t: Table, e: past.SeedAdded) -> Table:
    if t.shuffle is None:
        return t
    seeds = {**t.shuffle.seeds, e.seat: e.seed}
    return replace(t, shuffle=replace(t.shuffle, seeds=seeds))


def _offered(t: Table, e: past.BankOffered) -> Table:
    return replace(t, offer=replace(t.offer, seat=e.seat))


def _declined(t: Table, e: past.BankDeclined) -> Table:
    return replace(t, offer=Offer(None, t.offer.declined | {e.seat}))


def _timed_out(t: Table, e: past.TimedOut) -> Table:
    seat = t.seats[e.seat]
    since = t.at if seat.absent_since is None else seat.absent_since
    away = replace(seat, absent_since=since)
    return replace(t, timed_out=e.seat, seats={**t.seats, e.seat: away})


def _keyed(t: Table, e: past.WinnerKeyed) -> Table:
    return replace(t, keyed=t.keyed | {e.seat})


def _unkeyed(t: Table, e: past.WinnerUnkeyed) -> Table:
    return replace(t, keyed=t.keyed - {e.seat})


def _readied(t: Table, _: past.SystemReadied) -> Table:
    return replace(t, system_ready=True)


def _corrected(t: Table, e: past.MeterCorrected) -> Table:
    return replace(t, meters={**t.meters, e.meter: e.after})


def _cancelled(t: Table, _: past.RoundCancelled) -> Table:
    seats = t.seats
    bank = t.round.bank if t.round else None
    if bank is not None and bank.seat in seats:
        seat = seats[bank.seat]
        seats = {**seats, bank.seat: replace(seat, chips=Chips(seat.chips + bank.stake))}
    return replace(t, round=None, shuffle=None, offer=_NO_OFFER, seats=seats)


def _ended(t: Table, _: past.RoundEnded) -> Table:
    return replace(
        t,
        round=None,
        shuffle=None,
        offer=_NO_OFFER,
        last_deck=t.deck,
        # The rack is emptied and the deck goes back for its shuffle: one deck in the rack, ever.
        decks=_moved(t.decks, t.deck, Place.DEVICE if len(t.decks) > 1 else Place.TABLE, t.at),
        rounds_since_count=t.rounds_since_count + 1,
        system_ready=not t.meters,
    )


def _told(t: Table, e: past.SupervisorTold) -> Table:
    return replace(t, told=(*t.told, Told(e.seat, e.reason, e.facts, t.at)))
