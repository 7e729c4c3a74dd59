"""Errors of a journal say one clear line, and survive the way from process to process."""

from __future__ import annotations

import pickle

import pytest

from pitboss.journal import (
    AlreadyDone,
    BrokenChain,
    Conflict,
    Damaged,
    JournalError,
    Unavailable,
    Uncertain,
)


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (Conflict("table/1", expected=3, actual=5), "stream 'table/1' is at 5, not at 3"),
        (
            AlreadyDone("table/1", "c-1", first=2, last=2),
            "command 'c-1' is in stream 'table/1' already, as event 2",
        ),
        (
            AlreadyDone("table/1", "c-1", first=2, last=4),
            "command 'c-1' is in stream 'table/1' already, as events 2 to 4",
        ),
        (BrokenChain("table/1", 7, "it is bent"), "stream 'table/1', event 7: it is bent"),
        (Unavailable("away"), "away"),
        (Uncertain("who knows"), "who knows"),
        (Damaged("torn"), "torn"),
    ],
)
def test_an_error_is_the_same_after_a_journey(error: JournalError, line: str) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)

    assert str(error) == str(again) == line
    assert type(again) is type(error)
    assert vars(again) == vars(error)
