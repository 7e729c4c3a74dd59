"""Any commands in any order by anybody: a refusal changes nothing, and everything stays sound."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.cards import DECK
from pitboss.round import command as round_ask
from pitboss.round.irregular import IRREGULARITY_KINDS
from pitboss.round.state import Phase
from pitboss.round.state import Step as RoundStep
from pitboss.rules import Chips, Wager
from pitboss.table import Person, Role, choice_of
from pitboss.table import command as ask
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.floor import WANTED_BY
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace, due
from tests.examples import examples
from tests.round.rounds import bets_for
from tests.table.judge import Judge
from tests.table.seasons import FLOOR, Season, random_house
from tests.table.test_seasons import assert_sound

NAMES = ("Ann", "Bob", "Cat", "Ada", "", "x" * 61, "two\nlines")
PEOPLE = st.one_of(
    st.builds(Person, st.sampled_from(NAMES), st.sampled_from(Role)),
    st.sampled_from([AUTOMATIC_DEALER, AUTOMATIC_FLOOR, FLOOR]),
)
SEATS = st.integers(-1, 7)
CHIPS = st.sampled_from([-1, 0, 1, 500, 2_000, 100_000, 10**15]).map(Chips)
TEXTS = st.sampled_from(["", " ", "why not", "x" * 500])
COLOURS = st.sampled_from(["red", "blue", "green", ""])
AMOUNTS = st.fractions(-10, 10**8, max_denominator=1000)
METERS = st.dictionaries(st.sampled_from(["main", "mega", "major"]), AMOUNTS)
DECKS = st.builds(
    Deck, COLOURS, st.sampled_from(["standard", "diamonds"]), st.integers(0, 3), st.booleans()
)
WAGERS = st.dictionaries(st.sampled_from(Wager), CHIPS, max_size=5)
COMMANDS: st.SearchStrategy[ask.Command] = st.one_of(
    st.builds(ask.BringDecks, st.tuples(DECKS) | st.tuples(DECKS, DECKS)),
    st.builds(ask.DoStep, COLOURS, st.sampled_from(ChecklistStep)),
    st.builds(ask.OpenTable),
    st.builds(ask.CloseTable, TEXTS),
    st.builds(ask.PauseTable, TEXTS),
    st.builds(ask.ResumeTable),
    st.builds(ask.Idle, st.booleans()),
    st.builds(ask.Sit, SEATS, st.sampled_from(NAMES), st.booleans()),
    st.builds(ask.Sit, SEATS, st.sampled_from(NAMES), purse=st.just("p-1"), chips=CHIPS),
    st.builds(ask.NamePurse, SEATS, st.sampled_from(["p-1", "p-2", ""])),
    st.builds(ask.Leave, SEATS),
    st.builds(ask.KeepSeat, SEATS),
    st.builds(ask.BuyIn, SEATS, CHIPS),
    st.builds(ask.CashOut, SEATS, CHIPS),
    st.builds(ask.TapIn, st.sampled_from(NAMES)),
    st.builds(ask.CountDeck, COLOURS, st.sampled_from([-1, 51, 52, 53])),
    st.builds(ask.ChangeDeck, COLOURS, DECKS),
    st.builds(ask.OrderShuffle),
    st.builds(ask.OrderRecut, st.integers(-1, 53)),
    st.builds(ask.RepairDevice),
    st.builds(ask.ChangeDealing, st.sampled_from(["hand", "shoe", "x"]), TEXTS),
    st.builds(ask.OpenRound, st.binary(max_size=33), METERS),
    st.builds(ask.AddSeed, SEATS, st.binary(max_size=66)),
    st.builds(ask.ShuffleDeck),
    st.builds(ask.DeclineBank, SEATS),
    st.builds(ask.ReturnBank, SEATS),
    st.builds(ask.CancelRound),
    st.builds(ask.CallOff, TEXTS, st.sampled_from(NAMES)),
    st.builds(ask.TimeOut),
    st.builds(ask.KeyWinner, SEATS),
    st.builds(ask.ReadySystem),
    st.builds(ask.CorrectMeter, st.sampled_from(["main", "x"]), AMOUNTS, TEXTS, TEXTS),
    st.builds(ask.EndRound),
    st.builds(ask.Announce, TEXTS),
    st.builds(
        ask.TellSupervisor,
        SEATS,
        st.sampled_from([*WANTED_BY, "nonsense"]),
        st.dictionaries(st.sampled_from(["ante", "x"]), st.integers(-1, 10**9)),
    ),
    st.builds(round_ask.Open),
    st.builds(round_ask.TakeBank, SEATS, CHIPS),
    st.builds(round_ask.PlaceBets, SEATS, WAGERS, WAGERS),
    st.builds(round_ask.ClearBets, SEATS),
    st.builds(round_ask.CloseBets, st.none() | st.integers(0, 3)),
    st.builds(round_ask.LoadDeck, st.sampled_from([DECK, DECK[:51]])),
    st.builds(round_ask.CutDeck, st.integers(-1, 53), st.booleans()),
    st.builds(round_ask.Deal, st.none() | st.integers(-1, 9)),
    st.builds(round_ask.Check, SEATS),
    st.builds(round_ask.Play, SEATS, st.integers(0, 5), st.booleans()),
    st.builds(round_ask.Fold, SEATS),
    st.builds(round_ask.Proceed, st.sampled_from(RoundStep)),
    st.builds(round_ask.ReadMeters, METERS),
    st.builds(round_ask.Validate, SEATS, st.sampled_from(NAMES)),
    st.builds(
        round_ask.Declare,
        st.sampled_from((*IRREGULARITY_KINDS, "nonsense")),
        seat=st.none() | SEATS,
        where=st.sampled_from(["seat", "dealer", "board", "box", "moon"]),
        cards=st.tuples(st.sampled_from(DECK)),
        count=st.none() | st.integers(0, 53),
        misdealt=st.booleans(),
        ruling=st.sampled_from(["", "abandoned", "settled"]),
        how=st.sampled_from(["", "covered", "signed"]),
    ),
)


class TableMachine(RuleBasedStateMachine):
    """Throws orders at a table as a crowd of careless and a few dishonest people would."""

    season: Season

    @initialize(seed=st.integers(0, 2**40), opened=st.booleans())
    def start(self, seed: int, opened: bool) -> None:
        chance = random.Random(seed)
        rules, options = random_house(chance)
        self.season = Season(chance)
        self.season.must(ask.SetUp("T1", choice_of(rules, options)), FLOOR)
        if opened:
            self.season.set_up()
            for _ in range(3):
                self.season.arrive()

    @rule(command=COMMANDS, by=PEOPLE)
    def anything(self, command: ask.Command, by: Person) -> None:
        before = self.season.table
        if self.season.obey(command, by) is not None:
            assert self.season.table is before

    @rule(command=COMMANDS)
    def by_whoever_may(self, command: ask.Command) -> None:
        seat = self.season.table.seats.get(getattr(command, "seat", None) or 0)
        by = Person(seat.player, Role.PLAYER) if seat else FLOOR
        for person in (by, AUTOMATIC_DEALER, FLOOR):
            if self.season.obey(command, person) is None:
                break

    @rule(milliseconds=st.sampled_from([1, 1_000, 100_000, 5 * 3_600_000]))
    def time_goes_by(self, milliseconds: int) -> None:
        self.season.at += milliseconds

    @rule()
    def somebody_does_something_sensible(self) -> None:
        if self.season.table.status.standing != "closed" or self.season.table.decks.at_table:
            self.season.people()

    @rule(seat=st.integers(1, 6))
    def bet(self, seat: int) -> None:
        if seat in self.season.table.seats:
            wagers, tips = bets_for(self.season.chance, self.season.rules)
            by = Person(self.season.table.seats[seat].player, Role.PLAYER)
            self.season.obey(round_ask.PlaceBets(seat, wagers, tips), by)

    @precondition(lambda self: self.season.table.round is not None)
    @rule()
    def the_house_goes_on(self) -> None:
        for _ in range(10):
            step = due(self.season.table, Pace(), self.season.at)
            if step is None or self.season.table.round is None:
                break
            self.season.at = max(self.season.at, step.at)
            self.season.must(self.season.completed(step.command), step.by)

    @invariant()
    def meters_are_never_below_nothing(self) -> None:
        for amount in self.season.table.progressive.meters.values():
            assert (amount or Fraction(0)) >= 0

    @invariant()
    def a_settled_round_stays_settled(self) -> None:
        round_ = self.season.table.round
        if round_ is not None and round_.phase == Phase.SETTLED:
            assert round_.settlement is not None

    def teardown(self) -> None:
        if hasattr(self, "season"):
            assert Judge().read(self.season.log).faults == []
            assert_sound(self.season)


TableMachine.TestCase.settings = settings(max_examples=examples(80), stateful_step_count=40)
TestTableMachine = TableMachine.TestCase
