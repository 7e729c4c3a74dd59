"""Pictures of a session, as SVG or PNG: a fan of amounts over the rounds, and where they end.

Altair and vl-convert draw them; both come with the extra `reports` and are loaded only here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, Final

from pitboss.odds.simulation.session_view import SessionView
from pitboss.odds.simulation.simulation import SessionSample

FORMATS: Final = ("svg", "png")
BINS: Final = 60  # of the distribution: as many bars as the eye tells apart
TAIL: Final = 0.005  # of the outcomes on each side stand in the outermost bars
WIDTH: Final = 720
_BAND: Final = "#9ec5e8"
BAR_COLOUR: Final = "#5b9bd0"
_LINE: Final = "#0b3c6f"
ALARM_COLOUR: Final = "#b3261e"
INK_COLOUR: Final = "#222222"
SOFT_COLOUR: Final = "#5f6670"
_GRID: Final = "#e4e7eb"
_FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"

RUINED: Final = "ruined"
GOING_ON: Final = "could go on"

Chart = Any  # Any: Altair is optional, so its types are not known here
PlotRow = dict[str, Any]  # Any: a row of plotted data, numbers and words


class PlotError(RuntimeError):
    """A picture that cannot be drawn: one line that says why and what to do."""


def session_plot(
    view: SessionView | None, played: SessionSample, *, title: str, kind: str
) -> bytes:
    """Draw a session; without a computed `view` only where the played ones ended."""
    alt = load_altair()
    charts = [] if view is None else [_fan(alt, view)]
    charts.append(_ends(alt, view, played))
    whole = alt.vconcat(*charts, spacing=36, background="#ffffff")
    whole = whole.resolve_scale(color="independent").properties(
        title=alt.TitleParams(title, fontSize=17, anchor="start", offset=16, color=INK_COLOUR),
        padding=24,
    )
    return drawn(styled(whole), kind)


def check_tools() -> None:
    """Raise `PlotError` if what draws is not installed; nothing is loaded yet."""
    if any(find_spec(name) is None for name in ("altair", "vl_convert")):
        raise PlotError("pictures need the extra `reports`: pip install 'pitboss[reports]'")


def load_altair() -> Any:  # Any: the module itself
    """Import what draws; raises `PlotError` where it is not installed."""
    check_tools()
    import altair

    return altair


def drawn(chart: Chart, kind: str) -> bytes:
    """Return a chart as the bytes of an SVG or PNG file."""
    import vl_convert

    spec = chart.to_dict()
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec).encode()
    return bytes(vl_convert.vegalite_to_png(spec, scale=2))


def styled(chart: Chart) -> Chart:
    """Return a chart in the fonts and colours of all our pictures."""
    axis = {
        "labelColor": SOFT_COLOUR, "titleColor": INK_COLOUR, "gridColor": _GRID,
        "domainColor": SOFT_COLOUR, "tickColor": SOFT_COLOUR, "labelFontSize": 12,
        "titleFontSize": 13, "titleFontWeight": "normal", "titlePadding": 10,
    }  # fmt: skip
    return (
        chart.configure(font=_FONT)
        .configure_axis(**axis)
        .configure_view(stroke=None)
        .configure_legend(labelFontSize=12, labelColor=INK_COLOUR, symbolSize=160, title=None)
        .configure_title(font=_FONT)
    )


def _fan(alt: Any, view: SessionView) -> Chart:  # Any: the module
    """Bands of 50 % and 90 %, the median, the start and the amount below which one is ruined."""
    start = (view.bankroll or 0) / 100
    rows: list[PlotRow] = [
        {"round": 0, "q05": start, "q25": start, "q50": start, "q75": start, "q95": start}
    ]
    for point in view.fan:
        names = zip(("q05", "q25", "q50", "q75", "q95"), point.quantiles.values(), strict=True)
        rows.append({"round": point.round, **{name: cents / 100 for name, cents in names}})
    data = alt.Data(values=rows)
    colours = alt.Scale(
        domain=["90 % of sessions", "50 % of sessions", "median"],
        range=[_BAND, BAR_COLOUR, _LINE],
    )
    what = "bankroll" if view.bankroll is not None else "won or lost"
    x = alt.X("round:Q", title="rounds played", scale=alt.Scale(nice=False, domainMax=view.rounds),
              axis=alt.Axis(format=",d", grid=False, tickCount=10))  # fmt: skip
    money = alt.Axis(format="$,.0f")

    colour = alt.Color("name:N", scale=colours, legend=alt.Legend(orient="bottom"))

    def named(name: str) -> Chart:
        return alt.Chart(data).transform_calculate(name=f"'{name}'")

    def band(low: str, high: str, name: str) -> Chart:
        y = alt.Y(f"{low}:Q", title=what, axis=money)
        return named(name).mark_area().encode(x=x, y=y, y2=f"{high}:Q", color=colour)

    median = named("median").mark_line(strokeWidth=2.5)
    median = median.encode(x=x, y=alt.Y("q50:Q", title=what), color=colour)
    layers = [
        band("q05", "q95", "90 % of sessions"),
        band("q25", "q75", "50 % of sessions"),
        median,
        _level(alt, start, "start", SOFT_COLOUR),
    ]
    if view.bankroll is not None:
        layers.append(_level(alt, view.need / 100, "needed to go on", ALARM_COLOUR))
    head = "Money over the rounds"
    if view.ruined is not None:
        head += f": {view.ruined:.1%} are ruined within {view.rounds:,}"
    return alt.layer(*layers).properties(width=WIDTH, height=300, title=chart_title(alt, head))


def _level(alt: Any, amount: float, label: str, colour: str) -> Chart:  # Any: the module
    data = alt.Data(values=[{"amount": amount, "label": label}])
    rule = alt.Chart(data).mark_rule(strokeDash=[5, 4], color=colour).encode(y="amount:Q")
    text = (
        alt.Chart(data)
        .mark_text(align="left", baseline="middle", dx=6, color=colour, fontSize=12)
        .encode(y="amount:Q", x=alt.value(WIDTH), text="label:N")
    )
    return alt.layer(rule, text)


def chart_title(alt: Any, text: str) -> Chart:  # Any: the module
    return alt.TitleParams(
        text, fontSize=14, anchor="start", color=INK_COLOUR, fontWeight="normal", offset=8
    )


def _ends(alt: Any, view: SessionView | None, played: SessionSample) -> Chart:  # Any: the module
    """Bars of where sessions end; the outermost hold all that lies beyond."""
    if view is not None:
        amounts, shares = view.spread.amounts.tolist(), view.spread.probabilities.tolist()
        ends = dict(zip(amounts, shares, strict=True))
        start, rounds = view.bankroll or 0, view.rounds
        head = f"Where {rounds:,} rounds end: {view.ahead:.1%} end ahead"
    else:
        whole = sum(played.ends.values())
        ends = {end: count / whole for end, count in played.ends.items()}
        start, rounds = played.bankroll or 0, played.rounds
        head = f"Where {rounds:,} rounds ended, {whole:,} sessions played"
    need = view.need if view is not None and view.bankroll is not None else None
    data = alt.Data(values=binned(ends, need=need))
    colours = alt.Scale(domain=[RUINED, GOING_ON], range=[ALARM_COLOUR, BAR_COLOUR])
    legend = None if need is None else alt.Legend(orient="bottom")
    title = "money at the end; the outermost bars hold all beyond them"
    bars = (
        alt.Chart(data)
        .mark_bar(stroke="#ffffff", strokeWidth=0.5)
        .encode(
            color=alt.Color("kind:N", scale=colours, legend=legend),
            x=alt.X("low:Q", title=title, axis=alt.Axis(format="$,.0f", grid=False)),
            x2="high:Q",
            y=alt.Y("share:Q", title="part of the sessions", axis=alt.Axis(format="%")),
            y2=alt.datum(0),
        )
    )
    mark = alt.Data(values=[{"start": start / 100, "label": "start"}])
    rule = alt.Chart(mark).mark_rule(strokeDash=[5, 4], color=SOFT_COLOUR).encode(x="start:Q")
    text = (
        alt.Chart(mark)
        .mark_text(align="left", dx=5, color=SOFT_COLOUR, fontSize=12)
        .encode(x="start:Q", y=alt.value(6), text="label:N")
    )
    return alt.layer(bars, rule, text).properties(
        width=WIDTH, height=220, title=chart_title(alt, head)
    )


def binned(ends: Mapping[int, float], *, need: int | None = None) -> list[PlotRow]:
    """Gather amounts in cents into bars of equal width, in dollars; told apart by most of each.

    >>> [(bar["low"], bar["high"], bar["share"]) for bar in binned({-100: 0.5, 100: 0.5})]
    [(-1.0, 0.0, 0.5), (1.0, 2.0, 0.5)]
    """
    low, high = _quantile(ends, TAIL), _quantile(ends, 1 - TAIL)
    width = _round_width((high - low) / BINS / 100)
    shares: dict[int, float] = {}
    ruined: dict[int, float] = {}
    for amount, share in ends.items():
        at = int(min(max(amount, low), high) / 100 // width)
        shares[at] = shares.get(at, 0.0) + share
        if need is not None and amount < need:
            ruined[at] = ruined.get(at, 0.0) + share
    return [
        {
            "low": at * width,
            "high": (at + 1) * width,
            "share": share,
            "kind": RUINED if 2 * ruined.get(at, 0.0) > share else GOING_ON,
        }
        for at, share in sorted(shares.items())
        if share
    ]


def _quantile(ends: Mapping[int, float], part: float) -> int:
    seen, last = 0.0, 0
    for amount, share in sorted(ends.items()):
        seen, last = seen + share, amount
        if seen >= part:
            return amount
    return last


def _round_width(least: float) -> float:
    """Return the next of 1, 2, 5, 10, … dollars."""
    width = 1.0
    while width < least:
        width *= 2.5 if str(width).startswith("2") else 2
    return width
