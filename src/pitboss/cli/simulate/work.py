"""Simulates whole tables; loads the compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pitboss.cli.base_game import strategy_asked
from pitboss.cli.errors import Failure
from pitboss.cli.files import write_picture
from pitboss.cli.output import counted, page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.cli.simulate import Options
from pitboss.cli.simulate.input import SimulateRequest, read_request
from pitboss.odds.counting.executor import ExecutorError, executor_for
from pitboss.odds.simulation.bets import SimulationError
from pitboss.odds.simulation.session_view import SessionView, session_view
from pitboss.odds.simulation.sessions import SessionError
from pitboss.odds.simulation.simulation import Simulation, simulate
from pitboss.odds.solution import solve, solved
from pitboss.odds.strategies.strategy import Strategy, policy_of
from pitboss.reports.plots import PlotError, session_plot
from pitboss.reports.simulate import simulation_document
from pitboss.rules import money, rule_set
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words


def run(options: Options) -> int:
    """Read all that is asked before the work begins, then simulate, draw and print."""
    asked = read_request(options)
    way = strategy_asked(options.strategy, asked.bets.game)
    found = _simulated(asked, way, options.executor)
    view = _view(asked, found)
    if asked.plot is not None:
        _draw(asked.plot, found, view)
    entry = simulation_document(found, view)
    if options.as_json:
        print_json(entry)
    else:
        _show(entry, page())
    return 0


def _simulated(asked: SimulateRequest, strategy: Strategy, where: str) -> Simulation:
    try:
        with executor_for(where) as executor:
            game = asked.bets.game
            solution = solved(game) if executor is None else solve(game, executor=executor)
            with progress_bar("parts of the rounds") as tell:
                return simulate(
                    asked.bets,
                    policy_of(strategy, solution),
                    rounds=asked.rounds,
                    seed=asked.seed,
                    strategy=strategy.name,
                    outcomes=solution.outcomes if strategy.is_optimal else None,
                    session=asked.session,
                    bankroll=asked.bankroll,
                    executor=executor,
                    progress=tell,
                )
    except (ExecutorError, SimulationError) as error:
        raise Failure(str(error)) from None


def _view(asked: SimulateRequest, found: Simulation) -> SessionView | None:
    """Work the session out where the nets allow it; else it is only played."""
    if not asked.session:
        return None
    try:
        return session_view(found, rounds=asked.session, bankroll=asked.bankroll)
    except SessionError:
        return None


def _draw(path: Path, found: Simulation, view: SessionView | None) -> None:
    if found.sessions is None:
        raise Failure("--plot: there is no session to draw; add --session-rounds")
    bets = found.bets
    title = f"{bets.rules.set.title}, Ante {money(bets.ante)}, strategy {found.strategy}"
    try:
        kind = path.suffix.lower().lstrip(".")
        drawn = session_plot(view, found.sessions, title=title, kind=kind)
    except PlotError as error:
        raise Failure(f"--plot: {error}") from None
    write_picture("--plot", path, drawn)


# -- for people -----------------------------------------------------------------------------------


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


def _show(entry: Document, out: Console) -> None:
    """Print a simulation."""
    out.print(table(_title(entry), _RESULTS, map(_result_row, entry["results"].items())))
    columns = ("choice", "times", "share", "exact")
    out.print(table("", columns, (_share(*one) for one in entry["frequencies"].items())))
    hands = ((hand_words(name), one) for name, one in entry["hands"].items())
    out.print(table("", ("hand", "times", "share", "exact"), (_share(*one) for one in hands)))
    if entry["session"] is not None:
        title = f"{counted(entry['session']['rounds'], 'round')} at one seat"
        out.print(table(title, ("session", "computed", "played"), _session_rows(entry["session"])))
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


def _result_row(item: tuple[str, Document]) -> tuple[str, ...]:
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


def _session_rows(session: Document) -> Iterator[tuple[str, str, str]]:
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
