"""A variant of a place's base game: other Blind odds, multiples, qualifying hand, ties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.game import STANDARD, Game, GameError, game_of
from pitboss.odds.paytable_file import LADDER
from pitboss.rules import (
    NO_CITE,
    Line,
    Odds,
    OptionError,
    Paytable,
    Rules,
    Street,
    UnknownRuleSetError,
    Wager,
    in_force,
    named_rule_set,
)
from pitboss.rules.changed_endings import BelowFloor, Ties, UnqualifiedAnte
from pitboss.rules.changes import EDITED, RuleChanges, with_changes
from pitboss.rules.suggest import suggestion

ANY_HAND: Final = "none"  # to qualify with: every dealer's hand does
CATEGORY_OF_SLUG: Final = {slug: category for category, slug in CATEGORY_SLUGS.items()}


class VariantError(GameError):
    """A variant that cannot be played; the line says where, what, and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A place's base game with changes; whatever is None, or not among `pays`, is as there.

    `pays` are the odds of single hands, in place of those of the Blind table `blind`; `floor` is
    the lowest hand that the Blind pays, so that the lines below it go.

    >>> variant = Variant(pays=(("flush", Odds(2)),), deal=(4,))
    >>> variant.table().name, str(variant.table().by_hand["flush"].pays), variant.game().deal
    ('A, edited', '2:1', (4,))
    """

    rules: str = STANDARD
    blind: str | None = None
    pays: tuple[tuple[str, Odds], ...] = ()
    floor: str | None = None
    below: BelowFloor | None = None
    deal: tuple[int, ...] | None = None
    flop: tuple[int, ...] | None = None
    river: tuple[int, ...] | None = None
    qualifies: str | None = None
    unqualified: UnqualifiedAnte | None = None
    ties: Ties | None = None

    def in_force(self) -> Rules:
        """Return the rules of the place with every change worked in."""
        return with_changes(self._place(), self.changes())

    def changes(self) -> RuleChanges:
        """Return what differs from the place's own rules with its named Blind table."""
        table = self.table()
        lines = tuple((line.hand, line.pays) for line in table.lines if isinstance(line.pays, Odds))
        asked = {Street.DEAL: self.deal, Street.FLOP: self.flop, Street.RIVER: self.river}
        least = None if self.qualifies is None else category_named("qualifies", self.qualifies)
        return RuleChanges(
            pays=((Wager.BLIND, lines),) if table != self._place().tables[Wager.BLIND] else (),
            raises=tuple((street, own) for street, own in asked.items() if own is not None),
            qualifies=least,
            below=self.below,
            ties=self.ties,
            unqualified=self.unqualified,
        )

    def table(self) -> Paytable:
        """Return the Blind table, from the royal flush down to its floor without a gap."""
        own = self._place().tables[Wager.BLIND]
        was = {line.hand: line.pays for line in own.lines if isinstance(line.pays, Odds)}
        odds = _down_to(was | _known(self.pays), self.floor)
        if odds == was:
            return own
        lines = tuple(Line(hand, odds[hand], NO_CITE) for hand in LADDER if hand in odds)
        return replace(own, name=f"{own.name}, {EDITED}", lines=lines)

    def game(self) -> Game:
        """Return the base game as numbers; raises `GameError`, of which `VariantError` is one."""
        return game_of(self.in_force())

    def with_pays(self, changes: Mapping[str, Odds]) -> Variant:
        """Return the variant with other odds for some hands."""
        return replace(self, pays=tuple({**dict(self.pays), **changes}.items()))

    def _place(self) -> Rules:
        """Return the rules of the place with its named Blind table."""
        try:
            place = named_rule_set(self.rules)
        except UnknownRuleSetError as error:
            raise VariantError(f"rules: {error}") from None
        names = place.tables_of(Wager.BLIND)
        if self.blind is not None and self.blind not in names:
            there = ", ".join(names)
            raise VariantError(f"blind: {self.blind[:40]!r} is no table; {place.name} has {there}")
        chosen = self.blind is not None and Wager.BLIND in place.options
        try:
            return in_force(place, {"blind": self.blind} if chosen else {})
        except OptionError as error:
            raise VariantError(str(error)) from None


def category_named(where: str, hand: str) -> Category:
    """Return the category that a hand's name stands for; raises `VariantError`.

    >>> category_named("qualifies", "none") == category_named("qualifies", "high-card")
    True
    """
    if hand == ANY_HAND:
        return Category.HIGH_CARD
    if hand not in CATEGORY_OF_SLUG:
        hint = suggestion(hand, (*LADDER, ANY_HAND))
        raise VariantError(f"{where}: {hand[:40]!r} is no hand; {hint}")
    return CATEGORY_OF_SLUG[hand]


def odds_value(odds: Odds) -> Fraction:
    """Return what odds add to a stake of one.

    >>> odds_value(Odds(3, 2)), odds_value(Odds(9, 1, stake_kept=True))
    (Fraction(3, 2), Fraction(8, 1))
    """
    return Fraction(odds.num, odds.den) - odds.stake_kept


def _known(pays: tuple[tuple[str, Odds], ...]) -> dict[str, Odds]:
    for hand, odds in pays:
        if hand not in CATEGORY_OF_SLUG:
            hint = suggestion(hand, LADDER)
            raise VariantError(f"pays.{hand[:40]}: is no hand of the Blind; {hint}")
        if odds.den < 1 or odds.num < 0:
            raise VariantError(f'pays.{hand}: {odds} cannot be paid; write "3 to 2"')
    return dict(pays)


def _down_to(odds: dict[str, Odds], floor: str | None) -> dict[str, Odds]:
    """Return the lines down to the floor; raises `VariantError` where one is missing."""
    lowest = max((LADDER.index(hand) for hand in odds), default=0)
    if floor is not None:
        lowest = LADDER.index(CATEGORY_SLUGS[category_named("floor", floor)])
    for hand in LADDER[: lowest + 1]:
        if hand not in odds:
            why = f"{LADDER[lowest]} is paid"
            raise VariantError(f"pays.{hand}: is missing, though {why}; write a line for it")
    return {hand: odds[hand] for hand in LADDER[: lowest + 1]}
