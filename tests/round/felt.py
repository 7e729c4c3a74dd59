"""A table driven command by command in tests: bets in dollars, cards as text."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Any

from pitboss.cards import DECK, Card, parse_cards
from pitboss.round import Refusal, Round, decide, evolve
from pitboss.round import command as ask
from pitboss.round.event import Event
from pitboss.round.legal import due_step, turn
from pitboss.round.movement import Notice, Settlement
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Step, TableFacts
from pitboss.rules import Chips, Wager, dollars, in_force, rule_set
from tests.round.described import PLAYER_DEALER

Options = Mapping[str, Any]  # Any: options as a round file would have them
MOMENTS = (
    "betting",
    "locked",
    "dealing",
    "deal",
    "before flop",
    "flop",
    "before river",
    "river",
    "before reveal",
    "before settlement",
    "settled",
)


def stacked(top: str = "") -> tuple[Card, ...]:
    """Give a deck with these cards on top, in this order, and the others below."""
    named = parse_cards(top)
    return (*named, *(card for card in DECK if card not in named))


def bets(seat: int, tips: Mapping[str, Any] | None = None, **wagers: Any) -> ask.PlaceBets:
    """Give the command that puts these dollars down; Blind equals Ante unless given."""
    if "ante" in wagers:
        wagers.setdefault("blind", wagers["ante"])
    return ask.PlaceBets(seat, _chips(wagers), _chips(tips or {}))


def _chips(amounts: Mapping[str, Any]) -> dict[Wager, Chips]:
    return {Wager(name): dollars(amount) for name, amount in amounts.items()}


class Felt:
    """A round under some place's rules; commands are obeyed or the test fails."""

    def __init__(
        self,
        place: str,
        options: Options | None = None,
        *,
        meters: Mapping[str, int | str] | None = None,
        facts: TableFacts | None = None,
        bank: tuple[int, int] | None = (3, 1_000_000),
    ) -> None:
        """Open a round; in a player-dealer place seat 3 banks with a large stake unless told."""
        self.rules = in_force(rule_set(place), options or {})
        self.round = Round()
        self.events: list[Event] = []
        cents = {name: int(dollars(amount)) for name, amount in (meters or {}).items()}
        self.give(ask.Open(cents, facts or TableFacts()))
        if place in PLAYER_DEALER and bank is not None:
            self.give(ask.TakeBank(bank[0], dollars(bank[1])))

    def give(self, command: ask.Command) -> tuple[Event, ...]:
        """Give a command that has to be obeyed."""
        decision = decide(self.round, command, self.rules)
        assert not isinstance(decision, Refusal), (command, decision)
        for event in decision:
            self.round = evolve(self.round, event)
        self.events += decision
        return decision

    def refused(self, command: ask.Command) -> Refusal:
        """Give a command that has to be refused."""
        decision = decide(self.round, command, self.rules)
        assert isinstance(decision, Refusal), (command, decision)
        assert "\n" not in decision.text
        return decision

    def reason(self, command: ask.Command) -> StrEnum:
        """Tell why a command is refused."""
        return self.refused(command).reason

    # -- a step at a time --

    def bet(self, *seats: int, tips: Mapping[str, Any] | None = None, **wagers: Any) -> Felt:
        """Put the same wagers down at some seats: an Ante of $10 unless told."""
        for seat in seats:
            self.give(bets(seat, tips, **(wagers or {"ante": 10})))
        return self

    def close(self) -> Felt:
        self.give(ask.CloseBets())
        return self

    def load(self, top: str = "", shuffled: str = "") -> Felt:
        """Bring a deck, cut it in the middle where a cut is due, so that `top` comes first."""
        shuffled = shuffled or self.rules.choice("shuffle")
        if shuffled not in self.rules.fact("cards.cut_after"):
            self.give(ask.LoadDeck(stacked(top), shuffled))
            return self
        deck = stacked(top)
        self.give(ask.LoadDeck(deck[-26:] + deck[:-26], shuffled))
        self.give(ask.CutDeck(26))
        return self

    def deal(self, packets: int | None = None) -> Felt:
        self.give(ask.Deal(packets))
        return self

    def everyone(self, *words: str) -> Felt:
        """Let every seat that is asked do this, street by street: "check", "fold" or a multiple."""
        for word in words:
            asked = 0
            while (spot := turn(self.round, self.rules)) is not None and asked < len(
                self.round.spots
            ):
                self.act(spot.seat, word)
                asked += 1
        return self

    def act(self, seat: int, word: str) -> None:
        if word == "check":
            self.give(ask.Check(seat))
        elif word == "fold":
            self.give(ask.Fold(seat))
        else:
            self.give(ask.Play(seat, int(word.rstrip("x"))))

    def step(self, *steps: Step) -> Felt:
        for step in steps:
            self.give(ask.Proceed(step))
        return self

    def declare(self, kind: str, **facts: Any) -> tuple[Event, ...]:
        return self.give(declared(kind, **facts))

    def validate_all(self) -> Felt:
        for seat in jackpots(self.round, self.rules):
            self.give(ask.Validate(seat, "floor"))
        return self

    def at(self, moment: str, top: str = "", packets: int = 1) -> Felt:
        """Bring a round with bets to a moment: all check until the river, where all play 1x."""
        for name in MOMENTS[1 : MOMENTS.index(moment) + 1]:
            if name == "locked":
                self.close().load(top)
            elif name == "dealing" and moment == "dealing":
                self.deal(packets)
            elif name == "deal":
                self.deal()
            elif name in ("before flop", "before river", "before reveal"):
                self.everyone("1x" if name == "before reveal" else "check")
            elif name == "flop":
                self.step(Step.FLOP)
            elif name == "river":
                self.step(Step.RIVER)
            elif name == "before settlement":
                self.step(Step.REVEAL)
            elif name == "settled":
                self.validate_all().step(Step.SETTLE)
        return self

    def finish(self) -> Felt:
        """Play on from a moment after the deal to the settlement."""
        while (step := due_step(self.round)) is not None:
            if step == Step.SETTLE:
                self.validate_all()
            self.step(step)
            if step != Step.SETTLE:
                self.everyone("1x" if step == Step.RIVER else "check")
        return self

    # -- what came out --

    @property
    def settlement(self) -> Settlement:
        assert self.round.settlement is not None
        return self.round.settlement

    def nets(self, seat: int) -> dict[str, Decimal]:
        """Give a seat's gains and losses in dollars, wager by wager."""
        return {m.wager.value: Decimal(m.net) / 100 for m in self.settlement.of(seat)}

    def outcomes(self, seat: int) -> dict[str, str]:
        return {m.wager.value: m.outcome.value for m in self.settlement.of(seat)}

    def notices(self) -> list[str]:
        return [notice.kind for notice in self.settlement.notices]

    def notice(self, kind: str) -> Notice:
        return next(notice for notice in self.settlement.notices if notice.kind == kind)

    def meter(self, name: str = "main") -> Decimal | None:
        """Give a meter after the settlement in dollars and fractions of a cent."""
        amount = self.settlement.meters[name]
        return None if amount is None else Decimal(amount.numerator) / amount.denominator / 100


def declared(kind: str, **facts: Any) -> ask.Declare:
    """Give the command that declares an irregularity; cards as text."""
    if isinstance(facts.get("cards"), str):
        facts["cards"] = parse_cards(facts["cards"])
    return ask.Declare(kind, **facts)
