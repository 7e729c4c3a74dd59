"""The list of all routes, and of the parts of the house that are opened and closed with it.

A new handler is one line here; it carries a guard of `gate.may`, or stands in the gate's public
list, and a test walks them all.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Final

from litestar.types import ControllerRouterHandler

from pitboss.server import health
from pitboss.server.api import audit, floor, hands, lobby, people, rules
from pitboss.server.history.history import open_history
from pitboss.server.rollcall import open_rollcall
from pitboss.server.state import House
from pitboss.server.tables import open_tables

ROUTES: Final[list[ControllerRouterHandler]] = [
    health.healthz,
    health.readyz,
    health.metrics,
    *people.ROUTES,
    *lobby.ROUTES,
    *hands.ROUTES,
    *rules.ROUTES,
    *floor.ROUTES,
    *audit.ROUTES,
]

# Entered in this order when the pit runs, and left in reverse before it stops.
PARTS: Final[list[Callable[[House], AbstractAsyncContextManager[object]]]] = [
    open_history,
    open_tables,
    open_rollcall,
]
