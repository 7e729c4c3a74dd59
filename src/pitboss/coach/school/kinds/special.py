"""What some places have: Envy, a player-dealer's bank, fees, limits, calls, tips."""

from __future__ import annotations

from typing import Final

from pitboss.coach.school.asking import (
    amount_item,
    asked,
    bet_words,
    boxed,
    money_item,
    move_id,
    outcome_item,
    why_words,
    yes_no_item,
)
from pitboss.coach.school.exercise import SchoolItem
from pitboss.coach.school.kinds.kind import ITEMS_MAX, SchoolKind, about_layouts, has_scene
from pitboss.coach.school.layout import SchoolLayout
from pitboss.round.movement import Movement, NoticeKind
from pitboss.round.settlement.fees import table_action
from pitboss.round.settlement.order import seat_order
from pitboss.rules import NO_CITE, Rules, Wager, money

_WITHOUT_HOLDER: Final = "Nobody else has a hand that brings Envy to this seat."


def envy_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask how much Envy each seat is paid."""
    seats = [spot.seat for spot in seat_order(layout.round, layout.rules)]
    return tuple(_envy(layout, seat) for seat in seats)


def _envy(layout: SchoolLayout, seat: int) -> SchoolItem:
    moves = layout.moves(seat, Wager.ENVY)
    cite = layout.rules.consequence(Wager.ENVY, "each").cite
    for move in moves:
        cite += move.cite
    why = " ".join(why_words(move) for move in moves) or _WITHOUT_HOLDER
    paid = sum(move.paid for move in moves)
    return money_item(f"{seat}.envy", f"How much Envy do you pay seat {seat}?", paid, cite, why)


def bank_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for what the bank still covers: the wagers around its end, and what is left."""
    moves = asked(layout.settlement.movements)
    first = next((n for n, m in enumerate(moves) if m.due != m.net), 0)
    start = max(0, min(first - 2, len(moves) - ITEMS_MAX + 1))
    left = money_item(
        "bank.left",
        "How much of the player-dealer's stake is not paid out at the end?",
        layout.round.bank_left,
        layout.rules.set.cite("bank.loss_cap"),
        f"The bank pays {money(layout.settlement.bank_paid)} in all.",
    )
    return (*(amount_item(move) for move in moves[start : start + ITEMS_MAX - 1]), left)


def fee_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for the fee of the player-dealer and of each player."""
    round_, rules = layout.round, layout.rules
    cite = rules.fees.cite if rules.fees else NO_CITE
    why = f"The table's action is {money(table_action(round_))}."
    banks = sum(fee.chips for fee in round_.fees if fee.bank)
    found = [money_item("fee.bank", "Which fee does the player-dealer pay?", banks, cite, why)]
    for spot in round_.spots[: ITEMS_MAX - 1]:
        own = sum(f.chips for f in round_.fees if f.seat == spot.seat and not f.bank)
        asks = f"Which fee does seat {spot.seat} pay?"
        found.append(money_item(f"fee.{spot.seat}", asks, own, cite, why))
    return tuple(found)


def limit_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask by how much the payout limit cuts each seat that wins."""
    cut = {m.seat: m for m in layout.settlement.movements if m.wager == Wager.LIMIT}
    if not cut:
        return _cut_wagers(layout)
    cite = next(iter(cut.values())).cite
    return tuple(
        money_item(
            f"{spot.seat}.limit",
            f"By how much are seat {spot.seat}'s winnings cut?",
            cut[spot.seat].taken if spot.seat in cut else 0,
            cite,
            why_words(cut[spot.seat]) if spot.seat in cut else "The limit cuts nothing here.",
        )
        for spot in layout.round.spots
    )


def _cut_wagers(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for the amounts where each wager bears its part of the cut."""
    moves = [m for m in asked(layout.settlement.movements) if m.net < m.due]
    return tuple(amount_item(move) for move in moves[:ITEMS_MAX])


def call_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for which seats the supervisor is called because of the size of a payout."""
    cite = layout.rules.set.cite("notices.payout")
    told = {n.seat: n for n in layout.settlement.notices if n.kind == NoticeKind.PAYOUT}
    least = money(layout.rules.amount("notify.threshold") or 0)
    return tuple(
        yes_no_item(
            f"{spot.seat}.call",
            f"Do you call the supervisor before you pay seat {spot.seat}?",
            cite,
            f"The supervisor is told from {least} on.",
            yes=spot.seat in told,
        )
        for spot in layout.round.spots
    )


def tip_items(layout: SchoolLayout) -> tuple[SchoolItem, ...]:
    """Ask for each tip what becomes of it, and what the tip box gets."""
    tips = layout.settlement.tips_of(layout.seat)
    items = [item for tip in tips for item in (outcome_item(tip), _into_box(tip))]
    return tuple(items[:ITEMS_MAX])


def _into_box(tip: Movement) -> SchoolItem:
    asks = f"How much of {bet_words(tip)} and its winnings goes into the tip box?"
    return money_item(move_id(tip, "box"), asks, boxed(tip), tip.cite, why_words(tip))


def _has_fees(rules: Rules) -> bool:
    return rules.fees is not None


def _has_calls(rules: Rules) -> bool:
    return rules.amount("notify.threshold") is not None


KINDS: Final[tuple[SchoolKind, ...]] = (
    about_layouts(
        "envy",
        "Envy",
        "Another player's hand may bring Envy to everybody with a Progressive wager.",
        envy_items,
        families=("envy",),
        offered=has_scene("envy"),
    ),
    about_layouts(
        "bank",
        "The bank runs out",
        "A player-dealer banks and pays only what the stake covers. Settle in order.",
        bank_items,
        families=("bank",),
        offered=has_scene("bank"),
    ),
    about_layouts(
        "fees",
        "Fees",
        "Before the cards each one pays a fee by the table's action.",
        fee_items,
        families=("any",),
        offered=_has_fees,
    ),
    about_layouts(
        "limits",
        "Payout limits",
        "The table has a most that it pays. Say what it cuts.",
        limit_items,
        families=("limit",),
        offered=has_scene("limit"),
    ),
    about_layouts(
        "calls",
        "Call the supervisor",
        "Some payouts are not made before the supervisor is told.",
        call_items,
        families=("line", "ending"),
        offered=_has_calls,
    ),
    about_layouts(
        "tips",
        "Tips",
        "Players have bet for the dealer too. Settle the tips.",
        tip_items,
        families=("tips",),
        offered=has_scene("tips"),
    ),
)
