"""What `pitboss simulate` is asked: a table, its wagers, rounds, seed, sessions, a picture."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss.cli.errors import Failure
from pitboss.cli.files import names_a_file, picture_path
from pitboss.cli.output import pick
from pitboss.cli.parse import amount, meter_amounts, named_value, whole
from pitboss.cli.paytable import read_table, with_table
from pitboss.cli.simulate import USUAL, Options
from pitboss.odds.game import STANDARD
from pitboss.odds.sidebets.side_bet import StakeError, smallest_stake
from pitboss.odds.simulation.bets import SIDE, SimulatedBets, SimulationError, bets_of
from pitboss.odds.simulation.simulation import ROUNDS_MAX, SEED_MAX, SESSION_MAX
from pitboss.reports.plots import FORMATS, PlotError, check_tools
from pitboss.rules import (
    Chips,
    OptionError,
    Rules,
    RuleSet,
    Wager,
    in_force,
    money,
)

ROUNDS: Final = 1_000_000
SESSION: Final = 100  # rounds: about three hours at a table
SEED_BITS: Final = 53  # so that every reader of JSON keeps a seed that we drew
_FLAGS: Final = {
    Wager.BLIND: "--blind",
    Wager.TRIPS: "--trips",
    Wager.SIX_CARD: "--six-card",
    Wager.PROGRESSIVE: "--progressive",
}


@dataclass(frozen=True, slots=True)
class SimulateRequest:
    """All that was asked, read and found possible."""

    bets: SimulatedBets
    rounds: int
    seed: int
    session: int
    bankroll: int | None
    plot: Path | None


def read_request(options: Options) -> SimulateRequest:
    """Read the options; raises `Failure` for what cannot be."""
    count = whole("--rounds", options.rounds, 1, ROUNDS_MAX, default=ROUNDS)
    bets = _bets(options, whole("--seats", options.seats, 1, 7, default=1))
    session = whole(
        "--session-rounds", options.session_rounds, 1, min(SESSION_MAX, count),
        default=min(SESSION, count),
    )  # fmt: skip
    about_sessions = (options.bankroll, options.session_rounds, options.plot)
    return SimulateRequest(
        bets=bets,
        rounds=count,
        seed=whole("--seed", options.seed, 0, SEED_MAX, default=secrets.randbits(SEED_BITS)),
        session=session if any(one is not None for one in about_sessions) else 0,
        bankroll=None if options.bankroll is None else _bankroll(options.bankroll, bets),
        plot=None if options.plot is None else _plot(options.plot),
    )


# -- the table ------------------------------------------------------------------------------------


def _bets(asked: Options, seats: int) -> SimulatedBets:
    ante, stakes, meters = (
        _bet("--ante", asked.ante),
        _stakes(asked.stakes),
        meter_amounts(asked.meters),
    )
    paytables = {
        Wager.BLIND: asked.blind,
        Wager.TRIPS: asked.trips,
        Wager.SIX_CARD: asked.six_card,
        Wager.PROGRESSIVE: asked.progressive,
    }
    place = pick(STANDARD if asked.rules is None else asked.rules)
    options: dict[str, Any] = {}  # Any: option values, read by their own types
    for wager, wanted in paytables.items():
        if wanted is not None:
            place, options[wager.value] = _paytable(place, wager, wanted)
    in_use = _in_force(place, _seeded(place, options, meters))
    for name in meters:
        if name not in in_use.meters:
            has = ", ".join(in_use.meters) or "none; name a paytable with --progressive"
            raise Failure(f"--meter {name[:40]}: is no meter of this table; it has {has}")
    for wager in stakes:
        if paytables.get(wager) is None:
            raise Failure(f"--stake {wager.value}: is not bet; add {_FLAGS[wager]}")
    side = {w: _stake(in_use, w, stakes, ante) for w in SIDE if paytables.get(w) is not None}
    try:
        return bets_of(in_use, seats=seats, ante=ante, side=side, meters=meters)
    except SimulationError as error:
        raise Failure(f"{place.name}: {error}") from None


def _paytable(place: RuleSet, wager: Wager, wanted: str) -> tuple[RuleSet, str]:
    """Find a paytable of the place, or offer one from a file beside them."""
    there = place.tables_of(wager)
    flag = _FLAGS[wager]
    if not there:
        raise Failure(f"{flag}: {place.name} has no {wager.value} wager; take it out")
    if wanted == USUAL and wager != Wager.BLIND:
        usual = place.options[wager.value].default if wager.value in place.options else there[0]
        return place, str(usual) if usual in there else there[0]
    for name in there:
        if name.casefold() == wanted.casefold():
            return place, name
    if not names_a_file(wanted):
        names = ", ".join(there)
        raise Failure(
            f"{flag} {wanted[:60]!r}: is no paytable and no file; {place.name} has {names}"
        )
    table = read_table(wanted, wager)
    return with_table(place, table), table.name


def _seeded(
    place: RuleSet, options: Mapping[str, Any], meters: Mapping[str, Fraction]
) -> dict[str, Any]:  # Any: option values
    """File the given amount as the seed of each meter that has none filed."""
    plans = _in_force(place, options).meters
    missing = [name for name, plan in plans.items() if plan.reset is None]
    for name in missing:
        if name not in meters:
            raise Failure(
                f"the {name} meter of {place.name} is not known; write --meter {name}=10000"
            )
    seeds = {name: Decimal(int(meters[name])) / 100 for name in missing}
    return {**options, "meter": {"seed": seeds}} if seeds else dict(options)


def _in_force(place: RuleSet, options: Mapping[str, Any]) -> Rules:  # Any: option values
    try:
        return in_force(place, options)
    except OptionError as error:
        raise Failure(f"{place.name}, {error.problem.key}: {error.problem.what}") from None


def _stake(rules: Rules, wager: Wager, stakes: Mapping[Wager, Chips], ante: Chips) -> Chips:
    """Return the side stake: as given, else the Ante; for a Progressive the smallest it takes."""
    if wager in stakes:
        return stakes[wager]
    if wager != Wager.PROGRESSIVE:
        return ante
    try:
        return smallest_stake(rules, wager)
    except StakeError as error:
        raise Failure(f"--progressive: {error}") from None


# -- amounts and files ----------------------------------------------------------------------------


def _bet(flag: str, text: str) -> Chips:
    chips = amount(flag, text)
    if not chips:
        raise Failure(f"{flag} {money(chips)}: is no wager; write an amount above $0")
    return chips


def _bankroll(text: str, bets: SimulatedBets) -> int:
    chips = amount("--bankroll", text)
    if chips < bets.need:
        raise Failure(
            f"--bankroll {money(chips)}: a round may need {money(bets.need)}; bring at least that"
        )
    return int(chips)


def _stakes(given: Sequence[str]) -> dict[Wager, Chips]:
    known = {wager.value: wager for wager in SIDE}
    found: dict[Wager, Chips] = {}
    for text in given:
        name, value = named_value("--stake", text, "trips=5")
        wager = known.get(name.casefold().replace("-", "_"))
        if wager is None:
            raise Failure(f"--stake {name[:40]}: is no side bet; there are {', '.join(known)}")
        if wager in found:
            raise Failure(f"--stake {wager.value}: is given twice; give it once")
        found[wager] = _bet(f"--stake {wager.value}", value)
    return found


def _plot(name: str) -> Path:
    path = picture_path("--plot", name, FORMATS, "name a file that ends in .svg or .png")
    try:
        check_tools()
    except PlotError as error:
        raise Failure(f"--plot: {error}") from None
    return path
