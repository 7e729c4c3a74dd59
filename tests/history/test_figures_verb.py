"""Floor figures as the verb gives them: text, one document, one line for what is wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.history.figures import BalanceCheck
from pitboss.journal import Draft, Turn, Write, open_journal
from pitboss.journal.codec import encode_event
from pitboss.journal.memory import MemoryJournal
from pitboss.table import event as past
from tests.audit.tables import regulars
from tests.audit.write import in_file, write_table
from tests.history.figures import counted, with_bots

# -- the verb -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def journal_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("figures") / "floor.db"
    other = regulars(2, rounds=8, rules="california", name="T2")
    return in_file(path, with_bots(regulars(1, rounds=10, seats=3), 2), other)


def test_the_verb_prints_the_figures_and_their_proof(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--by", "shift"]) == 0

    out = capsys.readouterr().out
    assert "2027-01-15 06:00 to 14:00" in out
    assert "holds, and agrees with the books to the last fraction of a cent" in out
    assert "bots are left out of rounds, seats, handle, drop" in out
    assert "drop is the chips bought at the table" in out
    assert "theoretical win" not in out


def test_the_document_has_rows_a_total_and_the_identity(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--json", "--bots", "include"]) == 0

    out, err = capsys.readouterr()
    found = json.loads(out)
    assert err == ""
    assert [row["table"] for row in found["rows"]] == ["T1", "T2"]
    drops = [float(row["drop"]) for row in found["rows"]]
    assert float(found["total"]["drop"]) == sum(drops)
    assert [one["identity"]["holds"] for one in found["tables"]] == [True, True]
    assert found["rows"][1]["win"]["dollars"] == "0.00"


@pytest.mark.slow
def test_the_verb_prints_the_theory_when_asked(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--theory"]) == 0

    out = capsys.readouterr().out
    assert "Actual against theoretical win, at optimal play" in out
    assert "real players give up more" in out


def test_money_that_does_not_add_up_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"progressive": "UTHP-01", "meter.seed": {"main": 5000}, "meter.rate": {"main": "7%"}}
    table = regulars(1, rounds=3, rules="south-dakota", options=options)
    # A correction that lies about what stood on the meter before.
    lie = past.MeterCorrected("main", Fraction(1), Fraction(5), "x", "Ada", "Ben")
    with open_journal(tmp_path / "floor.db") as journal:
        write_table(journal, table)
        after = journal.head("table/T1").number
        turn = Turn("forged", b"{}", table.at, (Draft(*encode_event(lie)),))
        journal.append(Write("table/T1", after, turn))

    assert run(["audit", "figures", str(tmp_path / "floor.db")]) == 1

    out = capsys.readouterr().out
    assert "DOES NOT HOLD: both sides of the identity" in out
    assert "holds, and agrees" not in out


def test_nothing_is_a_table_with_nothing_in_it() -> None:
    found = BalanceCheck("T1")
    assert found.left == found.right == 0
    assert found.faults() == []
    assert counted(MemoryJournal()).periods == {}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--table", "T9"], "there is no table 'T9' in the journal; it has T1, T2"),
        (["--by", "week"], "--by 'week': wants table, day, hour or shift"),
        (["--bots", "no"], "--bots 'no': wants exclude, include or only"),
        (["--from", "15.1.2027"], "--from '15.1.2027': is no time; write a day, 2027-01-15"),
        (["--from", "2027-01-16", "--to", "2027-01-14"], "is not before --to 2027-01-14"),
    ],
)
def test_bad_input_is_one_line(
    args: list[str], said: str, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), *args]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_time_without_events_is_told(
    journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "figures", str(journal_file), "--to", "2020-01-01"]) == 0
    assert "nothing happened at any table in that time" in capsys.readouterr().out
