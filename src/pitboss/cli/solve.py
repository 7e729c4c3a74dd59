"""`pitboss solve`: the whole base game exactly, under perfect play or under a strategy."""

from __future__ import annotations

import sys
from pathlib import Path

from pitboss.cli.base_game import base_game
from pitboss.cli.failure import Failure
from pitboss.cli.output import page, print_json
from pitboss.cli.progress import progress_bar
from pitboss.cli.solve_input import picture_path, strategy_asked
from pitboss.cli.solve_tables import show
from pitboss.odds.executor import ExecutorError, executor_for
from pitboss.odds.game import Game
from pitboss.odds.solve import Solution, solve
from pitboss.odds.strategy_cost import play_out
from pitboss.reports.solve import document
from pitboss.reports.strategy_picture import picture


def run(
    *,
    rules: str | None = None,
    blind: str | None = None,
    multiples: str | None = None,
    flop_multiples: str | None = None,
    river_multiples: str | None = None,
    qualifies: str | None = None,
    strategy: str = "optimal",
    executor: str = "threads",
    picture_file: str | None = None,
    as_json: bool = False,
) -> int:
    """Read all that is asked before the work begins, then print, and draw where a file is named."""
    _, game = base_game(
        rules,
        blind,
        deal=multiples,
        flop=flop_multiples,
        river=river_multiples,
        qualifies=qualifies,
    )
    chosen = strategy_asked(strategy, game)
    path = None if picture_file is None else picture_path(picture_file)
    found = document(play_out(chosen, _solved(game, executor)))
    if path is not None:
        _write(path, picture(found))
    if as_json:
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


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"--picture {path}: cannot be written: {error.strerror}") from None
    sys.stderr.write(f"pitboss: the picture is in {path}\n")
