"""Simulates whole tables; loads the compiled kernels."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.cli.errors import Failure
from pitboss.cli.output import page, print_json
from pitboss.cli.progress import progress_bar
from pitboss.cli.simulate import Options
from pitboss.cli.simulate.input import Asked, read_asked
from pitboss.cli.simulate.tables import show
from pitboss.cli.solve.input import strategy_asked
from pitboss.odds.counting.executor import ExecutorError, executor_for
from pitboss.odds.simulation.bets import SimulationError
from pitboss.odds.simulation.session_view import SessionView, session_view
from pitboss.odds.simulation.sessions import SessionError
from pitboss.odds.simulation.simulation import Simulation, simulate
from pitboss.odds.solution import solve, solved
from pitboss.odds.strategies.strategy import Strategy, policy_of
from pitboss.reports.plots import PlotError, session_plot
from pitboss.reports.simulate import simulation_document
from pitboss.rules import money


def run(options: Options) -> int:
    """Read all that is asked before the work begins, then simulate, draw and print."""
    asked = read_asked(options)
    way = strategy_asked(options.strategy, asked.bets.game)
    found = _simulated(asked, way, options.executor)
    view = _view(asked, found)
    if asked.plot is not None:
        _draw(asked.plot, found, view)
    entry = simulation_document(found, view)
    if options.as_json:
        print_json(entry)
    else:
        show(entry, page())
    return 0


def _simulated(asked: Asked, strategy: Strategy, where: str) -> Simulation:
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


def _view(asked: Asked, found: Simulation) -> SessionView | None:
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
        path.write_bytes(session_plot(view, found.sessions, title=title, kind=kind))
    except PlotError as error:
        raise Failure(f"--plot: {error}") from None
    except OSError as error:
        raise Failure(f"--plot {path}: cannot be written: {error.strerror}") from None
    sys.stderr.write(f"pitboss: the picture is in {path}\n")
