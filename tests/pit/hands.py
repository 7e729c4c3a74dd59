"""Clocks, chance and tables for tests of the pit: all by hand, nothing by chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.journal import Journal, open_journal
from pitboss.pit import CommandHandler
from pitboss.pit.answer import Answer
from pitboss.round.refusal import Refusal
from pitboss.rules import Chips, in_force, rule_set
from pitboss.table import Command, Person, Role, RulesChoice, choice_of, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.timetable import Pace, due, opening_commands

START = 1_800_000_000_000
FLOOR = Person("Ada", Role.FLOOR)


@dataclass(slots=True)
class HandClock:
    """A clock that a test sets."""

    at: int = START

    def now(self) -> int:
        return self.at


@dataclass(slots=True)
class SeededChance:
    """Chance that a test can have again."""

    seed: int = 1
    source: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.source = random.Random(self.seed)

    def secret(self) -> bytes:
        return self.source.randbytes(32)

    def below(self, n: int) -> int:
        return self.source.randrange(n)


def house(name: str = "catfish-bend", options: Mapping[str, Any] | None = None) -> RulesChoice:
    """Name the rules of a place with some options."""
    chosen = rule_set(name)
    return choice_of(in_force(chosen, options or {}), options or {})


@dataclass(slots=True)
class Bench:
    """A handler with its journal, clock and a counter for ids."""

    journal: Journal = field(default_factory=lambda: open_journal("memory:"))
    clock: HandClock = field(default_factory=HandClock)
    chance: SeededChance = field(default_factory=SeededChance)
    name: str = "T1"
    count: int = 0
    handler: CommandHandler = field(init=False)

    def __post_init__(self) -> None:
        self.handler = self.restarted()

    def restarted(self) -> CommandHandler:
        """Forget everything but the journal, and keep the table again."""
        self.handler = CommandHandler(self.journal, self.name, self.clock, self.chance)
        return self.handler

    def give(self, command: Command, by: Person) -> Answer:
        """Give a command with an id of its own."""
        self.count += 1
        return self.handler.obey(f"c{self.count}", command, by)

    def must(self, command: Command, by: Person) -> Answer:
        """Give a command that has to be obeyed."""
        answer = self.give(command, by)
        assert answer.ok, (command, answer.refusal)
        return answer

    def refused(self, command: Command, by: Person) -> Refusal:
        """Give a command that has to be refused."""
        answer = self.give(command, by)
        assert answer.refusal is not None, command
        return answer.refusal

    def opened(self, where: RulesChoice, players: int = 2, *, provable: bool = True) -> None:
        """Open the table with some players and chips."""
        self.must(ask.SetUp(self.name, where, provable), FLOOR)
        for command, by in opening_commands(rules_of(where), FLOOR):
            self.must(command, by)
        for n in range(1, players + 1):
            self.must(ask.Sit(n, f"p{n}"), player(n))
            self.must(ask.BuyIn(n, Chips(500_000)), player(n))

    def house_steps(self, most: int = 100) -> None:
        """Let the automatic dealer go on as far as it can without players."""
        for _ in range(most):
            step = due(self.handler.table, Pace(betting=None, bank=None, clock=False))
            if step is None:
                return
            self.clock.at = max(self.clock.at, step.at)
            self.must(step.command, step.by)


def player(seat: int) -> Person:
    """Name the player of a seat."""
    return Person(f"p{seat}", Role.PLAYER)


DEALER = AUTOMATIC_DEALER
