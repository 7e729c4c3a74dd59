"""Solves the base game; loads the compiled kernels."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Final

from pitboss.cli.base_game import base_game, trips_table
from pitboss.cli.errors import Failure
from pitboss.cli.output import page, print_json
from pitboss.cli.progress import progress_bar
from pitboss.cli.solve import Options
from pitboss.cli.solve.input import picture_path, strategy_asked
from pitboss.cli.solve.tables import show
from pitboss.odds.counting.executor import ExecutorError, executor_for
from pitboss.odds.game import Game
from pitboss.odds.solution import Solution, solve
from pitboss.odds.strategies.cost import play_out
from pitboss.odds.with_trips import whole_bet
from pitboss.reports.solve import solution_document
from pitboss.reports.strategy_picture import picture
from pitboss.reports.whole_bet import whole_bet_document

TRIPS_BET_MAX: Final = 1_000  # Antes
_STAKE: Final = re.compile(r"\d{0,9}\.\d{1,9}|\d{1,9}(/\d{1,9})?", re.ASCII)  # no exponents


def run(options: Options) -> int:
    """Read all that is asked before the work begins, then print, and draw where a file is named."""
    rules, game = base_game(
        options.rules,
        options.blind,
        deal=options.multiples,
        flop=options.flop_multiples,
        river=options.river_multiples,
        qualifies=options.qualifies,
    )
    chosen = strategy_asked(options.strategy, game)
    side = None if options.trips is None else trips_table(rules.set, options.trips)
    if side is None and options.trips_bet is not None:
        raise Failure("--trips-bet goes with --trips; name the Trips paytable too")
    stake = Fraction(1) if options.trips_bet is None else _antes(options.trips_bet)
    path = None if options.picture is None else picture_path(options.picture)
    played = play_out(chosen, _solved(game, options.executor))
    found = solution_document(played)
    if side is not None:
        both = whole_bet(played.outcomes, rules, trips=side, trips_bet=stake)
        found["whole_bet"] = whole_bet_document(both, side)
    if path is not None:
        _write(path, picture(found))
    if options.as_json:
        print_json(found)
    else:
        show(found, page())
    return 0


def _solved(game: Game, where: str) -> Solution:
    try:
        with executor_for(where) as executor, progress_bar("all boards") as tell:
            return solve(game, executor=executor, progress=tell)
    except ExecutorError as error:
        raise Failure(str(error)) from None


def _antes(text: str) -> Fraction:
    try:
        stake = Fraction(text.strip() if _STAKE.fullmatch(text.strip()) else 0)
    except ZeroDivisionError:
        stake = Fraction(0)
    if not 0 < stake <= TRIPS_BET_MAX:
        right = f"write a number of Antes up to {TRIPS_BET_MAX}, such as 1 or 0.5"
        raise Failure(f"--trips-bet {text[:40]!r}: is no stake; {right}")
    return stake


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"--picture {path}: cannot be written: {error.strerror}") from None
    sys.stderr.write(f"pitboss: the picture is in {path}\n")
