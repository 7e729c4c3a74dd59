"""Compiles the kernels once and keeps them: test workers would each compile them for themselves."""

from __future__ import annotations

import io
import sys
import time
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

import pitboss
from pitboss.cli import run
from pitboss.cli.errors import OK

COMMANDS: Final = (
    "solve --strategy simple",
    "exposure --see flop1",
    "ev --hole 9h8h --flop Th7c2h --dealer As",
    "simulate --rounds 1000 --seed 1 --bankroll 500",
    "sidebet trips --rules maryland",
)


def main() -> None:
    """Run a command for each kernel; if one fails, once more without what was compiled before."""
    begun = time.monotonic()
    for command in COMMANDS:
        if _ran(command) != OK:
            forget_compiled(Path(pitboss.__file__).parent)
            if (code := _ran(command)) != OK:
                sys.exit(f"tools.kernels: pitboss {command} ended with {code}")
    sys.stdout.write(f"kernels compiled in {time.monotonic() - begun:.0f} s\n")


def forget_compiled(package: Path) -> None:
    """Delete numba's compiled kernels.

    Its index names the classes of arguments, and is read before it is compared with the source: a
    class that was renamed since makes numba fail.
    """
    for kept in package.rglob("__pycache__/*.nb[ci]"):
        kept.unlink()


def _ran(command: str) -> int:
    with redirect_stdout(io.StringIO()):
        return run(command.split())


if __name__ == "__main__":
    main()
