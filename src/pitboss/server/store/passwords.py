"""Passwords: only their argon2 hashes are kept, and only so many are worked out at a time."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE: Final = 2  # each takes its memory for a moment; a flood of log-ins must not take it all


@dataclass(frozen=True, slots=True)
class Cost:
    """What one guess costs; the defaults are those of RFC 9106 for little memory."""

    time: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


CHEAP: Final = Cost(1, 8, 1)  # for tests


class Passwords:
    """Makes and checks hashes."""

    def __init__(self, cost: Cost) -> None:
        self._hasher = PasswordHasher(cost.time, cost.memory_kib, cost.lanes)
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._nobody = self._hasher.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        with self._turns:
            return self._hasher.hash(password)

    def fits(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; without one the answer takes as long, and is no."""
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobody, password)
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Whether it was made at another cost than today's."""
        return self._hasher.check_needs_rehash(kept)
