"""Reads old shapes: an event stored under an older name or version is turned into the newest.

A stored event is never rewritten; it is read through the steps that lead from its name to the
newest one. A new shape `bets-placed/2` comes with one line here, from `bets-placed/1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.journal.upcast_settled import Data, settled
from pitboss.round.engine import ENGINE_UNNAMED

Upcast = Callable[[Data], tuple[str, Data]]

STEPS_MAX: Final = 100  # more can only be a ring of names

_NO_HAND: Final = {"no wager": "no-wager", "nobody banks": "nobody-banks"}
_END: Final = {"end of play": "end-of-play"}


def _cancelled(old: Data) -> tuple[str, Data]:
    """Read why no hand was dealt; any other reason is one for which the round was called off."""
    why = _NO_HAND.get(old["reason"], "called-off")
    reason = old["reason"] if why == "called-off" else ""
    return "round-cancelled/2", {"number": old["number"], "why": why, "reason": reason}


def _closed(newest: str) -> Upcast:
    """Read the reason that a table was closed for; what a person typed stays as it is."""
    return lambda old: (newest, {**old, "reason": _END.get(old["reason"], old["reason"])})


UPCASTS: Final[Mapping[str, Upcast]] = {
    "sit/1": lambda old: ("sit/2", {**old, "purse": "", "chips": 0}),
    "declare/1": lambda old: ("declare/2", {**old, "note": "", "second": ""}),
    "table-set-up/1": lambda old: ("table-set-up/2", {**old, "engine": ENGINE_UNNAMED}),
    "round-opened/1": lambda old: ("round-opened/2", {**old, "engine": ENGINE_UNNAMED}),
    "round-cancelled/1": _cancelled,
    "closing-asked/1": _closed("closing-asked/2"),
    "table-closed/1": _closed("table-closed/2"),
    "round-settled/1": settled,
}


class EndlessUpcast(Exception):
    """The steps from a name lead round in a ring: a mistake in the registry."""


def upcast(name: str, data: Data, registry: Mapping[str, Upcast] = UPCASTS) -> tuple[str, Data]:
    """The newest name and shape of a stored event; its own where there is no newer one."""
    for _ in range(STEPS_MAX):
        step = registry.get(name)
        if step is None:
            return name, data
        name, data = step(data)
    raise EndlessUpcast(f"{name} has no end: {STEPS_MAX} steps and still an older shape")
