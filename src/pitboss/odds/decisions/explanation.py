"""Why a choice is worth what it is worth: endings by own hand, outs, and what beats the hand.

All of it is counted over the same deals as the value itself, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, Category, category_of, rank_of, strength
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.kernels import (
    DEAL_LOW,
    FLOP_HIGH,
    FLOP_LOW,
    FOLD,
    RIVER_HIGH,
    RIVER_LOW,
)
from pitboss.odds.counting.levels import workers
from pitboss.odds.counting.numbering import CHOOSE
from pitboss.odds.counting.strengths import strengths
from pitboss.odds.decisions.deal import deal_tally, full_deck_without, padded
from pitboss.odds.decisions.decision import (
    HandDecision,
    KnownCards,
    check_cards,
    decision,
    decision_of,
)
from pitboss.odds.decisions.kernels import (
    ENDINGS,
    LOSE_UNQUALIFIED,
    RIVER_CHOICES,
    TIE,
    WIN_UNQUALIFIED,
    tally_runouts,
)
from pitboss.odds.game import Game
from pitboss.odds.outcome import FOLDED, Outcomes, outcomes_of
from pitboss.odds.solution import CHECK
from pitboss.rules import Street

# The kernels' numbers of a street's lowest raise, and of what follows a check on the flop.
_LOWEST: Final = {Street.DEAL: DEAL_LOW, Street.FLOP: FLOP_LOW, Street.RIVER: RIVER_LOW}
_ON_RIVER: Final = (RIVER_LOW, RIVER_HIGH, FOLD)
_CHOICES: Final = FOLD + 1

# By how many of the pairs among four cards are equal: what their ranks make.
_FOUR_CARDS: Final = {
    0: Category.HIGH_CARD,
    1: Category.PAIR,
    2: Category.TWO_PAIR,
    3: Category.THREE_OF_A_KIND,
    6: Category.FOUR_OF_A_KIND,
}


@dataclass(frozen=True, slots=True)
class Out:
    """A card, and the hand that it makes with what is known already.

    For an own out `win` is the chance to have the better hand once the card is on the turn or the
    river; for a dealer's out it is None.
    """

    card: Card
    makes: Category
    win: Fraction | None = None


@dataclass(frozen=True, slots=True)
class DealerHands:
    """How many of the deals the dealer wins with one kind of hand."""

    category: Category
    deals: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """What lies behind the values of one decision; every count is of the decision's `deals`.

    `outcomes` has for each choice all deals, by what is chosen later, ending and own final hand;
    from them follow what Ante, Blind and Play bring (`wager_values`), the endings by own hand
    (`by_hand`) and the distribution of the result. Later choices are the best ones.

    `makes` is what the cards seen make now, None before the flop. `outs` are on the flop the cards
    that lift the hand; `dealer_outs` on the river the single cards with which the dealer has the
    better hand, if the other one adds nothing; `beaten_by` are the dealer's better hands by kind,
    on the flop over all turns and rivers.
    """

    decision: HandDecision
    outcomes: dict[str, Outcomes]
    makes: Category | None
    outs: tuple[Out, ...]
    dealer_outs: tuple[Out, ...]
    beaten_by: tuple[DealerHands, ...]

    @property
    def qualifies(self) -> Fraction:
        """How likely the dealer qualifies, if the hand goes to the showdown."""
        return 1 - self.decision.unqualified

    @property
    def blind(self) -> dict[str, Fraction]:
        """What the Blind adds to the value of each choice, in Antes."""
        return {choice: found.wager_values.blind for choice, found in self.outcomes.items()}


def explain(
    game: Game,
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
) -> Explanation:
    """Return why each choice is worth what `decision` says; takes the same cards, raises the same.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.odds.game import standard_game
    >>> why = explain(standard_game(), parse_cards("Th 9h"), parse_cards("8h 7c 2h"))
    >>> len(why.outs), why.outcomes["2x"].wager_values.blind
    (21, Fraction(108833, 214038))
    """
    if not board:
        return _before_flop(game, KnownCards(tuple(hole), (), tuple(dead), tuple(dealer)))
    found = decision(game, hole, board, dead, dealer)
    tally = np.zeros((RIVER_CHOICES, ENDINGS, len(Category)), np.int64)
    beaten, by_card = np.zeros(len(Category), np.int64), np.zeros((len(DECK), 3), np.int64)
    tables = strengths()
    tally_runouts(
        np.array(found.board), np.array(found.hole), padded(found.dealer), _deck(found),
        game.qualifying(), game.pay_array(), game.multiples(), CHOOSE, tables.plain, tables.flush,
        tally, beaten, by_card,
    )  # fmt: skip
    river = found.street == Street.RIVER
    return Explanation(
        decision=found,
        outcomes=_after_flop(found, tally),
        makes=category_of(strength((*found.hole, *found.board))),
        outs=() if river else tuple(_outs(found, by_card)),
        dealer_outs=tuple(_dealer_outs(found)) if river else (),
        beaten_by=tuple(
            DealerHands(category, count)
            for category, count in zip(Category, beaten.tolist(), strict=True)
            if count
        ),
    )


def _deck(found: HandDecision) -> int:
    return full_deck_without((*found.hole, *found.board, *found.dead, *found.dealer))


# -- what each choice ends in ---------------------------------------------------------------------


def _before_flop(game: Game, seen: KnownCards) -> Explanation:
    """Count the hand once: what its choices are worth follows from the counts."""
    check_cards(seen)
    first, second = seen.hole
    with workers(None) as (threads, _):
        tally = deal_tally(
            game, (first, second), dead=seen.dead, dealer=seen.dealer, executor=threads
        )
    checked = np.zeros((_CHOICES, *tally.shape[2:]), np.int64)
    for river, choice in enumerate(_ON_RIVER):
        checked[choice] = tally[0, river]
    for leave, choice in enumerate((FLOP_LOW, FLOP_HIGH), 1):
        checked[choice] = tally[leave].sum(axis=0)
    played = tally.sum(axis=(0, 1))
    outcomes = {CHECK: outcomes_of(game, checked), **dict(_raised(game, Street.DEAL, played))}
    values = {choice: found.ev for choice, found in outcomes.items()}
    # Two equal hands both qualify or both do not.
    tied = played[TIE, : game.qualifies].sum()
    unqualified = int(played[[WIN_UNQUALIFIED, LOSE_UNQUALIFIED]].sum() + tied)
    endings = tuple(played.sum(axis=1).tolist())
    return Explanation(
        decision_of(game, seen, values, endings, unqualified), outcomes, None, (), (), ()
    )


def _after_flop(found: HandDecision, tally: Ints) -> dict[str, Outcomes]:
    made = np.zeros((_CHOICES, *tally.shape[1:]), np.int64)
    if found.street == Street.FLOP:
        for river, choice in enumerate(_ON_RIVER):
            made[choice] = tally[river]
        passing = CHECK
    else:
        made[FOLD] = tally.sum(axis=0)
        passing = FOLDED
    raised = _raised(found.game, found.street, tally.sum(axis=0))
    return {passing: outcomes_of(found.game, made), **dict(raised)}


def _raised(game: Game, street: Street, played: Ints) -> Iterator[tuple[str, Outcomes]]:
    """Yield each raise of the street with all deals; each in a game that has no other raise."""
    for multiple in game.raises(street):
        counts = np.zeros((_CHOICES, *played.shape), np.int64)
        counts[_LOWEST[street]] = played
        yield f"{multiple}x", outcomes_of(game.with_raise(street, multiple), counts)


# -- cards ----------------------------------------------------------------------------------------


def _outs(found: HandDecision, by_card: Ints) -> Iterator[Out]:
    """Yield the cards that make a better kind of hand than now, and than the board shows alone.

    Two pair counts only where the card pairs a hole card: a pair on the board is everybody's.
    """
    now = category_of(strength((*found.hole, *found.board)))
    own = {rank_of(card) for card in found.hole}
    for card in _unseen(found):
        makes = category_of(strength((*found.hole, *found.board, card)))
        if makes <= now or makes <= _four_cards((*found.board, card)):
            continue
        if makes == Category.TWO_PAIR and rank_of(card) not in own:
            continue
        wins, _, deals = by_card[card].tolist()
        yield Out(card, makes, Fraction(wins, deals))


def _dealer_outs(found: HandDecision) -> Iterator[Out]:
    """Yield the cards that beat the hand with the board alone, as players count them."""
    mine = strength((*found.hole, *found.board))
    for card in (*_unseen(found), *found.dealer):
        theirs = strength((*found.board, card))
        if theirs > mine:
            yield Out(card, category_of(theirs))


def _unseen(found: HandDecision) -> list[Card]:
    deck = _deck(found)
    return [card for card in DECK if deck >> card & 1]


def _four_cards(cards: Sequence[Card]) -> Category:
    ranks = [rank_of(card) for card in cards]
    equal = sum(ranks[at] == other for at in range(4) for other in ranks[at + 1 :])
    return _FOUR_CARDS[equal]
