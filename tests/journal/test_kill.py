"""A process killed at any point of an append: nothing acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pitboss.journal import POINTS, AlreadyDone, Draft, Tally, Turn, Write, checked, open_journal

ACKNOWLEDGED = 5

# Appends turns of two events to a table and one to its link, and says so; killed in the sixth.
VICTIM = """
import os, signal, sys
from pitboss.journal import Draft, Tally, Turn, Write, open_journal

where, deadly, acknowledged = sys.argv[1], sys.argv[2], int(sys.argv[3])
armed = False

def at_point(point):
    if armed and point == deadly:
        os.kill(os.getpid(), signal.SIGKILL)

journal = open_journal(where, at_point=at_point)
for number in range(acknowledged + 1):
    armed = number == acknowledged
    table = Turn(f"c-{number}", b"{}", 1, (Draft("a/1", b"{}"), Draft("b/1", b"{}")))
    link = Turn(f"c-{number}", b"{}", 1, (Draft("c/1", b"{}"),))
    tally = Tally("link/1", str(number).encode())
    journal.append(Write("table/1", 2 * number, table, tally), Write("link/1", number, link))
    print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
def test_a_process_killed_at_any_point_loses_and_doubles_nothing(durable: str, point: str) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", VICTIM, durable, point, str(ACKNOWLEDGED)],
        capture_output=True,
        text=True,
    )
    assert killed.returncode == -9, killed.stderr
    assert killed.stdout.split() == [str(number) for number in range(ACKNOWLEDGED)]

    with open_journal(durable) as journal:
        there = journal.find("table/1", f"c-{ACKNOWLEDGED}") is not None
        assert there == (point in ("committed", "told"))
        assert (journal.find("link/1", f"c-{ACKNOWLEDGED}") is not None) == there
        assert journal.head("table/1").number == 2 * (ACKNOWLEDGED + there)
        assert journal.tallies("link/1")[0].data == str(ACKNOWLEDGED - 1 + there).encode()

        again = (
            Write("table/1", 2 * ACKNOWLEDGED, _turn("a/1", "b/1"), Tally("link/1", b"5")),
            Write("link/1", ACKNOWLEDGED, _turn("c/1")),
        )
        if there:
            with pytest.raises(AlreadyDone):
                journal.append(*again)
        else:
            journal.append(*again)

        assert len(list(checked(journal.read("table/1"), "table/1"))) == 2 * ACKNOWLEDGED + 2
        assert len(list(checked(journal.read("link/1"), "link/1"))) == ACKNOWLEDGED + 1


def _turn(*names: str) -> Turn:
    return Turn(f"c-{ACKNOWLEDGED}", b"{}", 1, tuple(Draft(name, b"{}") for name in names))


class Stumble(Exception):
    """What a test raises at a point."""


@pytest.mark.parametrize("point", POINTS)
def test_an_exception_at_any_point_leaves_the_journal_usable(where: str, point: str) -> None:
    armed = True

    def at_point(passed: str) -> None:
        if armed and passed == point:
            raise Stumble

    with open_journal(where, at_point=at_point) as journal:
        with pytest.raises(Stumble):
            journal.append(Write("table/1", 0, _turn("a/1")))
        armed = False

        written = point in ("committed", "told")
        assert journal.head("table/1").number == written
        if not written:
            journal.append(Write("table/1", 0, _turn("a/1")))
        journal.append(Write("table/1", 1, Turn("next", b"{}", 1, (Draft("b/1", b"{}"),))))
        assert len(list(checked(journal.read("table/1"), "table/1"))) == 2
