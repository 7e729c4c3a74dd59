"""Pictures of the lab: the edge at each setting of a knob, and the tables that a search found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from pitboss.odds.lab.search_plan import FoundTable
from pitboss.reports.plots import (
    ALARM_COLOUR,
    BAR_COLOUR,
    INK_COLOUR,
    SOFT_COLOUR,
    WIDTH,
    Chart,
    PlotRow,
    drawn,
    load_altair,
    styled,
)

BAR_HEIGHT: Final = 26  # pixels from one bar to the next
LABEL_WIDTH: Final = 56  # pixels of a percentage beside a bar
FIELD_HEIGHT: Final = 420  # pixels of the field of tables


def sweep_plot(edges: Sequence[tuple[str, Fraction]], *, title: str, of: str, kind: str) -> bytes:
    """Draw a bar for each named setting: what the house wins; below 0 in another colour."""
    alt = load_altair()
    rows: list[PlotRow] = [
        {
            "setting": setting,
            "edge": float(edge),
            "label": f"{float(edge):.3%}".replace("-", "−"),
        }
        for setting, edge in edges
    ]
    beaten = any(row["edge"] < 0 for row in rows)  # then labels stand on the left too
    wide = alt.Scale(padding=LABEL_WIDTH if beaten else 0)
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("setting:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
        x=alt.X("edge:Q", title=f"house edge, of {of}", axis=alt.Axis(format="%"), scale=wide),
    )
    colour = alt.condition("datum.edge < 0", alt.value(ALARM_COLOUR), alt.value(BAR_COLOUR))
    bars = base.mark_bar().encode(color=colour)
    right = base.mark_text(dx=6, align="left", color=INK_COLOUR).encode(text="label:N")
    left = base.mark_text(dx=-6, align="right", color=INK_COLOUR).encode(text="label:N")
    labels = (
        right.transform_filter("datum.edge >= 0"),
        left.transform_filter("datum.edge < 0"),
    )
    whole = _titled(alt, alt.layer(bars, *labels), title, BAR_HEIGHT * len(rows))
    return drawn(styled(whole), kind)


def search_plot(tables: Sequence[FoundTable], *, title: str, kind: str) -> bytes:
    """Draw a dot for each table: its edge and its deviation, the frontier in another colour."""
    alt = load_altair()
    rows: list[PlotRow] = [
        {
            "edge": float(table.house_edge),
            "deviation": float(table.variance) ** 0.5,
            "table": "on the frontier" if table.frontier else "another is better",
        }
        for table in sorted(tables, key=lambda table: table.frontier)  # the frontier on top
    ]
    kinds = alt.Scale(
        domain=["on the frontier", "another is better"], range=[ALARM_COLOUR, SOFT_COLOUR]
    )
    loose = alt.Scale(zero=False)
    dots = (
        alt.Chart(alt.Data(values=rows))
        .mark_circle(size=42, aria=False)  # a label for each dot would be most of the file
        .encode(
            x=alt.X("edge:Q", title="house edge, of the Ante", scale=loose).axis(format=".1%"),
            y=alt.Y("deviation:Q", title="standard deviation, in Antes", scale=loose),
            color=alt.Color("table:N", title=None, scale=kinds).legend(orient="top"),
            opacity=alt.condition("datum.table == 'on the frontier'", alt.value(1), alt.value(0.3)),
        )
    )
    return drawn(styled(_titled(alt, dots, title, FIELD_HEIGHT)), kind)


def _titled(alt: Any, chart: Chart, title: str, height: int) -> Chart:  # Any: the Altair module
    head = alt.TitleParams(title, fontSize=17, anchor="start", offset=16, color=INK_COLOUR)
    return chart.properties(
        width=WIDTH, height=height, title=head, padding=24, background="#ffffff"
    )
