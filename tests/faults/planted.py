"""Keepers with a bug planted on purpose: the simulation must find every one of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Final

from pitboss.journal import Journal, JournalError
from pitboss.ledger import Books
from pitboss.pit.answer import Answer
from pitboss.pit.chance import Chance
from pitboss.pit.clock import Clock
from pitboss.pit.command_handler import CommandHandler
from pitboss.round import Refusal
from pitboss.round import event as round_past
from pitboss.table import Command, Event, Order, Person, decide
from pitboss.table.link import LinkEvent

_numbers = count()


class AnswersBeforeItIsDurable(CommandHandler):
    """Says yes although the store did not."""

    def obey(self, id_: str, command: Command, by: Person) -> Answer:
        try:
            return super().obey(id_, command, by)
        except JournalError:
            events = decide(self.table, Order(command, by, self.table.clock.at))
            if isinstance(events, Refusal) or not events:
                raise
            number = self.replica.number
            return Answer(id_, number + 1, number + len(events), events)


class ForgetsCommandIds(CommandHandler):
    """Writes every attempt under an id of its own, so that a lost answer doubles a bet."""

    def _attempt(self, id_: str, command: Command, by: Person) -> Answer:
        answer = super()._attempt(f"house/{next(_numbers)}", command, by)
        return replace(answer, id=id_)


class RefusesWhatItObeyed(CommandHandler):
    """Decides a repeated command again, by the table as it stands now."""

    def _check_newest(self, id_: str) -> None:
        pass


class ShufflesAgainOnReload(CommandHandler):
    """Deals on from another deck after a restart."""

    def __init__(self, journal: Journal, table: str, clock: Clock, chance: Chance) -> None:
        super().__init__(journal, table, clock, chance)
        round_ = self.table.round
        if round_ is not None and round_.stub:
            turned = replace(round_, stub=round_.stub[::-1])
            self.replica = replace(self.replica, table=replace(self.table, round=turned))


class SkipsTheBooks(CommandHandler):
    """Keeps snapshots of books in which nothing was entered."""

    def keep_snapshot(self) -> None:
        self.replica = replace(self.replica, books=Books())
        super().keep_snapshot()


class LetsTimeGoBack(CommandHandler):
    """Believes the clock of its machine."""

    def _order(self, command: Command, by: Person) -> Order:
        return replace(super()._order(command, by), at=self._clock.now())


class ForgetsTheLink(CommandHandler):
    """Pays from a linked meter and does not say so."""

    def _link_events(self, decision: tuple[Event, ...]) -> tuple[LinkEvent, ...] | Refusal:
        paid = any(isinstance(event, round_past.RoundSettled) for event in decision)
        return () if paid else super()._link_events(decision)


BUGS: Final[tuple[type[CommandHandler], ...]] = (
    AnswersBeforeItIsDurable,
    ForgetsCommandIds,
    RefusesWhatItObeyed,
    ShufflesAgainOnReload,
    SkipsTheBooks,
    LetsTimeGoBack,
    ForgetsTheLink,
)
