"""Any commands in any order: a refusal changes nothing, and every round can be ended."""

from __future__ import annotations

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pitboss.cards import DECK
from pitboss.round import Refusal
from pitboss.round import command as ask
from pitboss.round.state import Phase, Step, TableFacts
from pitboss.rules import Chips, Wager
from tests.examples import examples
from tests.round.rounds import Table, bets_for, bring_deck, play_on, random_declare, random_rules
from tests.round.test_properties import assert_conserved, assert_stakes_are_accounted_for

SEATS = st.integers(0, 7)


class RoundMachine(RuleBasedStateMachine):
    """Throws commands at a round as a crowd of careless people would."""

    table: Table

    @initialize(seed=st.integers(0, 2**40))
    def start(self, seed: int) -> None:
        chance = random.Random(seed)
        self.table = Table(random_rules(chance), chance)

    def _give(self, command: ask.Command) -> None:
        before = self.table.round
        refused = self.table.give(command)
        if refused is not None:
            assert isinstance(refused, Refusal)
            assert refused.text
            assert "\n" not in refused.text
            assert self.table.round is before

    @rule(meters=st.booleans())
    def open(self, meters: bool) -> None:
        amounts = dict.fromkeys(self.table.rules.meters, 50000000) if meters else {}
        self._give(ask.Open(amounts, TableFacts()))

    @rule(seat=SEATS, stake=st.sampled_from([0, 1, 500, 10_000]))
    def bank(self, seat: int, stake: int) -> None:
        self._give(ask.TakeBank(seat, Chips(stake)))

    @rule(seat=SEATS)
    def bet(self, seat: int) -> None:
        wagers, tips = bets_for(self.table.chance, self.table.rules)
        self._give(ask.PlaceBets(seat, wagers, tips))

    @rule(seat=SEATS, wager=st.sampled_from(Wager), chips=st.sampled_from([0, 1, 500, 10**9]))
    def bet_nonsense(self, seat: int, wager: Wager, chips: int) -> None:
        self._give(ask.PlaceBets(seat, {wager: Chips(chips)}, {Wager.PLAY: Chips(chips)}))

    @rule(seat=SEATS)
    def clear(self, seat: int) -> None:
        self._give(ask.ClearBets(seat))

    @rule(chips=st.sampled_from([None, 0, 1, 3]))
    def close(self, chips: int | None) -> None:
        self._give(ask.CloseBets(chips))

    @rule(good=st.booleans(), shuffled=st.sampled_from(["", "manual", "device", "magic"]))
    def load(self, good: bool, shuffled: str) -> None:
        deck = tuple(self.table.chance.sample(DECK, 52))
        self._give(ask.LoadDeck(deck if good else deck[:51] + deck[:1], shuffled))

    @rule(depth=st.integers(-1, 53), recut=st.booleans())
    def cut(self, depth: int, recut: bool) -> None:
        self._give(ask.CutDeck(depth, recut))

    @rule(packets=st.sampled_from([None, -1, 0, 1, 2, 100]))
    def deal(self, packets: int | None) -> None:
        self._give(ask.Deal(packets))

    @rule(seat=SEATS, times=st.integers(-1, 6), tip=st.booleans())
    def play(self, seat: int, times: int, tip: bool) -> None:
        self._give(ask.Play(seat, times, tip))

    @rule(seat=SEATS)
    def check(self, seat: int) -> None:
        self._give(ask.Check(seat))

    @rule(seat=SEATS)
    def fold(self, seat: int) -> None:
        self._give(ask.Fold(seat))

    @rule(step=st.sampled_from(Step))
    def proceed(self, step: Step) -> None:
        self._give(ask.Proceed(step))

    @rule(seat=SEATS, by=st.sampled_from(["", "floor"]))
    def validate(self, seat: int, by: str) -> None:
        self._give(ask.Validate(seat, by))

    @rule()
    def declare(self) -> None:
        self._give(random_declare(self.table))

    @rule()
    def bring_to_its_end(self) -> None:
        if self.table.round.phase == Phase.LOCKED and not self.table.round.stub:
            bring_deck(self.table)
        if self.table.round.phase in (Phase.NEW, Phase.BETTING, Phase.SETTLED):
            return
        if any(amount is None for amount in self.table.round.meters.values()):
            return
        if self.table.round.phase == Phase.LOCKED and not self.table.round.cut:
            bring_deck(self.table)
        for _ in play_on(self.table):
            pass

    @invariant()
    def a_settled_round_is_in_balance(self) -> None:
        if self.table.round.phase == Phase.SETTLED and self.table.states[0].phase == Phase.BETTING:
            if all(amount is not None for amount in self.table.states[0].meters.values()):
                assert_conserved(self.table)
            assert_stakes_are_accounted_for(self.table)


RoundMachine.TestCase.settings = settings(max_examples=examples(80), stateful_step_count=40)
TestRoundMachine = RoundMachine.TestCase
