"""Tables on a link, kept by the pit's own handlers, with secrets that bring a jackpot."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from pitboss.journal import Journal
from pitboss.pit.command_handler import CommandHandler
from pitboss.pit.streams import link_stream
from pitboss.round import command as round_ask
from pitboss.round.legal import choices, turn
from pitboss.round.state import Phase
from pitboss.rules import Chips, Wager
from pitboss.table import Command, Person, Role, choice_of
from pitboss.table import command as ask
from pitboss.table.timetable import due, opening_commands
from tests.audit.tables import QUICK, house
from tests.table.seasons import FLOOR, START

LINK = "big"
OPTIONS = {
    "progressive": "PMG-01",
    "progressive.cards": "seven",
    "return.above_stake": True,  # all seven cards return five times the wager
    "meter.seed": {"main": 5_000},
    "meter.rate": {"main": "12.5%"},
    "meter.link_group": LINK,
}
SEATS = 5
STREAM = link_stream(LINK)
# Numbers whose 32 bytes deal a straight flush in the first round of table L1 and L2;
# `python -m tests.audit.linked` looks for others where the deal has changed.
WINNING = {"L1": 1150, "L2": 160}


@dataclass(slots=True)
class Hand:
    """A clock and a source of chance in a test's hand."""

    time: int = START
    number: int = 0

    def now(self) -> int:
        return self.time

    def secret(self) -> bytes:
        return self.number.to_bytes(32, "big")

    def below(self, n: int) -> int:
        return self.number % n


@dataclass(slots=True)
class Kept:
    """One table with five players who always bet on the Progressive and never fold early."""

    journal: Journal
    name: str
    hand: Hand = field(default_factory=Hand)
    ids: count[int] = field(default_factory=count)
    handler: CommandHandler = field(init=False)

    def __post_init__(self) -> None:
        rules, options = house("south-dakota", OPTIONS)
        self.handler = CommandHandler(self.journal, self.name, self.hand, self.hand)
        self.must(ask.SetUp(self.name, choice_of(rules, options)), FLOOR)
        for command, by in opening_commands(rules, FLOOR):
            self.must(command, by)
        for seat in range(1, SEATS + 1):
            player = Person(f"p{seat}", Role.PLAYER)
            self.must(ask.Sit(seat, player.name), player)
            self.must(ask.BuyIn(seat, Chips(50_000_00)), player)

    def must(self, command: Command, by: Person) -> None:
        """Give an order that has to be obeyed."""
        answer = self.handler.obey(f"t{next(self.ids)}", command, by)
        assert answer.refusal is None, (command, answer.refusal)

    def play(self, secret: int, until: Phase | None = None) -> None:
        """Play a round from this secret to its end, or until a phase."""
        self.hand.number = secret
        begun = self.handler.table.rounds
        while self.handler.table.round is not None or self.handler.table.rounds == begun:
            round_ = self.handler.table.round
            if round_ is not None and round_.phase == until:
                return
            self.step()

    def step(self) -> None:
        """Do the next thing that is due."""
        table = self.handler.table
        rules, _ = house("south-dakota", OPTIONS)
        round_ = table.round
        self.hand.time += 100
        if round_ is not None and round_.phase == Phase.BETTING and not round_.spots:
            bets = {
                Wager.ANTE: Chips(1_000),
                Wager.BLIND: Chips(1_000),
                Wager.PROGRESSIVE: rules.progressive_wagers[0],
            }
            for seat in table.seats:
                self.must(round_ask.PlaceBets(seat, bets), Person(f"p{seat}", Role.PLAYER))
            return
        if round_ is not None and (spot := turn(round_, rules)):
            choice = choices(round_, rules)[0]
            self.must(choice.command(), Person(f"p{spot.seat}", Role.PLAYER))
            return
        step = due(table, QUICK)
        assert step is not None, table
        self.hand.time = max(self.hand.time, step.at)
        self.must(step.command, step.by)


def main() -> None:
    """Look for secrets that bring an award."""
    from pitboss.journal.memory import MemoryJournal

    for name in WINNING:
        for number in count():
            journal = MemoryJournal()
            kept = Kept(journal, name)
            kept.play(number)
            if journal.head(STREAM).number > 1:
                print(name, number, flush=True)  # noqa: T201
                break


if __name__ == "__main__":
    main()
