"""The same decks through the compiled rounds and through the engine: the same nets, to the cent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.odds.counting.kernels import FLOP_LOW, FOLD, RIVER_LOW
from pitboss.odds.simulation.bets import ALL, BASE, SimulatedBets, bets_of, stakes_of
from pitboss.odds.simulation.kernels import AFTER_SEVEN, BOARD, BOX, CLASSES, ENDINGS, FIRST_HOLE
from pitboss.odds.simulation.parts import SimulatedPart, dealt, played, settle_cards
from pitboss.odds.simulation.tables import lookup
from pitboss.round.movement import Settlement
from pitboss.round.play import play
from pitboss.round.script import Script, SeatScript
from pitboss.round.state import TableFacts
from pitboss.rules import Chips, Rules, Wager, in_force, rule_set
from tests.odds.tables import perfect

ANTE = Chips(1000)
ROUNDS = 60
ACE = 12


@dataclass(frozen=True)
class Case:
    """A table: a set with options, its side bets, and how rich its deck is made."""

    name: str
    seats: int
    side: dict[Wager, Chips]
    options: dict[str, Any] = field(default_factory=dict)
    ante: Chips = ANTE
    rich: bool = False  # only cards from nine to ace: jackpots in every other round

    @property
    def rules(self) -> Rules:
        return in_force(rule_set(self.name), self.options)

    def __str__(self) -> str:
        chosen = "-".join(str(value) for value in self.options.values())[:40]
        return f"{self.name}-{self.seats}-{'-'.join(self.side)}-{chosen}{'-rich' * self.rich}"


TRIPS = {Wager.TRIPS: Chips(500)}
ALL_OF_MARYLAND = {**TRIPS, Wager.SIX_CARD: Chips(300), Wager.PROGRESSIVE: Chips(500)}


def cases() -> Iterator[Case]:
    for rich in (False, True):
        yield Case("maryland", 6, {}, rich=rich)
        yield Case("maryland", 6, TRIPS, {"blind": "B", "trips": "C"}, rich=rich)
        yield Case("catfish-bend", 6, TRIPS, rich=rich)
        yield Case("california", 5, TRIPS, rich=rich)
        yield Case("royal-caribbean", 5, TRIPS, rich=rich)
        for table in rule_set("south-dakota").tables_of(Wager.PROGRESSIVE):
            stake = Chips(500 if table == "PMG-02" else 100)
            side = {**TRIPS, Wager.PROGRESSIVE: stake}
            seeds = {"progressive": table, "meter": {"seed": 12_345}}
            yield Case("south-dakota", 6, side, seeds, rich=rich)
        for progressive, six in zip("ABCD", "ABAB", strict=True):
            for cards in ("hole-and-flop", "seven"):
                chosen = {"six_card": six, "progressive": progressive, "progressive.cards": cards}
                yield Case("maryland", 6, ALL_OF_MARYLAND, chosen, rich=rich)
    a = {"six_card": "A", "progressive": "A"}
    gone = {**a, "progressive.survives_fold": False, "envy.folded_holder": "never"}
    yield Case("maryland", 6, ALL_OF_MARYLAND, gone, rich=True)
    yield Case("maryland", 4, ALL_OF_MARYLAND, {**a, "envy.cap": 1500}, rich=True)
    yield Case("maryland", 6, TRIPS, {"limit.amount": 50_000}, Chips(20_000), rich=True)
    cut = {"limit.amount": 50_000, "limit.allocation": "pro_rata"}
    yield Case("maryland", 3, TRIPS, cut, Chips(40_000), rich=True)
    yield Case("catfish-bend", 6, TRIPS, {"aggregate.scope": "player"}, Chips(10_000), rich=True)
    yield Case("catfish-bend", 6, TRIPS, {}, Chips(10_000), rich=True)
    better = {"progressive": "UTHP-01", "uthp01.community_precedence": "better"}
    split = {"progressive": "PMG-01", "progressive.simultaneous": "split"}
    for options in (better, split, {**split, "progressive.cards": "seven"}):
        side = {**TRIPS, Wager.PROGRESSIVE: Chips(100)}
        yield Case("south-dakota", 6, side, {**options, "meter": {"seed": 99}}, rich=True)


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_compiled_rounds_net_what_the_engine_pays(case: Case) -> None:
    bets = bets_of(case.rules, seats=case.seats, ante=case.ante, side=case.side)
    cards = rich_deals(bets) if case.rich else dealt(bets, 7, 0, ROUNDS)
    tables, stakes = lookup(perfect(bets.game)), stakes_of(bets)
    part, nets = SimulatedPart(), np.zeros((len(cards), bets.seats), np.int64)

    settle_cards(part, bets, cards, tables, stakes, nets)

    cells = played(bets, cards, tables, stakes).astype(np.int64)
    choices = cells // (ENDINGS * CLASSES * AFTER_SEVEN)
    found = [engine(bets, *deal) for deal in zip(cards.tolist(), choices.tolist(), strict=True)]
    seats = range(1, bets.seats + 1)
    assert nets.tolist() == [[settled.net(seat) for seat in seats] for settled in found]
    assert {name: sums.total for name, sums in part.sums.items() if sums.total} == totals(found)


@pytest.mark.parametrize("cards", ["hole-and-flop", "seven"])
def test_rich_decks_bring_what_they_are_for(cards: str) -> None:
    chosen = {"six_card": "A", "progressive": "A", "progressive.cards": cards}
    bets = bets_of(in_force(rule_set("maryland"), chosen), seats=6, ante=ANTE, side=ALL_OF_MARYLAND)
    part, nets = SimulatedPart(), np.zeros((0, 0), np.int64)

    settle_cards(part, bets, rich_deals(bets), lookup(perfect(bets.game)), stakes_of(bets), nets)

    by_class = (part.cells + part.held_cells).reshape(-1, CLASSES, CLASSES, CLASSES)
    assert part.held > 0
    assert part.sums["envy"].total > 0
    assert (by_class.sum(axis=(0, 2, 3))[3:] > 0).all(), "every paid class of seven, all royals"
    assert (by_class.sum(axis=(0, 1, 3))[8:] > 0).all(), "straight flushes and royals of six cards"
    first_five = by_class.sum(axis=(0, 1, 2))
    assert (first_five[[3, 4, 5, 8, 9]] > 0).all(), "straight flushes and royals of the first five"


def totals(found: list[Settlement]) -> dict[str, int]:
    """What every wager came to in all rounds and at all seats."""
    sums: dict[str, int] = {ALL: 0}
    for settlement in found:
        for movement in settlement.movements:
            base = movement.wager in (Wager.ANTE, Wager.BLIND, Wager.PLAY)
            name = BASE if base else movement.wager.value
            sums[name] = sums.get(name, 0) + movement.net
            sums[ALL] += movement.net
    return {name: total for name, total in sums.items() if total}


def rich_deals(bets: SimulatedBets) -> NDArray[np.int64]:
    """Deals of high cards in few suits, and some with a royal or super royal put in its place."""
    chance = random.Random(f"{bets.rules.set.name} {bets.seats} {sorted(bets.side)}")
    at_box = FIRST_HOLE + 2 * bets.seats
    mine = (FIRST_HOLE, FIRST_HOLE + 1)
    planted = [(tuple(range(BOARD)), ACE), ((0, 1, 2, *mine), ACE), ((0, 1, 3, 4, mine[0]), ACE)]
    if bets.seats > 1:  # one flop makes two straight flushes
        other = (FIRST_HOLE + 2, FIRST_HOLE + 3)
        planted.append(((*mine, 0, 1, 2, *other), ACE - 1))
    if Wager.SIX_CARD in bets.side:
        box = tuple(range(at_box, at_box + BOX))
        planted += [((*box, *mine), ACE), ((*box, mine[0]), ACE), ((*box, mine[0]), ACE - 1)]
    deals = []
    for number in range(ROUNDS):
        suits = chance.sample(range(4), chance.choice((1, 2, 4)))
        deck = [card for card in range(28, 52) if card % 4 in suits]
        rest = [card for card in range(52) if card not in deck]
        chance.shuffle(deck)
        chance.shuffle(rest)
        deck = [*deck, *rest]
        if number % 3 == 0:
            again, which = divmod(number // 3, len(planted))
            where, top = planted[which]
            high = [4 * (top - n) + again % 4 for n in range(len(where))]
            deck = _planted(deck, dict(zip(where, high, strict=True)))
        elif number % 3 == 1:
            deck = chance.sample(deck[: bets.cards], bets.cards)
        deals.append(deck[: bets.cards])
    return np.array(deals, np.int64)


def _planted(deck: list[int], cards: dict[int, int]) -> list[int]:
    """Put cards into their places of a deck; those that lay there take the places left free."""
    for place, card in cards.items():
        other = deck.index(card)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def engine(bets: SimulatedBets, cards: list[int], choices: list[int]) -> Settlement:
    """Play a deal through the decider, command by command."""
    dealt_cards = tuple(Card(card) for card in cards)
    seats = tuple(
        SeatScript(
            key=f"seats[{place}]",
            seat=place + 1,
            wagers=bets.opening,
            cards=dealt_cards[FIRST_HOLE + 2 * place : FIRST_HOLE + 2 * place + 2],
            acts=acts(choice, bets),
        )
        for place, choice in enumerate(choices)
    )
    script = Script(
        name="",
        title="",
        rules=bets.rules,
        given={},
        dealer=dealt_cards[BOARD:FIRST_HOLE],
        board=dealt_cards[:BOARD],
        box=dealt_cards[-BOX:] if Wager.SIX_CARD in bets.side else (),
        seats=seats,
        meters={name: Chips(int(amount)) for name, amount in bets.meters.items()},
        bank=None if bets.bank is None else (bets.bank.seat, bets.bank.stake),
        facts=TableFacts(),
        progressive_chips=bets.seats if Wager.PROGRESSIVE in bets.side else None,
        irregularities=(),
        expect={},
    )
    settlement = play(script).round.settlement
    assert settlement is not None
    return settlement


def acts(choice: int, bets: SimulatedBets) -> tuple[str, ...]:
    """What a seat says on each street, for a choice of the policy."""
    if choice == FOLD:
        return ("check", "check", "fold")
    checks = (choice >= FLOP_LOW) + (choice >= RIVER_LOW)
    return (*["check"] * checks, f"play {bets.multiples[choice]}x")
