"""The program as a user starts it: help in no time, one line for what is wrong, no traceback."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

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


def test_a_server_starts_without_numba_and_numpy() -> None:
    code = (
        "import sys, pitboss.server.run, pitboss.server.app;"
        "print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout.splitlines()[-1] == "[]"


WITHOUT_ARRAYS = """
import shlex, sys
from pitboss.cli import run

db, sample, copies = sys.argv[1:]
for words in (
    "rules list", "rules show maryland", "rules diff MD CA", "rules clauses MD-11.H.1",
    f"settle --explain {sample}", "sidebet trips", "solve --help", "audit rng --help",
    f"pit {db} --rounds 1 --rules maryland", f"audit verify {db}", f"audit anchor {db}",
    f"audit figures {db}", f"audit replay {db} --table 'maryland 1' --round 1",
    f"people admin Zoe --db {db}", f"backup {copies} --db {db}",
):
    print(words, run(shlex.split(words)), [m for m in ("numba", "numpy") if m in sys.modules],
          file=sys.stderr)
"""


def test_verbs_without_long_sums_load_neither_numba_nor_numpy(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "examples/rounds/01-maryland-dealer-does-not-qualify.toml"
    (tmp_path / "copies").mkdir()
    words = [str(tmp_path / "pit.db"), str(sample), str(tmp_path / "copies")]
    command = [sys.executable, "-c", WITHOUT_ARRAYS, *words]

    done = subprocess.run(command, capture_output=True, check=True, text=True)

    lines = done.stderr.splitlines()
    assert len(lines) == 15
    assert [line for line in lines if not line.endswith(" 0 []")] == []


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
    ["file"],
    ["file", "no-such-file.toml"],
    ["file", "no-such-file.toml", "-o", "no-such-binder"],
    ["file", "README.md", "-o", "no-such-binder"],
    ["file", "README.md", "-o", "no/such/folder"],
    ["file", "README.md", "-o", "a\x00b"],
    ["file", "README.md", "-o", "x" * 5000],
    ["file", "verify"],
    ["file", "verify", "no-such-binder"],
    ["file", "verify", "a\x00b"],
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
    def broken(_: object) -> int:
        raise KeyError("surprise")

    monkeypatch.setattr("pitboss.cli.rules.list.run", broken)

    assert run(["rules", "list"]) == 3
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("args", [["--help"], ["rules", "list"], ["rules", "list", "--json"]])
def test_output_that_cannot_be_written_is_one_line(args: list[str]) -> None:
    command = [sys.executable, "-m", "pitboss.cli", *args]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)

    assert done.returncode == 2
    assert done.stderr == b"pitboss: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("closed", "args", "code", "says"),
    [
        (">&-", "rules list", 2, b"standard output is closed"),
        ("<&-", "settle -", 2, b"<stdin>: is closed"),
        ("2>&-", "rules show ohio", 2, b""),
        ("2>&-", "rules list --json", 0, b""),
    ],
)
def test_closed_streams_are_no_mistake_of_ours(
    closed: str, args: str, code: int, says: bytes
) -> None:
    command = f"{shlex.quote(sys.executable)} -m pitboss.cli {args} {closed}"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, check=False)

    assert done.returncode == code
    assert says in done.stderr
    assert done.stderr.count(b"\n") == bool(says)


def test_nothing_in_a_complaint_steers_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", "no\x1b[31m\x00such.toml"]) == 2

    err = capsys.readouterr().err
    assert err.endswith("\n")
    assert err[:-1].isprintable()


LONG = f"0x{'f' * 5_000}"


@pytest.mark.parametrize("text", [f"edition = {LONG}", f"edition = {'9' * 5_000}"])
@pytest.mark.parametrize("verb", [["settle"], ["rules", "check"]], ids=["settle", "check"])
def test_a_number_too_long_to_write_is_no_mistake_of_ours(
    verb: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "long.toml"
    file.write_text(f'rules = "maryland"\n{text}\n')

    assert run([*verb, str(file)]) == 2
    assert "too long a number" in capsys.readouterr().err


@pytest.mark.parametrize("args", ["--help", "rules list", "rules list --json", "sidebet trips"])
def test_a_reader_that_takes_nothing_gets_code_0(args: str) -> None:
    command = [sys.executable, "-m", "pitboss.cli", *args.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        complaint = process.stderr.read()

    assert (process.returncode, complaint) == (0, b"")


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
