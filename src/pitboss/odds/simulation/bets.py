"""What every seat of a simulated table puts down, and what that brings: asked of the settlement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CATEGORY_SLUGS, DECK, Card
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.kernels import FOLD, PAY_FOLD, PAY_PLAY
from pitboss.odds.game import Game, GameError, game_of
from pitboss.odds.outcome import choice_multiples
from pitboss.odds.sidebets.hand_counts import HandClass, dealt_cards, five_cards, six_cards
from pitboss.odds.sidebets.side_bet import shown_hand
from pitboss.odds.simulation.kernels import (
    BOARD,
    BOX,
    CHOICES,
    CLASSES,
    ENDINGS,
    FIRST_HOLE,
    ROYAL,
    ROYAL_COMMUNITY,
    ROYAL_FIRST_FIVE,
    Stakes,
)
from pitboss.odds.simulation.kernels import SUPER_ROYAL as SUPER
from pitboss.odds.simulation.kernels import SUPER_ROYAL_DIAMONDS as SUPER_DIAMONDS
from pitboss.round.bets import most_play, place_fault
from pitboss.round.settlement.envy import envy_of
from pitboss.round.settlement.fees import fees_due
from pitboss.round.settlement.progressive import progressive_lives
from pitboss.round.settlement.settle import settle
from pitboss.round.showdown import lines_met
from pitboss.round.state import Bank, Round, Spot
from pitboss.rules import (
    COMMUNITY,
    FIRST_FIVE,
    NOTHING,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    Chips,
    MeterShare,
    Rules,
    Wager,
    money,
)

BASE: Final = "base"  # Ante, Blind and Play
ALL: Final = "total"
SIDE: Final = (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)  # in the order of the kernel
# What a round may bring all seats together: its square still fits 62 bits.
NET_MAX: Final = 2**31 - 1
# A player-dealer who covers whatever comes; no amount that may be staked or won adds up to it.
COVERS_ALL: Final = Chips(10**18)


class SimulationError(ValueError):
    """A table that cannot be simulated: one line says what is wrong and what would be right."""


@dataclass(frozen=True)
class SimulatedBets:
    """The same wagers at every seat in each round, in cents; the meters never move."""

    rules: Rules
    game: Game
    seats: int
    ante: Chips
    side: Mapping[Wager, Chips] = field(default_factory=dict)
    meters: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def opening(self) -> dict[Wager, Chips]:
        """All that lies down before the cards."""
        return {Wager.ANTE: self.ante, Wager.BLIND: self.ante, **self.side}

    @property
    def multiples(self) -> tuple[int, ...]:
        """The Play wager of each choice, in Antes."""
        return choice_multiples(self.game)

    @property
    def need(self) -> Chips:
        """What a round can ask of a player at most: opening wagers, the largest Play, the fee."""
        return Chips(sum(self.opening.values()) + most_play(self.opening, self.rules) + self.fee)

    @property
    def bank(self) -> Bank | None:
        """The player-dealer, in the last seat, where the house does not bank."""
        return None if self.rules.house_banks else Bank(self.rules.seats, COVERS_ALL)

    @property
    def fee(self) -> Chips:
        """What each seat pays for a round, where the place takes fees; no part of its wagers."""
        spots = tuple(Spot(seat, self.opening) for seat in range(1, self.seats + 1))
        fees = fees_due(Round(spots=spots, bank=self.bank), self.rules)
        return Chips(sum(fee.chips for fee in fees if fee.seat == 1 and not fee.bank))

    @property
    def cards(self) -> int:
        """How many cards a round needs."""
        return FIRST_HOLE + 2 * self.seats + (BOX if Wager.SIX_CARD in self.side else 0)


def bets_of(
    rules: Rules,
    *,
    seats: int = 1,
    ante: Chips,
    side: Mapping[Wager, Chips] | None = None,
    meters: Mapping[str, Fraction] | None = None,
) -> SimulatedBets:
    """Put the wagers down if the table takes them; raises `SimulationError` where it does not.

    Meters are in cents as they stand at each settlement; else they are as reset.
    """
    most = rules.seats if rules.house_banks else rules.seats - 1
    if not 1 <= seats <= most:
        bank = "" if rules.house_banks else " and one for the player-dealer"
        raise SimulationError(f"{seats} seats: {rules.set.name} has 1 to {most}{bank}")
    try:
        game = game_of(rules)
    except GameError as error:
        raise SimulationError(str(error)) from None
    known = _meters(rules, meters or {}) if Wager.PROGRESSIVE in (side or {}) else {}
    bets = SimulatedBets(rules, game, seats, ante, dict(side or {}), known)
    fault = place_fault(Round(bank=bets.bank), 1, bets.opening, {}, rules)
    if fault is not None:
        raise SimulationError(fault.text)
    _check_size(bets)
    return bets


def _meters(rules: Rules, given: Mapping[str, Fraction]) -> dict[str, Fraction]:
    found = {}
    for name, plan in rules.meters.items():
        if plan.reset is None:
            raise SimulationError(f"the {name} meter has no reset amount filed; file meter.seed")
        found[name] = given.get(name, Fraction(plan.reset))
    return found


def _check_size(bets: SimulatedBets) -> None:
    stakes = stakes_of(bets)
    largest = np.abs(stakes.base).max() + sum(np.abs(net).max() for net in stakes.side)
    if bets.seats * int(largest) > NET_MAX:
        raise SimulationError(
            f"a round could move {money(bets.seats * int(largest))}; {money(NET_MAX)} is the most "
            "that is counted exactly: take smaller wagers or meters"
        )


# -- what each class of hands brings --------------------------------------------------------------


def stakes_of(bets: SimulatedBets) -> Stakes:
    """Ask the settlement what every class of hands brings, as tables for the kernel."""
    base, base_staked = _base(bets)
    side = np.zeros((len(SIDE), 2, CLASSES), np.int64)
    for place, wager in enumerate(SIDE):
        for number, known in class_examples(wager, bets.rules) if wager in bets.side else ():
            for folded in (False, True):
                side[place, int(folded), number] = _side_net(bets, wager, known, folded=folded)
    staked = np.array([bets.side.get(wager, NOTHING) for wager in SIDE], np.int64)
    limits = [bets.rules.options.get(key) for key in ("limit.amount", "aggregate.amount")]
    return Stakes(
        qualifying=bets.game.qualifying(),
        base=base,
        side=side,
        # What is paid is at most the net and the stake; a wager that is lost whole pays nothing.
        base_paid=np.where(base > -base_staked, base + base_staked, 0),
        side_paid=np.where(side > -staked[:, None, None], side + staked[:, None, None], 0),
        box=Wager.SIX_CARD in bets.side,
        by_flop=Wager.PROGRESSIVE in bets.side and bets.rules.by_flop,
        limit=min((amount for amount in limits if isinstance(amount, int)), default=0),
        shares=_shares(bets),
        envy=_envy(bets),
        lives=np.array([_lives(bets, folded=folded) for folded in (False, True)], np.int64),
    )


def class_examples(wager: Wager, rules: Rules) -> list[tuple[int, HandClass]]:
    """Number a wager's classes of hands as the kernel does, with an example of each."""
    tally = six_cards() if wager == Wager.SIX_CARD else dealt_cards()
    if wager == Wager.PROGRESSIVE and rules.by_flop:
        tally = five_cards()
    apart = {
        COMMUNITY: ROYAL_COMMUNITY,
        FIRST_FIVE: ROYAL_FIRST_FIVE,
        SUPER_ROYAL: SUPER,
        SUPER_ROYAL_DIAMONDS: SUPER_DIAMONDS,
    }
    plain = {slug: int(category) for category, slug in CATEGORY_SLUGS.items()}
    return [((apart | plain)[known.hand], known) for known in tally.classes]


def _base(bets: SimulatedBets) -> tuple[Ints, Ints]:
    """Net and stake of Ante, Blind and Play by choice, ending and class."""
    net = np.zeros((CHOICES, ENDINGS, CLASSES), np.int64)
    staked = np.zeros_like(net)
    pays = bets.game.pays
    for choice, times in enumerate(bets.multiples):
        staked[choice] = (2 + times) * bets.ante
        for ending in range(ENDINGS):
            for number in range(CLASSES):
                row = pays[min(number, ROYAL)]
                units = (
                    row[PAY_FOLD]
                    if choice == FOLD
                    else row[ending] + times * row[PAY_PLAY + ending]
                )
                cents = Fraction(units * bets.ante, bets.game.unit)
                if cents.denominator != 1:
                    raise SimulationError(
                        f"an Ante of {money(bets.ante)} is not paid in whole cents"
                    )
                net[choice, ending, number] = int(cents)
    return net.reshape(-1), staked.reshape(-1)


def _side_net(bets: SimulatedBets, wager: Wager, known: HandClass, *, folded: bool) -> int:
    """Settle an example at a table of one and see what the wager brings, limits apart."""
    hole, rest = known.cards[:2], known.cards[2:]
    free = iter([card for card in DECK if card not in known.cards])
    board, box = (rest, ()) if wager != Wager.SIX_CARD else ((), rest)
    cards = [*board, *(next(free) for _ in range(BOARD - len(board))), next(free), next(free)]
    cards += [*hole, *box, *(next(free) for _ in range(BOX - len(box)))]
    round_ = round_of(bets, cards, [FOLD if folded else 0])
    settlement = settle(round_, bets.rules)
    return sum(movement.due for movement in settlement.of(1) if movement.wager == wager)


def _shares(bets: SimulatedBets) -> NDArray[np.uint8]:
    """Mark the classes that a meter may pay."""
    marks = np.zeros(CLASSES, np.uint8)
    if Wager.PROGRESSIVE in bets.side:
        for number, known in class_examples(Wager.PROGRESSIVE, bets.rules):
            met = lines_met(
                bets.rules.tables[Wager.PROGRESSIVE], shown_hand(known, Wager.PROGRESSIVE)
            )
            marks[number] = any(isinstance(line.pays, MeterShare) for line in met)
    return marks


def _envy(bets: SimulatedBets) -> Ints:
    """Return what a hand, stayed or folded, brings each other seat."""
    sums = np.zeros((2, CLASSES), np.int64)
    if Wager.PROGRESSIVE in bets.side:
        for number, known in class_examples(Wager.PROGRESSIVE, bets.rules):
            hands = {2: shown_hand(known, Wager.PROGRESSIVE)}
            for folded in (False, True):
                spots = [Spot(1, bets.opening), Spot(2, bets.opening, folded=folded)]
                paid = envy_of(spots[0], spots, hands, bets.rules)
                sums[int(folded), number] = sum(movement.paid for movement in paid)
    return sums


def _lives(bets: SimulatedBets, *, folded: bool) -> bool:
    if Wager.PROGRESSIVE not in bets.side:
        return False
    return progressive_lives(Round(), Spot(1, bets.opening, folded=folded), bets.rules)


# -- rounds for the engine ------------------------------------------------------------------------


def round_of(bets: SimulatedBets, cards: Sequence[int], choices: Sequence[int]) -> Round:
    """Lay a round out for the settlement: the cards as drawn, and what each seat chose."""
    dealt = tuple(Card(int(card)) for card in cards)
    spots = []
    for place, choice in enumerate(choices):
        wagers, times = bets.opening, bets.multiples[choice]
        if times:
            wagers[Wager.PLAY] = Chips(times * bets.ante)
        first = FIRST_HOLE + 2 * place
        hole = dealt[first : first + 2]
        spots.append(Spot(place + 1, wagers, cards=hole, times=times, folded=choice == FOLD))
    at_box = FIRST_HOLE + 2 * len(choices)
    return Round(
        spots=tuple(spots),
        bank=bets.bank,
        meters=dict(bets.meters),
        dealer=dealt[BOARD:FIRST_HOLE],
        board=dealt[:BOARD],
        turned=BOARD,
        box=dealt[at_box : at_box + BOX] if Wager.SIX_CARD in bets.side else (),
        folds=tuple(spot.seat for spot in spots if spot.folded),
        revealed=True,
    )


def settled_nets(
    bets: SimulatedBets, cards: Sequence[int], choices: Sequence[int]
) -> list[dict[str, int]]:
    """Settle a round by the engine: for each seat, what it gains by name of the wager."""
    settlement = settle(round_of(bets, cards, choices), bets.rules)
    found: list[dict[str, int]] = []
    for seat in range(1, len(choices) + 1):
        nets: dict[str, int] = {}
        for movement in settlement.of(seat):
            base = movement.wager in (Wager.ANTE, Wager.BLIND, Wager.PLAY)
            name = BASE if base else movement.wager.value
            nets[name] = nets.get(name, 0) + movement.net
        found.append(nets)
    return found
