"""What scripted people do at a table: bets, banks, decisions, buy-ins, and a dealer with cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.journal import Journal
from pitboss.pit.cashier import Cashier
from pitboss.round import Round
from pitboss.round import command as round_ask
from pitboss.round.legal import choices, turn
from pitboss.round.state import Phase
from pitboss.rules import NOTHING, Chips, Rules
from pitboss.table import Command, Person, Role, Table, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.seating import free_seats
from pitboss.table.state import Seat
from tests.pit.hands import START
from tests.pit.stacking import stacked
from tests.round.rounds import bets_for

PLAYERS: Final = tuple(f"p{n}" for n in range(1, 10))
CAGED: Final = PLAYERS[-2:]  # they have no purse and buy at the cage, as on staff-run tables
BROUGHT: Final = (NOTHING, Chips(5_000_00))  # with which somebody sits down
FULL: Final = Chips(10**10)
Wish = tuple[Command, Person]
POOR: Final = Chips(2_500_00)  # with less than this a player buys more; no bet is above it
ROYAL: Final = "Ah Kh"
ROYAL_BOARD: Final = "Th Jh Qh 2c 3d"
_MOST_SEATED: Final = 4


def anybody(player: str) -> bool:
    """All players are here."""
    return True


def wishes(
    table: Table, chance: random.Random, here: Callable[[str], bool] = anybody
) -> Iterator[Wish]:
    """List what those who are `here` would like to do now; most of it will be obeyed."""
    if table.identity.rules is None:
        return
    rules = rules_of(table.identity.rules)
    seated = sum(seat.bot or here(seat.player) for seat in table.seats.values())
    if seated < _MOST_SEATED and chance.random() < (0.5 if seated < 2 else 0.1):
        yield _arrival(table, rules, chance, here)
    for seat in table.seats.values():
        if (
            not seat.bot
            and here(seat.player)
            and (command := _wish(table, seat, rules, chance)) is not None
        ):
            yield command, Person(seat.player, Role.PLAYER)
    if (deck := _deck(table, rules, chance)) is not None:
        yield round_ask.LoadDeck(deck), AUTOMATIC_DEALER


def _arrival(
    table: Table, rules: Rules, chance: random.Random, here: Callable[[str], bool]
) -> Wish:
    name = chance.choice([name for name in PLAYERS if here(name)])
    seat = chance.choice(free_seats(table, rules) or (1,))
    purse, chips = (f"purse-{name}", chance.choice(BROUGHT)) if name not in CAGED else ("", NOTHING)
    return ask.Sit(seat, name, purse=purse, chips=chips), Person(name, Role.PLAYER)


def fill_purses(journal: Journal) -> None:
    """Open the purse of everybody who has one, with more than anybody loses."""
    for name in PLAYERS:
        if name not in CAGED:
            Cashier(journal).carry_over(f"purse-{name}", FULL, START)


def _wish(table: Table, seat: Seat, rules: Rules, chance: random.Random) -> Command | None:
    round_ = table.round
    if seat.chips < POOR:
        return ask.BuyIn(seat.number, Chips(chance.randrange(POOR, 4 * POOR, 100)))
    if round_ is None or round_.phase == Phase.SETTLED:
        roll = chance.random()
        if roll < 0.05:
            return ask.CashOut(seat.number, Chips(chance.randint(1, 50_00)))
        return ask.Leave(seat.number) if roll < 0.06 else None
    if round_.phase == Phase.BETTING:
        return _bet(table, round_, seat, rules, chance)
    asked = turn(round_, rules)
    if asked is None or asked.seat != seat.number:
        return None
    return chance.choice(choices(round_, rules)).command()


def _bet(
    table: Table, round_: Round, seat: Seat, rules: Rules, chance: random.Random
) -> Command | None:
    if not rules.house_banks and round_.bank is None:
        if table.bank.offered != seat.number:
            return None
        takes = chance.random() < 0.8
        return (
            round_ask.TakeBank(seat.number, Chips(1_000_00))
            if takes
            else ask.DeclineBank(seat.number)
        )
    if round_.bank is not None and round_.bank.seat == seat.number:
        return None
    if round_.spot(seat.number) is not None and chance.random() > 0.05:  # some change their bets
        return None
    if table.identity.provable and chance.random() < 0.1:
        return ask.AddSeed(seat.number, chance.randbytes(chance.randint(1, 64)))
    wagers, tips = bets_for(chance, rules)
    return round_ask.PlaceBets(seat.number, wagers, tips)


def _deck(table: Table, rules: Rules, chance: random.Random) -> tuple[Card, ...] | None:
    round_ = table.round
    if table.identity.provable or round_ is None or round_.phase != Phase.LOCKED:
        return None
    if round_.stub and not table.shuffle.ordered:
        return None
    if chance.random() < 0.5:
        return tuple(chance.sample(DECK, len(DECK)))
    lucky = chance.choice(round_.spots).seat
    return stacked(round_, rules, {lucky: ROYAL}, ROYAL_BOARD, "4c 5d")
