"""What a player-dealer's stake covers; the house, where it banks, covers everything."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from pitboss.round.movement import BANK, Movement, MovementReason
from pitboss.round.state import Bank
from pitboss.rules import NOTHING, Chips, Cite, Outcome, Rules

_PAYS_ITS_STAKE: Final = ("gross", "result")  # payoffs stay within the stake and end with it


@dataclass(slots=True)
class Coverage:
    """What a player-dealer's stake still covers while wagers are settled one after the other.

    gross: payoffs and collections are two tallies, each within the stake; spent payoffs end it.
    net: collections refill the bank; its result stays within the stake.
    action: payoffs and collections share one tally.
    result: payoffs as with gross, but the stake bounds what the bank has won so far, not what it
    has collected: what it paid before may be won back.
    """

    bank: Bank
    rules: Rules
    paid: int = 0
    collected: int = 0
    model: str = field(init=False)  # asked two or three times for every wager

    def __post_init__(self) -> None:
        self.model = self.rules.choice("bank.model")

    @property
    def exhausted(self) -> bool:
        """Return whether no later wager is covered at all."""
        model, stake = self.model, self.bank.stake
        if model in _PAYS_ITS_STAKE:
            return self.paid >= stake
        if model == "action":
            return self.paid + self.collected >= stake
        return False  # net: a losing wager may refill the bank (P-03)

    def _payable(self) -> int:
        model, stake = self.model, self.bank.stake
        if model in _PAYS_ITS_STAKE:
            return stake - self.paid
        if model == "action":
            return stake - self.paid - self.collected
        return stake + self.collected - self.paid

    def _collectable(self, chips: int) -> int:
        model, stake = self.model, self.bank.stake
        if model == "action":
            return stake - self.paid - self.collected
        if not self.rules.flag("bank.win_cap"):
            return chips
        if model == "gross":
            return stake - self.collected
        return stake + self.paid - self.collected

    def settle(self, due: Movement) -> Movement:
        """Return the movement that the stake covers; the rest of it goes back to its player."""
        due = banked(due)
        if self.exhausted:
            cite = due.cite + self.rules.set.cite("bank.exhausted")
            return _returned(due, cite, MovementReason.UNCOVERED)
        if due.paid:
            return self._pay(due)
        if due.taken:
            return self._collect(due)
        return due

    def _pay(self, due: Movement) -> Movement:
        payable = min(due.paid, self._payable())
        self.paid += payable
        if payable == due.paid:
            return due
        cite = due.cite + self.rules.set.cite("bank.loss_cap")
        if payable == 0:
            return _returned(due, cite, MovementReason.UNCOVERED)
        return replace(due, paid=Chips(payable), cite=cite)

    def _collect(self, due: Movement) -> Movement:
        taken = min(due.taken, self._collectable(due.taken))
        self.collected += taken
        if taken == due.taken:
            return due
        cite = due.cite + self.rules.set.cite("bank.win_cap")
        if taken == 0:
            return _returned(due, cite, MovementReason.WIN_CAP)
        return replace(due, taken=Chips(taken), cite=cite)


def banked(due: Movement) -> Movement:
    """Put the bank in the place of the house."""
    if due.payer == BANK and due.collector == BANK:
        return due
    return replace(due, payer=BANK, collector=BANK)


def _returned(due: Movement, cite: Cite, why: MovementReason) -> Movement:
    return replace(
        due,
        outcome=Outcome.RETURNED,
        paid=NOTHING,
        taken=NOTHING,
        odds="",
        why=why,
        cite=cite,
    )
