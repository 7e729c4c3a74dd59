"""A side bet of one's own as one plain document: what `pitboss lab sidebet --json` prints."""

from __future__ import annotations

from fractions import Fraction

from pitboss.odds.lab.own_side_bet import OwnSideBet, SideBetLine
from pitboss.odds.lab.variant_file import odds_text
from pitboss.reports.exact import exact, exact_or_none, root
from pitboss.rules.user_toml import Document


def side_bet_document(found: OwnSideBet) -> Document:
    """Describe a counted side bet; every figure is in units of the stake."""
    return {
        "name": found.plan.name,
        "ev": exact(found.ev),
        "house_edge": exact(found.house_edge),
        "hit_frequency": exact(found.hit_frequency),
        "standard_deviation": root(found.variance),
        "deals": found.deals,
        "lines": [
            _line(line, hits, found.deals)
            for line, hits in zip(found.plan.lines, found.hits, strict=True)
        ],
    }


def _line(line: SideBetLine, hits: int, deals: int) -> Document:
    return {
        "name": line.name,
        "pays": _pays(line),
        "deals": hits,
        "probability": exact(Fraction(hits, deals)),
        "one_in": exact_or_none(Fraction(deals, hits) if hits else None),
    }


def _pays(line: SideBetLine) -> str:
    if line.pays is None:
        return "lose"
    return odds_text(line.pays) if line.net else "push"
