"""What `pitboss solve` is asked beside a game: a strategy, and where a picture of it goes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pitboss.cli.errors import Failure, one_line
from pitboss.cli.files import names_a_file, read_file
from pitboss.odds.game import Game
from pitboss.odds.strategies.file import STRATEGIES, read_strategy, strategy_named
from pitboss.odds.strategies.strategy import Strategy, StrategyError, check_game
from pitboss.rules.suggest import did_you_mean

PICTURE_ENDING: Final = ".svg"


def strategy_asked(name: str, game: Game) -> Strategy:
    """Find a strategy by its name, or read it from a file; raises `Failure`."""
    known = name.casefold() in STRATEGIES
    if not known and not names_a_file(name):
        hint = did_you_mean(name, STRATEGIES) or f"there are {', '.join(STRATEGIES)}"
        raise Failure(f"--strategy {name[:60]!r}: is no strategy and no file; {hint}")
    where = f"--strategy {name.casefold()}" if known else name
    try:
        strategy = strategy_named(name.casefold()) if known else _read(name)
        check_game(strategy, game)
    except StrategyError as error:
        raise Failure(f"{where}: {error}") from None
    return strategy


def picture_path(name: str) -> Path:
    """Where the picture goes, if one can be written there; raises `Failure`."""
    path = Path(name)
    if path.suffix.lower() != PICTURE_ENDING:
        raise Failure(f"--picture {name[:60]!r}: is drawn as SVG; name a file that ends in .svg")
    try:
        wrong = path.is_dir() or not path.parent.is_dir()
    except (OSError, ValueError) as error:
        raise Failure(f"--picture {name[:60]!r}: {error}") from None
    if wrong:
        raise Failure(f"--picture {name[:200]}: no file can be there; name one in a folder that is")
    return path


def _read(name: str) -> Strategy:
    where, text = read_file(name)
    return read_strategy(text, f"file {one_line(Path(where).stem)[:40]}")
