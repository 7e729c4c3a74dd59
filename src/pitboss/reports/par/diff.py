"""What changed between two submissions, and what each change does to each figure by itself."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.odds.game import GameError, game_of
from pitboss.odds.sidebets.progressive import progressive
from pitboss.odds.sidebets.side_bet import side_bet
from pitboss.odds.solution import solved
from pitboss.reports.par.compare import ParDifference, differences
from pitboss.reports.par.encode import encoded
from pitboss.reports.par.fees import fee_figures
from pitboss.reports.par.limits import limit_effects
from pitboss.reports.par.progressive import progressive_figures
from pitboss.reports.par.sheet import FILED, NotFiled, par_document, par_sheet
from pitboss.reports.par.wager_odds import base_wagers
from pitboss.rules import Rules, Submission, Wager, read_submission
from pitboss.rules.in_force import try_in_force
from pitboss.rules.words import wager_words

FigureValue = Fraction | float | None
LEFT_OUT: Final = (
    *("identity.submission", "identity.choices", "identity.defaults", "identity.notes"),
)


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure before and after; None where it is not known or not offered."""

    figure: str
    before: FigureValue
    after: FigureValue
    difference: FigureValue


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was filed otherwise, and what it does alone, all else as in the first.

    `alone` says why that could not be worked out, where it could not.
    """

    what: str
    before: str
    after: str
    figures: tuple[FigureChange, ...]
    alone: str = ""


@dataclass(frozen=True, slots=True)
class ParDiff:
    """All changes one by one, all together, and every place where the documents differ."""

    changes: tuple[Change, ...]
    together: tuple[FigureChange, ...]
    places: tuple[ParDifference, ...]


def par_diff(before: str, after: str) -> ParDiff:
    """Compare the sheets of two submissions; raises `NotFiled`, `GameError`."""
    first, second = _read(before), _read(after)
    figures = key_figures(first[1]), key_figures(second[1])
    old, new = (par_document(par_sheet(text)) for text in (before, after))
    return ParDiff(
        changes=tuple(_changes(first, second, figures[0])),
        together=tuple(_figure_changes(*figures)),
        places=tuple(one for one in differences(old, new) if not one.where.startswith(LEFT_OUT)),
    )


def diff_document(found: ParDiff) -> dict[str, Any]:  # Any: JSON
    """Write what changed as JSON values."""
    whole: dict[str, Any] = encoded(found)
    whole["places"] = [
        {"where": one.where, "before": one.found, "after": one.right} for one in found.places
    ]
    return whole


def _read(text: str) -> tuple[Submission, Rules]:
    submission = read_submission(text)
    if submission.rules is None or submission.status not in FILED:
        raise NotFiled(submission)
    return submission, submission.rules


def key_figures(rules: Rules) -> dict[str, FigureValue]:
    """Work out the figures by which two sheets are compared; raises `GameError`."""
    outcomes = solved(game_of(rules)).outcomes
    found: dict[str, FigureValue] = {
        "house edge, of the Ante": -outcomes.ev,
        "element of risk": outcomes.element_of_risk,
        "average wager, in Antes": outcomes.average_wager,
        "standard deviation, in Antes": math.sqrt(outcomes.variance),
    }
    for one in base_wagers(outcomes, rules):
        found[f"house advantage of {one.name}"] = one.house_advantage
    for wager in (Wager.TRIPS, Wager.SIX_CARD):
        if wager in rules.tables:
            edge = side_bet(rules, wager).house_edge
            found[f"house advantage of {wager_words(wager)}"] = edge
    if Wager.PROGRESSIVE in rules.tables:
        found |= _progressive_figures(rules)
    for effect in limit_effects(outcomes, rules):
        name = f"{effect.limit} at ${float(effect.ante):,.0f}: adds to the house edge"
        found[name] = effect.cut_of_ante
    for fee in fee_figures(rules):
        tier = "any action" if fee.up_to is None else f"action up to ${int(fee.up_to):,}"
        found[f"fee of a player, {tier}: of the least Ante"] = fee.of_ante
    return found


def _progressive_figures(rules: Rules) -> dict[str, FigureValue]:
    figures = progressive_figures(progressive(rules, players=rules.seats - (not rules.house_banks)))
    run = figures.long_run
    return {
        "Progressive: return of the fixed lines": figures.fixed_return,
        "Progressive: house edge at reset": figures.at_reset,
        "Progressive: house edge in the long run": None if run is None else run.house_edge,
        "Progressive: liability at reset, in dollars": figures.liability,
    }


def _changes(
    first: tuple[Submission, Rules],
    second: tuple[Submission, Rules],
    base: Mapping[str, FigureValue],
) -> Iterator[Change]:
    one, other = first[1].set, second[1].set
    if (one.name, one.edition) != (other.name, other.edition):
        before, after = (f"{x.name}, edition {x.edition}" for x in (one, other))
        why = "the options of two rule sets are not comparable"
        yield Change("rules", before, after, (), why)
        return
    if first[0].operator != second[0].operator:
        yield Change("operator", first[0].operator, second[0].operator, ())
    given, wanted = _given(first[0]), _given(second[0])
    for key in sorted({*given, *wanted}):
        if given.get(key) != wanted.get(key):
            yield _alone(first[1], given, key, wanted, base)


def _given(submission: Submission) -> Mapping[str, Any]:  # Any: TOML values
    return submission.filing.given if submission.filing else {}


def _alone(
    rules: Rules,
    given: Mapping[str, Any],  # Any: TOML values
    key: str,
    wanted: Mapping[str, Any],  # Any: as above
    base: Mapping[str, FigureValue],
) -> Change:
    """Work out one change with all else as it was."""
    options = {name: value for name, value in given.items() if name != key}
    if key in wanted:
        options[key] = wanted[key]
    before, after = (str(of[key]) if key in of else "as the set has it" for of in (given, wanted))
    changed, wrong = try_in_force(rules.set, options)
    if wrong:
        return Change(f"option {key}", before, after, (), f"not alone: {wrong[0]}")
    try:
        figures = tuple(_figure_changes(base, key_figures(changed)))
    except GameError as error:
        return Change(f"option {key}", before, after, (), str(error))
    return Change(f"option {key}", before, after, figures)


def _figure_changes(
    before: Mapping[str, FigureValue], after: Mapping[str, FigureValue]
) -> Iterator[FigureChange]:
    for name in [*before, *(name for name in after if name not in before)]:
        one, other = before.get(name), after.get(name)
        if one != other:
            change = None if one is None or other is None else other - one
            yield FigureChange(name, one, other, change)
