"""Compiles the kernels once and keeps them: test workers would each compile them for themselves."""

from __future__ import annotations

import io
import sys
import time
from contextlib import redirect_stdout
from typing import Final

from pitboss.cli import run
from pitboss.cli.errors import OK
from pitboss.odds import SpotFilter, draw_spots, standard_game
from pitboss.rules import Street

COMMANDS: Final = (
    "solve --strategy simple",
    "exposure --see flop1",
    "ev --hole 9h8h --flop Th7c2h --dealer As --why",
    "ev --hole 9h8h --why",
    "simulate --rounds 1000 --seed 1 --bankroll 500",
    "sidebet trips --rules maryland",
)


def main() -> None:
    """Run a command for each kernel, or call what no command asks for."""
    begun = time.monotonic()
    for street in (Street.FLOP, Street.RIVER):
        draw_spots(standard_game(), SpotFilter(street), 1, seed=1)
    for command in COMMANDS:
        with redirect_stdout(io.StringIO()):
            code = run(command.split())
        if code != OK:
            sys.exit(f"tools.kernels: pitboss {command} ended with {code}")
    sys.stdout.write(f"kernels compiled in {time.monotonic() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
