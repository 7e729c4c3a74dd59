"""A seat's choices with its wagers: what a fold forfeits and what limits cut, as it is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.odds import DecisionError, GameError, SeatGame, decision, seat_decision, seat_game
from pitboss.odds.solution import CHECK
from pitboss.round.settlement.settle import settle
from pitboss.round.state import Bank, Round, Spot
from pitboss.rules import SET_NAMES, Chips, Rules, Wager, in_force, rule_set
from tests.examples import first

LOSING = "3c 2d As Ad Ah Kc Qd Kd Qh"
ROYAL = parse_cards("As Ks"), parse_cards("Qs Js Ts 2c 3d")


def wagers(ante: int, **side: int) -> dict[Wager, Chips]:
    base = {Wager.ANTE: Chips(ante), Wager.BLIND: Chips(ante)}
    return {**base, **{Wager(name): Chips(chips) for name, chips in side.items()}}


def rules_of(place: str, **options: object) -> Rules:
    return in_force(rule_set(place), {name.replace("__", "."): of for name, of in options.items()})


def forfeiting(cards: str = "hole-and-flop") -> SeatGame:
    rules = rules_of(
        "maryland",
        progressive="A",
        progressive__survives_fold=False,
        progressive__cards=cards,
        meter__rate=20,
        meter__seed=10_000,
    )
    return seat_game(rules, wagers(1_000, progressive=500))


CASES: dict[str, Callable[[], SeatGame]] = {
    "aggregate limit": lambda: seat_game(rules_of("catfish-bend"), wagers(100_000, trips=50_000)),
    "limit of a player": lambda: seat_game(
        rules_of("maryland", limit__amount=2_000, trips="A"), wagers(50_000, trips=10_000)
    ),
    "limit in proportion": lambda: seat_game(
        rules_of("maryland", limit__amount=2_000, trips="A", limit__allocation="pro_rata"),
        wagers(50_000, trips=10_000),
    ),
    "forfeited Progressive": forfeiting,
    "forfeited Progressive, seven cards": lambda: forfeiting("seven"),
}


@dataclass
class Settled:
    """The same spot, each deal settled by the engine, all wagers together, in cents."""

    seat: SeatGame
    hole: tuple[Card, ...]
    deck: list[Card]

    def net(self, board: Sequence[Card], dealer: Sequence[Card], times: int | None) -> int:
        seat, ante = self.seat, self.seat.ante
        lying = {**seat.wagers, **({Wager.PLAY: Chips(times * ante)} if times else {})}
        folded = times is None
        spot = Spot(1, lying, cards=self.hole, times=times or 0, folded=folded)
        meters = {name: Fraction(plan.reset or 0) for name, plan in seat.rules.meters.items()}
        round_ = Round(
            spots=(spot,),
            bank=None if seat.rules.house_banks else Bank(6, Chips(10**12)),
            meters=meters,
            dealer=tuple(dealer),
            board=tuple(board),
            turned=5,
            folds=(1,) if folded else (),
            revealed=True,
        )
        return sum(movement.net for movement in settle(round_, seat.rules).of(1))

    def river(self, board: Sequence[Card]) -> dict[str, Fraction]:
        left = [card for card in self.deck if card not in board]
        dealers = list(combinations(left, 2))
        found = {"fold": Fraction(self.net(board, dealers[0], None))}
        for times in self.seat.game.river:
            found[f"{times}x"] = self.mean(self.net(board, two, times) for two in dealers)
        return found

    def flop(self, flop: Sequence[Card]) -> dict[str, Fraction]:
        boards = self.boards(flop)
        found = {CHECK: self.mean(max(self.river(board).values()) for board in boards)}
        for times in self.seat.game.flop:
            found[f"{times}x"] = self.mean(self.played(board, times) for board in boards)
        return found

    def deal(self) -> dict[str, Fraction]:
        flops = list(combinations(self.deck, 3))
        found = {CHECK: self.mean(max(self.flop(flop).values()) for flop in flops)}
        boards = [board for flop in flops for board in self.boards(flop)]
        for times in self.seat.game.deal:
            found[f"{times}x"] = self.mean(self.played(board, times) for board in boards)
        return found

    def boards(self, flop: Sequence[Card]) -> list[tuple[Card, ...]]:
        left = [card for card in self.deck if card not in flop]
        return [(*flop, *two) for two in combinations(left, 2)]

    def played(self, board: Sequence[Card], times: int) -> Fraction:
        left = [card for card in self.deck if card not in board]
        return self.mean(self.net(board, two, times) for two in combinations(left, 2))

    @staticmethod
    def mean(values: Iterable[Fraction | int]) -> Fraction:
        found = [Fraction(value) for value in values]
        return sum(found, Fraction(0)) / len(found)


def differences(values: dict[str, Fraction]) -> dict[str, Fraction]:
    """Return each value above the last one's: what side wagers always bring drops out."""
    base = list(values.values())[-1]
    return {choice: value - base for choice, value in values.items()}


def in_cents(seat: SeatGame, values: dict[str, Fraction]) -> dict[str, Fraction]:
    return {choice: value * seat.ante for choice, value in values.items()}


SPOTS = {
    "three of a kind on the board": ("3c 2d", "As Ad Ah Kc Qd"),
    "royal flush": ("As Ks", "Qs Js Ts 2c 3d"),
    "royal flush on the board": ("2c 3d", "As Ks Qs Js Ts"),
    "quads": ("9c 9d", "9h 9s Ah 2c 5d"),
    "flush": ("Ah 2h", "9h 7h Kh 3c 4d"),
    "nothing": ("Jc 4d", "3c 7d 9h Kc Qh"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("spot", SPOTS)
def test_the_river_is_valued_as_it_is_settled(case: str, spot: str) -> None:
    seat = CASES[case]()
    hole, board = (parse_cards(text) for text in SPOTS[spot])
    free = [card for card in DECK if card not in {*hole, *board}]
    left = Random(1).sample(free, 9)
    dead = [card for card in free if card not in left]
    settled = Settled(seat, hole, left)

    found = seat_decision(seat, hole, board, dead)

    assert differences(in_cents(seat, found.values)) == differences(settled.river(board))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(
    ("hole", "flop"), [("3c 2d", "As Ad Ah"), ("Ks As", "Qs Js Ts"), ("9c 9d", "9h 4s 4d")]
)
def test_the_flop_is_valued_as_it_is_settled(case: str, hole: str, flop: str) -> None:
    seat, own, known = CASES[case](), parse_cards(hole), parse_cards(flop)
    free = [card for card in DECK if card not in {*own, *known}]
    left = [*parse_cards("Kd Kh"), *Random(2).sample(free, 5)]
    left = list(dict.fromkeys(left))
    dead = [card for card in free if card not in left]
    settled = Settled(seat, own, left)

    found = seat_decision(seat, own, known, dead)

    assert differences(in_cents(seat, found.values)) == differences(settled.flop(known))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hole", "deck"),
    [("As Ks", "Qs Js Ts Qd Qh Qc Ah"), ("3c 2d", "As Ad Ah Kc Qd Kd Qh")],
)
@pytest.mark.parametrize("case", first(1, CASES))
def test_the_deal_is_valued_as_it_is_settled(case: str, hole: str, deck: str) -> None:
    """Seven cards are left, with which a flop may pay a Progressive, and the river may be lost."""
    seat, own, left = CASES[case](), parse_cards(hole), list(parse_cards(deck))
    dead = [card for card in DECK if card not in {*own, *left}]
    settled = Settled(seat, own, left)

    found = seat_decision(seat, own, (), dead)

    assert differences(in_cents(seat, found.values)) == differences(settled.deal())


def test_a_check_is_worth_less_where_a_later_fold_forfeits_what_the_flop_has_won() -> None:
    cards = parse_cards("3c 2d"), (), [c for c in DECK if c not in parse_cards(LOSING)]

    seat = forfeiting()

    plain, found = decision(seat.game, *cards), seat_decision(seat, *cards)
    assert found.values["check"] < plain.values["check"]
    assert found.values["4x"] == plain.values["4x"]


def test_a_fold_that_forfeits_a_won_progressive_is_no_longer_best() -> None:
    """Three aces on the flop pay a Progressive of $5 at 9 to 1; folding it away costs $50."""
    seat, cards = forfeiting(), (parse_cards("3c 2d"), parse_cards("As Ad Ah Kc Qd"))

    plain, found = decision(seat.game, *cards), seat_decision(seat, *cards)

    assert (seat.forfeits, seat.limited) == ((Wager.PROGRESSIVE,), False)
    assert found.values["1x"] == plain.values["1x"]
    assert plain.values["fold"] - found.values["fold"] == 5  # $50 of $10 Antes
    assert seat.forfeited(*cards) == 5


def test_a_limit_cuts_a_royal_flush() -> None:
    seat = seat_game(rules_of("catfish-bend"), wagers(10_000))

    assert seat.limited
    assert seat_decision(seat, *ROYAL).values == {"fold": -2, "1x": 250}


@pytest.mark.parametrize("place", SET_NAMES)
def test_without_limits_and_forfeits_the_values_are_the_game_s(place: str) -> None:
    seat = seat_game(rules_of(place), wagers(1_000), chips=2_500)

    assert (seat.limited, seat.forfeits) == (False, ())
    assert seat.game.deal == ()
    assert seat_decision(seat, *ROYAL) == decision(seat.game, *ROYAL)


def test_what_cannot_be_valued_is_refused() -> None:
    with pytest.raises(GameError, match="the seat has no Ante"):
        seat_game(rules_of("south-dakota"), {Wager.TRIPS: Chips(500)})
    with pytest.raises(DecisionError, match="4 cards"):
        seat_decision(CASES["aggregate limit"](), ROYAL[0], ROYAL[1][:4])
