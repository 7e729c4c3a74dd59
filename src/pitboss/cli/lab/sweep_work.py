"""Solves each setting of a knob and prints what it is worth; loads the compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.cli.files import write_picture
from pitboss.cli.lab import side_sweep_work
from pitboss.cli.lab.plot_file import plot_kind, plot_path
from pitboss.cli.lab.sweep import Options
from pitboss.cli.lab.variant_options import multiples_list, variant_asked
from pitboss.cli.output import page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.odds.game import GameError
from pitboss.odds.lab.sweep import MULTIPLES, SweepPoint, each_rule, sweep
from pitboss.odds.lab.variant import Variant
from pitboss.odds.lab.variant_file import variant_document
from pitboss.reports.exact import exact, root
from pitboss.reports.lab_plot import sweep_plot
from pitboss.rules.user_toml import Document


def run(options: Options) -> int:
    """Check what is asked before the work begins, then solve, draw and print."""
    if options.knob is not None and "." in options.knob:
        return side_sweep_work.run(options, options.knob)
    if options.paytable is not None:
        raise Failure("--paytable: is for a side bet; name a knob such as trips.flush")
    variant = variant_asked(options)
    path = plot_path(options.plot)
    points = _swept(variant, options)
    if path is not None:
        title = f"House edge by {options.knob}" if options.knob else "What each rule is worth"
        picture = sweep_plot(_edges(points), title=title, of="the Ante", kind=plot_kind(path))
        write_picture("--plot", path, picture)
    if options.as_json:
        print_json(sweep_document(variant, points))
    else:
        _show(points, options.knob)
    return 0


def sweep_document(variant: Variant, points: Sequence[SweepPoint]) -> Document:
    """Describe a sweep; `worth` is what a setting adds to the house edge of the variant."""
    return {"variant": variant_document(variant), "settings": [_point(point) for point in points]}


def _swept(variant: Variant, options: Options) -> tuple[SweepPoint, ...]:
    try:
        with progress_bar("settings") as tell:
            if options.knob is None:
                return each_rule(variant, progress=tell)
            values = _values(options.knob, options.values)
            return sweep(variant, options.knob, values, progress=tell)
    except GameError as error:
        raise Failure(str(error)) from None


def _values(knob: str, text: str | None) -> list[object] | None:
    if text is None:
        return None
    if knob in MULTIPLES:
        return [multiples_list(one) for one in text.split(";")]
    words = [word.strip() for word in text.split(",")]
    return [int(word) if word.isascii() and word.isdigit() else word for word in words]


def _edges(points: Sequence[SweepPoint]) -> list[tuple[str, Fraction]]:
    """Return a name and an edge for each setting; with the knob where there are several."""
    several = len({point.knob for point in points}) > 1
    return [
        (
            f"{point.knob}: {point.setting}" if several else point.setting,
            point.figures.house_edge,
        )
        for point in points
    ]


def _point(point: SweepPoint) -> Document:
    found = point.figures
    return {
        "knob": point.knob,
        "setting": point.setting,
        "house_edge": exact(found.house_edge),
        "worth": exact(point.worth),
        "element_of_risk": exact(found.element_of_risk),
        "average_wager": exact(found.outcomes.average_wager),
        "standard_deviation": root(found.outcomes.variance),
        "hit_rate": exact(found.hit_rates.ahead),
        "variant": variant_document(found.variant),
    }


def _show(points: Sequence[SweepPoint], knob: str | None) -> None:
    out = page()
    title = f"House edge by {knob}" if knob else "What each rule is worth to the house"
    out.print(Text(title, style="bold"))
    columns = ("knob", "setting", "house edge", "exact", "worth", "deviation", "element of risk")
    out.print(table("", columns, _rows(points)))


def _rows(points: Sequence[SweepPoint]) -> Iterator[tuple[str, ...]]:
    for point in points:
        found = point.figures
        deviation = float(found.outcomes.variance) ** 0.5
        yield (
            point.knob,
            point.setting,
            _percent(found.house_edge),
            str(found.house_edge),
            "" if point.is_base else f"{float(point.worth):+.4%}",
            f"{deviation:.6f}",
            _percent(found.element_of_risk),
        )


def _percent(value: Fraction) -> str:
    return f"{float(value):.6%}"
