"""`pitboss audit rng`: a battery of tests on decks and on the bytes that they are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import AsJson, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss audit rng`."""

    decks: Annotated[str | None, Option("Fresh decks to test; default 100,000.", "N")] = None
    seed: Annotated[
        str | None, Option("Seed for repeatable decks; default: system randomness.", "S")
    ] = None
    decks_file: Annotated[
        str | None, Option("Test decks of a file: 52 cards a line; - is stdin.", "FILE")
    ] = None
    decks_out: Annotated[str | None, Option("Write the decks to a new file too.", "FILE")] = None
    raw: Annotated[str | None, Option("Only write raw random bytes; - is stdout.", "FILE")] = None
    size: Annotated[
        str | None, Option("Number of bytes; default 10,000,000.", "N", name="--bytes")
    ] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Test decks, or write raw bytes."""
    from pitboss.cli.audit.rng.work import run  # loads compiled kernels, which help does not need

    return run(options)
