"""`pitboss file`: from one submission the whole binder that a commission asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Argument, AsJson, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss file`."""

    submission: Annotated[str, Argument("SUBMISSION", "Submission file; - reads standard input.")]
    folder: Annotated[str, Option("Folder to make; must not exist.", "FOLDER", name="-o")]
    force: Annotated[bool, Option("Replace an empty folder or a binder.")] = False
    sign: Annotated[
        str | None, Option("Sign the manifest with this Ed25519 private key.", "KEYFILE")
    ] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Make the binder and say where it is."""
    from pitboss.cli.file.work import run  # loads the reports, which help does not need

    return run(options)
