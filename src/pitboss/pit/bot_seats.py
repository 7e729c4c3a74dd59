"""Bots in their seats: who they are, what they wish for now, and chips when they run out."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from pitboss.pit.bots import Bot, Style
from pitboss.pit.chance import Chance, DrawBelow
from pitboss.round import command as round_ask
from pitboss.round.legal import turn
from pitboss.round.state import Phase
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.rules import Chips, Rules
from pitboss.table import Command, Person, Role, RulesChoice, Table, rules_of
from pitboss.table import command as ask
from pitboss.table.banking import next_offer
from pitboss.table.seating import in_round
from pitboss.table.state import Seat
from pitboss.table.timetable import Due

BANKROLL: Final = Chips(1_000_000)  # cents: what a bot buys when it has less than a tenth of it
THINKING_MS: Final = 700  # so that people can follow; a load test sets it to 0
BOTS_KEPT: Final = 10_000  # labels read once and remembered
BotReady = Callable[
    [Bot, RulesChoice], bool
]  # whether a bot has learnt the game that a table plays
_LABEL: Final = re.compile(r"(?P<name>.+) \(bot, (?P<style>[a-z]+)\)")


def bot_of(seat: Seat) -> Bot | None:
    """Find the bot that sits at a place, by its label; None for a person."""
    return _named(seat.player) if seat.bot else None


@lru_cache(maxsize=BOTS_KEPT)
def _named(label: str) -> Bot | None:
    found = _LABEL.fullmatch(label)
    if found is None or found["style"] not in tuple(Style):
        return None
    return Bot(found["name"], Style(found["style"]))


def always(_bot: Bot, _choice: RulesChoice) -> bool:
    """Take every bot as ready: it works out what it needs when it is first asked."""
    return True


def bot_due(
    table: Table,
    source: Chance,
    thinking: int = THINKING_MS,
    ready: BotReady = always,
    step: int = THINKING_MS,
) -> Due | None:
    """Return what the first bot that has something to do wants to do, and when.

    It thinks no longer than a `step` of the dealer; only a person who banks always has a moment to
    give the bank back. One that is not ready sits the round out, or thinks on where it is in one.
    """
    if table.identity.rules is None or all(not seat.bot for seat in table.seats.values()):
        return None
    rules = rules_of(table.identity.rules)
    for seat in table.seats.values():
        bot = bot_of(seat)
        if bot is None or seat.leaving:
            continue
        knows = partial(ready, bot, table.identity.rules)
        command = _wish(table, seat, bot, rules, source.below, knows)
        if command is not None:
            wait = thinking if _a_person_banks(table) else min(thinking, step)
            return Due(command, Person(seat.player, Role.PLAYER), table.clock.since + wait)
    return None


def _a_person_banks(table: Table) -> bool:
    round_ = table.round
    if round_ is None or round_.phase != Phase.BETTING or round_.bank is None:
        return False
    return not table.seats[round_.bank.seat].bot


def _wish(
    table: Table, seat: Seat, bot: Bot, rules: Rules, chance: DrawBelow, knows: Callable[[], bool]
) -> Command | None:
    round_ = table.round
    if not in_round(table, seat.number) and seat.chips == 0:
        return ask.BuyIn(seat.number, BANKROLL)
    if round_ is None or round_.phase == Phase.SETTLED:
        poor = seat.chips * 10 < BANKROLL
        return ask.BuyIn(seat.number, Chips(BANKROLL - seat.chips)) if poor else None
    if round_.phase == Phase.BETTING:
        if table.bank.offered == seat.number and round_.bank is None:
            must = not _another_may_bank(table, seat.number, rules)
            stake = bot.stake(seat.number, rules, seat.chips, chance, must=must)
            if stake is None:
                return ask.DeclineBank(seat.number)
            return round_ask.TakeBank(seat.number, stake)
        waits = not rules.house_banks and round_.bank is None
        if round_.spot(seat.number) is not None or waits or not knows():
            return None
        seen = view(round_, Viewer(ViewerRole.SEAT, seat.number), rules)
        wagers = bot.bets(seen, seat.number, rules, seat.chips, chance)
        return round_ask.PlaceBets(seat.number, wagers) if wagers else None
    asked = turn(round_, rules)
    if asked is None or asked.seat != seat.number or not knows():
        return None
    # A bot sees what its seat may see: the view is all that it is given.
    seen = view(round_, Viewer(ViewerRole.SEAT, seat.number), rules)
    return bot.choose(seen, rules, seat.chips, chance).command()


def _another_may_bank(table: Table, seat: int, rules: Rules) -> bool:
    """Return whether a bot is still to be asked after this one; people may all decline."""
    declined = table.bank.declined | {seat}
    while (following := next_offer(table, declined, rules)) is not None:
        if table.seats[following].bot:
            return True
        declined |= {following}
    return False
