"""The table after an event. No rule is asked here: an event is a fact.

The table is copied once for each event. What follows from the event is then written into that
copy, which nobody else holds yet: all functions below that take a table take such a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round import evolve as evolve_round
from pitboss.round.purses import FILLING, purse_changes
from pitboss.round.state import NEW_ROUND
from pitboss.rules import Chips
from pitboss.rules.values import amend, replace
from pitboss.table import event as past
from pitboss.table.deck import Deck, Place, Step
from pitboss.table.state import Offer, Seat, Shuffle, Standing, Table

# After an answer the next seat is waited for, or the dealer: no rule has to say which.
_ANSWERS: Final = frozenset({round_past.Checked, round_past.PlayPlaced, round_past.Folded})
_NO_OFFER: Final = Offer()
BANKS_KEPT: Final = 128  # hands; a break of at most 100 hands can be asked for


def evolve(table: Table, event: past.Event, at: int) -> Table:
    """Give the table after `event`, which happened at `at` milliseconds."""
    change = _AFTER.get(type(event))
    if change is None:
        return _in_round(table, event, at)
    after = change(replace(table, at=at), event)
    return amend(after, since=at) if _waits_anew(table, after) else after


def _waits_anew(before: Table, after: Table) -> bool:
    """Tell whether the table waits for something else: then a clock starts anew."""
    if before.standing != after.standing or before.offer.seat != after.offer.seat:
        return True
    one, other = before.round, after.round
    if one is None or other is None:
        return one is not other or before.rounds != after.rounds
    return _goes_on(one, other)


def _goes_on(one: Round, other: Round) -> bool:
    """Tell whether a round waits for something else than an answer, or for the first of them."""
    return one.phase != other.phase or one.street != other.street


# -- events of the round -------------------------------------------------------------------------


def _in_round(table: Table, event: Any, at: int) -> Table:  # Any: every event of the round
    before = table.round
    round_ = before or NEW_ROUND
    after = evolve_round(round_, event)
    kind = type(event)
    anew = kind in _ANSWERS or before is None or _goes_on(before, after)
    since = at if anew else table.since
    if kind in FILLING and (purses := purse_changes(round_, event)):
        seats = _paid(table.seats, purses)
        changed = replace(table, at=at, round=after, since=since, seats=seats)
    else:
        changed = replace(table, at=at, round=after, since=since)
    more = _AFTER_ROUND.get(kind)
    if more is not None:
        return more(changed, event)
    if round_.cut and kind is round_past.DeckCut:  # cut again: what was ordered is done
        return amend(changed, recut=0)
    return changed


_BySeat = (
    round_past.BetsPlaced
    | round_past.PlayPlaced
    | round_past.BankTaken
    | round_past.Checked
    | round_past.Folded
)


def _paid(seats: Mapping[int, Seat], purses: Mapping[int, int]) -> dict[int, Seat]:
    """Move chips in and out of what lies in front of the players."""
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
    return amend(t, seats={**t.seats, e.seat: replace(seat, absent_since=None)})


def _answered(t: Table, e: round_past.Checked | round_past.Folded) -> Table:
    return amend(t, timed_out=0) if e.seat == t.timed_out else _by_seat(t, e)


def _loaded(t: Table, _: round_past.DeckLoaded) -> Table:
    decks = _in_play(t.decks, t.deck, t.at)
    return amend(t, loads=t.loads + 1, shuffle_ordered=False, decks=decks)


def _incident(t: Table, e: round_past.IrregularityDeclared) -> Table:
    return _trouble(t, e.incident.kind, e.incident.case)


def _meters_read(t: Table, e: round_past.MetersRead) -> Table:
    return amend(t, meters_read=True, meters={**t.meters, **e.meters})


def _settled(t: Table, e: round_past.RoundSettled) -> Table:
    unfed = {name: -part for name, part in e.settlement.unfed.items()}
    return amend(
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
    return amend(
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
        return amend(table, device_down=case)
    if kind == "stub-count":
        return amend(table, rounds_since_count=-1)  # this round's end makes it 0
    return table


# -- events of the table -------------------------------------------------------------------------


def _set_up(t: Table, e: past.TableSetUp) -> Table:
    return amend(
        t,
        name=e.table,
        house=e.house,
        provable=e.provable,
        link=e.link,
        meters=e.meters,
        reserves=e.reserves,
        standing=Standing.CLOSED,
    )


def _rules_changed(t: Table, e: past.RulesChanged) -> Table:
    meters = t.meters if t.link else {**t.meters, **e.meters}
    return amend(t, house=e.house, meters=meters, reserves=e.reserves)


def _decks_brought(t: Table, e: past.DecksBrought) -> Table:
    # With two decks the one that is not used next waits in the device.
    decks = (*t.decks, *e.decks)
    placed = tuple(replace(deck, place=Place.DEVICE) if n else deck for n, deck in enumerate(decks))
    # A deck that replaces one taken out of the round is the deck of the round.
    lost = t.round is not None and all(deck.colour != t.deck for deck in t.decks)
    return amend(t, decks=placed, deck=e.decks[0].colour if lost else t.deck)


def _step_done(t: Table, e: past.StepDone) -> Table:
    decks = tuple(
        replace(deck, ready=(*deck.ready, (e.step, e.by))) if deck.colour == e.colour else deck
        for deck in t.decks
    )
    return amend(t, decks=decks)


def _opened(t: Table, _: past.TableOpened) -> Table:
    return amend(t, standing=Standing.OPEN)


def _closing(t: Table, e: past.ClosingAsked) -> Table:
    return amend(t, closing=e.reason, closing_by=e.by)


def _table_closed(t: Table, _: past.TableClosed) -> Table:
    # The decks leave with the game: the next opening begins with the checklist of fresh ones.
    return amend(t, standing=Standing.CLOSED, closing="", closing_by="", decks=())


def _paused(t: Table, _: past.TablePaused) -> Table:
    return amend(t, standing=Standing.PAUSED)


def _resumed(t: Table, _: past.TableResumed) -> Table:
    return amend(t, standing=Standing.OPEN)


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
    return amend(t, standing=Standing.IDLE, decks=decks)


def _sat(t: Table, e: past.PlayerSat) -> Table:
    standing = Standing.OPEN if t.standing == Standing.IDLE else t.standing
    seat = Seat(e.seat, e.player, bot=e.bot)
    return amend(t, standing=standing, seats=dict(sorted({**t.seats, e.seat: seat}.items())))


def _leave_asked(t: Table, e: past.LeaveAsked) -> Table:
    return amend(t, seats={**t.seats, e.seat: replace(t.seats[e.seat], leaving=True)})


def _left(t: Table, e: past.PlayerLeft) -> Table:
    return amend(t, seats={n: seat for n, seat in t.seats.items() if n != e.seat})


def _bought(t: Table, e: past.ChipsBought) -> Table:
    return _chips(t, e.seat, e.chips)


def _cashed(t: Table, e: past.ChipsCashed) -> Table:
    return _chips(t, e.seat, -e.chips)


def _chips(t: Table, number: int, change: int) -> Table:
    seat = t.seats[number]
    changed = replace(seat, chips=Chips(seat.chips + change), absent_since=None)
    return amend(t, seats={**t.seats, number: changed})


def _tapped_in(t: Table, e: past.DealerTappedIn) -> Table:
    # A change stays one until the deck is counted, whoever taps in after it.
    changed = t.dealer_changed or (bool(t.dealer) and t.dealer != e.name)
    return amend(t, dealer=e.name, dealer_changed=changed)


def _counted(t: Table, _: past.DeckCounted) -> Table:
    return amend(t, rounds_since_count=0, dealer_changed=False)


def _taken_away(t: Table, e: past.DeckTakenAway) -> Table:
    return amend(t, decks=tuple(deck for deck in t.decks if deck.colour != e.colour))


def _shuffle_ordered(t: Table, _: past.ShuffleOrdered) -> Table:
    return amend(t, shuffle_ordered=True)


def _recut_ordered(t: Table, e: past.RecutOrdered) -> Table:
    return amend(t, recut=e.depth)


def _repaired(t: Table, _: past.DeviceRepaired) -> Table:
    return amend(t, device_down="")


def _begun(t: Table, e: past.RoundBegun) -> Table:
    return amend(
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
    )


def _seeded(t: Table, e: past.SeedAdded) -> Table:
    if t.shuffle is None:
        return t
    seeds = {**t.shuffle.seeds, e.seat: e.seed}
    return amend(t, shuffle=replace(t.shuffle, seeds=seeds))


def _offered(t: Table, e: past.BankOffered) -> Table:
    return amend(t, offer=replace(t.offer, seat=e.seat))


def _declined(t: Table, e: past.BankDeclined) -> Table:
    return amend(t, offer=Offer(None, t.offer.declined | {e.seat}))


def _called_off(t: Table, _: past.RoundCalledOff) -> Table:
    return t


def _timed_out(t: Table, e: past.TimedOut) -> Table:
    seat = t.seats[e.seat]
    since = t.at if seat.absent_since is None else seat.absent_since
    away = replace(seat, absent_since=since)
    return amend(t, timed_out=e.seat, seats={**t.seats, e.seat: away})


def _keyed(t: Table, e: past.WinnerKeyed) -> Table:
    return amend(t, keyed=t.keyed | {e.seat})


def _unkeyed(t: Table, e: past.WinnerUnkeyed) -> Table:
    return amend(t, keyed=t.keyed - {e.seat})


def _readied(t: Table, _: past.SystemReadied) -> Table:
    return amend(t, system_ready=True)


def _corrected(t: Table, e: past.MeterCorrected) -> Table:
    return amend(t, meters={**t.meters, e.meter: e.after})


def _revealed(t: Table, _: past.SecretRevealed) -> Table:
    return t


def _cancelled(t: Table, _: past.RoundCancelled) -> Table:
    seats = t.seats
    bank = t.round.bank if t.round else None
    if bank is not None and bank.seat in seats:
        seat = seats[bank.seat]
        seats = {**seats, bank.seat: replace(seat, chips=Chips(seat.chips + bank.stake))}
    return amend(t, round=None, shuffle=None, offer=_NO_OFFER, seats=seats)


def _ended(t: Table, _: past.RoundEnded) -> Table:
    return amend(
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


def _announced(t: Table, _: past.Announced) -> Table:
    return t


# What an event of the round changes at the table beside the round. Any: as below.
_AFTER_ROUND: Final[dict[type, Callable[[Table, Any], Table]]] = {
    round_past.BetsPlaced: _by_seat,
    round_past.PlayPlaced: _by_seat,
    round_past.BankTaken: _by_seat,
    round_past.Checked: _answered,
    round_past.Folded: _answered,
    round_past.BetsClosed: _closed,
    round_past.DeckLoaded: _loaded,
    round_past.IrregularityDeclared: _incident,
    round_past.MetersRead: _meters_read,
    round_past.RoundSettled: _settled,
}

# Any: each entry takes the event of its key, which a mapping cannot say; a test holds it complete.
_AFTER: Final[dict[type, Callable[[Table, Any], Table]]] = {
    past.TableSetUp: _set_up,
    past.RulesChanged: _rules_changed,
    past.DecksBrought: _decks_brought,
    past.StepDone: _step_done,
    past.TableOpened: _opened,
    past.ClosingAsked: _closing,
    past.TableClosed: _table_closed,
    past.TablePaused: _paused,
    past.TableResumed: _resumed,
    past.TableIdled: _idled,
    past.PlayerSat: _sat,
    past.LeaveAsked: _leave_asked,
    past.PlayerLeft: _left,
    past.ChipsBought: _bought,
    past.ChipsCashed: _cashed,
    past.DealerTappedIn: _tapped_in,
    past.DeckCounted: _counted,
    past.DeckTakenAway: _taken_away,
    past.ShuffleOrdered: _shuffle_ordered,
    past.RecutOrdered: _recut_ordered,
    past.DeviceRepaired: _repaired,
    past.RoundBegun: _begun,
    past.SeedAdded: _seeded,
    past.BankOffered: _offered,
    past.BankDeclined: _declined,
    past.RoundCancelled: _cancelled,
    past.RoundCalledOff: _called_off,
    past.TimedOut: _timed_out,
    past.WinnerKeyed: _keyed,
    past.WinnerUnkeyed: _unkeyed,
    past.SystemReadied: _readied,
    past.MeterCorrected: _corrected,
    past.SecretRevealed: _revealed,
    past.RoundEnded: _ended,
    past.Announced: _announced,
}
