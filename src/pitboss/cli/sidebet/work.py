"""Analyses side bets: reads the paytables asked for and works out their figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.cli.errors import Failure
from pitboss.cli.files import names_a_file
from pitboss.cli.output import page, pick, print_json
from pitboss.cli.parse import named_value
from pitboss.cli.paytable import read_table, with_table
from pitboss.cli.sidebet import Options
from pitboss.cli.sidebet.tables import show
from pitboss.odds.sidebets.progressive import Progressive, progressive
from pitboss.odds.sidebets.side_bet import SideBet, StakeError, side_bet
from pitboss.reports.sidebet import sidebet_document
from pitboss.rules import (
    BY_PAYTABLE,
    Chips,
    MoneyError,
    OptionError,
    Rules,
    RuleSet,
    Wager,
    all_rule_sets,
    dollars,
    in_force,
    option_kinds,
)
from pitboss.rules.user_toml import TomlError, read_toml

PLAYERS_MAX: Final = 6
SETTINGS_MAX: Final = 100  # more than there are options


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says, read but not yet held against any rule set."""

    wager: Wager
    rules: str | None
    paytable: str | None
    players: int
    stake: Chips | None
    meters: Mapping[str, Fraction]
    options: Mapping[str, Any]  # Any: TOML values, read by the option's own type
    settings: Sequence[str]


def run(options: Options) -> int:
    """Work out every table asked for, then print them all."""
    asked = Asked(
        wager=_wager(options.wager),
        rules=options.rules,
        paytable=options.paytable,
        players=_players(options.players),
        stake=None if options.stake is None else _money(options.stake, "--wager"),
        meters=_meters(options.meters),
        options=_options(options.settings),
        settings=options.settings,
    )
    tables = [_figures(table_rules, asked) for table_rules in _selected(asked)]
    found = sidebet_document(asked.wager, tables, asked.settings)
    if options.as_json:
        print_json(found)
    else:
        screen = page()
        for entry in found["paytables"]:
            show(entry, asked.wager, screen)
    return 0


# -- the command line -----------------------------------------------------------------------------


def _wager(name: str) -> Wager:
    known = {wager.value.replace("_", "-"): wager for wager in BY_PAYTABLE}
    found = known.get(name.casefold().replace("_", "-"))
    if found is None:
        raise Failure(f"{name[:40]!r} is no side bet; there are {', '.join(known)}")
    return found


def _players(given: str | None) -> int:
    if given is None:
        return 1
    numbers = {str(number): number for number in range(1, PLAYERS_MAX + 1)}
    if given not in numbers:
        what = f"--players {given[:40]!r}: is no number of players"
        raise Failure(f"{what}; write 1 to {PLAYERS_MAX}")
    return numbers[given]


def _money(text: str, where: str) -> Chips:
    try:
        return dollars(text)
    except MoneyError as error:
        raise Failure(f"{where}: {error}") from None


def _meters(given: Sequence[str]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for text in given:
        name, value = named_value("--meter", text, "main=12345.67")
        if name in found:
            raise Failure(f"--meter {name[:40]}: is given twice; give it once")
        found[name] = Fraction(_money(value, f"--meter {name[:40]}"))
    return found


def _options(given: Sequence[str]) -> dict[str, Any]:  # Any: TOML values
    """Read settings by their keys; `meter.seed.major` is one meter's part of `meter.seed`."""
    if len(given) > SETTINGS_MAX:
        raise Failure(f"--set: is given {len(given)} times; {SETTINGS_MAX} is the most")
    found: dict[str, Any] = {}
    kinds = option_kinds()
    for text in given:
        key, value = named_value("--set", text, "meter.seed=10000")
        parent, _, meter = key.rpartition(".")
        by_meter = key not in kinds and parent in kinds and kinds[parent].type in _BY_METER
        place = found.setdefault(parent, {}) if by_meter else found
        name = meter if by_meter else key
        if not isinstance(place, dict) or name in place:
            raise Failure(f"--set {key[:60]}: is given twice; give it once")
        place[name] = _value(value)
    return found


_BY_METER: Final = ("seed", "percent")


def _value(text: str) -> object:
    """Read a value as TOML has it; a bare word is text."""
    try:
        data = read_toml(f"value = {text}\n")
    except TomlError:
        return text
    return data["value"] if len(data) == 1 else text


# -- places and paytables -------------------------------------------------------------------------


def _selected(asked: Asked) -> Iterator[Rules]:
    """Give the rules in force for every table asked for, in the order of the places."""
    wager, wanted = asked.wager, asked.paytable
    places = [pick(asked.rules)] if asked.rules is not None else list(all_rule_sets())
    offering = [place for place in places if place.tables_of(wager)]
    if not offering:
        there = ", ".join(place.name for place in all_rule_sets() if place.tables_of(wager))
        raise Failure(f"{places[0].name} has no {wager} wager; it is offered by {there}")
    if wanted is None:
        named = [(place, name) for place in offering for name in place.tables_of(wager)]
    else:
        named = [(p, n) for p in offering for n in p.tables_of(wager) if _same(n, wanted)]
        if not named and names_a_file(wanted):
            table = read_table(wanted, wager)
            named = [(with_table(place, table), table.name) for place in offering]
    if not named:
        there = "; ".join(f"{p.name}: {', '.join(p.tables_of(wager))}" for p in offering)
        what = f"--paytable {str(wanted)[:60]!r}: is no {wager} paytable and no file"
        raise Failure(f"{what}; there is {there}")
    return (_in_force(place, name, asked) for place, name in named)


def _same(name: str, wanted: str) -> bool:
    return name.casefold() == wanted.casefold()


def _in_force(place: RuleSet, name: str, asked: Asked) -> Rules:
    if asked.wager in asked.options:
        flag = "--paytable NAME"
        raise Failure(f"--set {asked.wager.value}: the paytable is chosen by {flag}; take it out")
    try:
        return in_force(place, {**asked.options, asked.wager.value: name})
    except OptionError as error:
        problem = error.problem
        where = f"{place.name}, {asked.wager} {name}"
        raise Failure(f"--set {problem.key}: {problem.what} ({where})") from None


def _figures(rules: Rules, asked: Asked) -> SideBet | Progressive:
    where = f"{rules.set.name}, {asked.wager} {rules.tables[asked.wager].name}"
    for meter in asked.meters:
        if meter not in rules.meters or asked.wager != Wager.PROGRESSIVE:
            names = ", ".join(rules.meters) if asked.wager == Wager.PROGRESSIVE else ""
            has = f"its meters are {names}" if names else "it has none"
            raise Failure(f"--meter {meter[:40]}: is no meter of {where}; {has}")
    try:
        if asked.wager != Wager.PROGRESSIVE:
            return side_bet(rules, asked.wager, stake=asked.stake)
        if asked.players > rules.seats:
            raise Failure(f"--players {asked.players}: {where} has {rules.seats} seats")
        return progressive(rules, stake=asked.stake, meters=asked.meters, players=asked.players)
    except StakeError as error:
        raise Failure(f"--wager: {error} ({where})") from None
