"""What Envy is worth to a Progressive bettor, by the number of other players at the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.odds.sidebets.hand_counts import HandClass, five_cards, seven_cards
from pitboss.odds.sidebets.side_bet import shown_hand
from pitboss.round.settlement.envy import envy_of
from pitboss.round.state import Spot
from pitboss.rules import NOTHING, Chips, Rules, Wager


@dataclass(frozen=True, slots=True)
class EnvyOdds:
    """Envy with a number of other players whose hands count.

    `value` is in cents for each round, `returned` the same as a part of the stake; None where a
    cap on one seat's Envy makes it less than the sum of what each other player brings.
    """

    others: int
    value: Fraction | None
    stake: Chips

    @property
    def returned(self) -> Fraction | None:
        """The value as a part of the stake."""
        return None if self.value is None else self.value / self.stake


def envy_odds(rules: Rules, stake: Chips) -> tuple[EnvyOdds, ...]:
    """Work Envy out for no other player up to a full table.

    Every other player's cards are, each for itself, any of the deck, and an expected sum is the sum
    of what is expected from each, although the hands share a board. Taken for granted: nobody folds
    a hand that triggers Envy, and where only bettors trigger it all bet.

    >>> from pitboss.rules import in_force, rule_set
    >>> rules = in_force(rule_set("maryland"), {"progressive": "A"})
    >>> envy_odds(rules, Chips(100))[1].returned  # of five cards, 4 royals at $1,000, 36 at $300
    Fraction(185, 32487)
    """
    tally = five_cards() if rules.by_flop else seven_cards()
    sums = {known.hand: _sum_for(known, rules, stake) for known in tally.classes}
    each = Fraction(sum(sums[known.hand] * known.hits for known in tally.classes), tally.total)
    cap, most = rules.amount("envy.cap"), max(sums.values())
    return tuple(
        EnvyOdds(others, each * others if _adds_up(others, most, cap) else None, stake)
        for others in range(rules.seats)
    )


def _sum_for(known: HandClass, rules: Rules, stake: Chips) -> int:
    """Ask the settlement what one other player's hand brings."""
    spots = [Spot(seat, {Wager.PROGRESSIVE: stake}) for seat in (1, 2)]
    hand = shown_hand(known, Wager.PROGRESSIVE)
    return sum(m.paid for m in envy_of(spots[0], spots, {2: hand}, rules)) or NOTHING


def _adds_up(others: int, most: int, cap: Chips | None) -> bool:
    return others <= 1 or cap is None or others * most <= cap
