"""Many rounds as a pure decider: people, bank, decks, progressive, and the round being played."""

from pitboss.table.command import Command, Order
from pitboss.table.decide import decide
from pitboss.table.event import Event
from pitboss.table.evolve import evolve
from pitboss.table.people import Person, Role
from pitboss.table.refusal import TableReason
from pitboss.table.rules_choice import RulesChoice, choice_of, rules_of
from pitboss.table.state import Table

__all__ = [
    "Command",
    "Event",
    "Order",
    "Person",
    "Role",
    "RulesChoice",
    "Table",
    "TableReason",
    "choice_of",
    "decide",
    "evolve",
    "rules_of",
]
