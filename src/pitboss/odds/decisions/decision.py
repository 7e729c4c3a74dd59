"""The exact value of every choice a player has now, whatever cards have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.cards import DECK, Card, card_text, first_duplicate
from pitboss.odds.counting.levels import workers
from pitboss.odds.counting.numbering import BOARD_CARDS, CHOOSE
from pitboss.odds.counting.strengths import CATEGORY_SHIFT, strengths
from pitboss.odds.decisions.deal import (
    deal_sums,
    deals_left,
    full_deck_without,
    padded,
)
from pitboss.odds.decisions.kernels import CELLS, PAY_FOLD, value_runouts
from pitboss.odds.decisions.matchups import matchups
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.outcome import ENDING_NAMES, FOLDED
from pitboss.odds.solution import CHECK, solved
from pitboss.rules import Street

HOLE_CARDS: Final = 2
DEALER_CARDS: Final = 2
DEAD_MAX: Final = len(DECK) - HOLE_CARDS - BOARD_CARDS - DEALER_CARDS  # then a deal still remains
STREETS: Final = {0: Street.DEAL, 3: Street.FLOP, BOARD_CARDS: Street.RIVER}


class DecisionError(ValueError):
    """Cards that make no decision: one line that says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The cards that the player has seen; what has not been seen is in the deck."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    dealer: tuple[Card, ...]

    @property
    def street(self) -> Street:
        """Where the player stands."""
        return STREETS[len(self.board)]

    @property
    def deck(self) -> int:
        """The cards that can still come, as bits."""
        return full_deck_without((*self.hole, *self.board, *self.dead, *self.dealer))

    @property
    def deals(self) -> int:
        """How many ways there are to deal the rest of the board and the dealer's hand."""
        return deals_left(self.deck.bit_count(), known=len(self.dealer), board=len(self.board))


@dataclass(frozen=True, slots=True)
class HandDecision:
    """What each choice is worth, in Antes, later choices being made as well as can be.

    `values` has the smallest wager first: "check", "3x", "4x", or "check", "2x", or "fold", "1x".
    `endings` are the probabilities of each way a showdown can end, if the hand is played, and
    `unqualified` that of a dealer who does not qualify; `deals` is how many deals were counted.
    """

    game: Game
    street: Street
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    dealer: tuple[Card, ...]
    values: dict[str, Fraction]
    endings: dict[str, Fraction]
    unqualified: Fraction
    deals: int

    @property
    def best(self) -> str:
        """The best choice; of equals the smaller wager."""
        return max(self.values, key=lambda choice: self.values[choice])

    @property
    def value(self) -> Fraction:
        """What the best choice is worth."""
        return self.values[self.best]

    @property
    def costs(self) -> dict[str, Fraction]:
        """What each other choice costs against the best one."""
        best = self.best
        return {
            choice: self.values[best] - value
            for choice, value in self.values.items()
            if choice != best
        }

    @property
    def win(self) -> Fraction:
        """How likely the player has the better hand, whether the dealer qualifies or not."""
        return self.endings["win"] + self.endings["win-unqualified"]

    @property
    def tie(self) -> Fraction:
        """How likely both hands are worth the same."""
        return self.endings["tie"]

    @property
    def lose(self) -> Fraction:
        """How likely the dealer has the better hand, qualified or not."""
        return self.endings["lose"] + self.endings["lose-unqualified"]


def decision(
    game: Game,
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
    *,
    direct: bool = False,
) -> HandDecision:
    """Value every choice for two cards and a board of none, three (the flop) or all five cards.

    `dead` are cards that cannot come: those of other seats, burned or exposed ones. `dealer` are
    cards known to be the dealer's. Raises `DecisionError` where the cards do not fit together.

    Before the flop, if no other card has been seen, the values are those of the solved game: this
    takes some seconds once, and then no time for any hand. `direct` counts the one hand instead.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.odds.game import standard_game
    >>> hole, board = parse_cards("Js 4d"), parse_cards("3c 7d 9h Kc Qh")
    >>> river = decision(standard_game(), hole, board)
    >>> river.values
    {'fold': Fraction(-2, 1), '1x': Fraction(-613, 330)}
    >>> river.best, river.deals
    ('1x', 990)

    If other seats show small cards, the dealer is more likely to have a better hand than that:

    >>> decision(standard_game(), hole, board, dead=parse_cards("2c 2d 2h 5c 5d 5h")).best
    'fold'
    """
    seen = KnownCards(tuple(hole), tuple(board), tuple(dead), tuple(dealer))
    check_cards(seen)
    if board:
        return _after_flop(game, seen)
    if dead or dealer or direct:
        return _before_flop(game, seen)
    return _of_solution(game, seen)


def _of_solution(game: Game, seen: KnownCards) -> HandDecision:
    name = HAND_NAMES[hand_number(*seen.hole)]
    matchup = matchups(game)[name]
    return decision_of(
        game, seen, solved(game).hand(name).values, matchup.endings, matchup.unqualified
    )


def _before_flop(game: Game, seen: KnownCards) -> HandDecision:
    first, second = seen.hole
    with workers(None) as (threads, _):
        (sums,) = deal_sums(
            game, [(first, second)], dead=seen.dead, dealer=seen.dealer, executor=threads
        )
    values = {CHECK: sums.check, **{f"{n}x": sums.raised(n) for n in game.deal}}
    return decision_of(game, seen, _in_antes(game, seen, values), sums.endings, sums.unqualified)


def _after_flop(game: Game, seen: KnownCards) -> HandDecision:
    tables = strengths()
    cells = np.zeros(CELLS, np.int64)
    strength = value_runouts(
        np.array(seen.board), np.array(seen.hole), padded(seen.dealer), seen.deck,
        game.qualifying(), game.pay_array(), game.multiples(), CHOOSE, tables.plain, tables.flush,
        cells,
    )  # fmt: skip
    check, _, stands, slope, *endings, unqualified = cells.tolist()
    if seen.street == Street.FLOP:
        values, multiples = {CHECK: check}, game.flop
    else:
        fold = game.pays[strength >> CATEGORY_SHIFT][PAY_FOLD]
        values, multiples = {FOLDED: fold * seen.deals}, game.river
    values.update({f"{multiple}x": stands + multiple * slope for multiple in multiples})
    return decision_of(game, seen, _in_antes(game, seen, values), tuple(endings), unqualified)


def _in_antes(game: Game, seen: KnownCards, sums: dict[str, int]) -> dict[str, Fraction]:
    return {choice: Fraction(value, seen.deals * game.unit) for choice, value in sums.items()}


def decision_of(
    game: Game,
    seen: KnownCards,
    values: dict[str, Fraction],
    endings: tuple[int, ...],
    unqualified: int,
) -> HandDecision:
    """Put a decision together from its values and the showdowns that were counted."""
    deals = seen.deals
    return HandDecision(
        game=game,
        street=seen.street,
        hole=seen.hole,
        board=seen.board,
        dead=seen.dead,
        dealer=seen.dealer,
        values=values,
        endings={
            name: Fraction(count, deals) for name, count in zip(ENDING_NAMES, endings, strict=True)
        },
        unqualified=Fraction(unqualified, deals),
        deals=deals,
    )


def check_cards(seen: KnownCards) -> None:
    """Raise `DecisionError` for what no dealer could have dealt."""
    cards = (*seen.hole, *seen.board, *seen.dead, *seen.dealer)
    for card in cards:
        if card not in DECK:
            raise DecisionError(f"{card!r} is no card; cards are numbered 0 to {len(DECK) - 1}")
    if len(seen.hole) != HOLE_CARDS:
        raise DecisionError(f"the hole has {len(seen.hole)} cards; a player has {HOLE_CARDS}")
    if len(seen.board) not in STREETS:
        known = "none before the flop, 3 on it, 5 at the end"
        raise DecisionError(f"the board has {len(seen.board)} cards; there are {known}")
    if len(seen.dealer) > DEALER_CARDS:
        raise DecisionError(f"the dealer has {len(seen.dealer)} cards; at most {DEALER_CARDS}")
    twice = first_duplicate(cards)
    if twice is not None:
        raise DecisionError(f"{card_text(twice)} is in two places; each card may appear once")
    if len(seen.dead) > DEAD_MAX:
        raise DecisionError(
            f"{len(seen.dead)} dead cards leave no board and dealer hand; "
            f"at most {DEAD_MAX} may be dead"
        )
