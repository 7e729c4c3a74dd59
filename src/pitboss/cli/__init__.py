"""The command line: one verb a file, each imported only when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer

from pitboss import __version__
from pitboss.cli.failure import Failure
from pitboss.cli.rules import rules

OK: Final = 0
FOUND: Final = 1  # the input could be read, and something is wrong with what it says
BAD_INPUT: Final = 2  # the input could not be used; one line on stderr says why
BUG: Final = 3  # our own mistake
INTERRUPTED: Final = 130

app = typer.Typer(
    name="pitboss",
    help="Ultimate Texas Hold'em under the written rules of five places.",
    epilog="Exit codes: 0 fine, 1 something was found, 2 bad input, 3 a mistake of pitboss itself.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(rules, name="rules")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    _: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=_version),
    ] = False,
) -> None:
    """Take the options that stand before a verb."""


@app.command()
def settle(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files, folders or -.")],
    *,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add the text of each clause.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Settle rounds described in files, wager by wager, with clauses."""
    from pitboss.cli.settle import run

    return run(files, explain=explain, as_json=as_json)


@app.command()
def sidebet(
    wager: Annotated[str, typer.Argument(metavar="trips|six-card|progressive")],
    *,
    rules: Annotated[
        str | None, typer.Option(metavar="NAME", help="A rule set; else all of them.")
    ] = None,
    paytable: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="A paytable; else all of them.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="1..6", help="Players at the table, for Envy.")
    ] = None,
    stake: Annotated[
        str | None, typer.Option("--wager", metavar="DOLLARS", help="Else the smallest.")
    ] = None,
    meters: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="As it stands.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An operator's choice.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Work out side bets exactly: hits, returns, house edge, meters, Envy, break-even."""
    from pitboss.cli.sidebet import run

    return run(
        wager,
        rules=rules,
        paytable=paytable,
        players=players,
        stake=stake,
        meters=meters or (),
        settings=settings or (),
        as_json=as_json,
    )


def run(args: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; whatever is wrong is one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    wanted = list(sys.argv[1:] if args is None else args) or ["--help"]
    try:
        code = app(wanted, prog_name="pitboss", standalone_mode=False)
        sys.stdout.flush()
    except Failure as failure:
        return _complain(str(failure), BAD_INPUT)
    except typer.TyperException as error:
        return _complain(f"{error.format_message().rstrip('.')}; see pitboss --help", BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        return _hang_up()
    except Exception as error:
        if os.environ.get("PITBOSS_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _complain(f"a mistake of pitboss: {what}; PITBOSS_DEBUG=1 shows where", BUG)
    return code if isinstance(code, int) else OK


def _complain(text: str, code: int) -> int:
    """Say what is wrong on one line, whatever it was written on."""
    sys.stderr.write(f"pitboss: {' '.join(text.split())}\n")
    return code


def _hang_up() -> int:
    """Leave quietly when whoever reads our output has gone (`pitboss rules show … | head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK


def main() -> None:
    """Start the program."""
    sys.exit(run())
