"""Settle a round: every wager's movement, in the order of the table, with its clauses.

A settlement goes as at the table:

1. the wagers of folded seats are collected;
2. if the dealer has not qualified, what that decides is settled at every seat;
3. the dealer passes from seat to seat and settles wager after wager, each by its result, within
   the payout limit of a player and within what a player-dealer's stake covers; Envy is paid for
   the hand that is shown, and the hand goes to the rack;
4. what waits for the end (a Progressive, Envy) is settled seat by seat;
5. the payout limit of the whole round cuts what is above it.

In a void round all wagers go back, save those that its rules settle all the same. The order stands
in `order.py`, the result of one wager in `wager_result.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.cards import Card
from pitboss.round.movement import Movement, MovementReason, Settlement, given_back, lost
from pitboss.round.settlement.bank import Coverage
from pitboss.round.settlement.envy import envy_of
from pitboss.round.settlement.hands import Hands, read_hands
from pitboss.round.settlement.limits import aggregate_limit, last_limited, player_limit
from pitboss.round.settlement.meters import SettlementMeters
from pitboss.round.settlement.notices import notices_of
from pitboss.round.settlement.order import (
    envy_with_award,
    pass_order,
    seat_order,
    wagers_at_end,
    wagers_if_unqualified,
    wagers_in_turn,
)
from pitboss.round.settlement.progressive import jackpots, progressive_line, progressive_lives
from pitboss.round.settlement.wager_result import Bet, against_dealer, by_paytable, tip_of
from pitboss.round.showdown import first_line, keeps_cards
from pitboss.round.state import Round, Spot, Void
from pitboss.rules import (
    AGAINST_DEALER,
    NOTHING,
    Chips,
    Cite,
    Consequence,
    Line,
    MeterShare,
    Outcome,
    Rules,
    Wager,
)


def settle(round_: Round, rules: Rules) -> Settlement:
    """Work out all that the round moves; `MeterUnknownError` where a needed meter is not given."""
    work = _Work(
        round_,
        rules,
        hands=read_hands(round_, rules),
        meters=SettlementMeters.at(round_.meters, rules),
        coverage=Coverage(round_.bank, rules) if round_.bank else None,
    )
    work.take_dead_hands_off_the_meters()
    if round_.void is None:
        work.settle_wagers()
    else:
        work.settle_void(round_.void)
    return work.settlement()


@dataclass(slots=True)
class _Work:
    """A settlement while it is being worked out."""

    round: Round
    rules: Rules
    hands: Hands
    meters: SettlementMeters
    coverage: Coverage | None  # what a player-dealer's stake still covers
    movements: list[Movement] = field(default_factory=list)
    done: set[tuple[int, Wager]] = field(default_factory=set)
    racked: dict[int, tuple[str, tuple[Card, ...]]] = field(default_factory=dict)
    unfed: dict[str, Fraction] = field(default_factory=dict)
    split_lines: dict[int, Line | None] = field(default_factory=dict)

    # -- the order of the table -------------------------------------------------------------------

    def settle_wagers(self) -> None:
        """Settle folds, what goes before the hands, seat after seat, and what waits for the end."""
        self._collect_folds()
        if not self.hands.qualified:
            self._settle_unqualified()
        for spot in pass_order(self.round, self.rules):
            self._settle_seat(spot)
        for spot in seat_order(self.round, self.rules):
            for wager in wagers_at_end(self.rules):
                self._settle(spot, wager)
            self._rack(spot)
        self.movements += aggregate_limit(self.movements, self.rules)

    def _collect_folds(self) -> None:
        """Settle what a fold gives up at once; the rest of that seat waits for its turn."""
        if self.coverage is not None and not self.rules.flag("bank.folds_first"):
            return
        for seat in self.round.folds:
            spot = next(spot for spot in self.round.spots if spot.seat == seat)
            for wager in self.rules.order:
                if self._is_given_up(spot, wager):
                    self._settle(spot, wager)
            nothing_open = all((seat, wager) in self.done for wager in spot.wagers)
            if nothing_open or not keeps_cards(spot, self.rules):
                self._rack(spot)

    def _is_given_up(self, spot: Spot, wager: Wager) -> bool:
        at_fold = self.rules.fact("settlement.at_fold")
        if wager == Wager.TRIPS and "losing-trips" in at_fold and not self._line(spot, wager):
            return True
        return wager in at_fold

    def _settle_unqualified(self) -> None:
        """Settle at every seat what a dealer who does not qualify decides by that alone."""
        for spot in seat_order(self.round, self.rules):
            for wager in wagers_if_unqualified(self.rules):
                if not spot.folded:
                    self._settle(spot, wager)

    def _settle_seat(self, spot: Spot) -> None:
        """Settle the wagers of a seat at its turn, pay Envy for its hand, and take its cards."""
        wagers = wagers_in_turn(self.rules)
        limited = last_limited(wagers, self.rules)
        for wager in wagers:
            self._settle(spot, wager)
            if wager == limited:
                self.movements = player_limit(self.movements, spot.seat, self.rules)
        self._pay_envy_for(spot)
        if self.rules.fact("settlement.rack") == "at-turn":
            self._rack(spot)

    # -- one wager --------------------------------------------------------------------------------

    def _settle(self, spot: Spot, wager: Wager) -> None:
        """Settle a wager and the tip on it, unless that is done; a bank pays what it covers."""
        stake, tip = spot.on(wager), spot.tips.get(wager, NOTHING)
        nothing = not stake and not tip and wager != Wager.ENVY
        if nothing or (spot.seat, wager) in self.done:
            return
        self.done.add((spot.seat, wager))
        if wager == Wager.ENVY:
            self._pay_envy_to(spot)
        if stake:
            due = self._due(spot, wager, stake)
            self.movements.append(self.coverage.settle(due) if self.coverage else due)
        if tip:
            self.movements.append(tip_of(self._due(spot, wager, tip), self.rules))

    def _due(self, spot: Spot, wager: Wager, stake: Chips) -> Movement:
        """Work out what a wager comes to, before any limit and whatever the bank covers."""
        seat, rules = spot.seat, self.rules
        if spot.dead is not None:
            return given_back(seat, wager, stake, Outcome.VOID, MovementReason.DEAD_HAND, spot.dead)
        if spot.forfeited is not None:
            return lost(seat, wager, stake, MovementReason.ABANDONED, spot.forfeited)
        if (void := self.round.void_wagers.get(wager)) is not None:
            return given_back(seat, wager, stake, Outcome.VOID, MovementReason.VOID, void)
        bet = Bet(seat, wager, stake)
        if wager in AGAINST_DEALER:
            return against_dealer(bet, self.hands.seats[seat], self.hands.situation(spot), rules)
        rule = rules.consequence(wager, "fold" if spot.folded else "stay")
        if wager == Wager.PROGRESSIVE and not progressive_lives(self.round, spot, rules):
            cite = rule.cite + rules.set.options["progressive.survives_fold"].cite
            return lost(seat, wager, stake, MovementReason.FOLDED, cite)
        return self._by_paytable(spot, bet, rule)

    def _by_paytable(self, spot: Spot, bet: Bet, rule: Consequence) -> Movement:
        line = self._line(spot, bet.wager)
        shared = line is not None and isinstance(line.pays, MeterShare)
        winners = self._holders_of(line) if shared else 1
        return by_paytable(bet, line, rule, self.meters, winners, self.rules)

    # -- paytable lines ---------------------------------------------------------------------------

    def _line(self, spot: Spot, wager: Wager) -> Line | None:
        """Find the line of a wager's paytable by which a seat's hand is paid, if there is one."""
        if wager == Wager.PROGRESSIVE:
            return self._progressive_line(spot)
        hands = self.hands.six_card if wager == Wager.SIX_CARD else self.hands.seats
        return first_line(wager, hands[spot.seat], self.rules)

    def _progressive_line(self, spot: Spot) -> Line | None:
        if self.rules.choice("progressive.simultaneous") != "split":
            return self._progressive_line_now(spot)
        if not self.split_lines:  # who shares a meter is decided before the first of them is paid
            self.split_lines = {
                each.seat: self._progressive_line_now(each)
                for each in self.round.spots
                if each.on(Wager.PROGRESSIVE) and each.seat in self.hands.progressive
            }
        return self.split_lines[spot.seat]

    def _progressive_line_now(self, spot: Spot) -> Line | None:
        hand, stake = self.hands.progressive[spot.seat], spot.on(Wager.PROGRESSIVE)
        return progressive_line(hand, stake, self.meters, self.rules)

    def _holders_of(self, line: Line | None) -> int:
        """Count the seats whose living Progressive is paid by the same line."""
        living = [s for s in self.round.spots if progressive_lives(self.round, s, self.rules)]
        return sum(1 for spot in living if self._line(spot, Wager.PROGRESSIVE) is line)

    # -- Envy and the rack ------------------------------------------------------------------------

    def _pay_envy_to(self, spot: Spot) -> None:
        """Pay a seat its Envy for all other hands, in its own turn."""
        self._pay_envy(spot, seat_order(self.round, self.rules))

    def _pay_envy_for(self, holder: Spot) -> None:
        """Pay everybody Envy for a hand when it is shown and its own award paid."""
        if envy_with_award(self.rules):
            for spot in seat_order(self.round, self.rules):
                self._pay_envy(spot, [holder])

    def _pay_envy(self, spot: Spot, holders: Iterable[Spot]) -> None:
        if progressive_lives(self.round, spot, self.rules):
            before = [m for m in self.movements if (m.seat, m.wager) == (spot.seat, Wager.ENVY)]
            hands = self.hands.progressive
            self.movements += envy_of(spot, holders, hands, self.rules, before=before)

    def _rack(self, spot: Spot) -> None:
        if spot.seat not in self.racked:
            self.racked[spot.seat] = (f"seat {spot.seat}", spot.cards)

    # -- a void round -----------------------------------------------------------------------------

    def settle_void(self, void: Void) -> None:
        """Give every wager back, save those that are settled by paytable in spite of the void."""
        for spot in seat_order(self.round, self.rules):
            for wager in self.rules.order:
                self._settle_voided(spot, wager, void)
            if Wager.PROGRESSIVE in void.settles:
                self._pay_envy_for(spot)
            self._rack(spot)

    def _settle_voided(self, spot: Spot, wager: Wager, void: Void) -> None:
        stake, tip = spot.on(wager), spot.tips.get(wager, NOTHING)
        if stake and wager in void.settles and spot.dead is None:
            rule = self._in_spite_of(void, wager)
            self.movements.append(self._by_paytable(spot, Bet(spot.seat, wager, stake), rule))
        elif stake:
            self.movements.append(self._voided(spot, wager, stake, void.cite))
        if tip:
            back = given_back(spot.seat, wager, tip, Outcome.VOID, MovementReason.VOID, void.cite)
            self.movements.append(replace(back, tip=True))
        in_turn = wager == Wager.ENVY and not envy_with_award(self.rules)
        if in_turn and Wager.PROGRESSIVE in void.settles:
            self._pay_envy_to(spot)

    def _in_spite_of(self, void: Void, wager: Wager) -> Consequence:
        """Return what becomes of a wager that a void round leaves to its paytable."""
        usual = self.rules.consequence(wager, "stay")
        below = replace(usual.below, cite=void.settle_cite) if usual.below else None
        return replace(usual, cite=void.settle_cite, below=below)

    def _voided(self, spot: Spot, wager: Wager, stake: Chips, cite: Cite) -> Movement:
        """Give a wager back; a Progressive only where the operator refunds it."""
        if wager == Wager.PROGRESSIVE:
            refund = self.rules.set.options["void.refund_progressive"].cite
            if not self.rules.flag("void.refund_progressive"):
                return lost(spot.seat, wager, stake, MovementReason.VOID, cite + refund)
            if spot.dead is None:
                self._unfeed(spot)
            cite += Cite((), refund.readings)
        return given_back(spot.seat, wager, stake, Outcome.VOID, MovementReason.VOID, cite)

    # -- meters -----------------------------------------------------------------------------------

    def take_dead_hands_off_the_meters(self) -> None:
        """Take off the meters what the Progressive wagers of dead hands fed them."""
        for spot in self.round.spots:
            if spot.dead is not None:
                self._unfeed(spot)

    def _unfeed(self, spot: Spot) -> None:
        for name, plan in self.rules.meters.items():
            part = plan.rate * spot.on(Wager.PROGRESSIVE)
            amount = self.meters.amounts.get(name)
            if part and amount is not None:
                self.unfed[name] = self.unfed.get(name, Fraction(0)) + part
                self.meters.amounts[name] = amount - part

    # -- the result -------------------------------------------------------------------------------

    def settlement(self) -> Settlement:
        """Put the result together: movements, hands, meters, the rack, and who must be told."""
        round_, void = self.round, self.round.void
        refunds = void is not None and not void.settles and self.rules.flag("fee.refund_on_void")
        result = Settlement(
            movements=tuple(self.movements),
            void=void is not None,
            qualifies=self.hands.qualified,
            dealer=self.hands.dealer,
            hands={seat: hand.strength for seat, hand in self.hands.seats.items()},
            six_hands={seat: hand.six for seat, hand in self.hands.six_card.items()},
            fees_returned=round_.fees if refunds else (),
            meters=dict(self.meters.amounts),
            unfed=self.unfed,
            resets=tuple(self.meters.resets),
            rack=self._whole_rack(),
        )
        won = jackpots(round_, self.rules)
        return replace(result, notices=notices_of(round_, result, won, self.rules))

    def _whole_rack(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """Put all cards in the rack in an order from which every hand can be rebuilt."""
        r = self.round
        first = (("set aside", r.set_aside), ("burned", r.burned), ("stub", r.stub))
        last = (("box", r.box), ("board", r.board), ("dealer", r.dealer))
        return tuple(pile for pile in (*first, *self.racked.values(), *last) if pile[1])
