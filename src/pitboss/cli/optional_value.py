"""Options whose value may be left out: `--trips` alone as well as `--trips C`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import typer
from typer.core import TyperCommand

LEFT_OUT: Final = ""
OPTIONAL: Final = frozenset({"--trips", "--six-card", "--progressive"})


class OptionalValueCommand(TyperCommand):
    """A command that reads `--trips` without a value as `--trips ""`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]  # the vendored context has no public name
        return super().parse_args(ctx, list(_filled(args)))


def _filled(args: list[str]) -> Iterator[str]:
    for place, word in enumerate(args):
        yield word
        following = args[place + 1] if place + 1 < len(args) else "--"
        if word in OPTIONAL and following.startswith("--"):
            yield LEFT_OUT
