"""Counts the walk of a bet: calls of our functions from the command handler to the append.

Run as `python -m tools.bet_walk`; with `--list` each call is printed. The bet is the first one of
the process, so that nothing is cached. Comprehensions are no functions and are not counted; a
generator is counted once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Final

import pitboss
from pitboss.journal import Journal, open_journal
from pitboss.pit import SystemChance, SystemClock
from pitboss.pit.bot_tables import AT_ONCE
from pitboss.pit.command_handler import CommandHandler
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager
from pitboss.server.tables.default_rules import standing_house
from pitboss.table import Command, Person, Role, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_FLOOR
from pitboss.table.timetable import due, opening_commands

SOURCES: Final = Path(pitboss.__file__).parent
PLAYER: Final = Person("Ann", Role.PLAYER)
ANTE: Final = Chips(1_000)


def walk(journal: Journal) -> list[str]:
    """List the functions that a bet calls until it is appended, each by its module and name."""
    house = standing_house("maryland")
    handler = CommandHandler(journal, "T1", SystemClock(), SystemChance())
    steps: list[tuple[Command, Person]] = [(ask.SetUp("T1", house), AUTOMATIC_FLOOR)]
    steps += opening_commands(rules_of(house), AUTOMATIC_FLOOR)
    steps.append((ask.Sit(1, PLAYER.name, purse="purse-of-ann", chips=Chips(50_000)), PLAYER))
    while handler.table.round is None or handler.table.round.phase != Phase.BETTING:
        command, by = steps.pop(0) if steps else _due(handler)
        id_ = f"step-{handler.replica.number}"
        if (refusal := handler.obey(id_, command, by).refusal) is not None:
            raise RuntimeError(f"{command}: {refusal.text}")
    calls: list[str] = []
    entered: set[FrameType] = set()
    appended = False

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal appended
        path = Path(frame.f_code.co_filename)
        if event != "call" or appended or not path.is_relative_to(SOURCES):
            return
        if frame in entered or frame.f_code.co_name.startswith("<"):
            return
        entered.add(frame)
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        calls.append(f"{module}.{frame.f_code.co_qualname}")
        appended = module.startswith("journal.") and frame.f_code.co_name == "append"

    bets = round_ask.PlaceBets(1, {Wager.ANTE: ANTE, Wager.BLIND: ANTE})
    sys.setprofile(note)
    try:
        answer = handler.obey("the-bet", bets, PLAYER)
    finally:
        sys.setprofile(None)
    if not answer.ok or not appended:
        raise RuntimeError(f"the bet was not placed: {answer}")
    return calls


def _due(handler: CommandHandler) -> tuple[Command, Person]:
    step = due(handler.table, AT_ONCE, handler.now())
    if step is None:
        raise RuntimeError("the table waits for nothing")
    return step.command, step.by


def package_changes(calls: Iterable[str]) -> int:
    """Count how often a call is of another package than the call before it."""
    packages = [call.partition(".")[0] for call in calls]
    return sum(a != b for a, b in pairwise(packages))


def main() -> None:
    """Print the two counts."""
    with open_journal("memory:") as journal:
        calls = walk(journal)
    if "--list" in sys.argv[1:]:
        sys.stdout.write("\n".join(calls) + "\n")
    sys.stdout.write(f"{len(calls)} calls, {package_changes(calls)} changes of package\n")


if __name__ == "__main__":
    main()
