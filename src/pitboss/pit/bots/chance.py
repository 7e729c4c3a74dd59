"""Chance as a bot is given it: a whole number below n, every one as likely as the others."""

from __future__ import annotations

from collections.abc import Callable

Chance = Callable[[int], int]  # the pit hands in the operating system's, a test a seeded one
