"""Layouts that meet a payout limit, of a player or of a whole round."""

from __future__ import annotations

from typing import Final

from pitboss.cards import card_of, rank_of, suit_of
from pitboss.cards.card import Rank
from pitboss.coach.school.deals import LaidDeal, made_cards
from pitboss.coach.school.layout import (
    SchoolLayout,
    SchoolScene,
    SchoolSeat,
    bank_seat,
    draw_meters,
    full_bank,
    played_layout,
    script_of,
    seat_numbers,
)
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.stakes import (
    SchoolLevel,
    least_stake,
    most_stake,
    stake_unit,
    staying_acts,
    within_total,
)
from pitboss.round.movement import Movement, MovementReason
from pitboss.rules import Chips, Rules, Wager
from pitboss.rules.checks.limits import stakes_at, top_win

_SEED: Final = 0
_SEATS_MAX: Final = 4
HELD: Final = (14, 13)  # of the royal flush; its other three lie on the board
BESIDE: Final = ((9, 8), (7, 6), (5, 4))  # of the same suit, for the seats beside it


def limit_reached(rules: Rules) -> bool:
    """Return whether the dearest layout at the largest wagers meets a payout limit."""
    if rules.amount("limit.amount") is None and rules.amount("aggregate.amount") is None:
        return False
    return limit_layout(rules, SchoolScene("limit"), Picks(_SEED, "limit"), "hard") is not None


def limit_layout(
    rules: Rules, scene: SchoolScene, picks: Picks, level: SchoolLevel
) -> SchoolLayout | None:
    """Draw a royal flush with other good hands beside it; None where no limit cuts anything."""
    bank = bank_seat(rules, picks)
    count = min(_SEATS_MAX if level == "hard" else 2, rules.seats - (bank is not None))
    numbers = seat_numbers(rules, bank, count, picks)
    acts = max(staying_acts(rules), key=lambda one: int(one[-1].strip("playx ")))
    seats = [SchoolSeat(_stakes(rules, picks, level), acts) for _ in numbers]
    stake = None if bank is None else (bank, full_bank(rules, seats))
    script = script_of(
        rules, numbers, seats, _deal(count, picks), bank=stake, meters=draw_meters(rules, picks)
    )
    found = played_layout(scene, level, numbers[0], script)
    cut = any(map(_is_cut, found.settlement.movements))
    return found if cut else None


def _is_cut(move: Movement) -> bool:
    return move.why == MovementReason.LIMIT or (move.net < move.due and not move.tip)


def _stakes(rules: Rules, picks: Picks, level: SchoolLevel) -> dict[Wager, Chips]:
    """Draw wagers that a limit must cut; for the hardest the largest, where any are posted."""
    unit = stake_unit(rules, Wager.ANTE)
    limits = [rules.amount("limit.amount"), rules.amount("aggregate.amount")]
    limit = min(one for one in limits if one is not None)
    enough = (limit // top_win(rules, stakes_at(rules, unit, unit)) + 1 + picks.below(20)) * unit
    ante = _posted(rules, Wager.ANTE, enough, largest=level == "hard")
    trips = _posted(rules, Wager.TRIPS, enough, largest=False)
    return within_total(rules, {Wager.ANTE: ante, Wager.BLIND: ante, Wager.TRIPS: trips})


def _posted(rules: Rules, wager: Wager, wanted: int, *, largest: bool) -> Chips:
    """Bring a stake within the posted limits and to whole steps."""
    least, most, unit = (
        least_stake(rules, wager),
        most_stake(rules, wager),
        stake_unit(rules, wager),
    )
    if most is not None and largest:
        return most
    whole = max(wanted // unit * unit, least)
    return Chips(whole if most is None else min(whole, most))


def _deal(count: int, picks: Picks) -> LaidDeal:
    royal = made_cards("royal-flush", picks)
    suit = suit_of(royal[0])
    hole = tuple(card for card in royal if rank_of(card) in HELD)
    others = [tuple(card_of(Rank(rank), suit) for rank in ranks) for ranks in BESIDE[: count - 1]]
    used = {*royal, *(card for cards in others for card in cards)}
    deck = [card for card in picks.deck() if card not in used]
    board = [card for card in royal if card not in hole] + [deck.pop(), deck.pop()]
    return LaidDeal(
        (hole, *others),
        (deck.pop(), deck.pop()),
        tuple(picks.shuffled(board)),
        tuple(deck.pop() for _ in range(4)),
        tuple(deck),
    )
