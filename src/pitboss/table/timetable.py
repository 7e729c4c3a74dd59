"""What the automatic dealer does next and when: the pace of a table without a human dealer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.cards import DECK
from pitboss.round import Refusal, Round
from pitboss.round import command as round_ask
from pitboss.round.legal import decks_in_use, due_step, is_cut, open_fault, turn
from pitboss.round.refusal import Reason
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Phase, Step
from pitboss.rules import Rules
from pitboss.table import command as ask
from pitboss.table.banking import next_offer
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.decks import BEFORE_PLAYERS, checklist, steps_left
from pitboss.table.floor import HOLD_MS, is_held
from pitboss.table.methods import waits_for_device
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR, Person
from pitboss.table.playing import time_left
from pitboss.table.rounds import facts, next_deck
from pitboss.table.rules_choice import rules_of
from pitboss.table.shuffling import recut_due
from pitboss.table.state import Standing, Table

COLOURS: Final = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the table waits, in milliseconds; None: until everybody has answered.

    `floor` lets the automatic floor sign and validate; else a person has to.
    """

    betting: int | None = 20_000
    bank: int | None = 15_000
    step: int = 1_200
    result: int = 5_000
    between: int = 1_500
    idle: int = 600_000
    clock: bool = True
    floor: bool = True


@dataclass(frozen=True, slots=True)
class Due:
    """A command of the house and the moment it is due, in milliseconds."""

    command: ask.Command
    by: Person
    at: int


def due(table: Table, pace: Pace, now: int = 0) -> Due | None:
    """Return what the house does next; None where the table waits for people.

    An `OpenRound` comes without its secret and readings: those are the shell's to add. `now` is
    for who comes back after a while: a deck may have grown too old since the last event.
    """
    if table.identity.rules is None:
        return None
    rules = rules_of(table.identity.rules)
    if table.round is None:
        return _between(table, pace, now, rules)
    if is_held(table):
        return _dealer(table, ask.ReleaseTable(), HOLD_MS)
    return _in_round(table, table.round, pace, rules)


def _dealer(table: Table, command: ask.Command, wait: int = 0) -> Due:
    return Due(command, AUTOMATIC_DEALER, table.clock.since + wait)


# -- between rounds -------------------------------------------------------------------------------


def fresh_decks(rules: Rules) -> tuple[Deck, ...]:
    """Return the decks that a table without a human dealer uses."""
    return tuple(Deck(colour) for colour in COLOURS[: decks_in_use(rules)])


def opening_commands(rules: Rules, floor: Person) -> Iterator[tuple[ask.Command, Person]]:
    """List what opens a new table before players come, and who does it.

    Two people sign for each deck.
    """
    decks = fresh_decks(rules)
    yield ask.BringDecks(decks), AUTOMATIC_DEALER
    for deck in decks:
        for step in checklist(deck, rules):
            if step in BEFORE_PLAYERS:
                by = floor if step == ChecklistStep.VERIFY else AUTOMATIC_DEALER
                yield ask.DoStep(deck.colour, step), by
    yield ask.OpenTable(), floor


def _between(table: Table, pace: Pace, now: int, rules: Rules) -> Due | None:
    if table.status.standing != Standing.OPEN:
        return None
    if not table.seats:
        spreads = rules.fact("cards.idle") is not None
        return _dealer(table, ask.Idle(), pace.idle) if spreads else None
    if missing := _missing_decks(table, rules):
        return _dealer(table, ask.BringDecks(missing))
    for deck in table.decks.at_table:
        if left := steps_left(deck, rules):
            return _step(table, deck, left[0], pace)
    if waits_for_device(table, rules):
        return None
    if not table.progressive.system_ready and rules.fact("progressive.readied"):
        return _dealer(table, ask.ReadySystem())
    return _next_round(table, max(table.clock.since + pace.between, table.clock.at), now, rules)


def _missing_decks(table: Table, rules: Rules) -> tuple[Deck, ...]:
    """Return the decks that are wanting, alike in design to the one that is there."""
    have = {deck.colour for deck in table.decks.at_table}
    design = (*table.decks.at_table, Deck(""))[0].design
    fresh = [Deck(colour, design) for colour in COLOURS if colour not in have]
    return tuple(fresh[: decks_in_use(rules) - len(have)])


def _step(table: Table, deck: Deck, step: ChecklistStep, pace: Pace) -> Due | None:
    command = ask.DoStep(deck.colour, step)
    if step != ChecklistStep.VERIFY:
        return _dealer(table, command)
    return Due(command, AUTOMATIC_FLOOR, table.clock.since) if pace.floor else None


def _next_round(table: Table, when: int, now: int, rules: Rules) -> Due | None:
    """Open a round at `when`, which does not move with `now`: else a stand-by waits for ever."""
    deck = next_deck(table)
    fault = open_fault(Round(), facts(table, deck, max(when, now)), rules)
    if isinstance(fault, Refusal):
        if fault.reason == Reason.COUNT_OVERDUE:
            return _dealer(table, ask.CountDeck(deck.colour, len(DECK)))
        if fault.reason == Reason.DECK_OVERDUE:
            return _dealer(table, ask.ChangeDeck(deck.colour, Deck(deck.colour, deck.design)))
        return None
    if not rules.house_banks and next_offer(table, frozenset(), rules) is None:
        return None
    return Due(ask.OpenRound(), AUTOMATIC_DEALER, when)


# -- in a round -----------------------------------------------------------------------------------


def _in_round(table: Table, round_: Round, pace: Pace, rules: Rules) -> Due | None:
    match round_.phase:
        case Phase.BETTING:
            return _betting(table, round_, pace, rules)
        case Phase.LOCKED:
            return _cards(table, round_, pace, rules)
        case Phase.DEALING:
            return _dealer(table, round_ask.Deal())
        case Phase.DECIDING:
            return _asked(table, round_, pace, rules)
        case Phase.TURNING | Phase.REVEALING:
            step = due_step(round_)
            return _dealer(table, round_ask.Proceed(step), pace.step) if step else None
        case Phase.SETTLING:
            return _settling(table, round_, pace, rules)
        case Phase.SETTLED:
            return _dealer(table, ask.EndRound(), pace.result)
        case _:
            return None


def _betting(table: Table, round_: Round, pace: Pace, rules: Rules) -> Due | None:
    """A table that the floor closes waits for nobody who may never come: it plays what is down."""
    present = [n for n, seat in table.seats.items() if not seat.leaving]
    closing = bool(table.status.closing)
    if not rules.house_banks and round_.bank is None:
        if table.bank.offered is None:
            return _dealer(table, ask.CancelRound())
        decline = ask.DeclineBank(table.bank.offered)
        if table.seats[table.bank.offered].leaving or closing:
            return _dealer(table, decline)
        return None if pace.bank is None else _dealer(table, decline, pace.bank)
    bank = round_.bank.seat if round_.bank else None
    if not round_.spots:
        going = bank is not None and bank not in present
        return _dealer(table, ask.CancelRound()) if going or closing or not present else None
    waiting = [n for n in present if round_.spot(n) is None and n != bank]
    if not waiting or (closing and pace.betting is None):
        return _dealer(table, round_ask.CloseBets(), pace.step)
    return None if pace.betting is None else _dealer(table, round_ask.CloseBets(), pace.betting)


def _cards(table: Table, round_: Round, pace: Pace, rules: Rules) -> Due | None:
    if not round_.stub or table.shuffle.ordered:
        if table.deck_of(table.decks.in_round) is None:
            missing = _missing_decks(table, rules)
            return _dealer(table, ask.BringDecks(missing)) if missing else None
        for deck in table.decks.at_table:
            if left := steps_left(deck, rules):
                return _step(table, deck, left[0], pace)
        return _dealer(table, ask.ShuffleDeck()) if table.identity.provable else None
    if is_cut(round_.shuffled, rules) and not round_.cut:
        # The order is random already: where it is cut changes nothing, so it is the middle.
        middle = (rules.whole("cut.min") + rules.whole("cut.max")) // 2
        return _dealer(table, round_ask.CutDeck(middle))
    if recut_due(table, rules):  # by somebody of the floor; the house's own hands do it
        return Due(
            round_ask.CutDeck(table.shuffle.recut, recut=True), AUTOMATIC_FLOOR, table.clock.since
        )
    return _dealer(table, round_ask.Deal())


def _asked(table: Table, round_: Round, pace: Pace, rules: Rules) -> Due | None:
    spot = turn(round_, rules)
    if spot is None:
        return None
    if table.seats[spot.seat].leaving:
        return Due(ask.TimeOut(), AUTOMATIC_DEALER, table.clock.at + _left(table, spot.seat, rules))
    if not pace.clock and not table.status.closing:
        return None
    return Due(ask.TimeOut(), AUTOMATIC_DEALER, table.clock.at + _left(table, spot.seat, rules))


def _left(table: Table, seat: int, rules: Rules) -> int:
    return max(0, time_left(table, seat, table.clock.at, rules))


def _settling(table: Table, round_: Round, pace: Pace, rules: Rules) -> Due | None:
    won = jackpots(round_, rules)
    if rules.fact("progressive.keyed") is not None:
        wrong = sorted(table.progressive.keyed ^ frozenset(won))
        if wrong:
            return _dealer(table, ask.KeyWinner(wrong[0]))
    open_seats = [seat for seat in won if seat not in round_.validated]
    if open_seats and rules.fact("progressive.validation") == "blocks":
        if not pace.floor:
            return None
        command = round_ask.Validate(open_seats[0], AUTOMATIC_FLOOR.name)
        return Due(command, AUTOMATIC_FLOOR, table.clock.since)
    if won and table.progressive.link and not table.progressive.meters_read:
        return _dealer(table, round_ask.ReadMeters({}))  # the shell adds what the link says
    return _dealer(table, round_ask.Proceed(Step.SETTLE), pace.step)
