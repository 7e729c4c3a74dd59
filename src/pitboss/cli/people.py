"""`pitboss people`: the house's people, from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

people = typer.Typer(help="People of the house: make an administrator.", no_args_is_help=True)


@people.callback()
def _root() -> None:
    """Take a verb."""


@people.command()
def admin(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A name that is there, or a new one.")
    ],
    *,
    db: Annotated[
        str | None,
        typer.Option(metavar="FILE|postgresql://…", help="As of pitboss serve."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")
    ] = False,
) -> int:
    """Make an administrator; a new account's password is printed once."""
    from pitboss.cli.people_admin import run

    return run(name, db=db, as_json=as_json)
