"""The program as a user starts it: help in no time, one line for what is wrong, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pitboss import __version__
from pitboss.cli import run


def pitboss(*args: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Start the program as a process of its own."""
    command = [sys.executable, "-m", "pitboss.cli", *args]
    settings = {**os.environ, **env}
    return subprocess.run(command, input=stdin, capture_output=True, env=settings, check=False)


def test_help_loads_no_rules_and_no_tables() -> None:
    code = (
        "import sys; from pitboss.cli import run; run(['--help']);"
        "print([m for m in ('rich.table', 'pitboss.rules', 'pitboss.round') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout.splitlines()[-1] == "[]"


def test_nothing_asked_is_answered_with_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "rules" in capsys.readouterr().out


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"pitboss {__version__}\n"


WRONG = [
    ["nonsense"],
    ["--nonsense"],
    ["rules"],
    ["rules", "nonsense"],
    ["rules", "show"],
    ["rules", "show", "ohio"],
    ["rules", "show", "maryland", "california"],
    ["rules", "show", "\x1b[31m"],
    ["rules", "show", "[bold]"],
    ["rules", "diff", "maryland"],
    ["rules", "diff", "maryland", "ohio"],
    ["rules", "clauses"],
    ["rules", "clauses", "MD-99"],
    ["rules", "clauses", "MD-11.H.1", "A-MD-99"],
    ["rules", "clauses", "[/bold]"],
    ["rules", "check"],
    ["rules", "check", "no-such-file.toml"],
    ["rules", "check", "x" * 5000],
    ["rules", "check", "a\x00b"],
    ["rules", "list", "--yaml"],
]


@pytest.mark.parametrize("args", WRONG, ids=lambda args: " ".join(args)[:40])
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["people", "json"])
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(
    args: list[str], more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run([*args, *more])

    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


def test_the_same_holds_for_the_program_itself() -> None:
    done = pitboss("rules", "show", "ohio")

    assert done.returncode == 2
    assert done.stdout == b""
    assert b"there are maryland, south-dakota" in done.stderr


def test_a_mistake_of_our_own_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*, as_json: bool) -> int:
        raise KeyError("surprise")

    monkeypatch.setattr("pitboss.cli.rules_list.run", broken)

    assert run(["rules", "list"]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_reader_that_has_gone_is_no_reason_to_complain() -> None:
    command = [sys.executable, "-m", "pitboss.cli", "rules", "show", "maryland"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        complaint = process.stderr.read()

    assert complaint == b""


def test_piped_output_has_no_colour_and_no_cut_cell() -> None:
    done = pitboss("rules", "show", "maryland")

    assert b"\x1b" not in done.stdout
    assert "…" not in done.stdout.decode()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_can_show_it(encoding: str) -> None:
    done = pitboss("rules", "diff", "maryland", "california", PYTHONIOENCODING=encoding)

    assert done.returncode == 0
    assert done.stdout.decode(encoding)
