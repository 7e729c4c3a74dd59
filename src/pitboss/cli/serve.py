"""`pitboss serve`: tables in the browser, until it is asked to stop."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Annotated, Final

from pitboss.cli.database import database_of
from pitboss.cli.errors import Failure
from pitboss.cli.options import Option
from pitboss.cli.parse import whole
from pitboss.journal import JournalError
from pitboss.server.api.pages import INDEX, NOT_BUILT
from pitboss.server.config import FLOORS, PACES, STATIC, Config
from pitboss.server.http.logs import configure
from pitboss.server.http.rates import UNBOUNDED, Rates
from pitboss.server.run import CannotServe, serve

PORT_MAX: Final = 65_535


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss serve`.

    Without `edges` there is no worker process; bots that have a plan work it out in this one.
    """

    db: Annotated[
        str | None, Option("Database; default: a file of your own.", "FILE|postgresql://…")
    ] = None
    host: Annotated[str, Option("Address to listen on.", "ADDRESS")] = "127.0.0.1"
    port: Annotated[str, Option("Port; 0 picks a free one.", "N")] = "8000"
    bots: Annotated[bool, Option("Seat bots at the public tables.")] = True
    pace: Annotated[str, Option("Dealing speed: normal, fast or at-once.", "WORD")] = "normal"
    floor: Annotated[str, Option("Who validates jackpots: automatic or person.", "WHO")] = (
        "automatic"
    )
    proxies: Annotated[str, Option("Trusted reverse proxies.", "ADDRESS,…", name="--proxy")] = ""
    limits: Annotated[bool, Option("Rate limits for each client.")] = True
    edges: Annotated[bool, Option("Work out exact house edges, in a process of their own.")] = True


def run(options: Options) -> int:
    """Read what is asked, then serve; the address is printed when players may come."""
    pace, floor = options.pace, options.floor
    if pace not in PACES:
        raise Failure(f"--pace {pace[:40]!r}: there are {', '.join(PACES)}")
    if floor not in FLOORS:
        raise Failure(f"--floor {floor[:40]!r}: there are {', '.join(FLOORS)}")
    number = whole("--port", options.port, 0, PORT_MAX)
    _check_proxies(options.proxies)
    if not (STATIC / INDEX).is_file():
        raise Failure(NOT_BUILT)
    where = database_of(options.db)
    config = Config(
        db=where,
        host=options.host,
        port=number,
        bots=options.bots,
        pace=pace,
        floor=floor,
        proxies=options.proxies,
        rates=Rates() if options.limits else UNBOUNDED,
        worker=options.edges,
    )
    configure()
    try:
        serve(config, _say)
    except (CannotServe, JournalError) as error:
        raise Failure(str(error)) from None
    return 0


def _check_proxies(text: str) -> None:
    """Raise `Failure` for a proxy by name: only addresses are compared, so it is never trusted."""
    for word in filter(None, map(str.strip, text.split(","))):
        try:
            if word != "*":
                ip_network(word)
        except ValueError:
            raise Failure(f"--proxy {word[:40]!r}: wants an address, as 10.0.0.1") from None


def _say(address: str, token: str | None) -> None:
    sys.stdout.write(f"pitboss: {address}\n")
    if token is not None:
        sys.stdout.write(f"pitboss: to become administrator, once: {address}/admin/{token}\n")
    sys.stdout.flush()
