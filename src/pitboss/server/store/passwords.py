"""Passwords: argon2 hashes, with a limit on how many are computed at a time."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from string import digits, punctuation
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE: Final = 2  # hashes computed at a time: each takes 64 MiB for a moment


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of one argon2 hash; the defaults are those of RFC 9106 for little memory."""

    time: int = 3
    memory_kib: int = 65_536
    lanes: int = 4


CHEAP: Final = Cost(1, 8, 1)  # for tests

# Common passwords, which are guessed first; digits and marks around them help little.
GUESSED_FIRST: Final = (
    "password", "passwort", "passphrase", "qwertyuiop", "qwertz", "qwerty", "asdfghjkl", "asdfgh",
    "zxcvbnm", "zxcvbn", "letmein", "welcome", "iloveyou", "administrator", "admin", "login",
    "changeme", "default", "secret", "guest", "master", "monkey", "dragon", "football", "baseball",
    "princess", "sunshine", "superman", "batman", "trustno", "abcdefghij", "abcdefgh", "abcdef",
    "pitboss", "ultimate", "texas", "holdem", "casino", "poker", "player", "dealer",
)  # fmt: skip
DISTINCT_MIN: Final = 5  # characters that are not the same
DIGITS_AND_MARKS: Final = digits + punctuation + " "
_READ_AS: Final = str.maketrans("013457@$", "oieastas")


def is_guessable(password: str, name: str) -> bool:
    """Return whether a password is easy to guess: a common word, the name, one key repeated.

    >>> is_guessable("P4ssword12", "Ann"), is_guessable("three blue lamps", "Ann")
    (True, False)
    """
    folded = password.casefold()
    core = folded.strip(DIGITS_AND_MARKS)
    rest = "".join(c for c in core.translate(_READ_AS) if c.isalpha())
    plain = "".join(c for c in folded if c.isalpha())
    own = "".join(c for c in name.casefold() if c.isalpha())
    for word in (own, *GUESSED_FIRST):
        rest, plain = (text.replace(word, "") if word else text for text in (rest, plain))
    return not rest or not plain or len(set(folded)) < DISTINCT_MIN


class Passwords:
    """Makes and checks hashes."""

    def __init__(self, cost: Cost) -> None:
        self._hasher = PasswordHasher(cost.time, cost.memory_kib, cost.lanes)
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._nobody = self._hasher.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """Hash a password with argon2."""
        with self._turns:
            return self._hasher.hash(password)

    def fits(self, kept: str | None, password: str) -> bool:
        """Verify a password; without a stored hash it takes as long and returns False."""
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobody, password)
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Return whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(kept)
