"""The kernels without their compiler: plain Python runs the same lines to the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# A board of each kind: three, four and five suited cards; with a paired one; and with dealer cards.
SCRIPT = """
import numpy as np
from pitboss.odds.counting.boards import flush_boards, level_rows
from pitboss.odds.counting.kernels import VALUES, flush_level, flush_tally, views
from pitboss.odds.counting.levels import plain_values
from pitboss.odds.counting.numbering import CHOOSE, LEVEL_ROWS, SET_NUMBERS
from pitboss.odds.counting.tables import tables
from pitboss.odds.game import standard_game

game = standard_game()
boards = np.ascontiguousarray(flush_boards()[[5, 9000, 26500, 36000]])
off, suited = np.full(13, 3), 0x1FFF
for n, dealer, dealers in ((3, (-1, -1), 990), (4, (2, -1), 44), (3, (1, 8), 1)):
    into = np.zeros((level_rows(n), 351, VALUES), np.int64)
    chosen = np.zeros((len(boards), 351), np.uint8)
    plain = np.zeros((6188, 91, VALUES), np.int64)
    flush_level(
        tables(), n, boards, suited, off, np.array(dealer), dealers, game.qualifying(),
        game.pay_array(), game.multiples(), False, plain, into, chosen,
    )
    weights = np.arange(1, into.size + 1).reshape(into.shape)
    print(int((into * weights).sum()), int((into != 0).sum()), int(chosen.sum()))
by_view = np.arange(level_rows(3) * 351 * 2).reshape(-1, 351, 2) % 7
taken = np.zeros((6188, 91, 2), np.int64)
tally = np.zeros((7, 5, 10), np.int64)
policy = np.full((36608, 351), 4, np.uint8)
flush_tally(
    tables(), boards, game.qualifying(), 990, by_view, np.array([1, 4]), policy, taken, tally
)
print(int(taken.sum()), tally[tally != 0].tolist())
rows = np.zeros(4, np.int64)
print(views(LEVEL_ROWS, SET_NUMBERS, CHOOSE, 3, np.array([0, 4, 51]), rows), rows.tolist())
"""


def told(*, compiled: bool) -> str:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.full
@pytest.mark.slow
def test_the_compiler_changes_nothing() -> None:
    plain = told(compiled=False)

    assert plain == told(compiled=True)
    assert len(plain.splitlines()) == 5
