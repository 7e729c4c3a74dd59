"""While a journal is proved the collector comes seldom, and afterwards as before."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from pitboss.audit.collector import collecting_seldom
from pitboss.audit.verify import verify
from pitboss.journal import open_journal


def test_the_collector_is_as_before_afterwards_also_after_an_error() -> None:
    usual, frozen = gc.get_threshold(), gc.get_freeze_count()

    def fail() -> None:
        assert gc.get_threshold()[0] > usual[0]
        assert gc.get_freeze_count() > frozen
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), collecting_seldom():
        fail()

    assert gc.get_threshold() == usual
    assert gc.get_freeze_count() == 0


def test_proving_leaves_it_nothing_to_find(journal_file: Path) -> None:
    with open_journal(journal_file, read_only=True) as journal:
        verify(journal)  # what is made once, on first use
        gc.collect()
        gc.disable()
        try:
            report = verify(journal)
            found = gc.collect()
        finally:
            gc.enable()

    assert report.clean
    assert found < report.rounds  # not one a round; other threads of a test run may leave some
