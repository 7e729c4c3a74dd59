"""`python -m tests.server.stacked_server`: `pitboss serve` with routes that lay the cards."""

from __future__ import annotations

import argparse
from dataclasses import replace
from unittest import mock

from pitboss.cli.signals import handle_signals
from pitboss.server import services
from pitboss.server.config import Config
from pitboss.server.http.logs import configure
from pitboss.server.http.rates import UNBOUNDED, Rates
from pitboss.server.run import serve
from pitboss.server.worker.edges import Edges
from tests.server import stacked_decks
from tests.server.busy_machine import bounds_without_nice


def main() -> None:
    """Serve without rate limits and without bots, and print what `pitboss serve` prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--db", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--no-edges", action="store_true", help="nor does any bot learn a plan")
    parser.add_argument("--only-bots", action="store_true", help="bots learn, no edge is counted")
    parser.add_argument("--no-standing", action="store_true", help="only tables that are opened")
    parser.add_argument(
        "--address-limit", action="store_true", help="for addresses behind the proxy 127.0.0.1"
    )
    given = parser.parse_args()
    if given.only_bots:  # exact edges of every bet at every table take most of a test's time
        mock.patch.object(Edges, "_get", return_value=None).start()
    mock.patch.object(services, "usual_bounds", bounds_without_nice).start()
    handle_signals()
    configure()
    usual = Rates()
    limited = replace(UNBOUNDED, address=usual.address, odds=usual.odds)
    config = Config(
        db=given.db,
        port=given.port,
        bots=False,
        rates=limited if given.address_limit else UNBOUNDED,
        proxies="127.0.0.1" if given.address_limit else "",
        worker=not given.no_edges,
        standing=not given.no_standing,
    )
    serve(config, _say, more=stacked_decks.ROUTES)


def _say(address: str, token: str | None) -> None:
    print(f"pitboss: {address}", flush=True)  # noqa: T201  # read by who started this
    if token is not None:
        print(f"pitboss: once: {address}/admin/{token}", flush=True)  # noqa: T201  # the same


if __name__ == "__main__":
    main()
