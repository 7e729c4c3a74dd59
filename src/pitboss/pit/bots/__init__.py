"""Bots: players that the pit seats, so that a table is never empty and load can be made.

A bot sees what its seat may see (`RoundView`) and no more; chance is handed to it. It is marked as
a bot wherever it sits. Only styles that count import compiled code, and only when they first play.
"""

from pitboss.pit.bots.betting import Style
from pitboss.pit.bots.bot import Bot

__all__ = ["Bot", "Style"]
