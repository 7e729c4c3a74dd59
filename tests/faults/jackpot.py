"""A process that keeps one linked table and hits the jackpot whenever it is told to.

    python -m tests.faults.jackpot URL TABLE ROUNDS

Plays a round up to the payment, with a royal flush at seat 1 and the meters read; says `ready`,
waits for a line, and pays. So a test lets several tables pay at the same moment.
"""

from __future__ import annotations

import sys
from itertools import count
from typing import Final

from pitboss.journal import open_journal
from pitboss.pit.chance import SystemChance
from pitboss.pit.clock import SystemClock
from pitboss.pit.command_handler import CommandHandler
from pitboss.round import Round
from pitboss.round import command as round_ask
from pitboss.round.legal import turn
from pitboss.round.state import Phase
from pitboss.rules import Chips, Rules, Wager
from pitboss.table import Command, Person, Role, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.timetable import Pace, due
from tests.faults.players import ROYAL, ROYAL_BOARD
from tests.pit.stacking import stacked

PACE: Final = Pace(betting=None, step=0, result=0, between=0, clock=False)
PLAYER: Final = Person("p1", Role.PLAYER)
_numbers = count(1)


class Lucky:
    """One table whose only player always has a royal flush."""

    def __init__(self, handler: CommandHandler, run: str) -> None:
        self.handler = handler
        self._run = run
        if not handler.table.seats:
            self.must(ask.Sit(1, PLAYER.name), PLAYER)
            self.must(ask.BuyIn(1, Chips(100_000_00)), PLAYER)

    @property
    def rules(self) -> Rules:
        assert self.handler.table.identity.rules is not None
        return rules_of(self.handler.table.identity.rules)

    def must(self, command: Command, by: Person) -> None:
        answer = self.handler.obey(f"{self._run}.{next(_numbers)}", command, by)
        assert answer.ok, (command, answer.refusal)

    def to_the_payment(self) -> None:
        """Play until nothing is left but to pay from the meters that were just read."""
        while self.handler.table.round is None or not self.handler.table.progressive.meters_read:
            self.step()

    def to_the_end(self) -> None:
        while self.handler.table.round is not None:
            self.step()

    def step(self) -> None:
        round_ = self.handler.table.round
        if round_ is not None and (wish := self._wish(round_)) is not None:
            self.must(*wish)
            return
        following = due(self.handler.table, PACE)
        assert following is not None, self.handler.table
        self.must(following.command, following.by)

    def _wish(self, round_: Round) -> tuple[Command, Person] | None:
        if round_.phase == Phase.BETTING and not round_.spots:
            ante, progressive = Chips(10_00), self.rules.progressive_wagers[0]
            bets = {Wager.ANTE: ante, Wager.BLIND: ante, Wager.PROGRESSIVE: progressive}
            return round_ask.PlaceBets(1, bets), PLAYER
        if round_.phase == Phase.LOCKED and not round_.stub:
            deck = stacked(round_, self.rules, {1: ROYAL}, ROYAL_BOARD, "4c 5d")
            return round_ask.LoadDeck(deck), AUTOMATIC_DEALER
        if turn(round_, self.rules) is not None:
            return round_ask.Play(1, 4), PLAYER
        return None


def main() -> None:
    """Win so many times, each time when a line comes in."""
    where, table, rounds = sys.argv[1:]
    with open_journal(where) as journal:
        lucky = Lucky(CommandHandler(journal, table, SystemClock(), SystemChance()), table)
        for _ in range(int(rounds)):
            lucky.to_the_payment()
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            sys.stdin.readline()
            lucky.to_the_end()


if __name__ == "__main__":
    main()
