"""Reads what to search for from TOML: the variant, odds by hand, bounds, what is good."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from pitboss.odds.game import GameError
from pitboss.odds.lab.search_plan import (
    FIGURES,
    GOALS,
    GRID_MAX,
    HIGH,
    LOW,
    Bound,
    SearchError,
    SearchPlan,
)
from pitboss.odds.lab.variant import Variant, odds_value
from pitboss.odds.lab.variant_file import hand_key, read_variant
from pitboss.odds.paytable_file import LADDER, PaytableError, read_odds
from pitboss.rules import Odds
from pitboss.rules.suggest import suggestion
from pitboss.rules.user_toml import TomlError, TomlTable, read_toml

ODDS_MAX: Final = 1_000  # of one line
SECTIONS: Final = ("variant", "lines", "bounds", "pareto", "descending")
_GRID_KEYS: Final = ("from", "to", "step")
_NUMBER: Final = re.compile(r"-?\d{1,9}(\.\d{1,12})?( ?%)?", re.ASCII)


def read_search(text: str) -> SearchPlan:
    r"""Read the text of a search file; raises `SearchError` with one line.

    >>> plan = read_search('[lines]\nflush = ["3 to 2", "2 to 1"]\n[bounds.house_edge]\nmax = 0.02')
    >>> plan.size, plan.bounds["house_edge"].most
    (2, Fraction(1, 50))
    """
    try:
        data = read_toml(text)
    except TomlError as error:
        raise SearchError(f"is no TOML: {error}") from None
    _check_keys("", data, SECTIONS)
    descending = data.get("descending", False)
    if not isinstance(descending, bool):
        raise SearchError("descending: write true or false")
    plan = SearchPlan(
        variant=_variant(_section(data, "variant")),
        lines=_lines(_section(data, "lines")),
        bounds=_bounds(_section(data, "bounds")),
        goals=_goals(_section(data, "pareto")),
        descending=descending,
    )
    _check(plan)
    return plan


def _variant(data: TomlTable) -> Variant:
    try:
        return read_variant(data)
    except GameError as error:
        raise SearchError(f"variant.{error}") from None


def _check(plan: SearchPlan) -> None:
    """Refuse a grid that is too large, or whose tables have gaps or lines below their floor."""
    if plan.size > GRID_MAX and not plan.bounded:
        raise SearchError(
            f"the grid has {plan.size:,} tables and no bound on house_edge; at most {GRID_MAX:,} "
            "are gone through without one: write [bounds.house_edge] with min and max"
        )
    first = plan.variant.with_pays({hand: odds[0] for hand, odds in plan.lines.items()})
    try:
        first.game()
    except GameError as error:
        raise SearchError(str(error).replace("pays.", "lines.", 1)) from None
    below = [hand for hand in plan.lines if hand not in first.table().by_hand]
    if below:
        raise SearchError(f"lines.{below[0]}: is below variant.floor; leave one of the two out")


def _lines(data: TomlTable) -> dict[str, tuple[Odds, ...]]:
    found: dict[str, tuple[Odds, ...]] = {}
    for key, raw in data.items():
        hand = hand_key(key)
        where = f"lines.{hand[:40]}"
        if hand not in LADDER:
            raise SearchError(f"{where}: is no hand of the Blind; {suggestion(hand, LADDER)}")
        if hand in found:
            raise SearchError(f"{where}: stands there twice; write all its odds in one line")
        try:
            odds = _grid(raw, hand) if isinstance(raw, Mapping) else _list(raw, hand)
        except PaytableError as error:
            raise SearchError(str(error).replace("pays.", "lines.", 1)) from None
        if len(odds) > ODDS_MAX:
            raise SearchError(f"{where}: has {len(odds):,} odds; at most {ODDS_MAX:,} can be tried")
        found[hand] = odds
    if not found:
        raise SearchError('[lines]: is missing; write lines like flush = ["3 to 2", "2 to 1"]')
    return {hand: found[hand] for hand in LADDER if hand in found}


def _list(raw: object, hand: str) -> tuple[Odds, ...]:
    """Read a list of odds; they are tried in rising order, each once."""
    given = raw if isinstance(raw, list) else [raw]
    odds = {odds_value(one): one for one in (read_odds(value, hand) for value in given)}
    if not odds:
        raise SearchError(f"lines.{hand}: is empty; write odds, or leave the line out")
    return tuple(odds[value] for value in sorted(odds))


def _grid(raw: TomlTable, hand: str) -> tuple[Odds, ...]:
    _check_keys(f"lines.{hand}.", raw, _GRID_KEYS)
    missing = [key for key in ("from", "to") if key not in raw]
    if missing:
        raise SearchError(f"lines.{hand}.{missing[0]}: is missing; write the first and last odds")
    first, last = (odds_value(read_odds(raw[key], hand)) for key in ("from", "to"))
    step = odds_value(read_odds(raw.get("step", 1), hand))
    if step <= 0 or last < first:
        raise SearchError(f"lines.{hand}: no odds lie there; write from below to, and step above 0")
    count = (last - first) // step + 1
    if count > ODDS_MAX:
        what = f"has {count:,} odds"
        raise SearchError(f"lines.{hand}: {what}; at most {ODDS_MAX:,} can be tried")
    values = (first + at * step for at in range(count))
    return tuple(Odds(value.numerator, value.denominator) for value in values)


def _bounds(data: TomlTable) -> dict[str, Bound]:
    _check_keys("bounds.", data, tuple(FIGURES))
    return {key: _bound(f"bounds.{key}", raw) for key, raw in data.items()}


def _bound(where: str, raw: object) -> Bound:
    if not isinstance(raw, Mapping):
        raise SearchError(f"{where}: is no bound; write {{ min = 0.02, max = 0.03 }}")
    _check_keys(f"{where}.", raw, ("min", "max"))
    ends = {key: _number(f"{where}.{key}", value) for key, value in raw.items()}
    least, most = ends.get("min"), ends.get("max")
    if least is not None and most is not None and least > most:
        raise SearchError(f"{where}: min is above max; write the smaller one first")
    return Bound(least, most)


def _number(where: str, raw: object) -> Fraction:
    """Read a number, or a percentage in quotes, exactly."""
    plain = isinstance(raw, int | Decimal) and not isinstance(raw, bool)
    text = str(raw).strip() if plain or isinstance(raw, str) else ""
    if not _NUMBER.fullmatch(text):
        raise SearchError(f'{where}: {str(raw)[:40]} is no number; write 0.025 or "2.5 %"')
    value = Fraction(text.rstrip("% "))
    return value / 100 if text.endswith("%") else value


def _goals(data: TomlTable) -> Mapping[str, str]:
    _check_keys("pareto.", data, tuple(FIGURES))
    for key, good in data.items():
        if good not in (HIGH, LOW):
            raise SearchError(f"pareto.{key}: {str(good)[:40]!r} is unknown; write high or low")
    return dict(data) or GOALS


def _section(data: TomlTable, key: str) -> Mapping[str, Any]:  # Any: TOML values
    found = data.get(key, {})
    if not isinstance(found, Mapping):
        raise SearchError(f"{key}: is no table; write [{key}] and lines below it")
    return found


def _check_keys(where: str, data: TomlTable, known: tuple[str, ...]) -> None:
    for key in data:
        if key not in known:
            raise SearchError(f"{where}{key[:40]}: is unknown; {suggestion(key, known)}")
