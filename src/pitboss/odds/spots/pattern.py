"""The pattern of a spot: what it has in common with others, so that it can be practised again."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import DECK, Card, Category, category_of, rank_of, strength, suit_of
from pitboss.odds.counting.numbering import BOARD_CARDS
from pitboss.odds.decisions.decision import HOLE_CARDS, decision
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.solution import solved
from pitboss.odds.spots.spot import SpotError, SpotFilter
from pitboss.rules import Street

DRAW_CARDS = 4  # "four to a flush"
_PAIR = 2  # letters of a pair's name, "77"; others have an s or an o behind them
_THREE_CARDS = {1: Category.THREE_OF_A_KIND, 2: Category.PAIR, 3: Category.HIGH_CARD}


def pattern_of(
    game: Game, hole: Sequence[Card], board: Sequence[Card] = (), *, best: str = ""
) -> SpotFilter:
    """Return the filter of spots like this one, with other cards and the same best choice.

    Before the flop: hands with the same high card, suited or not as this one is, or pairs. On the
    flop: the same kind of hand, made with a hole card or not, with or without four to a flush. On
    the river: the same kind of hand, made with a hole card or not, and as many dealer outs. Where
    the `best` choice is known already it is not counted again. Raises `SpotError` or
    `DecisionError` for cards that make no decision.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.odds.game import standard_game
    >>> sorted(pattern_of(standard_game(), parse_cards("Ks 3d")).starting)
    ['K2o', 'K3o', 'K4o']
    """
    if not board:
        return _before_flop(game.numbers(), hole)
    best = best or decision(game, hole, board).best
    makes = category_of(strength((*hole, *board)))
    river = len(board) == BOARD_CARDS
    alone = category_of(strength(board)) if river else _on_flop(board)
    outs = _dealer_outs(hole, board) if river else 0
    return SpotFilter(
        Street.RIVER if river else Street.FLOP,
        hands=frozenset({makes}),
        lifts=makes > alone,
        four_flush=None if river else _four_flush(hole, board),
        outs=(outs, outs) if river else None,
        best=best,
    )


def _before_flop(game: Game, hole: Sequence[Card]) -> SpotFilter:
    if len(set(hole)) != HOLE_CARDS or len(hole) != HOLE_CARDS or not set(hole) <= set(DECK):
        raise SpotError("the hole is not two different cards; a player has two")
    own = HAND_NAMES[hand_number(*hole)]
    best = solved(game).hand(own).best

    def alike(name: str) -> bool:
        if len(own) == _PAIR or len(name) == _PAIR:
            return len(own) == len(name)
        return own[0] == name[0] and own[-1] == name[-1]

    hands = (hand for hand in solved(game).hands if alike(hand.name) and hand.best == best)
    return SpotFilter(Street.DEAL, starting=frozenset(hand.name for hand in hands), best=best)


def _on_flop(flop: Sequence[Card]) -> Category:
    return _THREE_CARDS[len({rank_of(card) for card in flop})]


def _four_flush(hole: Sequence[Card], flop: Sequence[Card]) -> bool:
    suits = [suit_of(card) for card in (*hole, *flop)]
    return any(suits.count(suit_of(card)) >= DRAW_CARDS for card in hole)


def _dealer_outs(hole: Sequence[Card], board: Sequence[Card]) -> int:
    mine = strength((*hole, *board))
    unseen = (card for card in DECK if card not in hole and card not in board)
    return sum(strength((*board, card)) > mine for card in unseen)
