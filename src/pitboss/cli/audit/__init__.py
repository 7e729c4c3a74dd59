"""The verbs of `pitboss audit`; each does its work in a file of its own, imported when called."""

from __future__ import annotations

from typing import Annotated

import typer

audit = typer.Typer(help="Proof over journals, and over chance.", add_completion=False)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]


@audit.callback()
def group() -> None:
    """Prove what was dealt and paid; put chance to the test."""


@audit.command()
def rng(
    *,
    decks: Annotated[
        str | None, typer.Option(metavar="N", help="Fresh decks to test; 100,000 unless said.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="S", help="The same decks again, not the system's chance.")
    ] = None,
    decks_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="Test these instead: 52 cards a line, or -.")
    ] = None,
    decks_out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also write the decks to a new file.")
    ] = None,
    raw: Annotated[
        str | None, typer.Option(metavar="FILE", help="Only write bytes before scaling, or to -.")
    ] = None,
    size: Annotated[
        str | None, typer.Option("--bytes", metavar="N", help="How many; 10,000,000 unless said.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Test decks and the bytes behind them at 99 % for all tests together; 1 if they fail."""
    from pitboss.cli.audit.rng import run

    return run(
        decks=decks,
        seed=seed,
        decks_file=decks_file,
        decks_out=decks_out,
        raw=raw,
        size=size,
        as_json=as_json,
    )


JournalName = Annotated[
    str, typer.Argument(metavar="DB", help="The file of a journal, or postgresql://…")
]
From = Annotated[
    str | None, typer.Option("--from", metavar="TIME", help="A day or a moment, UTC; included.")
]
To = Annotated[
    str | None, typer.Option("--to", metavar="TIME", help="A day (all of it), or up to a moment.")
]


@audit.command()
def verify(
    journal: JournalName,
    *,
    tables: Annotated[
        list[str] | None,
        typer.Option("--table", metavar="NAME", help="Only this table; may be given again."),
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also prove that this anchor still holds.")
    ] = None,
    jobs: Annotated[
        str | None,
        typer.Option(metavar="N", help="Processes, for different tables; 1 unless said."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Prove a journal: chain, shuffles, deals, settlements, books, meters; 1 if anything is bad."""
    from pitboss.cli.audit.verify import run

    return run(journal, tables=tables or (), anchor=anchor, jobs=jobs, as_json=as_json)


@audit.command("anchor")
def make_anchor(
    journal: JournalName,
    *,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="A new file; standard output unless said.")
    ] = None,
) -> int:
    """Write down how far each stream has come, to be kept elsewhere: verify --anchor proves it."""
    from pitboss.cli.audit.anchor import run

    return run(journal, out=out)


@audit.command()
def replay(
    journal: JournalName,
    *,
    name: Annotated[str, typer.Option("--table", metavar="NAME", help="Which table.")],
    number: Annotated[str, typer.Option("--round", metavar="N", help="Which of its rounds.")],
    eyes: Annotated[
        str, typer.Option("--as", metavar="seat:3|public|floor|full", help="Who looks.")
    ] = "full",
    as_json: AsJson = False,
) -> int:
    """Print a round again, step by step: as somebody saw it, or in full as it was."""
    from pitboss.cli.audit.replay import run

    return run(journal, name=name, number=number, eyes=eyes, as_json=as_json)


@audit.command()
def export(
    journal: JournalName,
    *,
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="A folder that is new or empty.")
    ],
    name: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="One table; all unless said.")
    ] = None,
    begin: From = None,
    end: To = None,
    formats: Annotated[
        str, typer.Option("--format", metavar="jsonl,csv,phh", help="What is written.")
    ] = "jsonl,csv,phh",
    force: Annotated[
        bool, typer.Option("--force", help="Put it in the place of an earlier export.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Write events, seats and rounds to files, with a manifest of them all."""
    from pitboss.cli.audit.export import run

    return run(
        journal,
        out=out,
        name=name,
        begin=begin,
        end=end,
        formats=formats,
        force=force,
        as_json=as_json,
    )


@audit.command()
def figures(
    journal: JournalName,
    *,
    name: Annotated[
        str | None, typer.Option("--table", metavar="NAME", help="One table; all unless said.")
    ] = None,
    by: Annotated[
        str, typer.Option("--by", metavar="table|day|hour|shift", help="A row for each.")
    ] = "table",
    begin: From = None,
    end: To = None,
    bots: Annotated[
        str, typer.Option("--bots", metavar="exclude|include|only", help="Whose money counts.")
    ] = "exclude",
    theory: Annotated[
        bool, typer.Option("--theory", help="Also the win to be expected; takes seconds.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Floor figures by table and period: handle, drop, win, hold, voids, meters, their proof."""
    from pitboss.cli.audit.figures import run

    return run(
        journal,
        name=name,
        by=by,
        begin=begin,
        end=end,
        bots=bots,
        theory=theory,
        as_json=as_json,
    )
