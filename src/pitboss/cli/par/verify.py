"""`pitboss par verify`: every figure of a PAR file worked out again, and the first difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Argument, AsJson


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss par verify`."""

    file: Annotated[str, Argument("FILE", "PAR sheet: .pdf, .html, .xlsx or .json.")]
    as_json: AsJson = False


def run(options: Options) -> int:
    """Recompute the file; 1 where something differs, a `Failure` where it is no sheet."""
    from pitboss.cli.par.verify_work import run  # loads compiled kernels, which help does not need

    return run(options)
