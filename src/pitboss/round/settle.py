"""Settles a round: every wager's movement in the prescribed order, with its clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import Final

from pitboss.cards import Card, Category, Strength
from pitboss.round.bank import Coverage, banked
from pitboss.round.due import Bet, against_dealer, by_paytable, tip_of
from pitboss.round.envy import envy_of
from pitboss.round.known import MOVED_KEPT_MAX, Known, known
from pitboss.round.limits import aggregate_limit, player_limit
from pitboss.round.meters import Meters
from pitboss.round.movement import Movement, Settlement, Why, given_back, lost
from pitboss.round.notices import notices_of
from pitboss.round.showdown import (
    Shown,
    dealer_hand,
    first_line,
    keeps_cards,
    lines_met,
    qualifies,
    shown_hand,
    situation,
    six_card_hand,
    six_card_name,
)
from pitboss.round.state import Round, Spot, Void
from pitboss.rules import (
    AGAINST_DEALER,
    NOTHING,
    Chips,
    Cite,
    Consequence,
    Line,
    MeterShare,
    Odds,
    Outcome,
    Rules,
    Wager,
)
from pitboss.rules.values import amend, replace

COMPLETE_BOARD = 5

# A member of an enum is looked up at each mention of it, so what is asked often is asked once here.
_ENVY: Final = Wager.ENVY
_PROGRESSIVE: Final = Wager.PROGRESSIVE
_SIX_CARD: Final = Wager.SIX_CARD
_BY_SEAT: Final = attrgetter("seat")
_BY_FOLD: Final = attrgetter("folded")


def settle(round_: Round, rules: Rules) -> Settlement:
    """Work out all that the round moves; `MeterUnknownError` where a needed meter is not given."""
    book = _Book.of(round_, rules)
    if round_.void is None:
        book.settle_all()
    else:
        book.settle_void(round_.void)
    return book.settlement()


def seat_order(round_: Round, rules: Rules) -> tuple[Spot, ...]:
    """Put the seats in the order in which they are settled."""
    if rules.seat_order == "clockwise-from-bank" and round_.bank is not None:
        bank = round_.bank.seat
        return tuple(sorted(round_.spots, key=lambda spot: (spot.seat <= bank, spot.seat)))
    ordered = sorted(round_.spots, key=_BY_SEAT)
    return tuple(ordered if rules.seat_order == "clockwise" else reversed(ordered))


def progressive_line(hand: Shown, stake: Chips, meters: Meters | None, rules: Rules) -> Line | None:
    """Pick the one Progressive line that pays a hand, the narrower before the wider."""
    met = list(lines_met(rules.tables[Wager.PROGRESSIVE], hand))
    if not met:
        return None
    if meters is None or rules.choice("uthp01.community_precedence") == "specific":
        return met[0]
    return max(met, key=lambda line: _worth(line, stake, meters))


def _worth(line: Line, stake: Chips, meters: Meters) -> Fraction:
    if isinstance(line.pays, MeterShare):
        return meters.worth(line.pays)
    return Fraction(line.pays.pay(stake) if isinstance(line.pays, Odds) else line.pays.chips)


def jackpots(round_: Round, rules: Rules) -> tuple[int, ...]:
    """List the seats whose Progressive wins this round, in the order of settlement."""
    if _PROGRESSIVE not in rules.tables or round_.turned < COMPLETE_BOARD:
        return ()
    if round_.void is not None and _PROGRESSIVE not in round_.void.settles:
        return ()
    kept = known(rules)
    last = kept.won
    if last is not None and last[0] is round_:  # a settlement asks three times over
        return last[1]
    won = tuple(
        [
            spot.seat
            for spot in seat_order(round_, rules)
            if progressive_lives(round_, spot, rules)
            and progressive_line(shown_hand(spot, round_.board), spot.on(_PROGRESSIVE), None, rules)
        ]
    )
    kept.won = (round_, won)
    return won


def progressive_lives(round_: Round, spot: Spot, rules: Rules) -> bool:
    """Tell whether a seat's Progressive wager is still to be settled by its hand."""
    if not spot.on(_PROGRESSIVE) or spot.dead is not None:
        return False
    if round_.void is not None:  # every hand is void, so a fold or a departure counts no more
        return True
    return spot.forfeited is None and (not spot.folded or rules.flag("progressive.survives_fold"))


def _is_due(wager: Wager, spot: Spot) -> bool:
    """Tell whether there may be something to settle; Envy comes with the Progressive wager."""
    on = spot.wagers
    return wager in on or wager in spot.tips or (wager == _ENVY and _PROGRESSIVE in on)


@dataclass(slots=True)
class _Book:
    """The settlement while it is being written."""

    round: Round
    rules: Rules
    order: tuple[Spot, ...]
    kept: Known
    meters: Meters
    coverage: Coverage | None
    hands: dict[int, Shown] = field(default_factory=dict)
    kinds: dict[int, Category] = field(default_factory=dict)
    six_hands: dict[int, Shown] = field(default_factory=dict)
    dealer: Strength | None = None
    qualified: bool | None = None
    movements: list[Movement] = field(default_factory=list)
    done: set[tuple[int, Wager]] = field(default_factory=set)
    racked: dict[int, tuple[str, tuple[Card, ...]]] = field(default_factory=dict)
    unfed: dict[str, Fraction] = field(default_factory=dict)
    split_lines: dict[int, Line | None] = field(default_factory=dict)
    situations: dict[int, str] = field(default_factory=dict)
    plain: bool = False  # nothing but its own cards and the dealer's decides what a seat is due

    @classmethod
    def of(cls, round_: Round, rules: Rules) -> _Book:
        book = cls(
            round=round_,
            rules=rules,
            order=seat_order(round_, rules),
            kept=known(rules),
            meters=Meters.at(round_.meters, rules),
            coverage=Coverage(round_.bank, rules) if round_.bank else None,
        )
        # A void round must not tell of cards that were never turned.
        if round_.turned == COMPLETE_BOARD:
            for spot in round_.spots:
                if spot.dead is None and len(spot.cards) == 2:
                    hand = book.hands[spot.seat] = shown_hand(spot, round_.board)
                    book.kinds[spot.seat] = hand.category
                    if spot.on(_SIX_CARD) and len(round_.box) == 4:
                        book.six_hands[spot.seat] = six_card_hand(spot, round_.box)
        for seat_spot in round_.spots:
            if seat_spot.dead is not None and seat_spot.on(_PROGRESSIVE):
                book.unfeed(seat_spot)
        return book

    # -- the whole round --------------------------------------------------------------------------

    def settle_all(self) -> None:
        """Folds first, then what goes before the hands, then seat by seat, then the end."""
        rules, kept = self.rules, self.kept
        self.dealer = dealer_hand(self.round)
        self.qualified = qualifies(self.dealer, rules)
        first = kept.unqualified_first and not self.qualified
        if self.coverage is None or rules.flag("bank.folds_first"):
            for seat in self.round.folds:
                self._collect_fold(seat)
        if first:
            for spot in self.order:
                for wager in kept.unqualified_first:
                    if not spot.folded:
                        self._settle(spot, wager)
        self.plain = not (self.coverage or first or self.round.void_wagers or kept.is_bounded)
        for spot in self._pass_order():
            self._settle_seat(spot, kept.in_turn, kept.last_bounded)
        for spot in self.order:
            for wager in kept.at_end:
                if _is_due(wager, spot):
                    self._settle(spot, wager)
            self._rack(spot)
        self.movements += aggregate_limit(self.movements, rules)

    def _pass_order(self) -> Iterable[Spot]:
        if self.rules.choice("settle.folded") == "in_pass":
            return self.order
        return sorted(self.order, key=_BY_FOLD)

    def _collect_fold(self, seat: int) -> None:
        """Settle what a fold gives up at once: the rest of that seat waits for its turn."""
        spot = next(s for s in self.order if s.seat == seat)
        at_fold = self.rules.fact("settlement.at_fold")
        for wager in self.rules.order:
            losing = (
                "losing-trips" in at_fold and wager == Wager.TRIPS and not self._line(spot, wager)
            )
            if wager in at_fold or losing:
                self._settle(spot, wager)
        nothing_open = all((seat, wager) in self.done for wager in spot.wagers)
        if nothing_open or not keeps_cards(spot, self.rules):
            self._rack(spot)

    def _settle_seat(self, spot: Spot, wagers: Sequence[Wager], last_bounded: int) -> None:
        whole = self._whole_seat(spot, wagers)
        if whole is not None:
            self.movements += whole
        else:
            for n, wager in enumerate(wagers):
                if _is_due(wager, spot):  # seldom more than half of them
                    self._settle(spot, wager)
                if n == last_bounded:
                    self.movements = player_limit(self.movements, spot.seat, self.rules)
        if self.rules.fact("settlement.rack") == "at-turn":
            self._rack(spot)

    def _whole_seat(self, spot: Spot, wagers: Sequence[Wager]) -> tuple[Movement, ...] | None:
        """Give all that a seat is due in its turn; None where more than its kind of hand counts.

        As with one movement: what the same wagers once came to, they come to again.
        """
        over = spot.folded or spot.dead is not None or spot.forfeited is not None
        if over or spot.tips or not self.plain:
            return None
        seat, on, kept = spot.seat, spot.wagers, self.kept
        name = self.situations.get(seat) or self._situation(seat)
        key = (seat, tuple(on.items()), name, self.kinds[seat])
        due = kept.seats.get(key)
        if due is None and on.keys() <= kept.by_kind.keys():
            if len(kept.seats) >= MOVED_KEPT_MAX:
                kept.seats.clear()
            due = tuple([self._due(spot, wager, on[wager]) for wager in wagers if on.get(wager)])
            kept.seats[key] = due
        return due

    def _settle(self, spot: Spot, wager: Wager) -> None:
        stake = spot.wagers.get(wager, NOTHING)
        tip = spot.tips.get(wager, NOTHING)
        if not stake and not tip and wager != _ENVY:
            return
        place = (spot.seat, wager)
        if place in self.done:
            return
        self.done.add(place)
        if wager == _ENVY:
            self._envy(spot)
            return
        if stake:
            due = self._due(spot, wager, stake, by_bank=self.coverage is not None)
            self.movements.append(self.coverage.settle(due) if self.coverage else due)
        if tip:
            self.movements.append(self._tip(spot, wager, tip))

    def _due(self, spot: Spot, wager: Wager, stake: Chips, *, by_bank: bool = False) -> Movement:
        seat = spot.seat
        if spot.dead is not None:
            return given_back(seat, wager, stake, Outcome.VOID, Why.DEAD_HAND, spot.dead)
        if spot.forfeited is not None:
            return lost(seat, wager, stake, Why.ABANDONED, spot.forfeited)
        if wager in self.round.void_wagers:
            cite = self.round.void_wagers[wager]
            return given_back(seat, wager, stake, Outcome.VOID, Why.VOID, cite)
        if spot.folded:
            name = "fold"
        elif wager in AGAINST_DEALER:
            name = self.situations.get(seat) or self._situation(seat)
        else:
            name = "stay"
        by_kind = self.kept.by_kind.get(wager)
        if by_kind is None:
            return self._found(spot, wager, stake, name)
        # The same people bet the same, and it comes to the same: a movement that was found once is
        # the movement of every such bet.
        key = (seat, wager, stake, name, self.kinds[seat] if by_kind else None, by_bank)
        moved = self.kept.moved
        due = moved.get(key)
        if due is None:
            if len(moved) >= MOVED_KEPT_MAX:
                moved.clear()
            found = self._found(spot, wager, stake, name)
            due = moved[key] = banked(found) if by_bank else found
        return due

    def _tip(self, spot: Spot, wager: Wager, tip: Chips) -> Movement:
        return tip_of(self._due(spot, wager, tip), self.rules)

    def _found(self, spot: Spot, wager: Wager, stake: Chips, name: str) -> Movement:
        """Work out what a wager is due in the situation of that name."""
        seat = spot.seat
        if wager in AGAINST_DEALER:
            return against_dealer(Bet(seat, wager, stake), self.hands[seat], name, self.rules)
        rule = self.rules.consequence(wager, name)
        if wager == _PROGRESSIVE and not progressive_lives(self.round, spot, self.rules):
            cite = rule.cite + self.rules.set.options["progressive.survives_fold"].cite
            return lost(seat, wager, stake, Why.FOLDED, cite)
        return self._by_paytable(spot, wager, stake, rule)

    def _situation(self, seat: int) -> str:
        """Name the situation of a seat against the dealer; all its wagers share it."""
        dealer = self.dealer if self.dealer is not None else Strength(0)
        name = situation(self.hands[seat].strength, dealer, qualified=bool(self.qualified))
        self.situations[seat] = name
        return name

    def _by_paytable(self, spot: Spot, wager: Wager, stake: Chips, rule: Consequence) -> Movement:
        line = self._line(spot, wager)
        winners = 1
        if line is not None and isinstance(line.pays, MeterShare):
            winners = self._holders_of(line)
        bet = Bet(spot.seat, wager, stake)
        return by_paytable(bet, line, rule, self.meters, winners, self.rules)

    def _line(self, spot: Spot, wager: Wager) -> Line | None:
        if wager == _SIX_CARD:
            return first_line(wager, self.six_hands[spot.seat], self.rules)
        hand = self.hands[spot.seat]
        if wager != _PROGRESSIVE:
            return first_line(wager, hand, self.rules)
        if self.rules.choice("progressive.simultaneous") != "split":
            return progressive_line(hand, spot.on(wager), self.meters, self.rules)
        if not self.split_lines:  # who shares a meter is decided before the first of them is paid
            self.split_lines = {
                s.seat: progressive_line(self.hands[s.seat], s.on(wager), self.meters, self.rules)
                for s in self.round.spots
                if s.on(wager) and s.seat in self.hands
            }
        return self.split_lines[spot.seat]

    def _holders_of(self, line: Line) -> int:
        living = [s for s in self.round.spots if progressive_lives(self.round, s, self.rules)]
        return sum(1 for spot in living if self._line(spot, Wager.PROGRESSIVE) is line)

    def _envy(self, spot: Spot) -> None:
        if progressive_lives(self.round, spot, self.rules):
            self.movements += envy_of(spot, self.order, self.hands, self.rules)

    def _rack(self, spot: Spot) -> None:
        if spot.seat not in self.racked:
            self.racked[spot.seat] = (f"seat {spot.seat}", spot.cards)

    # -- a void round -----------------------------------------------------------------------------

    def settle_void(self, void: Void) -> None:
        """Give every wager back, save those that are settled by paytable in spite of the void."""
        for spot in self.order:
            for wager in self.rules.order:
                stake, tip = spot.on(wager), spot.tips.get(wager, NOTHING)
                if wager in void.settles and spot.dead is None:
                    if stake:
                        rule = self._in_spite_of(void, wager)
                        self.movements.append(self._by_paytable(spot, wager, stake, rule))
                elif stake:
                    self.movements.append(self._void(spot, wager, stake, void.cite))
                if tip:
                    back = given_back(spot.seat, wager, tip, Outcome.VOID, Why.VOID, void.cite)
                    self.movements.append(replace(back, tip=True))
                if wager == Wager.ENVY and Wager.PROGRESSIVE in void.settles:
                    self._envy(spot)
            self._rack(spot)

    def _in_spite_of(self, void: Void, wager: Wager) -> Consequence:
        """Say what becomes of a wager that a void round leaves to its paytable."""
        usual = self.rules.consequence(wager, "stay")
        below = replace(usual.below, cite=void.settle_cite) if usual.below else None
        return replace(usual, cite=void.settle_cite, below=below)

    def _void(self, spot: Spot, wager: Wager, stake: Chips, cite: Cite) -> Movement:
        if wager == Wager.PROGRESSIVE:
            if not self.rules.flag("void.refund_progressive"):
                kept = cite + self.rules.set.options["void.refund_progressive"].cite
                return lost(spot.seat, wager, stake, Why.VOID, kept)
            if spot.dead is None:
                self.unfeed(spot)
            cite += Cite((), self.rules.set.options["void.refund_progressive"].cite.readings)
        return given_back(spot.seat, wager, stake, Outcome.VOID, Why.VOID, cite)

    def unfeed(self, spot: Spot) -> None:
        """Take a returned Progressive wager's part off the meters again."""
        for name, plan in self.rules.meters.items():
            part = plan.rate * spot.on(Wager.PROGRESSIVE)
            amount = self.meters.amounts.get(name)
            if part and amount is not None:
                self.unfed[name] = self.unfed.get(name, Fraction(0)) + part
                self.meters.amounts[name] = amount - part

    # -- the result -------------------------------------------------------------------------------

    def settlement(self) -> Settlement:
        """Close the book."""
        r, void = self.round, self.round.void
        all_void = void is not None and not void.settles
        refunds = all_void and self.rules.flag("fee.refund_on_void")
        result = Settlement(
            movements=tuple(self.movements),
            void=void is not None,
            qualifies=self.qualified,
            dealer=self.dealer,
            hands={seat: hand.strength for seat, hand in self.hands.items()},
            six_hands={seat: six_card_name(hand) for seat, hand in self.six_hands.items()},
            fees_returned=r.fees if refunds else (),
            meters=dict(self.meters.amounts),
            unfed=self.unfed,
            resets=tuple(self.meters.resets),
            rack=self._whole_rack(),
        )
        return amend(result, notices=notices_of(r, result, jackpots(r, self.rules), self.rules))

    def _whole_rack(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """Put all cards in the rack in an order from which every hand can be rebuilt."""
        r = self.round
        first = (("set aside", r.set_aside), ("burned", r.burned), ("stub", r.stub))
        last = (("box", r.box), ("board", r.board), ("dealer", r.dealer))
        return tuple([e for e in (*first, *self.racked.values(), *last) if e[1]])
