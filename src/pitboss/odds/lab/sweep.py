"""Goes through the values of one knob of a variant, or through one change of each rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitboss.odds.counting.executor import Progress
from pitboss.odds.lab.figures import VariantFigures, solution_figures
from pitboss.odds.lab.rule_changes import BelowFloor, Ties, UnqualifiedAnte
from pitboss.odds.lab.variant import ANY_HAND, CATEGORY_OF_SLUG, Variant, VariantError
from pitboss.odds.lab.variant_file import STREETS, hand_key, odds_text, read_variant
from pitboss.odds.lab.variant_file import variant_document as document_of
from pitboss.odds.paytable_file import LADDER
from pitboss.odds.solution import solve
from pitboss.rules import Wager, named_rule_set
from pitboss.rules.suggest import suggestion
from pitboss.rules.user_toml import Document

VALUES_MAX: Final = 200  # of one sweep; each is solved and counted
QUALIFYING: Final = (ANY_HAND, "pair", "two-pair", "three-of-a-kind", "straight")
# What a knob is turned to where no values are given.
WORDS: Final[dict[str, tuple[str, ...]]] = {
    "below": tuple(BelowFloor),
    "qualifies": QUALIFYING,
    "ties": tuple(Ties),
    "unqualified": tuple(UnqualifiedAnte),
}
MULTIPLES: Final[dict[str, tuple[tuple[int, ...], ...]]] = {
    "deal": ((), (1,), (2,), (3,), (4,), (3, 4), (5,)),
    "flop": ((), (1,), (2,), (3,)),
    "river": ((), (1,), (2,)),
}
KNOBS: Final = ("blind", "floor", *WORDS, *MULTIPLES)


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One setting of a knob, its exact figures, and what it adds to the edge of the variant."""

    knob: str
    setting: str
    figures: VariantFigures
    worth: Fraction

    @property
    def is_base(self) -> bool:
        """Whether nothing changes: the variant has this setting already."""
        return self.worth == 0


def settings(variant: Variant, knob: str, values: Sequence[object] | None) -> list[Variant]:
    """Return the variant with a knob turned to each value; raises `VariantError`."""
    if values is not None and len(values) > VALUES_MAX:
        raise VariantError(f"{knob}: has {len(values):,} values; at most {VALUES_MAX} are solved")
    base = document_of(variant)
    hand = hand_key(knob)
    if hand in CATEGORY_OF_SLUG:
        if not values:
            raise VariantError(f"{hand}: wants odds to try; write 1,3:2,2")
        return [read_variant(_paying(base, hand, value)) for value in values]
    if knob not in KNOBS:
        hint = suggestion(knob, (*KNOBS, *LADDER))
        raise VariantError(f"{knob[:40]!r}: is no knob; {hint}")
    chosen = values or _usual(variant, knob)
    return [read_variant({**base, knob: value}) for value in chosen]


def sweep(
    variant: Variant,
    knob: str,
    values: Sequence[object] | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[SweepPoint, ...]:
    """Solve a variant with a knob turned to each value.

    Hands take odds, streets lists of multiples, the other knobs words; without values all that
    make sense are tried, but a hand's odds must be given.
    """
    return _solved(variant, [(knob, one) for one in settings(variant, knob, values)], progress)


def each_rule(variant: Variant, *, progress: Progress | None = None) -> tuple[SweepPoint, ...]:
    """Solve a variant with one rule changed at a time: what each rule is worth."""
    return _solved(variant, list(_changes(variant)), progress)


def setting_words(variant: Variant, knob: str) -> str:
    """Write how a knob stands in a variant."""
    hand = hand_key(knob)
    if hand in CATEGORY_OF_SLUG:
        return odds_text(dict(variant.pays)[hand])
    value = getattr(variant, knob)
    if knob in STREETS:
        return " or ".join(f"{multiple}x" for multiple in value) or "no raise"
    return str(value)


def _changes(variant: Variant) -> Iterator[tuple[str, Variant]]:
    """Yield each rule turned to each of its usual settings that make another game."""
    seen = {variant.game().numbers()}
    for knob in KNOBS:
        for changed in settings(variant, knob, None):
            numbers = changed.game().numbers()
            if numbers not in seen:
                seen.add(numbers)
                yield knob, changed


def _solved(
    variant: Variant, changes: Sequence[tuple[str, Variant]], progress: Progress | None
) -> tuple[SweepPoint, ...]:
    edge = -solve(variant.game()).ev
    points = []
    for done, (knob, changed) in enumerate(changes, 1):
        figures = solution_figures(changed, solve(changed.game()))
        worth = figures.house_edge - edge
        points.append(SweepPoint(knob, setting_words(changed, knob), figures, worth))
        if progress:
            progress(done, len(changes))
    return tuple(points)


def _usual(variant: Variant, knob: str) -> Sequence[object]:
    if knob == "blind":
        return named_rule_set(variant.rules).tables_of(Wager.BLIND)
    if knob in MULTIPLES:
        return [list(multiples) for multiples in MULTIPLES[knob]]
    if knob == "floor":
        lines = [line.hand for line in replace(variant, floor=None).table().lines]
        return lines[1:]
    return [str(word) for word in WORDS[knob]]


def _paying(base: Document, hand: str, value: object) -> Document:
    return {**base, "pays": {**base.get("pays", {}), hand: value}}
