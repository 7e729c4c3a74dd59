"""The battery: every test on decks and on raw bytes, and one verdict for all of them together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.finding import FAMILY_RISK, RngResult, holm
from pitboss.audit.rng.hands import classes, strengths_of
from pitboss.audit.rng.places import (
    DECK_CARDS,
    FULL_TABLE,
    Decks,
    Layout,
    card_by_place,
    first_two,
    neighbours,
)
from pitboss.audit.rng.raw import raw_findings
from pitboss.audit.rng.series import across_seats, deck_after_deck, of_strengths, repeated_decks


class DeckError(ValueError):
    """What was given are no decks; its message is one line, fit to be shown to a user."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding, its p-value adjusted for the number of tests, and whether it stands."""

    finding: RngResult
    adjusted: float | None
    failed: bool


@dataclass(frozen=True, slots=True)
class Report:
    """All findings; the family fails if one of them does, at a risk of `FAMILY_RISK` in all."""

    decks: int
    raw_bytes: int
    judged: tuple[Judged, ...]

    @property
    def passed(self) -> bool:
        return not any(one.failed for one in self.judged)

    @property
    def not_run(self) -> int:
        return sum(one.adjusted is None for one in self.judged)


def battery(decks: NDArray[np.integer], raw: bytes = b"", layout: Layout = FULL_TABLE) -> Report:
    """Test decks, one a row in the order they were dealt, and the bytes they were drawn from.

    Without bytes, only the decks are tested. Tests for which there are too few decks are not run,
    and say so. Raises `DeckError` if a row is no deck.
    """
    found = _deck_findings(checked_decks(decks), layout)
    if raw:
        found += raw_findings(raw)
    return Report(len(decks), len(raw), _judged(found))


def checked_decks(decks: NDArray[np.integer]) -> Decks:
    """Return the decks as bytes, if each has every card once; raises `DeckError`."""
    if decks.ndim != 2 or decks.shape[1] != DECK_CARDS or not len(decks):
        raise DeckError(f"decks are rows of {DECK_CARDS} cards, not of shape {decks.shape}")
    wrong = (np.sort(decks, axis=1) != np.arange(DECK_CARDS)).any(axis=1)
    if wrong.any():
        raise DeckError(f"deck {int(wrong.argmax()) + 1} does not have each of the 52 cards once")
    return decks.astype(np.uint8)


def _deck_findings(decks: Decks, layout: Layout) -> list[RngResult]:
    strengths = strengths_of(decks, layout)
    return [
        *card_by_place(decks),
        *first_two(decks, layout),
        neighbours(decks),
        *classes(strengths),
        *of_strengths(strengths),
        across_seats(decks, layout),
        *deck_after_deck(decks),
        repeated_decks(decks),
    ]


def _judged(found: list[RngResult]) -> tuple[Judged, ...]:
    adjusted = iter(holm([one.p for one in found if one.p is not None]))
    values = [None if one.p is None else next(adjusted) for one in found]
    return tuple(
        Judged(one, value, failed=value is not None and value <= FAMILY_RISK)
        for one, value in zip(found, values, strict=True)
    )
