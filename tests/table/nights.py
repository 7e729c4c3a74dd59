"""One night at one table, order by order: bets in dollars, cards as text, books always kept."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.cards import DECK, Card, parse_cards
from pitboss.cards.shuffle import SECRET_BYTES
from pitboss.ledger import Books, posted
from pitboss.ledger.accounts import meter_account
from pitboss.round import Refusal, Round
from pitboss.round import command as round_ask
from pitboss.round.dealing import deal_plan
from pitboss.round.legal import due_step, turn
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Phase, Step
from pitboss.rules import Rules, Target, dollars, in_force, rule_set
from pitboss.table import Event, Order, Person, Role, Table, choice_of, decide, evolve, rules_of
from pitboss.table import command as ask
from pitboss.table.deck import Deck
from pitboss.table.decks import BEFORE_PLAYERS, steps_left
from pitboss.table.permissions import roles_for
from pitboss.table.state import Standing
from pitboss.table.timetable import Pace, due, fresh_decks
from tests.round.felt import bets, stacked
from tests.table.invariants import assert_holds

Options = Mapping[str, Any]  # Any: options as an operator would write them
START = 1_800_000_000_000
MINUTE, HOUR = 60_000, 3_600_000
NAMES = {1: "Ann", 2: "Bob", 3: "Cat", 4: "Dan", 5: "Eve", 6: "Fay"}
DEALER = Person("Deb", Role.DEALER)
FLOOR = Person("Ada", Role.FLOOR)
SECOND = Person("Ben", Role.FLOOR)
SECRET = bytes(range(SECRET_BYTES))
ROYAL_BOARD = "Th Jh Qh 9d 2c"  # with ace and king of hearts a royal flush on the flop


def player(seat: int) -> Person:
    """Give the person who sits at a seat in these tests."""
    return Person(NAMES.get(seat, f"player {seat}"), Role.PLAYER)


class Night:
    """A table under some place's rules; orders are obeyed or the test fails."""

    def __init__(
        self,
        place: str,
        options: Options | None = None,
        *,
        chips: Mapping[int, int] | None = None,
        provable: bool = False,
        name: str = "one",
    ) -> None:
        """Set a table up and open it, with $1,000 in front of seat 1 unless told."""
        self.place, self.options = place, dict(options or {})
        self.table, self.books, self.at = Table(), Books(), START
        self.events: list[Event] = []
        house = choice_of(in_force(rule_set(place), self.options), self.options)
        self.give(ask.SetUp(name, house, provable))
        if chips is None or chips:
            self.prepare()
            self.give(ask.OpenTable())
            for seat, amount in (chips or {1: 1_000}).items():
                self.sit(seat, amount)
            self.prepare(players=True)

    @property
    def rules(self) -> Rules:
        assert self.table.identity.rules is not None
        return rules_of(self.table.identity.rules)

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    # -- orders --

    def give(self, command: ask.Command, by: Person | None = None) -> tuple[Event, ...]:
        """Give an order that has to be obeyed, by whoever may give it."""
        decision = decide(self.table, Order(command, by or someone_for(command), self.at))
        assert not isinstance(decision, Refusal), (command, decision)
        for event in decision:
            self.books = posted(self.books, self.table, event)
            self.table = evolve(self.table, event, self.at)
            assert_holds(self.table, self.books, event)
        self.events += decision
        return decision

    def refused(self, command: ask.Command, by: Person | None = None) -> Refusal:
        """Give an order that has to be refused."""
        before = self.table
        decision = decide(before, Order(command, by or someone_for(command), self.at))
        assert isinstance(decision, Refusal), (command, decision)
        assert decision.text
        assert "\n" not in decision.text
        return decision

    def reason(self, command: ask.Command, by: Person | None = None) -> str:
        """Tell why an order is refused."""
        return self.refused(command, by).reason

    def wait(self, milliseconds: int) -> Night:
        """Let time go by."""
        self.at += milliseconds
        return self

    # -- opening --

    def prepare(self, *, players: bool = False) -> Night:
        """Bring the decks, and do the checklist as far as it may be done without players."""
        if not self.table.decks.at_table:
            self.give(ask.BringDecks(fresh_decks(self.rules)))
        for deck in self.table.decks.at_table:
            for step in steps_left(deck, self.rules):
                if players or step in BEFORE_PLAYERS:
                    self.give(ask.DoStep(deck.colour, step))
        return self

    def sit(self, seat: int, amount: int = 1_000, name: str = "") -> Night:
        """Sit somebody down with some dollars."""
        who = Person(name, Role.PLAYER) if name else player(seat)
        self.give(ask.Sit(seat, who.name), who)
        if amount:
            self.give(ask.BuyIn(seat, dollars(amount)), who)
        return self

    def change(self, **options: Any) -> tuple[Event, ...]:
        """Put other options in force; dots are written as two underscores."""
        given = {**self.options, **{k.replace("__", "."): v for k, v in options.items()}}
        house = choice_of(in_force(rule_set(self.place), given), given)
        events = self.give(ask.ChangeRules(house))
        self.options = given
        return events

    # -- a round --

    def open(self, secret: bytes = SECRET, **meters: Fraction) -> Night:
        self.give(ask.OpenRound(secret, meters))
        return self

    def bet(self, *seats: int, tips: Mapping[str, Any] | None = None, **wagers: Any) -> Night:
        """Put the same wagers down at some seats: an Ante of $10 unless told."""
        for seat in seats:
            self.give(bets(seat, tips, **(wagers or {"ante": 10})))
        return self

    def bank(self, seat: int, stake: int = 200) -> Night:
        self.give(round_ask.TakeBank(seat, dollars(stake)))
        return self

    def close(self) -> Night:
        self.give(round_ask.CloseBets())
        return self

    def load(self, **cards: str) -> Night:
        """Bring a deck in which these cards come where they are wanted, by `arranged`."""
        deck = self.arranged(cards)
        shuffled = self.rules.choice("shuffle")
        if shuffled not in self.rules.fact("cards.cut_after"):
            self.give(round_ask.LoadDeck(deck))
            return self
        self.give(round_ask.LoadDeck(deck[-26:] + deck[:-26]))
        self.give(round_ask.CutDeck(26))
        return self

    def arranged(self, cards: Mapping[str, str]) -> tuple[Card, ...]:
        """Order a deck for a deal; "p3" names a seat, the others are dealer, board and box."""
        wanted = {where: list(parse_cards(text)) for where, text in cards.items()}
        used = {card for pile in wanted.values() for card in pile}
        others = [card for card in DECK if card not in used]
        method = self.rules.method
        plan = list(deal_plan(self.round, self.rules))
        plan += [(packet.to, 0, packet.cards) for packet in (*method.flop, *method.river)]
        order: list[Card] = []
        for to, seat, count in plan:
            pile = wanted.get(f"p{seat}" if to == Target.SEATS else to.value, [])
            for _ in range(count):
                order.append(pile.pop(0) if pile else others.pop())
        return (*order, *(card for card in stacked() if card not in order))

    def deal(self, **cards: str) -> Night:
        """Close betting, bring a deck and deal it."""
        if self.round.phase == Phase.BETTING:
            self.close()
        if not self.round.stub:
            self.load(**cards)
        self.give(round_ask.Deal())
        return self

    def everyone(self, *words: str) -> Night:
        """Let every seat that is asked do this, street by street: check, fold or a multiple."""
        for word in words:
            street = self.round.street
            while (spot := turn(self.round, self.rules)) and self.round.street == street:
                self.act(spot.seat, word)
            if (step := due_step(self.round)) in (Step.FLOP, Step.RIVER):
                self.give(round_ask.Proceed(step))
        return self

    def act(self, seat: int, word: str) -> tuple[Event, ...]:
        if word == "check":
            return self.give(round_ask.Check(seat))
        if word == "fold":
            return self.give(round_ask.Fold(seat))
        return self.give(round_ask.Play(seat, int(word.rstrip("x"))))

    def finish(self) -> Night:
        """Take every step that is due up to the settlement: all check, and play 1x in the end."""
        while (step := due_step(self.round)) is not None or turn(self.round, self.rules):
            if step is None:
                self.everyone("1x" if self.round.street == "river" else "check")
                continue
            if step == Step.SETTLE:
                self.key_and_validate()
            self.give(round_ask.Proceed(step))
        return self

    def key_and_validate(self) -> Night:
        for seat in jackpots(self.round, self.rules):
            if self.rules.fact("progressive.keyed") and seat not in self.table.progressive.keyed:
                self.give(ask.KeyWinner(seat))
            if seat not in self.round.validated:
                self.give(round_ask.Validate(seat, "Ada"))
        return self

    def end(self) -> Night:
        self.give(ask.EndRound())
        return self

    def hand(self, *seats: int) -> Night:
        """Play a whole hand of $10 Antes at some seats, from its opening to its end."""
        self.ready().open().bet(*(seats or self.table.seats))
        return self.deal().finish().end()

    def ready(self) -> Night:
        """Press the button that readies the progressive system, where that is due."""
        if not self.table.progressive.system_ready and self.rules.fact("progressive.readied"):
            self.give(ask.ReadySystem())
        return self

    def run(self, most: int = 100) -> list[ask.Command]:
        """Let the automatic dealer do all that is due, as time goes on, until people are asked."""
        done: list[ask.Command] = []
        pace = Pace(betting=None, bank=None, clock=False)
        while (step := due(self.table, pace, self.at)) is not None:
            if isinstance(step.command, ask.OpenRound | ask.Idle) or len(done) == most:
                break
            self.at = max(self.at, step.at)
            self.give(step.command, step.by)
            done.append(step.command)
        return done

    # -- what came out --

    def chips(self, seat: int) -> int:
        """Give what lies in front of a seat, in cents."""
        return self.table.seats[seat].chips

    def meter(self, name: str = "main") -> Fraction | int:
        """Give a meter as the books have it, in cents."""
        return self.books.of(meter_account(name))

    def deck(self, colour: str = "red") -> Deck:
        deck = self.table.deck_of(colour)
        assert deck is not None
        return deck

    def of(self, kind: type) -> list[Any]:
        """List the events of one kind, from the first to the last."""
        return [event for event in self.events if isinstance(event, kind)]

    def stands(self) -> Standing:
        """Tell whether the table is open, paused, idle or closed."""
        return self.table.status.standing

    def net(self, seat: int) -> dict[str, int]:
        """Give a seat's gains and losses of the last settlement in cents, wager by wager."""
        assert self.round.settlement is not None
        return {m.wager.value: m.net for m in self.round.settlement.of(seat) if not m.tip}


def someone_for(command: ask.Command) -> Person:
    """Find somebody who may give this order."""
    roles = roles_for(command)
    if Role.PLAYER in roles:
        return player(getattr(command, "seat", 1))
    return DEALER if Role.DEALER in roles else FLOOR


def royal(seat: int) -> dict[str, str]:
    """Give cards with which a seat makes a royal flush and nobody else makes one."""
    return {f"p{seat}": "Ah Kh", "board": ROYAL_BOARD, "dealer": "4c 5d"}
