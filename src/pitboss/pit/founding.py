"""What opens a new table: its decks, the first part of the checklist, the floor's word."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.rules import Rules
from pitboss.table import Command, Person
from pitboss.table import command as ask
from pitboss.table.deck import Step
from pitboss.table.opening import BEFORE_PLAYERS, checklist
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.timetable import fresh_decks


def opening_commands(rules: Rules, floor: Person) -> Iterator[tuple[Command, Person]]:
    """List what is done before players come, and by whom; two people sign for each deck."""
    decks = fresh_decks(rules)
    yield ask.BringDecks(decks), AUTOMATIC_DEALER
    for deck in decks:
        for step in checklist(deck, rules):
            if step in BEFORE_PLAYERS:
                by = floor if step == Step.VERIFY else AUTOMATIC_DEALER
                yield ask.DoStep(deck.colour, step), by
    yield ask.OpenTable(), floor
