"""The shell that runs tables: commands in turn, chance and clocks, append before tell."""

from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.bots import Bot, Style
from pitboss.pit.chance import Chance, SystemChance
from pitboss.pit.clock import Clock, SystemClock
from pitboss.pit.command_handler import CommandHandler
from pitboss.pit.pit import Pit
from pitboss.pit.replica import Replica, load

__all__ = [
    "Answer",
    "Bot",
    "Chance",
    "Clock",
    "CommandHandler",
    "Pit",
    "PitReason",
    "Replica",
    "Style",
    "SystemChance",
    "SystemClock",
    "load",
]
