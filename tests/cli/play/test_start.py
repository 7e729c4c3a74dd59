"""How `pitboss play` starts: what it refuses in one line, and what it does not load."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from pitboss.cli import run
from pitboss.cli.play import start
from tests.waiting import WAIT_S_MAX

WRONG = {
    "rules": (["--rules", "nowhere"], "nowhere"),
    "chips": (["--chips", "x"], "--chips: 'x' is not an amount in dollars; write 5 or 2.50"),
    "no-chips": (["--chips", "0"], "--chips '0': wants an amount from $0.01"),
    "ante": (["--ante", "3"], "--ante '3': Ante of $3.00 is below the minimum of $5.00"),
    "coach": (["--coach", "loud"], "--coach 'loud': write off, after or before"),
    "seats": (["--seats", "9"], "--seats '9': wants a whole number from 0 to "),
    "too-few": (["--rules", "california", "--seats", "1"], "wants a whole number from 2 to "),
    "bots": (["--bots", "brave"], "--bots 'brave': there are optimal"),
    "option": (["--seed", "1"], "No such option: --seed"),
    "word": (["maryland"], "Got an unexpected argument: maryland"),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=WRONG)
def test_bad_input_is_one_line(
    args: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["play", *args])

    assert code == 2
    assert says in capsys.readouterr().err


def test_without_a_terminal_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play"]) == 2
    assert capsys.readouterr().err == f"pitboss: {start.NO_TERMINAL}\n"


def test_without_textual_it_says_what_to_install(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(start, "find_spec", lambda _: None)
        code = run(["play"])

    assert code == 2
    assert (
        capsys.readouterr().err
        == "pitboss: pitboss play needs Textual: pip install 'pitboss[tui]'\n"
    )


@pytest.mark.parametrize("args", ["--help", "play --help", "rules list", "play --ante 3"])
def test_textual_is_loaded_for_the_screen_alone(args: str) -> None:
    asks = (
        "import sys; from pitboss.cli import run; run(sys.argv[1:]); "
        "sys.exit(any(name.partition('.')[0] == 'textual' for name in sys.modules))"
    )

    done = subprocess.run([sys.executable, "-c", asks, *args.split()], capture_output=True)

    assert done.returncode == 0


@pytest.mark.slow
def test_a_hand_in_a_real_terminal_leaves_it_as_it_was() -> None:
    ours, theirs = pty.openpty()
    os.environ.setdefault("TERM", "xterm-256color")
    args = [sys.executable, "-m", "pitboss.cli", "play", "--coach", "off"]
    size = {"COLUMNS": "100", "LINES": "30"}
    process = subprocess.Popen(
        args, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **size}
    )
    os.close(theirs)

    seen = _until(ours, b"Deal,")
    os.write(ours, b" ")
    seen += _until(ours, b"Check")
    os.write(ours, b"qq")
    seen += _until(ours, b"You leave with $480.00 after 1 hand")
    code = process.wait(WAIT_S_MAX)
    os.close(ours)

    assert code == 0
    assert seen.count(b"\x1b[?1049h") == seen.count(b"\x1b[?1049l") == 1  # the other screen


def _until(terminal: int, words: bytes) -> bytes:
    seen = b""
    while words not in seen:
        seen += os.read(terminal, 65_536)
    return seen
