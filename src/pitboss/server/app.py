"""Builds the application: middleware before it, every route in it, the services behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler, Scope

from pitboss.pit import Chance, Clock
from pitboss.server.api import (
    audit,
    career,
    coach,
    floor,
    floor_report,
    hands,
    health,
    lab,
    lab_own,
    lab_risk,
    lobby,
    odds,
    pages,
    par,
    people,
    rules,
    school,
    school_class,
    school_result,
    spot,
    train,
)
from pitboss.server.auth.identity import human_in
from pitboss.server.auth.permissions import check
from pitboss.server.config import Config
from pitboss.server.http.middleware import BODY_BYTES_MAX, Middleware
from pitboss.server.http.openapi import OPENAPI
from pitboss.server.http.problems import HANDLERS
from pitboss.server.services import Services, open_services
from pitboss.server.store.people import Human

ZIPPED_BYTES_MIN: Final = 1_000  # below this, compressing an answer is not worth it

# A new handler carries a guard of `permissions.may`, or stands in the public list there; a test
# walks them all.
ROUTES: Final[list[ControllerRouterHandler]] = [
    health.healthz,
    health.readyz,
    health.metrics,
    *people.ROUTES,
    *lobby.ROUTES,
    *hands.ROUTES,
    *rules.ROUTES,
    *odds.ROUTES,
    *lab.ROUTES,
    *lab_own.ROUTES,
    *lab_risk.ROUTES,
    *coach.ROUTES,
    *career.ROUTES,
    *spot.ROUTES,
    *train.ROUTES,
    *school.ROUTES,
    *school_class.ROUTES,
    *school_result.ROUTES,
    *floor.ROUTES,
    *floor_report.ROUTES,
    *par.ROUTES,
    *audit.ROUTES,
]


def build_app(
    config: Config,
    *,
    clock: Clock | None = None,
    chance: Chance | None = None,
    on_failure: Callable[[BaseException], None] | None = None,
    more: Sequence[ControllerRouterHandler] = (),
) -> Litestar:
    """Return the application of one server process; `clock`, `chance`, `more` are for tests.

    `on_failure` is called with what kept the services from opening, which the framework hides.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                opening = open_services(config, clock=clock, chance=chance)
                app.state.services = await stack.enter_async_context(opening)
            except BaseException as error:
                if on_failure is not None:
                    on_failure(error)
                raise
            yield

    client = pages.load(config.static)
    app = Litestar(
        route_handlers=[*ROUTES, *pages.routes(client), *more],
        lifespan=[lifespan],
        dependencies={
            "services": Provide(services_of, sync_to_thread=False),
            "human": Provide(_human, sync_to_thread=False),
        },
        exception_handlers={**HANDLERS, NotFoundException: pages.missing(client)},
        request_max_body_size=BODY_BYTES_MAX,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=ZIPPED_BYTES_MIN,
            # Compressing a secret together with text from outside would leak it (BREACH); the
            # client's files are compressed already.
            exclude=["^/api/me", "^/api/account", "^/api/sessions", "^/assets/"],
        ),
        openapi_config=OPENAPI,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    app.asgi_handler = Middleware(app.asgi_handler, lambda: services_of(app.state))
    return app


def services_of(state: State) -> Services:
    """Return the services of an application that has been started."""
    found = state.services
    if not isinstance(found, Services):
        raise TypeError("the application has not been started")
    return found


def _human(scope: Scope) -> Human:
    return check(human_in(scope), "me")
