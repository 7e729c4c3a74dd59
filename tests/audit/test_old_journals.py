"""Journals of earlier versions are proved: what an earlier engine decided is no forgery."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.audit.verify import verify
from pitboss.journal import open_journal
from tests.journal.old import OLD_JOURNALS, unpacked


@pytest.mark.parametrize("packed", OLD_JOURNALS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_old_journal_is_proved(packed: Path, tmp_path: Path) -> None:
    with open_journal(unpacked(packed, tmp_path), read_only=True) as journal:
        report = verify(journal)

    assert report.findings == ()
    assert report.rounds
    assert {remark.engine for remark in report.remarks} <= {1}
    if packed.parent.name == "engine-2":  # today's decisions, in shapes of their time
        assert report.remarks == ()


def test_what_an_earlier_engine_decided_otherwise_is_said_round_by_round(tmp_path: Path) -> None:
    (packed,) = (p for p in OLD_JOURNALS if p.match("engine-1/maryland-1.db.xz"))

    with open_journal(unpacked(packed, tmp_path), read_only=True) as journal:
        remarks = verify(journal).remarks

    assert [remark.round for remark in remarks] == [2, 3, 4]
    assert remarks[0].line().endswith(": round 2: played by engine 1")
