"""The verbs of `pitboss rules`; each does its work in a file of its own."""

from __future__ import annotations

from typing import Annotated

import typer

rules = typer.Typer(help="Rule sets, submissions and clauses.", add_completion=False)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A rule set: see pitboss rules list.")]


@rules.command("list")
def list_(*, as_json: AsJson = False) -> int:
    """List the rule sets."""
    from pitboss.cli.rules_list import run

    return run(as_json=as_json)


@rules.command()
def show(name: Name, *, as_json: AsJson = False) -> int:
    """Show one rule set: wagers, dealing, settlement, paytables, remedies, options, layout."""
    from pitboss.cli.rules_show import run

    return run(name, as_json=as_json)


@rules.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A rule set.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    *,
    everything: Annotated[bool, typer.Option("--all", help="Also what is the same.")] = False,
    as_json: AsJson = False,
) -> int:
    """Put two rule sets side by side, with the clauses of both."""
    from pitboss.cli.rules_diff import run

    return run(a, b, everything=everything, as_json=as_json)


@rules.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files, folders or -.")],
    *,
    as_json: AsJson = False,
) -> int:
    """Check submissions: all problems at once; exit code 1 if there are errors."""
    from pitboss.cli.rules_check import run

    return run(files, as_json=as_json)


@rules.command()
def clauses(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="MD-11.H.1, A-MD-20, MD-11.H")],
    *,
    as_json: AsJson = False,
) -> int:
    """Print clauses and readings: the text, how it is treated, and what cites it."""
    from pitboss.cli.rules_clauses import run

    return run(ids, as_json=as_json)
