"""What a bot puts down before the cards: wagers within the table's rules and its own chips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import lcm
from types import MappingProxyType
from typing import Final

from pitboss.pit.chance import DrawBelow
from pitboss.round.bets import bank_fault, most_play, place_fault
from pitboss.round.legal import BetOffer
from pitboss.round.state import Round
from pitboss.round.view import RoundView
from pitboss.rules import Chips, Rules, Span, Wager
from pitboss.table.banking import bank_fee_max, circle_fee_max, seat_bets_max


class Style(StrEnum):
    """How a bot bets and plays."""

    OPTIMAL = "optimal"
    SIMPLE = "simple"
    TIMID = "timid"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Habits:
    """What a style puts down. Percentages are how often, of a hundred rounds.

    `times_max` bounds the Ante in table minimums; `sides` is for each side wager by itself, `alone`
    for Trips without an Ante where the place has that; `banks` for taking an offered bank.
    """

    times_max: int
    sides: int
    alone: int
    banks: int


HABITS: Final[Mapping[Style, Habits]] = MappingProxyType(
    {
        # Side wagers cost more than the game itself, and the bank has the better side of it.
        Style.OPTIMAL: Habits(times_max=1, sides=0, alone=0, banks=100),
        Style.SIMPLE: Habits(times_max=2, sides=25, alone=0, banks=100),
        Style.TIMID: Habits(times_max=1, sides=10, alone=0, banks=0),
        # Whatever a table may meet, load made of these bots meets soon.
        Style.RANDOM: Habits(times_max=5, sides=50, alone=10, banks=50),
    }
)


USUAL: Final = Chips(500)  # an Ante where the table has no least: $5
_HUNDRED: Final = 100
_SIDES: Final = (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)

Wagers = dict[Wager, Chips]


def bets(
    habits: Habits, view: RoundView, seat: int, rules: Rules, chips: Chips, chance: DrawBelow
) -> Wagers:
    """Choose opening wagers; empty where betting is closed, or the bot banks or cannot pay.

    What is put down leaves enough for the largest Play wager: a bot never has to check for want
    of chips.
    """
    banks = view.bank is not None and view.bank[0] == seat
    if not view.offers or banks:
        return {}
    offers = {offer.wager: offer for offer in view.offers}
    for wagers in _wishes(habits, offers, rules, chance):
        # The round's own check, asked of an empty round: a bot has no other to look at.
        if _cost(wagers, rules) <= chips and not place_fault(Round(), seat, wagers, {}, rules):
            return wagers
    return {}


def stake(
    habits: Habits, seat: int, rules: Rules, chips: Chips, chance: DrawBelow, *, must: bool = False
) -> Chips | None:
    """Choose a stake that covers all that a full table may bet, as far as the chips go.

    None: decline the bank. `must`: take it against its habits, because no other player would.
    """
    if rules.house_banks or not (_happens(habits.banks, chance) or must):
        return None
    room = max(chips - bank_fee_max(rules), 0)
    each = seat_bets_max(rules)
    if each is not None:
        room = min(room, (rules.seats - 1) * each)
    chosen = Chips(room - room % rules.increment)
    return chosen if chosen and not bank_fault(Round(), seat, chosen, rules) else None


def _wishes(
    habits: Habits, offers: Mapping[Wager, BetOffer], rules: Rules, chance: DrawBelow
) -> Iterator[Wagers]:
    """List what the bot would like to put down, the dearest first."""
    ante, blind = offers[Wager.ANTE], offers[Wager.BLIND]
    step = Chips(lcm(ante.increment, blind.increment))
    least = _fitting(USUAL, ante.span, step)
    times = 1 + chance(habits.times_max)
    wanted = [w for w in _SIDES if w in offers and _happens(habits.sides, chance)]
    if rules.set.wagers[Wager.TRIPS].alone and _happens(habits.alone, chance):
        yield _with_sides({}, [Wager.TRIPS], least, offers, chance)
    must = [Wager.TRIPS] if rules.flag("trips.mandatory") else []
    for antes, sides in ((times, [*must, *wanted]), (times, must), (1, must)):
        base = Chips(antes * least)
        yield _with_sides({Wager.ANTE: base, Wager.BLIND: base}, sides, least, offers, chance)


def _with_sides(
    wagers: Wagers,
    sides: list[Wager],
    least: Chips,
    offers: Mapping[Wager, BetOffer],
    chance: DrawBelow,
) -> Wagers:
    """Add side wagers, and those that must lie beside them."""
    for side in sides:
        needed = [need for need in offers[side].needs if need in _SIDES]
        for wager in (*needed, side):
            if wager not in wagers:
                wagers[wager] = _side(offers[wager], least, chance)
    return wagers


def _side(offer: BetOffer, least: Chips, chance: DrawBelow) -> Chips:
    if offer.amounts:
        return offer.amounts[chance(len(offer.amounts))]
    return _fitting(least, offer.span, offer.increment)


def _fitting(usual: Chips, span: Span, step: Chips) -> Chips:
    """Return the least wager of the table, or the usual one where there is none, in whole steps."""
    wanted: int = span.least if span.least is not None else usual
    if span.most is not None:
        wanted = min(wanted, span.most - span.most % step)
    return Chips(-(-wanted // step) * step)


def _cost(wagers: Wagers, rules: Rules) -> int:
    """Return the most that these wagers can take out of the bot's chips, the fee included."""
    return sum(wagers.values()) + most_play(wagers, rules) + circle_fee_max(rules)


def _happens(percent: int, chance: DrawBelow) -> bool:
    return chance(_HUNDRED) < percent
