"""A played round under the coach: each decision of a seat priced, luck and skill apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.coach.situation import CHECK, FOLD, PERFECT, Situation, choice_name, situation_of
from pitboss.odds import Game
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.rules import Rules, Street, Wager

if TYPE_CHECKING:
    from pitboss.coach.pricing import PricedDecision

BASE: Final = (Wager.ANTE, Wager.BLIND, Wager.PLAY)  # the wagers that choices are about


@dataclass(frozen=True, slots=True)
class MadeDecision:
    """A decision that was made: what the seat knew, what it chose, and the number of its event.

    `by_clock`: the seat's time ran out, and the house checked or folded for it.
    """

    situation: Situation
    chosen: str
    event: int
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class SeatRound:
    """What one seat decided in a round and what the round brought, in cents.

    `base` is the net of Ante, Blind and Play; `others` that of everything else: side wagers, fees,
    tips and a bank. Together they are the net of the round. Both are None while it is played.
    """

    seat: int
    made: tuple[MadeDecision, ...]
    base: int | None = None
    others: int | None = None


@dataclass(frozen=True, slots=True)
class LuckAndSkill:
    """The result of a round taken apart, in exact cents.

    `before` is what Ante, Blind and Play were worth before the cards, played as well as the chips
    allow; `luck` what the cards brought beyond that; `cost` what choices lost; `others` the net of
    all other wagers. `before + luck - cost + others == net`.
    """

    before: Fraction
    luck: Fraction
    cost: Fraction
    others: int
    net: int


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A seat's decisions in a round, priced and in order; `split` is None without a decision."""

    seat: int
    decisions: tuple[PricedDecision, ...]
    by_clock: tuple[bool, ...]
    events: tuple[int, ...]
    split: LuckAndSkill | None

    @property
    def cost_cents(self) -> Fraction:
        """What the choices of the round lost, in cents."""
        return sum((priced.cost_cents for priced in self.decisions), Fraction(0))


def decisions_of(
    moments: Iterable[Moment], seat: int, rules: Rules, game: Game
) -> Iterator[MadeDecision]:
    """Go over the decisions of a seat, each made from what the seat saw before it.

    `game` is the base game of the rules in force. A decision that cannot be valued is left out.
    """
    viewer = Viewer(ViewerRole.SEAT, seat)
    for moment in moments:
        chosen = _chosen(moment, seat)
        round_ = moment.before.round
        there = moment.before.seats.get(seat)
        if not chosen or round_ is None or there is None:
            continue
        choice = moment.before.identity.rules
        situation = situation_of(view(round_, viewer, rules), seat, game, there.chips, choice)
        if situation is not None:
            by_clock = moment.before.clock.timed_out == seat
            yield MadeDecision(situation, chosen, moment.number, by_clock)


def decided_after(decided: tuple[Moment, ...], happened: Moment) -> tuple[Moment, ...]:
    """Return the choices of the last hand dealt, and its settlement, after one more event."""
    match happened.event:
        case round_past.BetsClosed():
            return ()
        case (
            round_past.Checked()
            | round_past.PlayPlaced()
            | round_past.Folded()
            | round_past.RoundSettled()
        ):
            return (*decided, happened)
        case _:
            return decided


def lacks_choices(decided: Iterable[Moment], seat: int, round_: Round) -> bool:
    """Return whether a seat has chosen in a round before the first choice that is told of.

    What is missing of a round is always its beginning, so that the first street tells.
    """
    spot = round_.spot(seat)
    if spot is None or not spot.on(Wager.ANTE):
        return False
    if round_.street == Street.DEAL and seat not in round_.acted:
        return False
    return not any(
        _chosen(moment, seat)
        and moment.before.round is not None
        and moment.before.round.street == Street.DEAL
        for moment in decided
    )


def choices_made(moments: Iterable[Moment], seat: int) -> int:
    """Count the choices of a seat, also those that cannot be valued."""
    return sum(bool(_chosen(moment, seat)) for moment in moments)


def seat_round(moments: Iterable[Moment], seat: int, rules: Rules, game: Game) -> SeatRound:
    """Read what a seat decided in a round, and what it brought where it is settled."""
    held = tuple(moments)
    made = tuple(decisions_of(held, seat, rules, game))
    settled = next(
        (m.after.round for m in held if isinstance(m.event, round_past.RoundSettled)), None
    )
    if settled is None:
        return SeatRound(seat, made)
    base = base_net(settled, seat)
    return SeatRound(seat, made, base, settled.net(seat) - base)


def base_net(round_: Round, seat: int) -> int:
    """Return what Ante, Blind and Play of a seat brought in a settled round, in cents."""
    if round_.settlement is None:
        return 0
    return sum(move.net for move in round_.settlement.of(seat) if move.wager in BASE)


def review(played: SeatRound, strategy: str = PERFECT) -> RoundReview:
    """Price the decisions of a seat, graded against perfect play or a named strategy.

    Loads compiled code. Raises as `pricing.price` does.
    """
    from pitboss.coach.pricing import price

    made = played.made
    priced = tuple(price(one.situation, one.chosen, strategy) for one in made)
    return RoundReview(
        seat=played.seat,
        decisions=priced,
        by_clock=tuple(one.by_clock for one in made),
        events=tuple(one.event for one in made),
        split=_split(played, priced),
    )


def split(played: SeatRound, before: Fraction, cost: Fraction) -> LuckAndSkill | None:
    """Take a result apart, given what the game was worth (in Antes) and what choices cost (cents).

    None where nothing was decided, or the round is not settled.
    """
    if not played.made or played.base is None or played.others is None:
        return None
    worth = before * played.made[0].situation.ante
    return LuckAndSkill(
        before=worth,
        luck=played.base - worth + cost,
        cost=cost,
        others=played.others,
        net=played.base + played.others,
    )


def _split(played: SeatRound, priced: tuple[PricedDecision, ...]) -> LuckAndSkill | None:
    if not priced or played.base is None:
        return None
    from pitboss.odds import solved  # compiled code

    # The chips at the first decision are those after the opening wagers.
    before = solved(priced[0].situation.payable).ev
    return split(played, before, sum((one.cost_cents for one in priced), Fraction(0)))


def _chosen(moment: Moment, seat: int) -> str:
    """Name what a seat chose in a moment; empty where the moment is no choice of that seat."""
    match moment.event:
        case round_past.Checked(at) if at == seat:
            return CHECK
        case round_past.Folded(at) if at == seat:
            return FOLD
        case round_past.PlayPlaced(at, times) if at == seat:
            return choice_name("play", times)
        case _:
            return ""
