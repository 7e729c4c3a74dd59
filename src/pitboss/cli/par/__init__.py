"""`pitboss par`: the PAR sheet of a submission as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss par`."""

    submission: Annotated[str, Option("Submission file; - reads standard input.", "FILE")]
    out: Annotated[str, Option("File to write, by its ending.", "X.pdf|html|xlsx|json", name="-o")]
    force: Annotated[bool, Option("Replace a file that exists.")] = False


def run(options: Options) -> int:
    """Write the sheet; 2 where the submission is rejected, with its problems listed."""
    from pitboss.cli.par.work import run  # loads compiled kernels, which help does not need

    return run(options)
