"""A bot: a name and a style, asked for bets, for a bank's stake and for choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.pit.bots import betting, playing
from pitboss.pit.bots.betting import HABITS, Style
from pitboss.pit.chance import DrawBelow
from pitboss.round.legal import LegalAction
from pitboss.round.view import RoundView
from pitboss.rules import Chips, Rules, Wager


@dataclass(frozen=True, slots=True)
class Bot:
    """A player that is no person. It has no memory: the same view and chance, the same answer.

    Every `view` must be the one made for the bot's own seat; `chips` are those in front of it.
    """

    name: str
    style: Style

    @property
    def label(self) -> str:
        """The name as others read it: nobody takes a bot for a person."""
        return f"{self.name} (bot, {self.style})"

    def prepare(self, rules: Rules) -> None:
        """Work out now what the first choice would otherwise wait for; some seconds at most.

        Raises `pitboss.odds.GameError` for rules that cannot be counted; random bots never do.
        """
        playing.prepare(self.style, rules)

    def bets(
        self, view: RoundView, seat: int, rules: Rules, chips: Chips, chance: DrawBelow
    ) -> Mapping[Wager, Chips]:
        """Choose opening wagers that the table takes; none: the bot sits this round out."""
        return betting.bets(HABITS[self.style], view, seat, rules, chips, chance)

    def stake(
        self, seat: int, rules: Rules, chips: Chips, chance: DrawBelow, *, must: bool = False
    ) -> Chips | None:
        """Choose what to bank the next hand with, the bank being offered; None: decline it.

        `must`: nobody else would take it, and no hand would be dealt.
        """
        return betting.stake(HABITS[self.style], seat, rules, chips, chance, must=must)

    def choose(self, view: RoundView, rules: Rules, chips: Chips, chance: DrawBelow) -> LegalAction:
        """Choose among what the view offers the bot's seat, which must be the one asked now."""
        return playing.choose(self.style, view, rules, chips, chance)
