"""Reads old shapes: an event stored under an older name or version is turned into the newest.

A stored event is never rewritten; it is read through the steps that lead from its name to the
newest one. A new shape `bets-placed/2` comes with one line here, from `bets-placed/1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Data = dict[str, Any]  # decoded JSON of any shape that was ever stored
Step = Callable[[Data], tuple[str, Data]]

STEPS_MAX: Final = 100  # more can only be a ring of names

UPCASTS: Final[Mapping[str, Step]] = {}


class EndlessUpcast(Exception):
    """The steps from a name lead round in a ring: a mistake in the registry."""


def upcast(name: str, data: Data, registry: Mapping[str, Step] = UPCASTS) -> tuple[str, Data]:
    """The newest name and shape of a stored event; its own where there is no newer one."""
    for _ in range(STEPS_MAX):
        step = registry.get(name)
        if step is None:
            return name, data
        name, data = step(data)
    raise EndlessUpcast(f"{name} has no end: {STEPS_MAX} steps and still an older shape")
