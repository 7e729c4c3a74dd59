"""Values of a seat's choices with the wagers that lie there: forfeits by a fold, payout limits.

The base game knows Antes only. With amounts, two more things can change what a choice is worth: a
fold may give up a side wager, and a limit may cut what a hand is paid. Both are asked of the
settlement itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Final

from pitboss.cards import DECK, Card, Category, Strength
from pitboss.odds.counting.numbering import BOARD_CARDS
from pitboss.odds.counting.strengths import CATEGORY_SHIFT
from pitboss.odds.decisions.decision import HandDecision, decision
from pitboss.odds.game import (
    FOLD,
    MULTIPLE_MAX,
    SITUATIONS,
    Game,
    GameError,
    affordable_game,
    game_of,
)
from pitboss.odds.solution import CHECK
from pitboss.round.movement import Movement
from pitboss.round.settlement.limits import aggregate_limit, player_limit
from pitboss.round.settlement.meters import MeterUnknownError, SettlementMeters
from pitboss.round.settlement.progressive import progressive_line
from pitboss.round.settlement.wager_result import Bet, against_dealer, by_paytable
from pitboss.round.showdown import Shown, first_line, shown_hand
from pitboss.round.state import Spot
from pitboss.rules import Chips, Rules, Wager

SEAT: Final = 1  # of the only seat at the table that the limits see
FLOP_CARDS: Final = 3
ENDINGS: Final = len(SITUATIONS)
MULTIPLES_MAX: Final = 2  # a value that is linear in the multiple can be fitted to two of them
PAY_MAX: Final = 400_000_000  # units; a sum over the 20,975,724,000 deals of a hole keeps 63 bits
NOTHING_LOST: Final = Fraction(0)


@dataclass(frozen=True)
class SeatGame:
    """What one seat can play, with its wagers; amounts are in cents.

    `game` has the multiples that the seat can pay for. `cuts` has what payout limits take from each
    category of hand: by Play multiple and ending, and at a fold. `forfeits` names the side wagers
    that a fold gives up.
    """

    rules: Rules
    game: Game
    wagers: Mapping[Wager, Chips]
    meters: Mapping[str, Fraction]
    cuts: Mapping[tuple[Category, int], tuple[int, ...]]
    fold_cuts: Mapping[Category, int]
    forfeits: tuple[Wager, ...]

    @property
    def limited(self) -> bool:
        """Whether a payout limit cuts what some hand is paid."""
        return any(any(row) for row in self.cuts.values()) or any(self.fold_cuts.values())

    @property
    def ante(self) -> Chips:
        """The Ante in cents."""
        return self.wagers[Wager.ANTE]

    def forfeited(self, hole: Sequence[Card], board: Sequence[Card]) -> Fraction:
        """Return what a fold gives up with these cards, in Antes: all five board cards, or a flop.

        With a flop alone it is what is decided by then.
        """
        found = 0
        if Wager.TRIPS in self.forfeits and len(board) > FLOP_CARDS:
            found += _trips_lost(self, shown_hand(_spot(hole), tuple(board)))
        if Wager.PROGRESSIVE in self.forfeits and (self.rules.by_flop or len(board) > FLOP_CARDS):
            cards = board[:FLOP_CARDS] if self.rules.by_flop else board
            found += _progressive_lost(self, shown_hand(_spot(hole), tuple(cards)))
        return Fraction(found, self.ante)


def seat_game(
    rules: Rules,
    wagers: Mapping[Wager, Chips],
    *,
    game: Game | None = None,
    chips: int | None = None,
    play_max: int | None = None,
    meters: Mapping[str, Fraction] | None = None,
) -> SeatGame:
    """Return the game of a seat with these opening wagers and `chips` left, all in cents.

    `game` is that of the rules unless given; without `chips` all raises can be paid for. Meters are
    as they stand; one that is not given is as reset. Limits are those of the rules, for a seat
    alone at the table: where a limit of the whole round is shared out, what others win is not known
    before the showdown. Raises `GameError`.
    """
    ante = wagers.get(Wager.ANTE, 0)
    if ante < 1:
        raise GameError("the seat has no Ante; a choice is valued for a seat that has one")
    game = game or game_of(rules)
    most = ante * MULTIPLE_MAX if chips is None else chips
    game = affordable_game(game, ante=ante, chips=most, play_max=play_max)
    forfeits = _forfeits(rules, wagers)
    plain = SeatGame(rules, game, dict(wagers), dict(meters or {}), {}, {}, forfeits)
    return replace(plain, cuts=dict(_cuts(plain)), fold_cuts=dict(_fold_cuts(plain)))


def seat_decision(
    seat: SeatGame,
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    dealer: Sequence[Card] = (),
    *,
    direct: bool = False,
) -> HandDecision:
    """Value a seat's choices as `decision` does, less what a fold forfeits and what limits cut.

    Side wagers that every choice leaves as they are stay out of the values. Envy, which depends on
    other hands, does too.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.rules import in_force, rule_set
    >>> wagers = {Wager.ANTE: Chips(10_000), Wager.BLIND: Chips(10_000)}
    >>> seat = seat_game(in_force(rule_set("catfish-bend")), wagers)
    >>> cards = parse_cards("As Ks"), parse_cards("Qs Js Ts 2c 3d")
    >>> seat_decision(seat, *cards).values["1x"]  # 25,000 dollars are 250 Antes
    Fraction(250, 1)
    >>> float(decision(seat.game, *cards).values["1x"])
    501.6545454545454
    """
    if not seat.limited and not seat.forfeits:
        return decision(seat.game, hole, board, dead, dealer, direct=direct)
    if not board:
        return _before_flop(seat, hole, dead, dealer)
    game = seat.game
    if len(board) == FLOP_CARDS:
        fitted = _fitted_later(seat, seat.forfeited(hole, board))
    elif len(board) == BOARD_CARDS:
        fitted = _fitted(seat, game.river, dict.fromkeys(Category, seat.forfeited(hole, board)))
    else:
        fitted = game  # which is refused
    return replace(decision(fitted, hole, board, dead, dealer), game=game)


def _before_flop(
    seat: SeatGame, hole: Sequence[Card], dead: Sequence[Card], dealer: Sequence[Card]
) -> HandDecision:
    """Value the check with the later streets' multiples, the raises with their own."""
    game = seat.game
    later = _fitted_later(seat, NOTHING_LOST)
    found = decision(replace(later, deal=()), hole, (), dead, dealer, direct=True)
    values = {CHECK: found.values[CHECK] - _lost_by_flop(seat, later, hole, dead, dealer)}
    for first in range(0, len(game.deal), MULTIPLES_MAX):
        some = game.deal[first : first + MULTIPLES_MAX]
        now = replace(_fitted(seat, some, {}), deal=some, flop=(), river=())
        raised = decision(now, hole, (), dead, dealer, direct=True).values
        values.update({f"{multiple}x": raised[f"{multiple}x"] for multiple in some})
    return replace(found, game=game, values=values)


def _lost_by_flop(
    seat: SeatGame, later: Game, hole: Sequence[Card], dead: Sequence[Card], dealer: Sequence[Card]
) -> Fraction:
    """Return what a check loses where a fold forfeits a wager that the flop has won already."""
    if Wager.PROGRESSIVE not in seat.forfeits or not seat.rules.by_flop:
        return NOTHING_LOST
    seen = {*hole, *dead, *dealer}
    deck = [card for card in DECK if card not in seen]
    lost = NOTHING_LOST
    for flop in combinations(deck, FLOP_CARDS):
        kept = seat.forfeited(hole, flop)
        before = decision(later, hole, flop, dead, dealer) if kept else None
        if before is not None and before.best == CHECK:  # a raise never folds
            after = decision(_fitted_later(seat, kept), hole, flop, dead, dealer)
            lost += before.value - after.value
    return lost / comb(len(deck), FLOP_CARDS)


def _fitted_later(seat: SeatGame, decided: Fraction) -> Game:
    """Return a game that pays as the seat's on flop and river, a fold forfeiting `decided` too."""
    lost = {
        category: decided + Fraction(_lost_by_category(seat, category), seat.ante)
        for category in Category
    }
    return _fitted(seat, (*seat.game.flop, *seat.game.river), lost)


def _fitted(seat: SeatGame, multiples: Sequence[int], lost: Mapping[Category, Fraction]) -> Game:
    """Return a game that pays as the seat's for these multiples, a fold forfeiting what is `lost`.

    What is paid is not linear in the multiple where a limit cuts, so there may be two at most.
    """
    wanted = sorted(set(multiples))
    if len(wanted) > MULTIPLES_MAX and seat.limited:
        raise GameError(
            f"a payout limit cuts wagers of {len(wanted)} multiples; at most {MULTIPLES_MAX} on "
            "flop and river can be valued exactly"
        )
    low, high = (wanted[0], wanted[-1]) if wanted else (1, 1)
    rows = [
        _fitted_row(seat, category, low, high, lost.get(category, NOTHING_LOST))
        for category in Category
    ]
    unit = lcm(*(pay.denominator for row in rows for pay in row))
    pays = tuple(tuple(int(pay * unit) for pay in row) for row in rows)
    if max(abs(pay) for row in pays for pay in row) * (1 + high) > PAY_MAX:
        raise GameError("the wagers and limits are too large to count exactly; take smaller ones")
    return replace(seat.game, unit=unit, pays=pays, ante_pays=())


def _fitted_row(
    seat: SeatGame, category: Category, low: int, high: int, lost: Fraction
) -> list[Fraction]:
    at_low, at_high = (_paid(seat, category, multiple) for multiple in (low, high))
    step = max(1, high - low)
    slope = [(upper - lower) / step for lower, upper in zip(at_low, at_high, strict=True)]
    stands = [paid - low * each for paid, each in zip(at_low, slope, strict=True)]
    game = seat.game
    fold = Fraction(game.pays[category][2 * ENDINGS], game.unit)
    cut = Fraction(seat.fold_cuts.get(category, 0), seat.ante)
    return [*stands, *slope, fold - cut - lost]


def _paid(seat: SeatGame, category: Category, multiple: int) -> list[Fraction]:
    """Return what Ante, Blind and Play bring by ending, less what limits cut, in Antes."""
    game, row = seat.game, seat.game.pays[category]
    cuts = seat.cuts.get((category, multiple), (0,) * ENDINGS)
    return [
        Fraction(row[ending] + multiple * row[ENDINGS + ending], game.unit)
        - Fraction(cuts[ending], seat.ante)
        for ending in range(ENDINGS)
    ]


# -- what the settlement says ---------------------------------------------------------------------


def _forfeits(rules: Rules, wagers: Mapping[Wager, Chips]) -> tuple[Wager, ...]:
    """List the side wagers of a seat that a fold gives up."""
    found = []
    trips = [rules.consequence(Wager.TRIPS, name) for name in ("stay", FOLD)]
    if wagers.get(Wager.TRIPS) and trips[0].by_paytable != trips[1].by_paytable:
        found.append(Wager.TRIPS)
    if wagers.get(Wager.PROGRESSIVE) and not rules.flag("progressive.survives_fold"):
        found.append(Wager.PROGRESSIVE)
    return tuple(found)


def _lost_by_category(seat: SeatGame, category: Category) -> int:
    """Return what a fold gives up with a hand of seven cards, by its category alone, in cents.

    A paytable tells royal flushes apart; but no royal flush is ever folded.
    """
    hand = Shown(Strength(category << CATEGORY_SHIFT), ())
    lost = _trips_lost(seat, hand) if Wager.TRIPS in seat.forfeits else 0
    if Wager.PROGRESSIVE in seat.forfeits and not seat.rules.by_flop:
        lost += _progressive_lost(seat, hand)
    return lost


def _trips_lost(seat: SeatGame, hand: Shown) -> int:
    stay, fold = (_trips(seat, hand, folded=folded).net for folded in (False, True))
    return stay - fold


def _progressive_lost(seat: SeatGame, hand: Shown) -> int:
    """Return what the line of a hand pays, and the stake where that goes back; else nothing."""
    rules, stake = seat.rules, seat.wagers[Wager.PROGRESSIVE]
    resets = {name: plan.reset for name, plan in rules.meters.items()}
    amounts = {
        name: seat.meters.get(name, None if reset is None else Fraction(reset))
        for name, reset in resets.items()
    }
    meters = SettlementMeters.at(amounts, rules)
    bet = Bet(SEAT, Wager.PROGRESSIVE, stake)
    rule = rules.consequence(Wager.PROGRESSIVE, "stay")
    try:
        line = progressive_line(hand, stake, meters, rules)
        return by_paytable(bet, line, rule, meters, 1, rules).net + stake
    except MeterUnknownError as unknown:
        raise GameError(f"{unknown}; give the meter as it stands") from None


def _trips(seat: SeatGame, hand: Shown, *, folded: bool) -> Movement:
    rules, bet = seat.rules, Bet(SEAT, Wager.TRIPS, seat.wagers[Wager.TRIPS])
    rule = rules.consequence(Wager.TRIPS, FOLD if folded else "stay")
    line = first_line(Wager.TRIPS, hand, rules) if rule.by_paytable else None
    return by_paytable(bet, line, rule, SettlementMeters.at({}, rules), 1, rules)


def _cuts(seat: SeatGame) -> Iterator[tuple[tuple[Category, int], tuple[int, ...]]]:
    """Yield what limits cut by category and multiple; nothing where there is no limit."""
    if not _has_limit(seat.rules):
        return
    game = seat.game
    for category in Category:
        tie = "tie" if category >= game.qualifies else "unqualified-tie"
        names = [tie if name == "tie" else name for name in SITUATIONS]
        for multiple in sorted({*game.deal, *game.flop, *game.river}):
            row = tuple(_cut(seat, _movements(seat, category, name, multiple)) for name in names)
            if any(row):
                yield (category, multiple), row


def _fold_cuts(seat: SeatGame) -> Iterator[tuple[Category, int]]:
    if not _has_limit(seat.rules):
        return
    for category in Category:
        cut = _cut(seat, _movements(seat, category, FOLD, 0))
        if cut:
            yield category, cut


def _has_limit(rules: Rules) -> bool:
    return any(rules.options.get(key) is not None for key in ("limit.amount", "aggregate.amount"))


def _movements(seat: SeatGame, category: Category, name: str, multiple: int) -> list[Movement]:
    """Settle Ante, Blind, Play and Trips of one hand, whose cards matter by their category only."""
    hand = Shown(Strength(category << CATEGORY_SHIFT), ())
    stakes = {Wager.ANTE: seat.ante, Wager.BLIND: seat.ante}
    if multiple:
        stakes[Wager.PLAY] = Chips(multiple * seat.ante)
    found = [
        against_dealer(Bet(SEAT, wager, stake), hand, name, seat.rules)
        for wager, stake in stakes.items()
    ]
    if seat.wagers.get(Wager.TRIPS):
        found.append(_trips(seat, hand, folded=name == FOLD))
    return found


def _cut(seat: SeatGame, movements: list[Movement]) -> int:
    """Return by how many cents limits lower what the movements bring."""
    limited = player_limit(movements, SEAT, seat.rules)
    limited = [*limited, *aggregate_limit(limited, seat.rules)]
    return sum(one.net for one in movements) - sum(one.net for one in limited)


def _spot(hole: Sequence[Card]) -> Spot:
    return Spot(SEAT, {}, cards=tuple(hole))
