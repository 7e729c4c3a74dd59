"""The mistakes that dealers make: on which layouts, and what a right step becomes by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category, category_of
from pitboss.coach.school.layout import SchoolLayout
from pitboss.coach.school.mistakes import MistakeKind, PaidStep, Steps, right_steps
from pitboss.round.movement import TIP_BOX, Fee, Movement, MovementReason
from pitboss.rules import AGAINST_DEALER, NOTHING, Chips, Odds, Outcome, Wager

# -- what one movement becomes --------------------------------------------------------------------


def _paid(move: Movement, chips: int) -> Movement:
    paid = Chips(chips)
    return replace(move, outcome=Outcome.WIN, paid=paid, taken=NOTHING)


def _taken(move: Movement) -> Movement:
    return replace(move, outcome=Outcome.LOSE, paid=NOTHING, taken=move.staked)


def _left(move: Movement) -> Movement:
    return replace(move, outcome=Outcome.PUSH, paid=NOTHING, taken=NOTHING)


_Change = Callable[[SchoolLayout, Movement], Movement | None]


def _each(name: str, change: _Change) -> Callable[[SchoolLayout], Iterator[tuple[str, Steps]]]:
    """Make a mistake with one movement."""

    def make(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
        steps = right_steps(layout)
        for n, step in enumerate(steps):
            if isinstance(step, Fee) or step.tip:
                continue
            wrong = change(layout, step)
            if wrong is not None:
                yield name, (*steps[:n], wrong, *steps[n + 1 :])

    return make


# -- the situation of a movement ------------------------------------------------------------------


def _beats(layout: SchoolLayout, move: Movement) -> bool:
    settled = layout.settlement
    own = settled.hands.get(move.seat)
    return own is not None and settled.dealer is not None and own > settled.dealer


def _beaten(layout: SchoolLayout, move: Movement) -> bool:
    settled = layout.settlement
    own = settled.hands.get(move.seat)
    return own is not None and settled.dealer is not None and own < settled.dealer


def _folded(layout: SchoolLayout, seat: int) -> bool:
    spot = layout.round.spot(seat)
    return spot is not None and spot.folded


def _category(layout: SchoolLayout, move: Movement) -> Category:
    return category_of(layout.settlement.hands[move.seat])


# -- the mistakes ---------------------------------------------------------------------------------


def _ante_paid(layout: SchoolLayout, m: Movement) -> Movement | None:
    unqualified = m.wager == Wager.ANTE and m.why == MovementReason.NOT_QUALIFIED
    return _paid(m, m.staked) if unqualified and _beats(layout, m) else None


def _ante_taken(layout: SchoolLayout, m: Movement) -> Movement | None:
    unqualified = m.wager == Wager.ANTE and m.why == MovementReason.NOT_QUALIFIED
    return _taken(m) if unqualified and _beaten(layout, m) else None


def _ante_pushed(_: SchoolLayout, m: Movement) -> Movement | None:
    return _left(m) if m.wager == Wager.ANTE and m.why == MovementReason.BEATS else None


def _play_pushed(layout: SchoolLayout, m: Movement) -> Movement | None:
    won = m.wager == Wager.PLAY and m.why == MovementReason.BEATS and m.paid
    return _left(m) if won and layout.settlement.qualifies is False else None


def _blind_on_a_pair(layout: SchoolLayout, m: Movement) -> Movement | None:
    below = m.wager == Wager.BLIND and m.why == MovementReason.BELOW_FLOOR
    return _paid(m, m.staked) if below and _category(layout, m) == Category.PAIR else None


def _blind_taken(_: SchoolLayout, m: Movement) -> Movement | None:
    below = m.wager == Wager.BLIND and m.why == MovementReason.BELOW_FLOOR
    return _taken(m) if below and m.outcome == Outcome.PUSH else None


def _blind_left(_: SchoolLayout, m: Movement) -> Movement | None:
    return _left(m) if m.wager == Wager.BLIND and m.why == MovementReason.BEATEN else None


def _three_to_two(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
    """Pay the Blind 1 to 1 where its line pays a fraction, such as 3 to 2."""
    steps = right_steps(layout)
    for n, m in enumerate(steps):
        if isinstance(m, Fee) or m.tip or m.wager != Wager.BLIND or not m.paid:
            continue
        slug = CATEGORY_SLUGS[_category(layout, m)]
        line = layout.rules.tables[Wager.BLIND].by_hand.get(slug)
        if line is not None and isinstance(line.pays, Odds) and line.pays.den > 1:
            yield f"blind-even-on-{slug}", (*steps[:n], _paid(m, m.staked), *steps[n + 1 :])


def _tie_as_loss(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
    """Take Ante, Blind and Play of a hand that ties."""
    steps = right_steps(layout)
    tied = [m.seat for m in layout.settlement.movements if m.why == MovementReason.TIE]
    for seat in dict.fromkeys(tied):
        yield "tie-as-loss", tuple(_taken_on_tie(step, seat) for step in steps)


def _taken_on_tie(step: PaidStep, seat: int) -> PaidStep:
    if isinstance(step, Fee) or step.tip or step.seat != seat:
        return step
    return _taken(step) if step.wager in AGAINST_DEALER else step


def _trips_on_fold(layout: SchoolLayout, m: Movement) -> Movement | None:
    won = m.wager == Wager.TRIPS and m.paid
    return _taken(m) if won and _folded(layout, m.seat) else None


def _trips_when_beaten(layout: SchoolLayout, m: Movement) -> Movement | None:
    won = m.wager == Wager.TRIPS and m.paid and not _folded(layout, m.seat)
    return _taken(m) if won and _beaten(layout, m) else None


def _trips_left(layout: SchoolLayout, m: Movement) -> Movement | None:
    lost = m.wager == Wager.TRIPS and m.why == MovementReason.BELOW_FLOOR
    return _left(m) if lost and m.taken and not _folded(layout, m.seat) else None


def _wrong_order(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
    """Settle two neighbouring wagers in each other's place."""
    steps, first = right_steps(layout), len(layout.round.fees)
    for n in range(first, len(steps) - 1):
        one, two = steps[n], steps[n + 1]
        if not isinstance(one, Fee) and not isinstance(two, Fee) and not one.tip and not two.tip:
            yield "wrong-order", (*steps[:n], two, one, *steps[n + 2 :])


def _envy_missed(_: SchoolLayout, m: Movement) -> Movement | None:
    return replace(m, paid=NOTHING) if m.wager == Wager.ENVY and m.paid else None


def _beyond_bank(layout: SchoolLayout, m: Movement) -> Movement | None:
    short = layout.round.bank is not None and m.due > m.net and m.due > 0
    return _paid(m, m.due) if short else None


def _limit_missed(layout: SchoolLayout, m: Movement) -> Movement | None:
    if m.wager == Wager.LIMIT and m.taken:
        return replace(m, taken=NOTHING)
    cut = layout.round.bank is None and m.due > m.net and m.paid
    return _paid(m, m.due) if cut else None


def _wrong_column(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
    """Pay a line as another column of the same place pays it."""
    steps, rules = right_steps(layout), layout.rules
    for n, m in enumerate(steps):
        if isinstance(m, Fee) or m.tip or m.wager not in (Wager.BLIND, Wager.TRIPS) or not m.paid:
            continue
        slug = CATEGORY_SLUGS[_category(layout, m)]
        for name in rules.set.tables_of(m.wager):
            line = rules.set.paytables[m.wager, name].by_hand.get(slug)
            if line is None or not isinstance(line.pays, Odds) or m.staked % line.pays.den:
                continue
            wrong = _paid(m, line.pays.pay(m.staked))
            if name != rules.tables[m.wager].name and wrong.paid != m.paid:
                yield f"{m.wager}-by-table-{name}", (*steps[:n], wrong, *steps[n + 1 :])


def _fee_missed(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
    """Take no fee from one player, or from the player-dealer."""
    steps = right_steps(layout)
    for n, fee in reversed(list(enumerate(layout.round.fees))):
        yield "fee-missed", (*steps[:n], replace(fee, chips=NOTHING), *steps[n + 1 :])


def _tip_kept_back(layout: SchoolLayout) -> Iterator[tuple[str, Steps]]:
    """Give a tip and its winnings to the player, where the tip box gets them."""
    steps = right_steps(layout)
    for n, m in enumerate(steps):
        if not isinstance(m, Fee) and m.tip and m.collector == TIP_BOX:
            wrong = replace(m, taken=NOTHING, collector="player")
            yield "tip-to-player", (*steps[:n], wrong, *steps[n + 1 :])


_LINE: Final = ("line",)
_ENDING: Final = ("ending",)
MISTAKE_KINDS: Final[tuple[MistakeKind, ...]] = (
    MistakeKind(
        "ante-paid-unqualified", "The Ante is paid although the dealer does not qualify.",
        _ENDING, _each("ante-paid-unqualified", _ante_paid),
    ),
    MistakeKind(
        "ante-taken-unqualified", "The Ante is taken although the dealer does not qualify.",
        _ENDING, _each("ante-taken-unqualified", _ante_taken),
    ),
    MistakeKind(
        "ante-pushed-qualified", "A winning Ante is not paid although the dealer qualifies.",
        _ENDING, _each("ante-pushed-qualified", _ante_pushed),
    ),
    MistakeKind(
        "play-pushed-unqualified", "A winning Play is not paid: it does not need a dealer who"
        " qualifies.",
        _ENDING, _each("play-pushed-unqualified", _play_pushed),
    ),
    MistakeKind(
        "blind-even-on-a-pair", "The Blind is paid on a pair, below its paytable.",
        _ENDING, _each("blind-even-on-a-pair", _blind_on_a_pair),
    ),
    MistakeKind(
        "blind-taken-below-table", "The Blind of a winning hand below the paytable is taken.",
        _ENDING, _each("blind-taken-below-table", _blind_taken),
    ),
    MistakeKind(
        "blind-pushed-when-beaten", "The Blind of a beaten hand is left.",
        _ENDING, _each("blind-pushed-when-beaten", _blind_left),
    ),
    MistakeKind(
        "three-to-two", "The Blind is paid 1 to 1 where its line pays more.",
        _LINE, _three_to_two, Wager.BLIND,
    ),
    MistakeKind("tie-as-loss", "A tie is read as a loss.", _ENDING, _tie_as_loss),
    MistakeKind(
        "trips-taken-on-fold", "A paid Trips hand is taken with the cards of a fold.",
        ("fold-line",), _each("trips-taken-on-fold", _trips_on_fold), Wager.TRIPS,
    ),
    MistakeKind(
        "trips-taken-when-beaten", "A paid Trips hand is taken because the dealer beats it.",
        _LINE, _each("trips-taken-when-beaten", _trips_when_beaten), Wager.TRIPS,
    ),
    MistakeKind(
        "trips-left-when-lost", "A Trips wager that no line pays is left.",
        _ENDING, _each("trips-left-when-lost", _trips_left),
    ),
    MistakeKind("wrong-order", "Two wagers are settled in the wrong order.", _ENDING, _wrong_order),
    MistakeKind(
        "envy-missed", "Envy is not paid.",
        ("envy",), _each("envy-missed", _envy_missed),
    ),
    MistakeKind(
        "beyond-bank", "More is paid than the player-dealer's stake covers.",
        ("bank",), _each("beyond-bank", _beyond_bank),
    ),
    MistakeKind(
        "limit-missed", "The payout limit is not applied.",
        ("limit",), _each("limit-missed", _limit_missed),
    ),
    MistakeKind(
        "wrong-column", "A line is paid by another column of the paytable.", _LINE, _wrong_column,
    ),
    MistakeKind("fee-missed", "A fee is not taken.", ("any",), _fee_missed),
    MistakeKind(
        "tip-to-player", "A tip goes to the player, not into the tip box.", ("tips",),
        _tip_kept_back,
    ),
)  # fmt: skip
