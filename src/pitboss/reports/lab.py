"""A variant's figures as one plain document: what `pitboss lab edge --json` and the lab show."""

from __future__ import annotations

from fractions import Fraction

from pitboss.odds.lab.figures import BlindLine, VariantFigures
from pitboss.odds.lab.variant_file import odds_text, variant_document
from pitboss.odds.outcome import Outcomes
from pitboss.reports.base_game import game_document
from pitboss.reports.ev import wagers_document
from pitboss.reports.exact import exact, root
from pitboss.rules.user_toml import Document


def figures_document(found: VariantFigures) -> Document:
    """Describe a variant; every number is in Antes unless its key says of what it is a part.

    Where `exact` is false the policy is that of another table: `ev` is a lower bound, `house_edge`
    and the other edges are upper ones, and the rest is what that policy comes to.
    """
    outcomes, rates = found.outcomes, found.hit_rates
    return {
        **game_document(found.game),
        "edition": found.game.edition,
        "variant": variant_document(found.variant),
        "exact": found.exact,
        "ev": exact(found.ev),
        "house_edge": exact(found.house_edge),
        "edges": {
            "ante": exact(found.house_edge),
            "ante_and_blind": exact(found.edge_of_opening),
            "all_wagers": exact(found.element_of_risk),
        },
        "element_of_risk": exact(found.element_of_risk),
        "average_wager": exact(outcomes.average_wager),
        "standard_deviation": root(outcomes.variance),
        "wagers": wagers_document(outcomes.wager_values),
        "hit_rates": {
            "ahead": exact(rates.ahead),
            "even": exact(rates.even),
            "behind": exact(rates.behind),
            "blind": exact(rates.blind),
        },
        "lines": [_line(line) for line in found.lines],
        "frequencies": {name: exact(part) for name, part in outcomes.frequencies.items()},
        "distribution": distribution_document(outcomes),
        "deals": outcomes.deals,
    }


def distribution_document(outcomes: Outcomes) -> list[Document]:
    """Describe how often each net result comes, the worst first."""
    return [
        {"net": exact(net), "deals": deals, "probability": exact(Fraction(deals, outcomes.deals))}
        for net, deals in outcomes.distribution.items()
    ]


def _line(line: BlindLine) -> Document:
    often = line.probability
    return {
        "hand": line.hand,
        "pays": None if line.pays is None else odds_text(line.pays),
        "probability": exact(often),
        "one_in": exact(1 / often) if often else None,
        "value": exact(line.value),
        "sensitivity": exact(line.sensitivity),
    }
