"""Builds the application: the house opened around it, the doorman before it, every route in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler, Scope

from pitboss.pit import Chance, Clock
from pitboss.server import pages, testing
from pitboss.server.config import BODY_BYTES_MAX, Config
from pitboss.server.doorman import Doorman
from pitboss.server.gate import check
from pitboss.server.identity import human_in
from pitboss.server.problems import HANDLERS
from pitboss.server.routes import PARTS, ROUTES
from pitboss.server.schema import OPENAPI
from pitboss.server.state import House, open_house
from pitboss.server.store.people import Human

ZIPPED_BYTES_MIN = 1_000  # below this, compressing an answer is not worth it


def build_app(
    config: Config,
    *,
    clock: Clock | None = None,
    chance: Chance | None = None,
    on_failure: Callable[[BaseException], None] | None = None,
    more: Sequence[ControllerRouterHandler] = (),
) -> Litestar:
    """The application of one server process; `clock`, `chance` and `more` routes are for tests.

    `on_failure` is told what kept the house from opening: the framework would only say that.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                opening = open_house(config, clock=clock, chance=chance)
                app.state.house = house = await stack.enter_async_context(opening)
                for part in PARTS:
                    await stack.enter_async_context(part(house))
            except BaseException as error:
                if on_failure is not None:
                    on_failure(error)
                raise
            yield

    client = pages.load(config.static)
    app = Litestar(
        route_handlers=[
            *ROUTES,
            *(testing.ROUTES if config.testing else ()),
            *pages.routes(client),
            *more,
        ],
        lifespan=[lifespan],
        dependencies={
            "house": Provide(_house, sync_to_thread=False),
            "human": Provide(_human, sync_to_thread=False),
        },
        exception_handlers={**HANDLERS, NotFoundException: pages.missing(client)},
        request_max_body_size=BODY_BYTES_MAX,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=ZIPPED_BYTES_MIN,
            # A secret and a stranger's words in one compressed answer could be told apart; the
            # client's files come compressed.
            exclude=["^/api/me", "^/api/account", "^/api/sessions", "^/assets/"],
        ),
        openapi_config=OPENAPI,
        logging_config=None,
        pdb_on_exception=False,
        debug=False,
    )
    app.asgi_handler = Doorman(app.asgi_handler, lambda: house_of(app.state))
    return app


def house_of(state: State) -> House:
    """The house of an application that has been started."""
    found = state.house
    if not isinstance(found, House):
        raise TypeError("the application has not been started")
    return found


def _house(state: State) -> House:
    return house_of(state)


def _human(scope: Scope) -> Human:
    return check(human_in(scope), "me")
