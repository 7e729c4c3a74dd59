"""Draws a simulation for people: results beside exact values, choices, hands, and the session."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from pitboss.cli.output import counted, table
from pitboss.rules import rule_set
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words

_RESULTS = (
    "each seat, each round",
    "unit",
    "mean",
    "standard error",
    "95 % interval",
    "exact",
    "z",
)
_WORDS = {
    "base": "Ante, Blind and Play",
    "trips": "Trips",
    "six_card": "Six Card",
    "progressive": "Progressive",
    "envy": "Envy",
    "limit": "cut by payout limits",
    "total": "all together",
}


def show(entry: Document, out: Console) -> None:
    """Print a simulation."""
    out.print(table(_title(entry), _RESULTS, map(_result, entry["results"].items())))
    columns = ("choice", "times", "share", "exact")
    out.print(table("", columns, (_share(*one) for one in entry["frequencies"].items())))
    hands = ((hand_words(name), one) for name, one in entry["hands"].items())
    out.print(table("", ("hand", "times", "share", "exact"), (_share(*one) for one in hands)))
    if entry["session"] is not None:
        title = f"{counted(entry['session']['rounds'], 'round')} at one seat"
        out.print(table(title, ("session", "computed", "played"), _session(entry["session"])))
    out.print(Text(f"  error: {entry['method']['how']}"))
    for note in entry["notes"]:
        out.print(Text(f"  note: {note}"))
    out.print(Text(f"  the same again: --seed {entry['seed']}"))


def _title(entry: Document) -> str:
    place = rule_set(entry["rules"]).title
    rounds, seats = counted(entry["rounds"], "round"), counted(entry["seats"], "seat")
    tables = ", ".join(f"{wager} {name}" for wager, name in entry["paytables"].items())
    return (
        f"{place}, edition {entry['edition']}: {rounds}, {seats}, "
        f"strategy {entry['strategy']}, {tables.replace('_', ' ')}, Ante ${entry['stakes']['ante']}"
    )


def _result(item: tuple[str, Document]) -> tuple[str, ...]:
    name, one = item
    low, high = one["interval"]
    return (
        _WORDS[name],
        one["unit"].capitalize() if one["unit"] == "ante" else one["unit"],
        f"{one['mean']:+.6f}",
        f"{one['standard_error']:.6f}",
        f"{low:+.6f} to {high:+.6f}",
        "not known" if one["exact"] is None else f"{one['exact']['decimal']:+.6f}",
        "" if one["z"] is None else f"{one['z']:+.2f}",
    )


def _share(name: str, one: Document) -> tuple[str, ...]:
    known = "" if one["exact"] is None else f"{one['exact']['decimal']:.6%}"
    return name, f"{one['count']:,}", f"{one['share']:.6%}", known


def _session(session: Document) -> Iterator[tuple[str, str, str]]:
    computed, played = session["computed"] or {}, session["played"]
    source = computed.get("from", "")
    yield "from", source, counted(played["seat_sessions"], "session")
    if session["bankroll"] is not None:
        yield "bankroll at the start", f"${session['bankroll']}", ""
        yield "ruined below", f"${session['need']}", ""
        error = f" ± {played['ruined']['standard_error']:.3%}"
        yield "ruined", _percent(computed.get("ruined")), _percent(played["ruined"]["mean"]) + error
        yield "ruined in the end, never stopping", _end(computed.get("ruined_in_the_end")), ""
    yield "ends ahead", _percent(computed.get("ahead")), _percent(played["ahead"])
    yield "mean", _dollars(computed.get("mean")), _dollars(played["mean"])
    if computed:
        yield "standard deviation", _dollars(computed["standard_deviation"]), ""
    for part, amount in played["quantiles"].items():
        known = computed["quantiles"][part] if computed else ""
        yield f"{float(part):.0%} end with at most", _text(known), _text(amount)
    if computed and computed["precision"] is not None:
        yield "probabilities are right to", f"{computed['precision']:.0e}", ""


def _end(bounds: Document | None) -> str:
    if bounds is None:
        return ""
    if bounds["at_least"] == bounds["at_most"] == 1:
        return "certain"
    return f"{bounds['at_least']:.4%} to {bounds['at_most']:.4%}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.3%}"


def _dollars(value: float | None) -> str:
    return "" if value is None else f"{'−' if value < 0 else ''}${abs(value):,.2f}"


def _text(amount: str) -> str:
    return _dollars(float(amount)) if amount else ""
