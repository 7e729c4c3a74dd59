"""Progressive meters during a settlement: awards at each winner's turn, and resets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.round.movement import Reset
from pitboss.rules import Chips, MeterShare, Rules


class MeterUnknownError(Exception):
    """An award needs a meter whose amount nobody gave, or a reset amount that was never filed."""

    def __init__(self, meter: str) -> None:
        super().__init__(f"the amount of the {meter} meter is needed")
        self.meter = meter


@dataclass(slots=True)
class SettlementMeters:
    """The amounts as they stand, in cents and fractions of a cent; None: not known."""

    amounts: dict[str, Fraction | None]
    rules: Rules
    resets: list[Reset] = field(default_factory=list)
    _shares: dict[str, list[Chips]] = field(default_factory=dict)

    @classmethod
    def at(cls, amounts: Mapping[str, Fraction | None], rules: Rules) -> SettlementMeters:
        """Start from the amounts before the first award."""
        return cls(dict(amounts), rules)

    def award(self, share: MeterShare, winners: int) -> Chips:
        """Take an award off its meter; `winners` hold the same line, for a table that splits."""
        splits = self.rules.choice("progressive.simultaneous") == "split" and share.percent == 100
        if splits and winners > 1:
            return self._split(share, winners)
        return self._take(share)

    def worth(self, share: MeterShare) -> Fraction:
        """Return what an award would be now, nothing taken."""
        return self._amount(share.meter) * share.percent / 100

    def _amount(self, meter: str) -> Fraction:
        amount = self.amounts.get(meter)
        if amount is None:
            raise MeterUnknownError(meter)
        return amount

    def _take(self, share: MeterShare) -> Chips:
        amount = self._amount(share.meter)
        exact = amount * share.percent / 100
        # A fraction of a cent is never lost: what is cut off stays on the meter.
        nearest = self.rules.choice("meter.rounding") == "nearest" and share.percent < 100
        award = Chips(int(exact + Fraction(1, 2)) if nearest else int(exact))
        self.amounts[share.meter] = amount - award
        if share.percent == 100:
            self._reset(share.meter)
        return award

    def _reset(self, meter: str) -> None:
        reset = self.rules.meters[meter].reset
        if reset is None:
            self.amounts[meter] = None
            return
        self.amounts[meter] = (self.amounts[meter] or Fraction(0)) + reset
        self.resets.append(Reset(meter, reset))

    def _split(self, share: MeterShare, winners: int) -> Chips:
        if share.meter not in self._shares:
            whole = self._take(share)
            each, rest = divmod(whole, winners)
            # Odd cents go to the winners who come first in the settlement.
            self._shares[share.meter] = [Chips(each + (n < rest)) for n in range(winners)]
        return self._shares[share.meter].pop(0)
