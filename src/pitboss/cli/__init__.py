"""The command line: one verb a file, each imported only when it is called."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final

import typer

from pitboss import __version__
from pitboss.cli.audit import audit
from pitboss.cli.ending import forget_interrupt, heed_signals
from pitboss.cli.failure import Failure, one_line
from pitboss.cli.optional_value import OptionalValueCommand
from pitboss.cli.people import people
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
app.add_typer(audit, name="audit")
app.add_typer(people, name="people")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]
RulesName = Annotated[str | None, typer.Option("--rules", metavar="NAME", help="A rule set.")]
BlindTable = Annotated[
    str | None, typer.Option("--blind", metavar="NAME|FILE", help="A Blind paytable.")
]
Multiples = Annotated[
    str | None, typer.Option("--multiples", metavar="3,4", help="Play before the flop.")
]
Workers = Annotated[
    str, typer.Option("--executor", metavar="threads|dask://…", help="Where the sums run.")
]


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
def serve(
    *,
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|postgresql://…", help="Where all is kept; else your own file."),
    ] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="To listen on.")] = "127.0.0.1",
    port: Annotated[str, typer.Option(metavar="N", help="0: any that is free.")] = "8000",
    bots: Annotated[bool, typer.Option("--bots/--no-bots", help="At the standing tables.")] = True,
    pace: Annotated[str, typer.Option(metavar="WORD", help="normal, fast or at-once.")] = "normal",
    floor: Annotated[
        str, typer.Option(metavar="WHO", help="automatic, or person: who signs and validates.")
    ] = "automatic",
    proxies: Annotated[
        str, typer.Option("--proxy", metavar="ADDRESS,…", help="Proxies that are believed.")
    ] = "",
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="How much one client may ask.")
    ] = True,
    edges: Annotated[bool, typer.Option("--edges/--no-edges", hidden=True)] = True,
    testing: Annotated[bool, typer.Option("--testing", hidden=True)] = False,
) -> int:
    """Run tables in the browser; the address is printed when players may come."""
    from pitboss.cli.serve import run

    return run(
        db=db,
        host=host,
        port=port,
        bots=bots,
        pace=pace,
        floor=floor,
        proxies=proxies,
        limits=limits,
        edges=edges,
        testing=testing,
    )


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
def solve(
    *,
    rules: RulesName = None,
    blind: BlindTable = None,
    multiples: Multiples = None,
    flop_multiples: Annotated[
        str | None, typer.Option(metavar="2", help="Play on the flop.")
    ] = None,
    river_multiples: Annotated[
        str | None, typer.Option(metavar="1", help="Play on the river.")
    ] = None,
    qualifies: Annotated[
        str | None, typer.Option(metavar="HAND", help="The least hand of the dealer: pair.")
    ] = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="Another way to play, and what it costs.")
    ] = "optimal",
    trips: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="With a Trips wager on the same cards.")
    ] = None,
    trips_bet: Annotated[
        str | None, typer.Option(metavar="ANTES", help="How large; else one Ante.")
    ] = None,
    picture: Annotated[
        str | None, typer.Option(metavar="FILE.svg", help="Draw the strategy.")
    ] = None,
    executor: Workers = "threads",
    as_json: AsJson = False,
) -> int:
    """Solve the whole base game exactly: value, edge, risk, frequencies, all starting hands."""
    from pitboss.cli.solve import run

    return run(
        rules=rules,
        blind=blind,
        multiples=multiples,
        flop_multiples=flop_multiples,
        river_multiples=river_multiples,
        qualifies=qualifies,
        strategy=strategy,
        trips=trips,
        trips_bet=trips_bet,
        executor=executor,
        picture_file=picture,
        as_json=as_json,
    )


@app.command()
def ev(
    *,
    hole: Annotated[str, typer.Option(metavar='"Ks 5d"', help="The player's two cards.")],
    flop: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Three cards: check or play 2x?")
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Five cards: play 1x or fold?")
    ] = None,
    dead: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Seen elsewhere: they cannot come.")
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="CARDS", help="One or two known dealer cards.")
    ] = None,
    rules: RulesName = None,
    blind: BlindTable = None,
    multiples: Multiples = None,
    as_json: AsJson = False,
) -> int:
    """Work out the exact value of each choice for given cards, and what the others cost."""
    from pitboss.cli.ev import run

    return run(
        hole=hole,
        flop=flop,
        board=board,
        dead=dead,
        dealer=dealer,
        rules=rules,
        blind=blind,
        multiples=multiples,
        as_json=as_json,
    )


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


@app.command()
def exposure(
    *,
    see: Annotated[
        str | None,
        typer.Option(metavar="dealer1,flop1,…", help="dealer1-2, flop1-3, turn1-2: seen early."),
    ] = None,
    share: Annotated[
        str | None, typer.Option(metavar="2..6", help="Seats that show each other their cards.")
    ] = None,
    deals: Annotated[str | None, typer.Option(metavar="N", help="Deals sampled to share.")] = None,
    seed: Annotated[str | None, typer.Option(metavar="S", help="To sample the same again.")] = None,
    rules: RulesName = None,
    blind: BlindTable = None,
    multiples: Multiples = None,
    executor: Workers = "threads",
    as_json: AsJson = False,
) -> int:
    """Work out what seen or shared cards are worth, with perfect use of them."""
    from pitboss.cli.exposure import run

    return run(
        see=see,
        share=share,
        deals=deals,
        seed=seed,
        rules=rules,
        blind=blind,
        multiples=multiples,
        executor=executor,
        as_json=as_json,
    )


@app.command(cls=OptionalValueCommand)
def simulate(
    *,
    rules: RulesName = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="Rounds; a million unless said.")
    ] = None,
    seats: Annotated[str | None, typer.Option(metavar="K", help="Players at the table.")] = None,
    strategy: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="How every seat plays.")
    ] = "optimal",
    seed: Annotated[str | None, typer.Option(metavar="S", help="To play the same again.")] = None,
    blind: BlindTable = None,
    trips: Annotated[
        str | None, typer.Option(metavar="[NAME|FILE]", help="Bet Trips, by this paytable.")
    ] = None,
    six_card: Annotated[
        str | None, typer.Option(metavar="[NAME|FILE]", help="Bet Six Card.")
    ] = None,
    progressive: Annotated[
        str | None, typer.Option(metavar="[NAME|FILE]", help="Bet the Progressive.")
    ] = None,
    ante: Annotated[str, typer.Option(metavar="DOLLARS", help="The Ante.")] = "10",
    stakes: Annotated[
        list[str] | None,
        typer.Option("--stake", metavar="WAGER=DOLLARS", help="A side bet; else the Ante."),
    ] = None,
    meters: Annotated[
        list[str] | None, typer.Option("--meter", metavar="NAME=DOLLARS", help="As it stands.")
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="Follow it to the risk of ruin.")
    ] = None,
    session_rounds: Annotated[
        str | None, typer.Option(metavar="N", help="Rounds of a session; 100 unless said.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE.svg|png", help="Draw the session.")
    ] = None,
    executor: Workers = "threads",
    as_json: AsJson = False,
) -> int:
    """Play whole tables at speed, any strategy, beside exact values; sessions and risk of ruin."""
    from pitboss.cli.simulate import run

    return run(
        rules=rules,
        rounds=rounds,
        seats=seats,
        strategy=strategy,
        seed=seed,
        blind=blind,
        trips=trips,
        six_card=six_card,
        progressive=progressive,
        ante=ante,
        stakes=stakes or (),
        meters=meters or (),
        bankroll=bankroll,
        session=session_rounds,
        plot=plot,
        executor=executor,
        as_json=as_json,
    )


@app.command()
def pit(
    journal: Annotated[
        str, typer.Argument(metavar="DB", help="The file of a journal, or postgresql://…")
    ],
    *,
    rules: Annotated[
        list[str] | None, typer.Option("--rules", metavar="NAME", help="A rule set; else all.")
    ] = None,
    tables: Annotated[
        str | None, typer.Option(metavar="N", help="How many; one for each rule set unless said.")
    ] = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="At each table; 100 unless said.")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="N", help="Bots at each table; 4 unless said.")
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="STYLE", help="optimal, simple, timid or random.")
    ] = "random",
    as_json: AsJson = False,
) -> int:
    """Run tables of bots by themselves and write their journal, to be audited or looked at."""
    from pitboss.cli.pit import run

    return run(
        journal, rules=rules or (), tables=tables, rounds=rounds, seats=seats, bots=bots,
        as_json=as_json,
    )  # fmt: skip


def run(args: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code; whatever is wrong is one line on stderr."""
    if sys.stderr is None:  # it was closed before we began
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # to the end of the program
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    wanted = list(sys.argv[1:] if args is None else args) or ["--help"]
    if sys.stdout is None:  # it was closed before we began
        return _complain("there is nowhere to print: standard output is closed", BAD_INPUT)
    try:
        code = app(wanted, prog_name="pitboss", standalone_mode=False)
        sys.stdout.flush()
    except Failure as failure:
        return _complain(str(failure), BAD_INPUT)
    except typer.TyperException as error:
        return _complain(f"{error.format_message().rstrip('.')}; see pitboss --help", BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", INTERRUPTED)
    except (BrokenPipeError, SystemExit):  # as which Click and Rich pass on a broken pipe
        return _hang_up(OK)
    except OSError as error:
        if error.filename is not None or os.environ.get("PITBOSS_DEBUG"):
            return _mistake(error)
        _complain(f"the output cannot be written: {error.strerror or error}", BAD_INPUT)
        return _hang_up(BAD_INPUT)
    except Exception as error:
        return _mistake(error)
    if code == INTERRUPTED:  # as which Typer passes on Ctrl-C
        return _complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else OK


def _mistake(error: Exception) -> int:
    if os.environ.get("PITBOSS_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    return _complain(f"a mistake of pitboss: {what}; PITBOSS_DEBUG=1 shows where", BUG)


def _complain(text: str, code: int) -> int:
    """Say what is wrong."""
    with suppress(OSError):  # the code still tells
        sys.stderr.write(f"pitboss: {one_line(text)}\n")
    return code


def _hang_up(code: int) -> int:
    """Leave quietly when nobody takes our output (`pitboss rules show … | head`, a full disk)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def main() -> None:
    """Start the program; to be asked to end is as tidy as Ctrl-C: nothing is left half written."""
    heed_signals()
    # The pool tells each vain attempt in three lines of its own; what it means is ours to say.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())
    code = run()
    forget_interrupt()
    sys.exit(code)
