"""Values cards that were seen or shared; loads the compiled kernels."""

from __future__ import annotations

import secrets
from typing import Final

from pitboss.cli.base_game import base_game
from pitboss.cli.errors import Failure
from pitboss.cli.exposure import Options
from pitboss.cli.output import page, print_json, table
from pitboss.cli.parse import whole
from pitboss.cli.progress import progress_bar
from pitboss.odds.counting.executor import ExecutorError, executor_for
from pitboss.odds.decisions.sharing import share
from pitboss.odds.exposed_cards import Sight, SightError, exposure, parse_sight
from pitboss.odds.game import Game
from pitboss.reports.exposure import exposure_document, share_document
from pitboss.rules.user_toml import Document

SEATS: Final = range(2, 7)
DEALS: Final = 500
DEALS_MAX: Final = 1_000_000
SEED_MAX: Final = 2**63


def run(options: Options) -> int:
    """Work out what was asked, then print it."""
    if (options.see is None) == (options.share is None):
        raise Failure("say what is seen: --see dealer1,flop1, or --share 2 to 6 seats, one of them")
    sampled = options.deals is not None or options.seed is not None
    if options.see is not None and sampled:
        raise Failure("--deals and --seed go with --share; what --see gives is exact, not sampled")
    _, game = base_game(options.rules, options.blind, deal=options.multiples)
    if options.see is not None:
        found = _seen(game, options.see, options.executor)
        shown = found["see"]
    else:
        found = _shared(game, options)
        shown = f"{found['seats']} seats share"
    if options.as_json:
        print_json(found)
    else:
        _show(found, shown)
    return 0


def _seen(game: Game, see: str, where: str) -> Document:
    try:
        sight = Sight() if see.strip() == "nothing" else parse_sight(see)
        with executor_for(where) as executor, progress_bar("all deals") as tell:
            return exposure_document(exposure(game, sight, executor=executor, progress=tell))
    except (SightError, ExecutorError) as error:
        raise Failure(str(error)) from None


def _shared(game: Game, options: Options) -> Document:
    seats = whole("--share", options.share, SEATS.start, SEATS.stop - 1)
    count = whole("--deals", options.deals, 2, DEALS_MAX, default=DEALS)
    seed = whole("--seed", options.seed, 0, SEED_MAX, default=secrets.randbits(32))
    try:
        with executor_for(options.executor) as executor, progress_bar("deals") as tell:
            found = share(game, seats, count, seed, executor=executor, progress=tell)
    except ExecutorError as error:
        raise Failure(str(error)) from None
    return share_document(found)


def _show(found: Document, shown: str) -> None:
    screen = page()
    ev = found["ev"]
    value = ev["decimal"] if "decimal" in ev else ev["mean"]
    who = "the player is ahead by" if value > 0 else "the house is ahead by"
    screen.print(f"{shown}: {who} {abs(value):.4%} of the Ante", style="bold")
    if "fraction" in ev:
        screen.print(f"exactly {ev['fraction']} of the Ante a round, over {found['deals']:,} deals")
    else:
        error = ev["standard_error"]
        screen.print(
            f"standard error {error:.4%} over {ev['rounds']:,} sampled deals, "
            f"seed {found['seed']}; every decision exact"
        )
        screen.print(f"without sharing: exactly {found['alone']['fraction']}")
    rows = [
        (name, f"{often.get('decimal', often.get('mean')):.4%}", often.get("fraction", ""))
        for name, often in found["frequencies"].items()
    ]
    screen.print(table("How often each choice is made", ("choice", "share", "exactly"), rows))
    lines = ", ".join(
        f"{hand} {pays}" for hand, pays in found["paytables"]["blind"]["lines"].items()
    )
    screen.print(f"{found['rules']}, Blind {found['paytables']['blind']['name']}: {lines}")
