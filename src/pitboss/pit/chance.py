"""Where chance comes from: the operating system, and nothing else outside tests."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol

from pitboss.cards.shuffle import SECRET_BYTES

# Returns a whole number from 0 to n - 1, each equally likely. Bots get the operating system's.
DrawBelow = Callable[[int], int]


class Chance(Protocol):
    """Draws the secret of a round, and whole numbers for bots."""

    def secret(self) -> bytes: ...

    def below(self, n: int) -> int: ...


class SystemChance:
    """The operating system's generator; two processes never share a stream of it."""

    def secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)

    def below(self, n: int) -> int:
        return secrets.randbelow(n)
