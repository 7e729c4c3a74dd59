"""The shell that runs tables: commands in turn, chance and clocks, append before tell."""

from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.bots import Bot, Style
from pitboss.pit.chance import Chance, SystemChance
from pitboss.pit.clock import Clock, SystemClock
from pitboss.pit.keeper import Keeper
from pitboss.pit.live import Live, load
from pitboss.pit.pit import Pit

__all__ = [
    "Answer",
    "Bot",
    "Chance",
    "Clock",
    "Keeper",
    "Live",
    "Pit",
    "PitReason",
    "Style",
    "SystemChance",
    "SystemClock",
    "load",
]
