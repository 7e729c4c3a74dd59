"""How straight the walk of a bet is: calls of our functions, and changes of package among them.

Counted from the command handler to the journal's append, for the first bet at a fresh table (cold)
and for a second one (warm). `docs/internals/index.md` draws the walk.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from types import FrameType

from pitboss.journal.memory import MemoryJournal
from pitboss.round import command as round_ask
from pitboss.rules import Chips, Wager
from tests.pit.hands import Bench, house, player

BETS = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}


@dataclass(slots=True)
class Walk:
    """A profiler that notes the package of every call of ours until the append."""

    packages: list[str] = field(default_factory=list)
    functions: set[str] = field(default_factory=set)
    arrived: bool = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call; generators that go on and comprehensions count like the functions."""
        name: str = frame.f_globals.get("__name__", "")
        if event != "call" or self.arrived or not name.startswith("pitboss."):
            return
        self.packages.append(name.split(".")[1])
        self.functions.add(f"{name}.{frame.f_code.co_qualname}")
        self.arrived = frame.f_code is MemoryJournal.append.__code__

    def __str__(self) -> str:
        pairs = zip(self.packages, self.packages[1:], strict=False)
        changes = sum(one != other for one, other in pairs)
        return (
            f"{len(self.packages)} calls of {len(self.functions)} functions, "
            f"{changes} changes of package"
        )


def walked(bench: Bench, seat: int) -> Walk:
    """Let a seat bet, and return the walk from the handler to the append."""
    walk, command = Walk(), round_ask.PlaceBets(seat, BETS)
    sys.setprofile(walk)
    try:
        answer = bench.handler.obey(f"bet-{seat}", command, player(seat))
    finally:
        sys.setprofile(None)
    if not (answer.ok and walk.arrived):
        raise AssertionError(f"no bet was made: {answer}")
    return walk


def main() -> None:
    """Print the walk of the first bet and of the second."""
    bench = Bench()
    bench.opened(house(), 2)
    bench.house_steps()
    print(f"first bet at a table: {walked(bench, 1)}")
    print(f"second bet:           {walked(bench, 2)}")
