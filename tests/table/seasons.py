"""Random seasons at one table: any set, any options, faults and irregularities, checked always."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.cards import DECK
from pitboss.ledger import Books, posted
from pitboss.ledger.accounts import link_account
from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.irregular import IRREGULARITY_KINDS
from pitboss.round.legal import choices, shuffle_fault, turn
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES, Chips, OptionError, Rules, in_force, rule_set
from pitboss.table import Event, Order, Person, Role, Table, choice_of, decide, evolve, rules_of
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.floor import is_held, to_tell
from pitboss.table.link import Fed, Link, LinkPaid, evolve_link, meters_of, set_up_link
from pitboss.table.opening import seeds
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace, due, fresh_decks, opening_commands
from tests.round.rounds import OPTION_VALUES, bets_for, random_options
from tests.table.invariants import assert_holds

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
    "meter.link_group": ("north",),
    "decks": (1, 2),
    "seats": (4, 6),
}


def random_house(chance: random.Random, name: str | None = None) -> tuple[Rules, dict[str, Any]]:
    """Choose a set and options that can be put in force together."""
    while True:
        chosen = rule_set(name or chance.choice(SET_NAMES))
        given = random_options(chance, chosen, OPTIONS, rates=(0, 5, Decimal("1.7")))
        try:
            rules = in_force(chosen, given)
        except OptionError:
            continue
        if shuffle_fault(rules.choice("shuffle"), rules) is None:
            return rules, given


@dataclass(slots=True)
class Season:
    """A table, its books and all that happened; `obey` checks every invariant after every event."""

    chance: random.Random
    table: Table = field(default_factory=Table)
    books: Books = field(default_factory=Books)
    link: Link = field(default_factory=Link)
    log: list[tuple[Order, tuple[Event, ...]]] = field(default_factory=list)
    at: int = START
    refused: Counter[str] = field(default_factory=Counter)
    changing: Counter[type] = field(default_factory=Counter)

    @property
    def rules(self) -> Rules:
        """The rules in force now; the floor may change them between rounds."""
        assert self.table.identity.rules is not None
        return rules_of(self.table.identity.rules)

    def obey(self, command: ask.Command, by: Person) -> Refusal | None:
        """Give an order; a refusal changes nothing, and the same order has the same answer."""
        order = Order(command, by, self.at)
        decision = decide(self.table, order)
        assert decide(self.table, order) == decision
        if isinstance(decision, Refusal):
            self.refused[decision.reason] += 1
            assert decision.text
            assert "\n" not in decision.text
            tell = to_tell(command, decision)  # as the pit does where a rule wants it
            if tell is not None:
                self.obey(tell, AUTOMATIC_DEALER)
            return decision
        for event in decision:
            self.happened(event)
        self.log.append((order, decision))
        return None

    def happened(self, event: Event) -> None:
        """Take one event in: books, table, link; then hold what must hold."""
        before = self.table
        self.books = posted(self.books, before, event)
        self.table = evolve(before, event, self.at)
        self.linked(before, event)
        assert_holds(self.table, self.books, event)
        if self.table.progressive.link:
            self.assert_link_agrees(event)
        clock = replace(self.table.clock, at=before.clock.at, since=before.clock.since)
        if replace(self.table, clock=clock) != before:
            self.changing[type(event)] += 1

    def must(self, command: ask.Command, by: Person) -> None:
        """Give an order that has to be accepted."""
        refused = self.obey(command, by)
        assert refused is None, (command, refused)

    # -- the link ---------------------------------------------------------------------------------

    def reading(self) -> dict[str, Fraction]:
        """Read the link as it stands: one table feeds it here."""
        return meters_of(self.link, [Fed(self.table.identity.name, 0, self.table.progressive.fed)])

    def linked(self, before: Table, event: Event) -> None:
        """Keep the link as the pit would."""
        if isinstance(event, past.TableSetUp) and event.link:
            start = seeds(self.rules)
            assert not isinstance(start, Refusal)
            found = set_up_link(self.link, event.link, self.rules.meters, start)
            assert not isinstance(found, Refusal)
            for part in found:
                self.link = evolve_link(self.link, part)
        if isinstance(event, round_past.RoundSettled) and before.progressive.link and before.round:
            was = {m: amount or Fraction(0) for m, amount in before.round.meters.items()}
            unfed = event.settlement.unfed
            now = {
                m: (amount or Fraction(0)) + unfed.get(m, 0)
                for m, amount in event.settlement.meters.items()
            }
            if now != was:
                paid = LinkPaid(before.identity.name, before.rounds, was, now, ())
                self.link = evolve_link(self.link, paid)

    def assert_link_agrees(self, event: Event) -> None:
        """The table's part in the books is what it fed, less what it was paid, and the resets."""
        start = seeds(self.rules)
        assert not isinstance(start, Refusal)
        for meter, amount in self.reading().items():
            part = self.books.of(link_account(self.table.progressive.link, meter))
            assert part == amount - start[meter], event
            assert amount >= 0

    def set_up(self) -> None:
        """Bring and prepare the decks of a table that is set up, and open it."""
        self.must(ask.BringDecks(fresh_decks(self.rules)), AUTOMATIC_DEALER)
        for deck in self.table.decks.at_table:
            for step in map(ChecklistStep, self.rules.fact("cards.opening") or ()):
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
        if roll < 0.10 and len(table.seats) < self.rules.seats:
            self.arrive()
        elif roll < 0.13 and table.seats:
            seat = chance.choice(list(table.seats.values()))
            self.obey(ask.Leave(seat.number), Person(seat.player, Role.PLAYER))
            if chance.random() < 0.3:
                self.obey(ask.KeepSeat(seat.number), Person(seat.player, Role.PLAYER))
        elif roll < 0.17 and table.seats:
            seat = chance.choice(list(table.seats.values()))
            mine = Person(seat.player, Role.PLAYER)
            self.obey(ask.CashOut(seat.number, Chips(chance.choice((0, 100, seat.chips)))), mine)
            self.obey(ask.BuyIn(seat.number, Chips(chance.choice((-5, 5_000, 50_000)))), mine)
        elif roll < 0.62:
            self.decisions()
        elif roll < 0.66:
            self.floor()
        elif roll < 0.67:
            self.other_rules()
        elif roll < 0.72:
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
                if table.bank.offered == seat.number and round_.bank is None:
                    stake = Chips(100 * chance.choice((5, 50, 300, 10_000)))
                    if chance.random() < 0.7:
                        self.obey(round_ask.TakeBank(seat.number, stake), mine)
                    elif chance.random() < 0.3:
                        self.obey(ask.DeclineBank(seat.number), mine)
                elif round_.bank is not None and round_.bank.seat == seat.number:
                    if chance.random() < 0.1:
                        self.obey(ask.ReturnBank(seat.number), mine)
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
        meters = list(table.progressive.meters) or ["main"]
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
        depth = chance.randint(1, 51)
        self.obey(
            chance.choice(
                (
                    trouble,
                    trouble,
                    trouble,
                    ask.CallOff("a dispute", chance.choice(("Ada", "Ben", ""))),
                    ask.PauseTable("a break"),
                    ask.HoldTable(),
                    ask.ResumeTable(),
                    ask.OrderShuffle(),
                    ask.RepairDevice(),
                    ask.CorrectMeter(
                        chance.choice(meters), Fraction(5_000_00, 7), "miskeyed", "Ben"
                    ),
                    ask.OrderRecut(depth) if depth % 2 else round_ask.CutDeck(depth, recut=True),
                )
            ),
            FLOOR,
        )
        if is_held(self.table) and chance.random() < 0.7:  # else it goes on by itself
            self.obey(ask.ReleaseTable(), FLOOR)
        if self.table.device.down or table.device.broken:
            self.obey(
                ask.ChangeDealing(chance.choice(list(self.rules.set.methods)), "covered"), FLOOR
            )
            if chance.random() < 0.7:
                self.obey(ask.RepairDevice(), FLOOR)
        if table.status.standing == "paused" and chance.random() < 0.8:
            self.obey(ask.ResumeTable(), FLOOR)

    def other_rules(self) -> None:
        """Put other options of the same set in force, as far as the table lets the floor."""
        rules, options = random_house(self.chance, self.rules.set.name)
        self.obey(ask.ChangeRules(choice_of(rules, options)), FLOOR)

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
                ask.CountDeck(chance.choice(("red", "blue")), chance.choice((52, 52, 51))),
                ask.ChangeDeck("red", Deck(chance.choice(("red", "blue", "green")))),
                ask.DeclineBank(chance.randint(1, 6)),
                ask.ReturnBank(chance.randint(1, 6)),
                ask.Leave(chance.randint(1, 6)),
                ask.CloseTable("early"),
                ask.OpenTable(),
                round_ask.ReadMeters({"main": Fraction(10**9)}),
                round_ask.LoadDeck(DECK),
                ask.Idle(),
                ask.CancelRound(),
                ask.ReadySystem(),
                ask.KeyWinner(1),
                round_ask.Check(2),
                round_ask.Open(),
            )
        )
        self.obey(command, chance.choice((AUTOMATIC_DEALER, Person("p1", Role.PLAYER), FLOOR)))
        if self.table.seats:
            seat = chance.choice(list(self.table.seats.values()))
            late = round_ask.PlaceBets(seat.number, bets_for(chance, self.rules)[0])
            self.obey(late, Person(seat.player, Role.PLAYER))

    def house(self) -> None:
        """Let the automatic dealer do what is due, with time going on."""
        if self.table.status.standing == "closed":
            for command, by in opening_commands(self.rules, AUTOMATIC_FLOOR):
                self.obey(command, by)
        step = due(self.table, Pace(betting=20_000), self.at)
        if step is None:
            self.at += self.chance.choice((1_000, 1_000, 1_000, 3_600_000))
            return
        if step.at > self.at:
            self.at = step.at if self.chance.random() < 0.7 else self.at + 500
            if step.at > self.at:
                return
        self.must(self.completed(step.command), step.by)

    # -- bringing it to rest ----------------------------------------------------------------------

    def floor_ends_it(self) -> None:
        """Let the house do what is due, and the floor call off what nobody would end."""
        step = due(self.table, Pace(), self.at)
        if step is not None:
            self.at = max(self.at, step.at)
            self.must(self.completed(step.command), step.by)
        else:
            self.must(ask.CallOff("the night is over", "Ben"), FLOOR)

    def close(self) -> None:
        """Close the table."""
        self.must(ask.CloseTable("the night is over"), FLOOR)

    def leave(self, seat: int) -> None:
        """Let a player go."""
        self.must(ask.Leave(seat), Person(self.table.seats[seat].player, Role.PLAYER))

    def completed(self, command: ask.Command) -> ask.Command:
        """Add what the shell would add: a secret, readings of a link."""
        if isinstance(command, ask.OpenRound):
            return ask.OpenRound(self.chance.randbytes(32), self.reading())
        if isinstance(command, round_ask.ReadMeters):
            return round_ask.ReadMeters(self.reading())
        return command


def season(seed: int, *, steps: int = 300, name: str | None = None) -> Season:
    """Play a season from its seed."""
    chance = random.Random(seed)
    rules, options = random_house(chance, name)
    played = Season(chance)
    played.must(ask.SetUp("T1", choice_of(rules, options)), FLOOR)
    played.set_up()
    for _ in range(steps):
        played.people()
    return played
