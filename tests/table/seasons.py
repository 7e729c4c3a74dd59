"""Random seasons at one table: any set, any options, faults and irregularities, checked always."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.ledger import Books, posted
from pitboss.ledger.accounts import LAYOUT, meter_account, player_account
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.irregular import IRREGULARITY_KINDS
from pitboss.round.legal import choices, shuffle_fault, turn
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES, Chips, OptionError, Rules, Wager, in_force, rule_set
from pitboss.table import Event, Order, Person, Role, Table, decide, evolve, house_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace, due, fresh_decks
from tests.round.rounds import OPTION_VALUES, bets_for

START = 1_800_000_000_000
FLOOR = Person("Ada", Role.FLOOR)
OPTIONS: dict[str, tuple[Any, ...]] = {
    **OPTION_VALUES,
    "decision.timeout": (5, 60),
    "abandon.timeout": (1, 120),
    "require_full_funding": (True, False),
    "pd.rotation": ("offered", "forced"),
    "pd.break_hands": (1, 2, 3),
    "deck.change_hours": (1, 8),
    "device.counts_cards": (True, False),
    "shuffle": ("device", "manual"),
    "meter.reserve": (0, 250),
}


def random_house(chance: random.Random, name: str | None = None) -> tuple[Rules, dict[str, Any]]:
    """Choose a set and options that can be put in force together."""
    while True:
        chosen = rule_set(name or chance.choice(SET_NAMES))
        given: dict[str, Any] = {}
        for key, values in OPTIONS.items():
            rule = chosen.options.get(key)
            if rule is not None and not rule.locked and chance.random() < 0.3:
                given[key] = chance.choice(values)
        if given.get("dealing", "") not in ("", *chosen.methods):
            del given["dealing"]
        if "fees" in given and not chosen.fees:
            given |= {"fees": "flat", "fee.bank": 1, "fee.circle": "0.50"}
        if "trips" in chosen.options:
            given["trips"] = chance.choice(chosen.tables_of(Wager.TRIPS))
        if "progressive" in chosen.options and chance.random() < 0.7:
            given["progressive"] = chance.choice(chosen.tables_of(Wager.PROGRESSIVE))
            meters = chosen.paytables[Wager.PROGRESSIVE, given["progressive"]].meters
            given["meter.seed"] = {m.name: 12_345 for m in meters}
            given["meter.rate"] = {m.name: chance.choice((0, 5, "1.7")) for m in meters}
        else:
            given.pop("meter.reserve", None)
        if given.get("six_card", "none") != "none":
            given.pop("dealing", None)
        try:
            rules = in_force(chosen, given)
        except OptionError:
            continue
        if shuffle_fault(rules.choice("shuffle"), rules) is None:
            return rules, given


@dataclass(slots=True)
class Season:
    """A table, its books and all that happened; `obey` checks every invariant after every event."""

    rules: Rules
    options: dict[str, Any]
    chance: random.Random
    table: Table = field(default_factory=Table)
    books: Books = field(default_factory=Books)
    log: list[tuple[Order, tuple[Event, ...]]] = field(default_factory=list)
    at: int = START
    refused: Counter[str] = field(default_factory=Counter)
    fed: Counter[str] = field(default_factory=Counter)
    link_meters: dict[str, Fraction] = field(default_factory=dict)

    def obey(self, command: ask.Command, by: Person) -> Refusal | None:
        """Give an order; a refusal changes nothing."""
        order = Order(command, by, self.at)
        decision = decide(self.table, order)
        if isinstance(decision, Refusal):
            self.refused[decision.reason] += 1
            assert decision.text
            return decision
        for event in decision:
            self.books = posted(self.books, self.table, event)
            self.table = evolve(self.table, event, self.at)
            self.check(event)
        self.log.append((order, decision))
        return None

    def must(self, command: ask.Command, by: Person) -> None:
        """Give an order that has to be accepted."""
        refused = self.obey(command, by)
        assert refused is None, (command, refused)

    def check(self, event: Event) -> None:
        """Hold what must hold after every event."""
        table, books = self.table, self.books
        assert books.trial_balance() == 0, event
        for seat in table.seats.values():
            assert seat.chips >= 0
            assert books.of(player_account(seat.player)) == seat.chips, event
        laid = 0
        if table.round is not None and table.round.phase != Phase.SETTLED:
            for spot in table.round.spots:
                laid += sum(spot.wagers.values()) + sum(spot.tips.values())
                if table.round.phase != Phase.BETTING:
                    laid -= spot.on(Wager.PROGRESSIVE)
        assert books.of(LAYOUT) == laid, event
        if not table.link:
            for meter, amount in table.meters.items():
                assert books.of(meter_account(meter)) == amount, event
            for meter, reserve in table.reserves.items():
                assert books.of(f"reserve {meter}") == reserve
        racked = [deck for deck in table.decks if deck.place == "rack"]
        assert len(racked) <= 1

    def set_up(self) -> None:
        """Set the table up, bring and prepare its decks, open it."""
        self.must(ask.SetUp("T1", house_of(self.rules, self.options)), FLOOR)
        self.must(ask.BringDecks(fresh_decks(self.rules)), AUTOMATIC_DEALER)
        for deck in self.table.decks:
            for step in self.rules.fact("cards.opening") or ():
                if step in ("inspect", "spread"):
                    self.must(ask.DoStep(deck.colour, step), AUTOMATIC_DEALER)
                elif step == "verify":
                    self.must(ask.DoStep(deck.colour, step), AUTOMATIC_FLOOR)
        self.must(ask.OpenTable(), FLOOR)

    # -- what people do ---------------------------------------------------------------------------

    def people(self) -> None:
        """Let somebody do something, sensible or not."""
        chance, table = self.chance, self.table
        roll = chance.random()
        if roll < 0.25 and len(table.seats) < self.rules.seats:
            self.arrive()
        elif roll < 0.30 and table.seats:
            seat = chance.choice(list(table.seats.values()))
            self.obey(ask.Leave(seat.number), Person(seat.player, Role.PLAYER))
        elif roll < 0.36 and table.seats:
            seat = chance.choice(list(table.seats.values()))
            mine = Person(seat.player, Role.PLAYER)
            self.obey(ask.CashOut(seat.number, Chips(chance.choice((0, 100, seat.chips)))), mine)
            self.obey(ask.BuyIn(seat.number, Chips(chance.choice((-5, 5_000, 50_000)))), mine)
        elif roll < 0.75:
            self.decisions()
        elif roll < 0.78:
            self.floor()
        elif roll < 0.80:
            self.nonsense()
        else:
            self.house()

    def arrive(self) -> None:
        """Sit somebody down with some chips."""
        chance = self.chance
        name = f"p{chance.randint(1, 12)}"
        seat = chance.randint(1, self.rules.seats)
        if self.obey(ask.Sit(seat, name), Person(name, Role.PLAYER)) is None:
            chips = Chips(100 * chance.choice((3, 40, 500, 5_000, 50_000)))
            self.must(ask.BuyIn(seat, chips), Person(name, Role.PLAYER))

    def decisions(self) -> None:
        """Bet, bank or decide at the seats that may."""
        table, chance = self.table, self.chance
        round_ = table.round
        if round_ is None:
            self.house()
            return
        if round_.phase == Phase.BETTING:
            for seat in list(table.seats.values()):
                mine = Person(seat.player, Role.PLAYER)
                if table.offer.seat == seat.number and round_.bank is None:
                    stake = Chips(100 * chance.choice((5, 50, 300, 10_000)))
                    if chance.random() < 0.7:
                        self.obey(round_ask.TakeBank(seat.number, stake), mine)
                    elif chance.random() < 0.3:
                        self.obey(ask.DeclineBank(seat.number), mine)
                elif chance.random() < 0.7:
                    wagers, tips = bets_for(chance, self.rules)
                    self.obey(round_ask.PlaceBets(seat.number, wagers, tips), mine)
                if chance.random() < 0.2:
                    self.obey(
                        ask.AddSeed(seat.number, chance.randbytes(chance.randint(0, 65))), mine
                    )
        elif spot := turn(round_, self.rules):
            mine = Person(table.seats[spot.seat].player, Role.PLAYER)
            for choice in chance.sample(offered := choices(round_, self.rules), len(offered)):
                if self.obey(choice.command(), mine) is None:
                    break
        else:
            self.house()

    def floor(self) -> None:
        """Let the floor step in: trouble, pauses, orders, corrections."""
        chance, table = self.chance, self.table
        stub = table.round.stub if table.round and table.round.stub else (Chips(0),)
        seats = list(table.seats) or [1]
        meters = list(table.meters) or ["main"]
        trouble = round_ask.Declare(
            chance.choice(IRREGULARITY_KINDS),
            seat=chance.choice(seats),
            where=chance.choice(("seat", "dealer", "board", "box")),
            cards=tuple(chance.sample(stub, min(len(stub), chance.choice((1, 1, 2))))),  # type: ignore[arg-type]  # cards or a stand-in
            count=chance.choice((1, 31, len(stub), 51)),
            misdealt=chance.random() < 0.3,
            holds=chance.choice(("in_play", "idle")),
            ruling=chance.choice(("abandoned", "settled")),
            how="covered",
        )
        self.obey(
            chance.choice(
                (
                    trouble,
                    trouble,
                    trouble,
                    ask.CallOff("a dispute", chance.choice(("Ada", "Ben", ""))),
                    ask.PauseTable("a break"),
                    ask.ResumeTable(),
                    ask.OrderShuffle(),
                    ask.RepairDevice(),
                    ask.CorrectMeter(
                        chance.choice(meters), Fraction(5_000_00, 7), "miskeyed", "Ben"
                    ),
                    round_ask.CutDeck(chance.randint(1, 51), recut=True),
                )
            ),
            FLOOR,
        )
        if table.device_down:
            self.obey(ask.RepairDevice(), FLOOR)
        if table.standing == "paused" and chance.random() < 0.8:
            self.obey(ask.ResumeTable(), FLOOR)

    def nonsense(self) -> None:
        """Ask for what is out of turn or not one's own."""
        chance = self.chance
        command: ask.Command = chance.choice(
            (
                ask.TapIn(chance.choice(("Cy", "Dee"))),
                ask.OpenRound(),
                round_ask.Deal(),
                round_ask.CloseBets(),
                ask.EndRound(),
                ask.TimeOut(),
                ask.CountDeck("red", chance.choice((52, 52, 51))),
                ask.Idle(),
                ask.CancelRound(),
                ask.ReadySystem(),
                ask.KeyWinner(1),
                round_ask.Check(2),
                round_ask.Open(),
            )
        )
        self.obey(command, chance.choice((AUTOMATIC_DEALER, Person("p1", Role.PLAYER), FLOOR)))

    def house(self) -> None:
        """Let the automatic dealer do what is due, with time going on."""
        step = due(self.table, Pace(betting=20_000))
        if step is None:
            self.at += 1_000
            return
        if step.at > self.at:
            self.at = step.at if self.chance.random() < 0.7 else self.at + 500
            if step.at > self.at:
                return
        self.must(self.completed(step.command), step.by)

    def completed(self, command: ask.Command) -> ask.Command:
        """Add what the shell would add: a secret, readings of a link."""
        if isinstance(command, ask.OpenRound):
            return ask.OpenRound(self.chance.randbytes(32), dict(self.link_meters))
        return command


def season(seed: int, *, steps: int = 300, name: str | None = None) -> Season:
    """Play a season from its seed."""
    chance = random.Random(seed)
    rules, options = random_house(chance, name)
    played = Season(rules, json.loads(json.dumps(options)), chance)
    played.set_up()
    for _ in range(steps):
        played.people()
    return played
