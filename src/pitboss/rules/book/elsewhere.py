"""What the other places do about the same irregularity."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.rules import Cite, RuleSet, all_rule_sets
from pitboss.rules.words import remedy_words


@dataclass(frozen=True, slots=True)
class OtherRemedy:
    """Another place's remedy in words; empty where its rules do not speak of the case."""

    place: str
    text: str
    cite: Cite


def remedies_elsewhere(kind: str, case: str, here: RuleSet) -> tuple[OtherRemedy, ...]:
    """List the remedies of the other places."""
    others = (other for other in all_rule_sets() if other.name != here.name)
    return tuple(_remedy(other, kind, case) for other in others)


def _remedy(place: RuleSet, kind: str, case: str) -> OtherRemedy:
    remedy = place.irregularities.get(kind, {}).get(case)
    if remedy is None:
        return OtherRemedy(place.title, "", Cite())
    said = remedy_words(remedy)
    return OtherRemedy(
        place.title, f"{said[0].upper()}{said[1:]}.", remedy.cite + remedy.settle_cite
    )
