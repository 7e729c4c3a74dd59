"""Parameters of the lab, read strictly: a variant, a side bet's lines, a shift."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Final

import msgspec
from litestar.openapi.spec import Example
from litestar.params import QueryParameter

from pitboss.odds.game import STANDARD, GameError
from pitboss.odds.lab.variant import Variant
from pitboss.odds.lab.variant_file import read_variant
from pitboss.rules import MoneyError, Odds, RuleSet, UnknownRuleSetError, Wager
from pitboss.rules.catalog import named_rule_set
from pitboss.rules.paytable import PayError, parse_pay
from pitboss.server.http.problems import Turned
from pitboss.server.wire.ask import CENTS_MAX, PLAIN

VARIANT_MAX: Final = 2_000  # characters; ten lines and every rule are below 700
PAYS_MAX: Final = 1_000
METERS_MAX: Final = 400
SESSION_MAX: Final = 2_000  # rounds; fifty hours, and a second of counting
SEED_MAX: Final = 1_000_000_000  # dollars on a meter
SIDE_WAGERS: Final = (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)
SEATS_MAX: Final = 8
METERS_RIGHT: Final = '{"seed":{"main":20000},"rate":{"main":12.5}}'
ROUNDS_MAX: Final = 100_000_000  # of a shift, a year or a whole casino


def _example(value: object, summary: str) -> list[Example]:
    return [Example(summary=summary, value=value)]


VariantText = Annotated[
    str,
    QueryParameter(
        max_length=VARIANT_MAX,
        pattern=PLAIN,
        description=(
            "A variant as JSON: rules, blind, pays, floor, below, deal, flop, river, qualifies, "
            "unqualified, ties; whatever is left out is as in the place."
        ),
        examples=_example('{"pays":{"flush":"2 to 1"}}', "Maryland's Blind A, the flush at 2 to 1"),
    ),
]
PaysText = Annotated[
    str,
    QueryParameter(
        max_length=PAYS_MAX,
        pattern=PLAIN,
        description="Other odds for some lines, as JSON.",
        examples=_example('{"flush":"8 to 1"}', "the flush at 8 to 1"),
    ),
]
SideWager = Annotated[
    str,
    QueryParameter(
        max_length=20,
        pattern=PLAIN,
        description="A side bet: trips, six_card or progressive.",
        examples=_example("trips", "Trips"),
    ),
]
SideTable = Annotated[
    str,
    QueryParameter(
        max_length=40,
        pattern=PLAIN,
        description="A paytable of the side bet; left out: the first.",
        examples=_example("C", "Maryland's Trips C"),
    ),
]
ShiftAnte = Annotated[
    int,
    QueryParameter(
        ge=1,
        le=CENTS_MAX,
        description="The Ante of every seat in cents.",
        examples=_example(1_500, "fifteen dollars"),
    ),
]
ShiftSeats = Annotated[
    int,
    QueryParameter(
        ge=1, le=SEATS_MAX, description="Seats that play.", examples=_example(6, "a full table")
    ),
]
ShiftRounds = Annotated[
    int,
    QueryParameter(
        ge=1,
        le=ROUNDS_MAX,
        description="Rounds that are dealt: hours times rounds an hour.",
        examples=_example(320, "eight hours of forty rounds"),
    ),
]

ShiftSampled = Annotated[
    bool,
    QueryParameter(
        description="Whether to sample how the seats of one table go together.",
        examples=_example(value=True, summary="with the band of a table"),
    ),
]
SessionBankroll = Annotated[
    int,
    QueryParameter(
        ge=1,
        le=CENTS_MAX,
        description="What the seat sits down with, in cents.",
        examples=_example(60_000, "forty Antes of fifteen dollars"),
    ),
]
SessionRounds = Annotated[
    int,
    QueryParameter(
        ge=1,
        le=SESSION_MAX,
        description="Rounds of the session.",
        examples=_example(160, "four hours of forty rounds"),
    ),
]
MetersText = Annotated[
    str,
    QueryParameter(
        max_length=METERS_MAX,
        pattern=PLAIN,
        description="Seeds in dollars and rates in percent by meter, as JSON; left out: as filed.",
        examples=_example(METERS_RIGHT, "one meter, as it might be filed"),
    ),
]
ChosenTables = Annotated[
    str,
    QueryParameter(
        max_length=PAYS_MAX,
        pattern=PLAIN,
        description="Paytables of side bets to file, as JSON.",
        examples=_example('{"trips":"C"}', "Trips C"),
    ),
]


def variant_in(text: str) -> Variant:
    """Read a variant; raises `Turned` with one line for the first thing that is wrong."""
    try:
        return read_variant(_table("variant", text, '{"pays":{"flush":"2 to 1"}}'))
    except GameError as error:
        raise wrong(str(error)) from None


def pays_in(text: str) -> tuple[tuple[str, Odds], ...]:
    """Read other odds for some lines of a side bet; raises `Turned`."""
    found = _table("pays", text, '{"flush":"8 to 1"}')
    return tuple((hand, _odds(hand, value)) for hand, value in found.items())


def chosen_in(text: str, place: RuleSet) -> dict[str, str]:
    """Read the paytables of side bets that are filed; raises `Turned`."""
    found = _table("options", text, '{"trips":"C"}')
    for key, name in found.items():
        if key not in SIDE_WAGERS:
            there = ", ".join(SIDE_WAGERS)
            raise wrong(f"options.{key[:40]}: is no side bet; there are {there}")
        side_place(place.name, key, name if isinstance(name, str) and name else "?")
    return found


def meters_in(
    text: str,
) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, Decimal], ...]]:
    """Read seeds in dollars and rates in percent, by meter; raises `Turned`."""
    found = _table("meters", text, METERS_RIGHT)
    for key, named in found.items():
        if key not in ("seed", "rate") or not isinstance(named, dict):
            raise wrong(f"meters.{key[:40]}: cannot be read; write {METERS_RIGHT}")
    seeds = tuple((name, _seed(name, value)) for name, value in found.get("seed", {}).items())
    rates = tuple((name, _rate(name, value)) for name, value in found.get("rate", {}).items())
    return seeds, rates


def _seed(name: str, value: object) -> int:
    if type(value) is not int or not 0 < value <= SEED_MAX:
        right = f"write dollars from 1 to {SEED_MAX}"
        raise wrong(f"meters.seed.{name[:40]}: {str(value)[:40]} is no seed; {right}")
    return value


def _rate(name: str, value: object) -> Decimal:
    if type(value) not in (int, float) or not 0 < (rate := Decimal(str(value))) <= 100:
        right = "write percent of each wager, above 0 and at most 100"
        raise wrong(f"meters.rate.{name[:40]}: {str(value)[:40]} is no rate; {right}")
    return rate


def _odds(hand: str, value: object) -> Odds:
    where, right = f"pays.{hand[:40]}", 'write "8 to 1", or "300 for 1" where the stake is in it'
    try:
        pay = parse_pay(value if isinstance(value, str) else "")
    except (PayError, MoneyError):
        raise wrong(f"{where}: {str(value)[:40]!r} is no odds; {right}") from None
    if not isinstance(pay, Odds) or pay.den < 1:
        raise wrong(f"{where}: {str(value)[:40]!r} cannot be paid; {right}")
    return pay


def side_place(rules: str, wager: str, table: str) -> tuple[RuleSet, Wager, str]:
    """Read a place, a side bet and a paytable of it; raises `Turned`."""
    try:
        place = named_rule_set((rules or STANDARD).casefold())
    except UnknownRuleSetError as error:
        raise Turned(400, "no-such-rules", f"rules: {error}") from None
    if wager not in SIDE_WAGERS:
        raise wrong(f"wager: {wager[:40]!r} is no side bet; there are {', '.join(SIDE_WAGERS)}")
    chosen = Wager(wager)
    tables = place.tables_of(chosen)
    if not tables:
        raise wrong(f"wager: {place.name} has no {wager}; ask for another place or side bet")
    if table and table not in tables:
        what = f"table: {place.name} has no {wager} paytable {table[:40]!r}"
        raise Turned(400, "no-such-paytable", f"{what}; it has {', '.join(tables)}")
    return place, chosen, table or tables[0]


def _table(name: str, text: str, right: str) -> dict[str, Any]:  # Any: JSON values, checked later
    """Read a JSON object."""
    try:
        found = msgspec.json.decode(text or "{}")
    except msgspec.DecodeError as error:
        raise wrong(f"{name}: is no JSON, {error}; write {right}") from None
    if not isinstance(found, dict):
        raise wrong(f"{name}: is no JSON object; write {right}")
    return found


def wrong(text: str) -> Turned:
    """Return the problem document for a parameter that cannot be used."""
    return Turned(400, "not-valid", text)
