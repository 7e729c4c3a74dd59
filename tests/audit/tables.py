"""Tables to audit: regulars who play on and on, and random seasons, under any name."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.legal import choices, turn
from pitboss.round.state import Phase
from pitboss.rules import Chips, Rules, Wager, in_force, rule_set
from pitboss.table import Command, Event, Order, Person, Role, Table, choice_of, decide, evolve
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace, due, fresh_decks
from tests.round.rounds import bets_for
from tests.table.seasons import FLOOR, START
from tests.table.seasons import season as random_season

QUICK = Pace(betting=None, bank=None, step=0, result=0, between=0, clock=False)
Log = list[tuple[Order, tuple[Event, ...]]]


@dataclass(slots=True)
class Played:
    """A table and all that happened at it."""

    name: str
    rules: Rules
    chance: random.Random
    table: Table = field(default_factory=Table)
    log: Log = field(default_factory=list)
    at: int = START

    def must(self, command: Command, by: Person) -> None:
        """Give an order that has to be accepted."""
        order = Order(command, by, self.at)
        decision = decide(self.table, order)
        assert not isinstance(decision, Refusal), (command, decision)
        for event in decision:
            self.table = evolve(self.table, event, self.at)
        self.log.append((order, decision))

    def set_up(self, options: dict[str, Any]) -> None:
        """Set the table up, bring and prepare its decks, open it."""
        self.must(ask.SetUp(self.name, choice_of(self.rules, options)), FLOOR)
        self.must(ask.BringDecks(fresh_decks(self.rules)), AUTOMATIC_DEALER)
        for deck in self.table.decks.at_table:
            for step in self.rules.fact("cards.opening") or ():
                if step in ("inspect", "spread"):
                    self.must(ask.DoStep(deck.colour, step), AUTOMATIC_DEALER)
                elif step == "verify":
                    self.must(ask.DoStep(deck.colour, step), AUTOMATIC_FLOOR)
        self.must(ask.OpenTable(), FLOOR)


def season(seed: int, *, steps: int = 300, rules: str | None = None) -> Played:
    """Play a random season without a link: faults, irregularities, people who come and go."""
    for again in range(100):
        played = random_season(seed + 1_000 * again, steps=steps, name=rules)
        if not played.table.progressive.link:  # a link has a stream of its own: `linked` has those
            table = played.table
            return Played(
                table.identity.name, played.rules, played.chance, table, played.log, played.at
            )
    raise LookupError("every season has a link")


def regulars(
    seed: int,
    *,
    rounds: int,
    rules: str = "maryland",
    name: str = "T1",
    seats: int | None = None,
    options: dict[str, Any] | None = None,
) -> Played:
    """Let the same players play round after round; `seats`: how many, else one to six by turns."""
    chance = random.Random(seed)
    chosen, given = house(rules, options)
    table = Played(name, chosen, chance)
    table.set_up(given)
    while table.table.rounds < rounds or table.table.round is not None:
        if table.table.round is None:
            company(table, seats or chance.randint(1, 6))
        play_round(table)
    return table


def house(rules: str, options: dict[str, Any] | None = None) -> tuple[Rules, dict[str, Any]]:
    """Give a usual choice of options."""
    chosen = rule_set(rules)
    given: dict[str, Any] = {}
    if "trips" in chosen.options:
        given["trips"] = chosen.tables_of(Wager.TRIPS)[0]
    given |= options or {}
    return in_force(chosen, given), json.loads(json.dumps(given))


def play_round(table: Played) -> None:
    """Play from the opening to the end of one round."""
    begun = table.table.rounds
    while table.table.round is not None or table.table.rounds == begun:
        table.at += 250
        round_ = table.table.round
        if round_ is not None and round_.phase == Phase.BETTING:
            _bet(table)
        if round_ is not None and (spot := turn(round_, table.rules)):
            mine = Person(table.table.seats[spot.seat].player, Role.PLAYER)
            offered = choices(round_, table.rules)
            table.must(table.chance.choice(offered).command(), mine)
            continue
        step = due(table.table, QUICK)
        assert step is not None, table.table
        table.at = max(table.at, step.at)
        command = step.command
        if isinstance(command, ask.OpenRound):
            command = ask.OpenRound(table.chance.randbytes(32))
        table.must(command, step.by)


def company(table: Played, wanted: int) -> None:
    """Bring the number of players to what is wanted, each with chips enough for anything."""
    least = 1 if table.rules.house_banks else 2
    wanted = max(least, min(wanted, table.rules.seats))
    for seat in sorted(table.table.seats)[wanted:]:
        table.must(ask.Leave(seat), Person(f"p{seat}", Role.PLAYER))
    for seat in range(1, wanted + 1):
        player = Person(f"p{seat}", Role.PLAYER)
        if seat not in table.table.seats:
            table.must(ask.Sit(seat, player.name), player)
        if table.table.seats[seat].chips < 5_000_00:
            table.must(ask.BuyIn(seat, Chips(20_000_00)), player)


def _bet(table: Played) -> None:
    for number, seat in table.table.seats.items():
        round_ = table.table.round
        if round_ is None or round_.spot(number) is not None:
            continue
        player = Person(seat.player, Role.PLAYER)
        if not table.rules.house_banks and round_.bank is None:
            if table.table.bank.offered == number:
                table.must(round_ask.TakeBank(number, Chips(1_000_00)), player)
                _bet(table)
                return
        elif round_.bank is None or round_.bank.seat != number:
            if table.chance.random() < 0.1:
                table.must(ask.AddSeed(number, table.chance.randbytes(16)), player)
            wagers, tips = bets_for(table.chance, table.rules)
            table.must(round_ask.PlaceBets(number, wagers, tips), player)
