"""Draws a side bet for people: its lines, then the figures that follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from pitboss.cli.output import counted, table
from pitboss.rules import HOLE_AND_FLOP, rule_set
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words, wager_words

_COLUMNS = ("hand", "pays", "hits", "probability", "", "net", "return")
_UNKNOWN = "needs the meter"


def show(entry: Document, wager: str, out: Console) -> None:
    """Print one paytable with its figures."""
    place = rule_set(entry["rules"]).title
    name = f"{place}, edition {entry['edition']}: {wager_words(wager)} paytable {entry['paytable']}"
    title = f"{name}, for a stake of ${entry['stake']}" if entry["depends_on_stake"] else name
    out.print(table(title, _COLUMNS, map(_line, entry["lines"])))
    out.print(table("", ("figure", "value", "exact"), _figures(entry)))
    if "meters" in entry:
        out.print(table("", ("meter", "value", "exact"), _meters(entry)))
    for note in entry["notes"]:
        out.print(Text(f"  note: {note}"))
    out.print()


def _line(line: Document) -> tuple[str, ...]:
    return (
        hand_words(line["hand"]),
        line["pays"] or "–",
        f"{line['hits']:,}",
        line["probability"]["fraction"],
        f"{line['probability']['decimal']:.10f}",
        _short(line["net"]),
        _UNKNOWN if line["return"] is None else f"{line['return']['decimal']:.6f}",
    )


def _short(number: Document | None) -> str:
    """A number of few digits as it is, another one rounded."""
    if number is None:
        return _UNKNOWN
    value = Fraction(number["fraction"])
    return f"{value.numerator:,}" if value.denominator == 1 else f"{number['decimal']:,.4f}"


def _figures(entry: Document) -> Iterator[tuple[str, str, str]]:
    yield "hands counted", f"{entry['combinations']:,}", ""
    yield _percent("hit frequency", entry["hit_frequency"])
    if "fixed_return" in entry:
        yield _percent("fixed part, no meters", entry["fixed_return"])
        yield from _royals(entry)
        yield from _envy(entry)
    now = f", {entry['players']} at the table" if entry.get("players", 1) > 1 else ""
    yield _percent(f"return{now}", entry["return"])
    yield _percent(f"house edge{now}", entry["house_edge"])
    if entry["standard_deviation"] is not None:
        deviation = entry["standard_deviation"]
        variance = f"root of {deviation['variance']['fraction']}"
        yield "standard deviation", f"{deviation['decimal']:.6f}", variance
    if entry.get("long_run"):
        yield from _long_run(entry["long_run"])


def _royals(entry: Document) -> Iterator[tuple[str, str, str]]:
    if entry["cards"] == HOLE_AND_FLOP:
        yield "decided by", "two cards and the flop", ""
        return
    yield "decided by", "all seven cards", ""
    names = ("royal in the first five", "royal on the board alone", "any other royal")
    for name, royal in zip(names, entry["royals"].values(), strict=True):
        chance = royal["probability"]
        yield name, f"1 in {round(1 / Fraction(chance['fraction'])):,}", chance["fraction"]


def _envy(entry: Document) -> Iterator[tuple[str, str, str]]:
    if not any(one["return"] and one["return"]["decimal"] for one in entry["envy"]):
        yield "Envy", "none", ""
        return
    for one in entry["envy"][1:]:
        yield _percent(f"Envy, {counted(one['other_players'], 'other')}", one["return"])


def _long_run(run: Document) -> Iterator[tuple[str, str, str]]:
    yield _percent("long run: return", run["return"])
    yield _percent("long run: house edge", run["house_edge"])
    for part, number in run["paid_by_house"].items():
        yield _percent(f"  of it by the house, {part}", number)
    yield _percent("  of it by players' wagers", run["paid_by_players"]["contributions"])


def _meters(entry: Document) -> Iterator[tuple[str, str, str]]:
    for meter in entry["meters"]:
        name = meter["name"]
        reset = "not filed" if meter["reset"] is None else f"${meter['reset']}"
        reserve = f" (reserve ${meter['reserve']})" if Fraction(meter["reserve"]) else ""
        yield f"{name}: resets to", f"{reset}{reserve}", ""
        yield _percent(f"{name}: taken from each wager", meter["rate"])
        yield _dollars(f"{name}: stands at", meter["amount"])
        worth = meter["value_per_dollar"]
        yield f"{name}: worth of a dollar on it", f"${worth['decimal']:.10f}", worth["fraction"]
        yield from _break_even(name, meter["break_even"])
        yield _dollars(f"{name}: mean in the long run", meter["long_run_mean"])


def _break_even(name: str, points: list[Document]) -> Iterator[tuple[str, str, str]]:
    """Say where the wager is fair; once, where Envy makes no difference."""
    same = all(point["dollars"] == points[0]["dollars"] for point in points)
    for point in points[:1] if same else points:
        others = "" if same else f", {counted(point['other_players'], 'other')}"
        if point["dollars"] is not None and not point["dollars"]["decimal"]:
            yield f"{name}: fair{others}", "without it", ""
        else:
            yield _dollars(f"{name}: fair at{others}", point["dollars"])


def _percent(name: str, number: Document | None) -> tuple[str, str, str]:
    if number is None:
        return name, "not known", ""
    return name, f"{number['decimal']:.6%}", number["fraction"]


def _dollars(name: str, number: Document | None) -> tuple[str, str, str]:
    if number is None:
        return name, "not known", ""
    value = Fraction(number["fraction"])
    whole = value.denominator == 1
    return name, f"${number['decimal']:,.2f}", "" if whole else number["fraction"]
