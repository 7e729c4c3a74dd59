"""Rounds at a table: opening one with its deck and secret, playing it, ending it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from pitboss.cards.shuffle import SECRET_BYTES, SEED_BYTES_MAX, commitment, deck_order
from pitboss.round import Refusal, Round
from pitboss.round import command as round_ask
from pitboss.round import decide as decide_round
from pitboss.round import event as round_past
from pitboss.round.bets import most_play
from pitboss.round.legal import depth_fault, is_cut, turn
from pitboss.round.refusal import Reason, refuse
from pitboss.round.state import NEW_ROUND, Phase, Step, TableFacts, Void
from pitboss.rules import NO_CITE, Cite, Rules, Wager, money
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.banking import bank_fee_max, circle_fee_max, next_offer, recent_banks, take_fault
from pitboss.table.deck import Deck
from pitboss.table.event import NoHand
from pitboss.table.evolve import evolve
from pitboss.table.methods import waits_for_device
from pitboss.table.opening import checklist_fault, decks_fault
from pitboss.table.people import Person
from pitboss.table.permissions import TEXT_MAX
from pitboss.table.progressive import reading_fault, settle_fault, two_people_fault
from pitboss.table.refusal import TableReason
from pitboss.table.seating import gone
from pitboss.table.state import Standing, Table

Decision = tuple[past.Event, ...] | Refusal
HOUR_MS: Final = 3_600_000
HOUSE_SEAT: Final = 255  # no felt has so many: the seat under which the house's seed is entered
CALLED_OFF: Final = Cite(readings=("P-04",))
TIME_OUT: Final = Cite(readings=("A-X-05",))


# -- opening -------------------------------------------------------------------------------------


def open_round(table: Table, command: ask.OpenRound, at: int, rules: Rules) -> Decision:
    """Begin a round, unless a rule forbids it."""
    if fault := _open_fault(table, rules):
        return fault
    deck = next_deck(table)
    if table.identity.provable and len(command.secret) != SECRET_BYTES:
        text = f"every round needs a secret of {SECRET_BYTES} bytes"
        return refuse(TableReason.SECRET, text)
    meters = dict(command.meters) if table.progressive.link else dict(table.progressive.meters)
    if table.progressive.link and (fault := reading_fault(table, command.meters, rules)):
        return fault
    known = {name: amount for name, amount in meters.items() if amount is not None}
    told = facts(table, deck, at)
    opened = decide_round(NEW_ROUND, round_ask.Open(known, told), rules)
    if isinstance(opened, Refusal):
        return opened
    number = table.rounds + 1
    secret = command.secret if table.identity.provable else b""
    sealed = commitment(secret, table.identity.name, number) if table.identity.provable else b""
    begun = past.RoundBegun(number, deck.colour, sealed, secret)
    if rules.house_banks:
        return begun, *opened
    seat = next_offer(table, frozenset(), rules, told.recent_banks)
    if seat is None:
        text = "nobody can bank the next hand, and the house never banks"
        return refuse(Reason.NO_BANK, text, rules.set.cite("table.bank"))
    return begun, *opened, past.BankOffered(seat)


def _open_fault(table: Table, rules: Rules) -> Refusal | None:
    if table.round is not None:
        return refuse(TableReason.ROUND_GOING_ON, f"round {table.rounds} is still being played")
    if table.status.standing != Standing.OPEN or table.status.closing:
        return refuse(
            TableReason.TABLE_NOT_OPEN,
            f"the table is {table.status.standing}; no new round can start",
        )
    if all(seat.leaving for seat in table.seats.values()):
        cite = rules.set.cite("table.seated_only")
        return refuse(TableReason.NOBODY_SEATED, "nobody sits at the table", cite)
    if fault := decks_fault(table, rules) or checklist_fault(table, rules):
        return fault
    if waits_for_device(table, rules):
        text = "the device is out of order: deal by another method, or repair it"
        return refuse(TableReason.DEVICE_DOWN, text, rules.method.needs_cite)
    if not table.progressive.system_ready and rules.fact("progressive.readied"):
        text = "ready the progressive system before the next hand"
        return refuse(TableReason.SYSTEM_NOT_READY, text, rules.set.cite("progressive.readied"))
    return None


def next_deck(table: Table) -> Deck:
    """Pick the deck of the next round: of two, the one that was not used last."""
    others = [deck for deck in table.decks.at_table if deck.colour != table.decks.last]
    return (others or list(table.decks.at_table))[0]


def facts(table: Table, deck: Deck, at: int) -> TableFacts:
    """Tell a round what it must know of earlier ones."""
    return TableFacts(
        rounds_since_count=table.decks.rounds_since_count,
        recent_banks=recent_banks(table),
        deck=deck.colour,
        last_deck=table.decks.last,
        deck_hours=0 if deck.since is None else max(0, at - deck.since) // HOUR_MS,
        dealer_changed=table.decks.dealer_changed,
    )


# -- the shuffle ---------------------------------------------------------------------------------


def add_seed(table: Table, command: ask.AddSeed) -> Decision:
    """Take a player's own chance, once the commitment is out and before betting closes."""
    if table.round is None or table.round.phase != Phase.BETTING or table.shuffle.sealed is None:
        return refuse(TableReason.SEED, "you can add randomness only while betting is open")
    if not 1 <= len(command.seed) <= SEED_BYTES_MAX:
        return refuse(TableReason.SEED, f"a seed must have 1 to {SEED_BYTES_MAX} bytes")
    return (past.SeedAdded(command.seat, command.seed),)


def shuffle(table: Table, rules: Rules) -> Decision:
    """Bring the deck in the order that the sealed secret and the seeds give."""
    round_ = table.round
    if round_ is None or table.shuffle.sealed is None:
        return refuse(TableReason.NO_ROUND, "no round is waiting for its shuffle")
    if round_.stub and not table.shuffle.ordered:
        return refuse(Reason.NOT_NOW, "the deck is already shuffled")
    if fault := _deck_fault(table, rules):
        return fault
    seeds = dict(table.shuffle.sealed.seeds)
    if table.shuffle.loads:
        # A deck shuffled anew within a round: its ordinal is a seed of the house, the order new.
        seeds[HOUSE_SEAT] = bytes([min(table.shuffle.loads + 1, 255)])
    order = deck_order(table.shuffle.sealed.secret, table.identity.name, table.rounds, seeds)
    return decide_round(round_, round_ask.LoadDeck(order), rules)


def _deck_fault(table: Table, rules: Rules) -> Refusal | None:
    """A deck that was taken out of the round is replaced, and the new one prepared, first."""
    if table.deck_of(table.decks.in_round) is None:
        text = f"the {table.decks.in_round} deck was taken away; bring another"
        return refuse(TableReason.WRONG_DECK, text, rules.set.cite("cards.deck"))
    return checklist_fault(table, rules)


def order_shuffle(table: Table, by: Person, rules: Rules) -> Decision:
    """The floor orders a shuffle: before the first card, or for the next round."""
    if table.round is not None and table.round.parcels:
        text = "cards are out: order a shuffle before the first card or after the round"
        return refuse(TableReason.ROUND_GOING_ON, text, rules.set.cite("cards.shuffle_on_order"))
    return (past.ShuffleOrdered(by.name),)


def order_recut(table: Table, command: ask.OrderRecut, by: Person, rules: Rules) -> Decision:
    """The floor orders the deck of this round cut once more, before the first card."""
    round_, cite = table.round, rules.set.cite("cards.cut_after")
    if round_ is None or round_.phase not in (Phase.BETTING, Phase.LOCKED):
        text = "order a recut in a round, before its first card"
        return refuse(Reason.NOT_NOW, text, cite)
    shuffled = round_.shuffled or rules.choice("shuffle")
    if not is_cut(shuffled, rules):
        return refuse(Reason.CUT_NOT_DUE, f"there is no cut after a {shuffled} shuffle", cite)
    return depth_fault(command.depth, rules) or (past.RecutOrdered(by.name, command.depth),)


def recut_due(table: Table, rules: Rules) -> bool:
    """Tell whether the floor has ordered a recut; of a deck that came otherwise shuffled, none."""
    return (
        bool(table.shuffle.recut)
        and table.round is not None
        and is_cut(table.round.shuffled, rules)
    )


# -- playing -------------------------------------------------------------------------------------


def play(table: Table, command: round_ask.Command, by: Person, rules: Rules) -> Decision:
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
    """Say what the table has against a command of the round; against most it has nothing."""
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


def _decks_away(table: Table, decision: Decision) -> Decision:
    """With an irregularity the deck may leave the table."""
    if isinstance(decision, Refusal):
        return decision
    away = [
        past.DeckTakenAway(table.decks.in_round, "irregularity", event.incident.cite)
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
    return _deck_fault(table, rules)


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


def time_out(table: Table, at: int, rules: Rules) -> Decision:
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
    return past.TimedOut(spot.seat, table.round.street, word, TIME_OUT), *decision


def time_left(table: Table, seat: int, at: int, rules: Rules) -> int:
    """Tell how many milliseconds a seat that is asked still has; an absent one has none."""
    seated = table.seats[seat]
    if seated.leaving and seated.absent_since is not None:
        return 0  # they have asked to leave and let their time pass once: nobody waits again
    left = table.clock.since + rules.whole("decision.timeout") * 1000 - at
    if "abandon.timeout" in rules.set.options:
        absent = seated.absent_since
        if absent is not None:
            left = min(left, absent + rules.whole("abandon.timeout") * 1000 - at)
    return left


# -- ending --------------------------------------------------------------------------------------


def cancel(table: Table, rules: Rules) -> Decision:
    """End a round before any card, when nobody bet or nobody banks."""
    round_ = table.round
    if round_ is None or round_.phase != Phase.BETTING:
        return refuse(
            TableReason.ROUND_GOING_ON, "a round can be cancelled only before any card is dealt"
        )
    if round_.spots and (rules.house_banks or round_.bank is not None):
        return refuse(TableReason.CHIPS_AT_STAKE, "this round has bets and a bank; deal it")
    if round_.bank is None and table.bank.offered is not None:
        text = f"the bank is offered to seat {table.bank.offered}"
        return refuse(TableReason.BANK_NOT_OFFERED, text, rules.set.cite("bank.offered"))
    unbanked = not rules.house_banks and round_.bank is None
    return _withdrawn(table, round_, NoHand.NOBODY_BANKS if unbanked else NoHand.NO_WAGER)


def _withdrawn(
    table: Table, round_: Round, why: NoHand, reason: str = ""
) -> tuple[past.Event, ...]:
    back = tuple(round_past.BetsCleared(spot.seat) for spot in round_.spots)
    events = (*back, *_revealed(table), past.RoundCancelled(table.rounds, why, reason))
    after = table
    for event in events:
        after = evolve(after, event, table.clock.at)
    return *events, *_after(after)


def call_off(table: Table, command: ask.CallOff, by: Person) -> Decision:
    """Void the round by the floor's decision; every wager goes back."""
    round_ = table.round
    if round_ is None or round_.phase == Phase.SETTLED:
        return refuse(
            TableReason.NO_ROUND, "no round is being played, so there is nothing to call off"
        )
    if fault := two_people_fault(command.reason, by, command.second):
        return fault
    if round_.void is not None and not round_.void.settles:
        return refuse(Reason.NOT_NOW, "the round is void already")
    reason = command.reason.strip()[:TEXT_MAX]
    called = past.RoundCalledOff(table.rounds, reason, by.name, command.second)
    if round_.phase == Phase.BETTING:
        return called, *_withdrawn(table, round_, NoHand.CALLED_OFF, reason)
    return called, round_past.RoundVoided(Void(CALLED_OFF, (), NO_CITE))


def end(table: Table) -> Decision:
    """End a settled round: the secret is revealed, the rack cleared, leavers go."""
    if table.round is None or table.round.phase != Phase.SETTLED:
        return refuse(TableReason.NO_ROUND, "no settled round is waiting to end")
    return *_revealed(table), past.RoundEnded(table.rounds), *_after(table)


def _revealed(table: Table) -> tuple[past.Event, ...]:
    if table.shuffle.sealed is None:
        return ()
    return (past.SecretRevealed(table.rounds, table.shuffle.sealed.secret),)


def _after(table: Table) -> tuple[past.Event, ...]:
    if not table.status.closing:
        return gone(table)
    return *gone(table), past.TableClosed(table.status.closing_by, table.status.closing)
