"""A picture of a sweep: the house edge at each setting of a knob."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.odds.lab.sweep import SweepPoint
from pitboss.reports.plots import (
    ALARM_COLOUR,
    BAR_COLOUR,
    INK_COLOUR,
    WIDTH,
    PlotRow,
    drawn,
    load_altair,
    styled,
)

BAR_HEIGHT: Final = 26  # pixels from one bar to the next


def sweep_plot(points: Sequence[SweepPoint], *, title: str, kind: str) -> bytes:
    """Draw a bar for each setting: what the house wins of the Ante, below 0 in another colour."""
    alt = load_altair()
    several = len({point.knob for point in points}) > 1
    rows: list[PlotRow] = [
        {
            "setting": f"{point.knob}: {point.setting}" if several else point.setting,
            "edge": float(point.figures.house_edge),
            "label": f"{float(point.figures.house_edge):.3%}".replace("-", "−"),
        }
        for point in points
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("setting:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
        x=alt.X("edge:Q", title="house edge, of the Ante", axis=alt.Axis(format="%")),
    )
    colour = alt.condition("datum.edge < 0", alt.value(ALARM_COLOUR), alt.value(BAR_COLOUR))
    bars = base.mark_bar().encode(color=colour)
    text = base.mark_text(dx=6, align="left", color=INK_COLOUR).encode(text="label:N")
    head = alt.TitleParams(title, fontSize=17, anchor="start", offset=16, color=INK_COLOUR)
    height = BAR_HEIGHT * len(rows)
    whole = alt.layer(bars, text).properties(
        width=WIDTH, height=height, title=head, padding=24, background="#ffffff"
    )
    return drawn(styled(whole), kind)
