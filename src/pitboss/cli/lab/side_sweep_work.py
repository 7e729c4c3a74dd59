"""Sweeps over one line of a side bet: `pitboss lab sweep trips.flush 5,6,7`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.cli.files import write_picture
from pitboss.cli.lab.plot_file import plot_kind, plot_path
from pitboss.cli.lab.sweep import Options
from pitboss.cli.output import page, pick, print_json, table
from pitboss.odds.game import STANDARD, GameError
from pitboss.odds.lab.side_sweep import SWEPT, SideSweepPoint, side_sweep
from pitboss.odds.lab.sweep import VALUES_MAX
from pitboss.odds.lab.variant_file import hand_key
from pitboss.odds.paytable_file import PaytableError, read_odds
from pitboss.reports.exact import exact, root
from pitboss.reports.lab_plot import sweep_plot
from pitboss.rules import Odds, OptionError, Rules, Wager, in_force
from pitboss.rules.user_toml import Document


def run(options: Options, knob: str) -> int:
    """Check what is asked before the work begins, then count, draw and print."""
    named, _, hand = knob.partition(".")
    wager = _wager(named)
    path = plot_path(options.plot)
    rules = _rules(options, wager)
    odds = _odds(options.values, hand_key(hand))
    try:
        points = side_sweep(rules, wager, hand_key(hand), odds)
    except GameError as error:
        raise Failure(str(error)) from None
    if path is not None:
        edges = [(point.setting, point.bet.house_edge) for point in points]
        picture = sweep_plot(
            edges, title=f"House edge by {knob}", of="the stake", kind=plot_kind(path)
        )
        write_picture("--plot", path, picture)
    if options.as_json:
        print_json(_document(rules, wager, points))
    else:
        _show(points)
    return 0


def _wager(named: str) -> Wager:
    known = {wager.value.replace("_", "-"): wager for wager in SWEPT}
    if named not in known:
        there = ", ".join(f"{name}.HAND" for name in known)
        raise Failure(f"{named[:40]!r}: is no side bet to sweep; there are {there}")
    return known[named]


def _rules(options: Options, wager: Wager) -> Rules:
    place = pick(options.rules or STANDARD)
    tables = place.tables_of(wager)
    if not tables:
        raise Failure(f"{place.name}: has no {wager}; name a place that has")
    name = options.paytable or tables[0]
    if name not in tables:
        there = ", ".join(tables)
        raise Failure(f"--paytable {name[:40]!r}: is no {wager} table; {place.name} has {there}")
    try:
        return in_force(place, {str(wager): name} if wager in place.options else {})
    except OptionError as error:
        raise Failure(str(error)) from None


def _odds(text: str | None, hand: str) -> list[Odds]:
    words = [word.strip() for word in (text or "").split(",")]
    if text is None or len(words) > VALUES_MAX:
        raise Failure(f"{hand}: wants 1 to {VALUES_MAX} odds to try; write 5,6,7:2")
    try:
        return [read_odds(int(w) if w.isascii() and w.isdigit() else w, hand) for w in words]
    except PaytableError as error:
        raise Failure(str(error)) from None


def _document(rules: Rules, wager: Wager, points: Sequence[SideSweepPoint]) -> Document:
    return {
        "rules": rules.set.name,
        "wager": wager.value,
        "paytable": rules.tables[wager].name,
        "settings": [
            {
                "knob": point.knob,
                "setting": point.setting,
                "house_edge": exact(point.bet.house_edge),
                "worth": exact(point.worth),
                "standard_deviation": root(point.bet.variance),
                "hit_rate": exact(point.bet.hit_frequency),
            }
            for point in points
        ],
    }


def _show(points: Sequence[SideSweepPoint]) -> None:
    out = page()
    out.print(Text(f"House edge by {points[0].knob}, of the stake", style="bold"))
    columns = ("setting", "house edge", "exact", "worth", "deviation")
    out.print(table("", columns, _rows(points)))


def _rows(points: Sequence[SideSweepPoint]) -> Iterator[tuple[str, ...]]:
    for point in points:
        edge = point.bet.house_edge
        yield (
            point.setting,
            f"{float(edge):.6%}",
            str(edge),
            f"{float(point.worth):+.4%}" if point.worth else "",
            f"{float(point.bet.variance) ** 0.5:.6f}",
        )
