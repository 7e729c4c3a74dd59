"""`pitboss lab edge`: all figures of one variant of the base game, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.cli.lab.variant_options import VariantOptions
from pitboss.cli.options import AsJson


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(VariantOptions):
    """The options of `pitboss lab edge`."""

    as_json: AsJson = False


def run(options: Options) -> int:
    """Solve the variant and print it."""
    from pitboss.cli.lab.edge_work import run  # loads compiled kernels, which help does not need

    return run(options)
