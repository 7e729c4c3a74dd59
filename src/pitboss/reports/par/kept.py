"""Figures of the usual game that take long to work out, kept as data with their commands."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.odds.game import Game, standard_game


@cache
def kept_figures() -> dict[str, Any]:  # Any: TOML of our own
    """Return the kept figures; tests work them out again."""
    return tomllib.loads((Path(__file__).parent / "kept.toml").read_text("utf-8"))


def is_usual(game: Game) -> bool:
    """Return whether kept figures hold for a game: its numbers are those of the usual one."""
    return game.numbers() == standard_game().numbers()
