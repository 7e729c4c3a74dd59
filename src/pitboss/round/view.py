"""What each viewer may see of a round at each moment, and no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.cards import Card, hand_name
from pitboss.round.legal import BetOffer, LegalAction, bet_offers, choices, due_step, turn
from pitboss.round.movement import Fee, Movement, Notice
from pitboss.round.rack import stub_in_rack
from pitboss.round.showdown import keeps_cards
from pitboss.round.state import Incident, Phase, Round, Spot
from pitboss.rules import Chips, Rules, Street, Wager


class ViewerRole(StrEnum):
    """Who looks at a table. None of them may see a card that is face down."""

    SEAT = "seat"
    DEALER = "dealer"
    FLOOR = "floor"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Viewer:
    """A role, and for a seat its number."""

    role: ViewerRole
    seat: int = 0


@dataclass(frozen=True, slots=True)
class SpotView:
    """A seat as others see it; `cards` is empty while they are face down, `held` counts them."""

    seat: int
    wagers: Mapping[Wager, Chips]
    tips: Mapping[Wager, Chips]
    held: int
    cards: tuple[Card, ...]
    hand: str
    times: int
    folded: bool
    dead: bool


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as one viewer may see it."""

    phase: Phase
    street: Street
    spots: tuple[SpotView, ...]
    bank: tuple[int, Chips] | None
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    dealer_held: int
    dealer_hand: str
    box: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    turn: int | None
    choices: tuple[LegalAction, ...] = ()
    offers: tuple[BetOffer, ...] = ()
    due: str = ""
    fees: tuple[Fee, ...] = ()
    meters: Mapping[str, Fraction | None] = field(default_factory=dict)
    void: bool = False
    movements: tuple[Movement, ...] = ()
    incidents: tuple[Incident, ...] = ()
    notices: tuple[Notice, ...] = ()
    stub_in_rack: int = 0


def view(round_: Round, viewer: Viewer, rules: Rules) -> RoundView:
    """Show a round to one viewer."""
    settlement = round_.settlement
    asked = turn(round_, rules)
    mine = viewer.role == ViewerRole.SEAT and asked is not None and asked.seat == viewer.seat
    staff = viewer.role in (ViewerRole.DEALER, ViewerRole.FLOOR)
    dealer_hand = ""
    if round_.revealed and settlement is not None and settlement.dealer is not None:
        dealer_hand = hand_name(settlement.dealer)
    return RoundView(
        phase=round_.phase,
        street=round_.street,
        spots=tuple(_spot(round_, spot, viewer, rules) for spot in round_.spots),
        bank=(round_.bank.seat, round_.bank.stake) if round_.bank else None,
        board=round_.board[: round_.turned],
        dealer=round_.dealer if round_.revealed else (),
        dealer_held=len(round_.dealer),
        dealer_hand=dealer_hand,
        box=round_.box if _box_is_open(round_) else (),
        set_aside=round_.set_aside,
        stub_in_rack=stub_in_rack(round_, rules),
        turn=asked.seat if asked else None,
        choices=choices(round_, rules) if mine or staff else (),
        offers=bet_offers(round_, rules),
        due=due_step(round_) or "" if staff else "",
        fees=round_.fees,
        meters=round_.meters,
        void=round_.void is not None,
        movements=settlement.movements if settlement else (),
        incidents=round_.incidents,
        notices=settlement.notices if settlement and staff else (),
    )


def _box_is_open(round_: Round) -> bool:
    """The box is opened after the dealer's hand, never while anybody still decides."""
    settled = round_.settlement is not None
    settles_box = round_.void is not None and Wager.SIX_CARD in round_.void.settles
    return round_.revealed or (settled and settles_box)


def _spot(round_: Round, spot: Spot, viewer: Viewer, rules: Rules) -> SpotView:
    settlement = round_.settlement
    seen = _cards_seen(round_, spot, viewer, rules)
    hand = ""
    if seen and settlement is not None and spot.seat in settlement.hands:
        hand = hand_name(settlement.hands[spot.seat])
    return SpotView(
        seat=spot.seat,
        wagers=spot.wagers,
        tips=spot.tips,
        held=len(spot.cards),
        cards=spot.cards if seen else (),
        hand=hand,
        times=spot.times,
        folded=spot.folded,
        dead=spot.dead is not None,
    )


def _cards_seen(round_: Round, spot: Spot, viewer: Viewer, rules: Rules) -> bool:
    """A seat sees its own cards once the deal is out; others when the hand is settled."""
    if round_.phase in (Phase.NEW, Phase.BETTING, Phase.LOCKED, Phase.DEALING):
        return False
    own = viewer.role == ViewerRole.SEAT and viewer.seat == spot.seat
    if own and round_.phase != Phase.SETTLED:
        return _was_dealt(round_)
    if round_.settlement is None:
        return False
    return (own and _was_dealt(round_)) or _is_shown(round_, spot, rules)


def _was_dealt(round_: Round) -> bool:
    return len(round_.dealer) >= 2 and all(len(spot.cards) >= 2 for spot in round_.spots)


def _is_shown(round_: Round, spot: Spot, rules: Rules) -> bool:
    """A hand is turned face up when it is compared or paid by a paytable; a mere fold never is."""
    if round_.void is not None:
        return any(spot.on(wager) for wager in round_.void.settles)
    if spot.dead is not None or spot.forfeited is not None:
        return False
    if spot.folded and "losing-trips" in rules.fact("settlement.at_fold"):
        mine = round_.settlement.of(spot.seat) if round_.settlement else ()
        return any(m.wager == Wager.TRIPS and m.paid for m in mine)
    return keeps_cards(spot, rules)
