"""`pitboss pit` and what it is given: no journal is lost, nothing steers a screen."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.cli.errors import Failure
from pitboss.cli.pit import Options
from pitboss.cli.pit import run as run_pit
from pitboss.journal import CannotOpen, Unavailable, open_journal
from pitboss.pit.replica import load
from pitboss.rules import SET_NAMES
from tests.waiting import WAIT_S_MAX

EXAMPLES = Path(__file__).parents[2] / "examples/submissions"


@pytest.mark.parametrize(
    "where", ["", "  ", "memory:", ":memory:", "x" * 5_000, "a\0b", "/dev/full"]
)
def test_a_journal_that_would_not_be_kept_is_one_line(
    where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["pit", where, "--rounds", "1", "--rules", "maryland"]) == 2

    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "internal error" not in err


def _heed_signals() -> None:
    """Undo what a shell does to its background jobs: they ignore SIGINT, and so would the child."""
    for wish in (signal.SIGINT, signal.SIGTERM):
        signal.signal(wish, signal.SIG_DFL)


def _ignore_sigint() -> None:
    """Do what a shell does to its background jobs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.slow
@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_a_pit_that_is_asked_to_end_says_so_and_leaves_a_sound_journal(
    wish: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pit.db"
    words = [sys.executable, "-m", "pitboss.cli", "pit", str(path), "--rounds", "1000000"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_heed_signals
    ) as child:
        while not path.is_file() or run(["audit", "verify", str(path)]) == 2:
            assert child.poll() is None
        child.send_signal(wish)
        try:
            out, err = child.communicate(timeout=WAIT_S_MAX)
        finally:
            child.kill()  # else a child that does not end would hold this test for ever

    assert (child.returncode, out, err) == (130, b"", b"pitboss: interrupted\n")
    capsys.readouterr()
    assert run(["audit", "verify", str(path)]) == 0


@pytest.mark.slow
def test_a_pit_in_the_background_ignores_ctrl_c_and_ends_by_sigterm(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"
    words = [sys.executable, "-m", "pitboss.cli", "pit", str(path), "--rounds", "1000000"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=_ignore_sigint
    ) as child:
        try:
            for _ in range(2):  # also after the loop of the tables runs: before and after a round
                before = _rounds(path)
                child.send_signal(signal.SIGINT)
                while _rounds(path) < before + 2:
                    assert child.poll() is None
                    time.sleep(0.05)
            child.send_signal(signal.SIGTERM)
            out, err = child.communicate(timeout=WAIT_S_MAX)
        finally:
            child.kill()

    assert (child.returncode, out, err) == (130, b"", b"pitboss: interrupted\n")


def _rounds(path: Path) -> int:
    """Count the rounds that have begun; none while there is no journal yet."""
    if not path.is_file():
        return 0
    try:
        with open_journal(path, read_only=True) as journal:
            streams = journal.heads("table/")
            return sum(e.name.startswith("round-begun/") for s in streams for e in journal.read(s))
    except (CannotOpen, Unavailable):  # it is being made
        return 0


LOST = """
import os, signal, sys, weakref
from pitboss import cli
import pitboss.cli.pit

pit = sys.modules["pitboss.cli.pit"]

def lost(_):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(10_000):
            pass
    except KeyboardInterrupt:
        print("lost", flush=True)
        raise

class Forgotten:
    pass

def opened(where, real=pit.open_journal):
    thing = Forgotten()
    hold = weakref.ref(thing, lost)
    del thing
    return real(where)

pit.open_journal = opened
cli.main()
"""


@pytest.mark.slow
def test_a_wish_to_end_that_python_lost_is_heard_before_the_tables_open(tmp_path: Path) -> None:
    words = [sys.executable, "-c", LOST, "pit", str(tmp_path / "pit.db"), "--rounds", "1000000"]

    ended = subprocess.run(words, capture_output=True, timeout=WAIT_S_MAX, check=False)

    assert (ended.returncode, ended.stdout) == (130, b"lost\n")
    assert ended.stderr == b"pitboss: interrupted\n"


CAUGHT = """
from pitboss import cli

def caught(*_, **__):
    exec("raise KeyboardInterrupt")

cli.run_verb = caught
cli.main()
"""


def test_a_wish_to_end_within_code_made_from_text_gives_the_same_exit_code(tmp_path: Path) -> None:
    (tmp_path / "caught.py").write_text(CAUGHT)

    # Only a module that is run by its name ends as it was noted, not as it was said.
    ended = subprocess.run(
        [sys.executable, "-m", "caught"], cwd=tmp_path, capture_output=True, check=False
    )

    assert (ended.returncode, ended.stderr) == (130, b"pitboss: interrupted\n")


@pytest.mark.parametrize("words", [["pit"], ["audit", "verify"], ["audit", "figures"]])
def test_a_password_in_an_address_is_never_shown(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*words, "postgresql://ann:secret@127.0.0.1:1/x?sslpassword=secret"]) == 2

    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "secret" not in err


@pytest.mark.slow
def test_tables_of_bots_play_under_all_five_rule_books_and_are_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "pit.db")
    words = ["pit", path, "--rounds", "2", "--seats", "2", "--json"]

    assert run(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert run(words) == 0
    again = json.loads(capsys.readouterr().out)

    assert [table["rules"] for table in first["tables"]] == list(SET_NAMES)
    for before, after in zip(first["tables"], again["tables"], strict=True):
        assert before["rounds"] >= 2
        assert after["rounds"] >= 2
        assert after["events"] > before["events"], "the same tables go on"
    assert run(["audit", "verify", path]) == 0


@pytest.mark.parametrize(
    "words",
    [
        ["--rounds", "0"],
        ["--rounds", "many"],
        ["--tables", "1001"],
        ["--seats", "8"],
        ["--bots", "clever"],
        ["--rules", "atlantis"],
    ],
)
def test_what_cannot_be_run_is_one_line_and_makes_no_file(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pit.db"

    assert run(["pit", str(path), *words]) == 2

    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert not path.exists()


@pytest.mark.parametrize("name", ["B", "C", "D"])
def test_a_submission_opens_a_table_whose_meters_grow(name: str, tmp_path: Path) -> None:
    meters = {"B": ("major", "minor")}.get(name, ("mega", "major", "minor"))
    least = {"mega": 10_000, "major": 1_000, "minor": 250}
    seeds = ", ".join(f"{meter} = {least[meter]}" for meter in meters)
    rates = ", ".join(f"{meter} = 2" for meter in meters)
    text = (EXAMPLES / "maryland.toml").read_text("utf-8")
    text = text.replace('progressive = "C"', f'progressive = "{name}"')
    text = re.sub(r"(?m)^seed = .*$", f"seed = {{ {seeds} }}", text)
    text = re.sub(r"(?m)^rate = .*$", f"rate = {{ {rates} }}", text)
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")

    code = run_pit(
        Options(journal=str(tmp_path / "pit.db"), rounds="3", seats="2", submission=str(file))
    )

    assert code == 0
    with open_journal(tmp_path / "pit.db") as journal:
        table = load(journal, "table/maryland 1").table
    assert set(table.progressive.meters) == set(meters)


def test_a_submission_that_the_check_rejects_opens_nothing(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="not accepted"):
        run_pit(
            Options(
                journal=str(tmp_path / "pit.db"), submission=str(EXAMPLES / "broken-maryland.toml")
            )
        )
