"""The rules that the school is tested under: five books as printed, and five submissions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pitboss.rules import SET_NAMES, Rules, in_force, read_submission, rule_set

SUBMISSIONS: Final = Path(__file__).parents[3] / "examples" / "submissions"
BOOKS: Final = tuple(SET_NAMES)
FILED: Final = tuple(f"{name} as filed" for name in SET_NAMES)
PLACES: Final = (*BOOKS, *FILED)


def rules_at(place: str) -> Rules:
    """Return the rules in force at a place: by its book, or by its example submission."""
    name, _, filed = place.partition(" ")
    if not filed:
        return in_force(rule_set(name))
    submission = read_submission((SUBMISSIONS / f"{name}.toml").read_text("utf-8"))
    assert submission.rules is not None
    assert submission.status == "accepted"
    return submission.rules
