"""A decision of a seat as a question to `pitboss.odds`, made from what that seat may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitboss.cards import Card, card_of, rank_of, suit_of
from pitboss.cards.card import Suit
from pitboss.coach.uncounted import uncounted
from pitboss.odds import Game, affordable_game
from pitboss.round.legal import LegalAction
from pitboss.round.view import RoundView
from pitboss.rules import Chips, Street, Wager
from pitboss.table import RulesChoice, rules_of

PERFECT: Final = "optimal"  # the strategy whose choice is always the best one
CHECK: Final = "check"
FOLD: Final = "fold"
HOLE_CARDS: Final = 2
BOARD_CARDS: Final = {Street.DEAL: 0, Street.FLOP: 3, Street.RIVER: 5}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a seat knows when it decides. Equal situations have equal prices.

    `game` has every raise of the rules and no names, `payable` those that the seat's chips pay for.
    `dead` are cards seen elsewhere that cannot come; `dealer` are known cards of the dealer.
    `ante` is in cents. With `rules`, the opening `wagers` and the Progressive's `meters`, payout
    limits and what a fold forfeits count too; without, the base game alone. `left_out` names what
    may change the result and is in no value.
    """

    game: Game
    payable: Game
    ante: int
    street: Street
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    rules: RulesChoice | None = None
    wagers: tuple[tuple[Wager, Chips], ...] = ()
    meters: tuple[tuple[str, Fraction], ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def unpaid(self) -> tuple[str, ...]:
        """The raises of this street for which the chips are short."""
        payable = self.payable.raises(self.street)
        return tuple(f"{n}x" for n in self.game.raises(self.street) if n not in payable)

    def alike(self) -> Situation:
        """Return the situation that stands for all with the same prices.

        Cards are sorted. Before the flop, where no other card was seen, suits have no names.
        """
        hole = tuple(sorted(self.hole))
        if self.street == Street.DEAL and not (self.dead or self.dealer):
            hole = _without_suits(hole)
        board, dead, dealer = (
            tuple(sorted(cards)) for cards in (self.board, self.dead, self.dealer)
        )
        return replace(self, hole=hole, board=board, dead=dead, dealer=dealer)


def situation_of(
    view: RoundView, seat: int, game: Game, chips: int, rules: RulesChoice | None = None
) -> Situation | None:
    """Return the decision of a seat, or None where it cannot be valued.

    `view` must be the one made for that seat: only what it shows is used. `game` is that of the
    `rules` in force, `chips` are the cents in front of the seat. Cards that are seen are its own,
    the board, those set aside, hands turned up and the open cards of dealer and box.
    """
    spot = next((spot for spot in view.spots if spot.seat == seat), None)
    if spot is None or view.turn != seat:
        return None
    ante = spot.wagers.get(Wager.ANTE, 0)
    fits = len(spot.cards) == HOLE_CARDS and len(view.board) == BOARD_CARDS[view.street]
    if not ante or not fits:
        return None
    known = {*spot.cards, *view.board, *view.dealer}
    others = (card for other in view.spots if other.seat != seat for card in other.cards)
    dead = [card for card in (*view.set_aside, *view.box, *others) if card not in known]
    numbers = game.numbers()
    return Situation(
        game=numbers,
        payable=affordable_game(numbers, ante=ante, chips=chips),
        ante=ante,
        street=view.street,
        hole=spot.cards,
        board=view.board,
        dead=_distinct(dead),
        dealer=view.dealer,
        rules=rules,
        wagers=tuple(sorted(spot.wagers.items())) if rules is not None else (),
        meters=_meters(view, spot.wagers) if rules is not None else (),
        left_out=uncounted(view, seat, rules_of(rules)) if rules is not None else (),
    )


def choice_name(word: str, times: int = 0) -> str:
    """Name a choice as the odds do: "check", "fold", "4x".

    >>> choice_name("play", 4), choice_name("check")
    ('4x', 'check')
    """
    return f"{times}x" if times else word


def action_name(action: LegalAction) -> str:
    """Name what a seat may do now as the odds do."""
    return choice_name(action.word, action.times)


def _meters(view: RoundView, wagers: Mapping[Wager, Chips]) -> tuple[tuple[str, Fraction], ...]:
    """List the meters as they stand, for a seat that has bet on them."""
    if not wagers.get(Wager.PROGRESSIVE):
        return ()
    return tuple(sorted((name, Fraction(at)) for name, at in view.meters.items() if at is not None))


def _distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(cards))


def _without_suits(hole: tuple[Card, ...]) -> tuple[Card, ...]:
    low, high = hole
    suited = suit_of(low) == suit_of(high)
    return card_of(rank_of(low), Suit(0)), card_of(rank_of(high), Suit(0 if suited else 1))
