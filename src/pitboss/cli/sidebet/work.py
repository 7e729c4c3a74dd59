"""Analyses side bets: reads the paytables asked for and works out their figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.cli.files import names_a_file
from pitboss.cli.output import counted, page, pick, print_json, table
from pitboss.cli.parse import amount, meter_amounts, named_value
from pitboss.cli.paytable import read_table, with_table
from pitboss.cli.sidebet import Options
from pitboss.odds.sidebets.progressive import Progressive, progressive
from pitboss.odds.sidebets.side_bet import SideBet, StakeError, side_bet
from pitboss.reports.sidebet import sidebet_document
from pitboss.rules import (
    BY_PAYTABLE,
    HOLE_AND_FLOP,
    Chips,
    OptionError,
    Rules,
    RuleSet,
    Wager,
    all_rule_sets,
    in_force,
    option_kinds,
    rule_set,
)
from pitboss.rules.user_toml import Document, TomlError, read_toml
from pitboss.rules.words import hand_words, wager_words

PLAYERS_MAX: Final = 6
SETTINGS_MAX: Final = 100  # more than there are options


@dataclass(frozen=True, slots=True)
class SideBetRequest:
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
    asked = SideBetRequest(
        wager=_wager(options.wager),
        rules=options.rules,
        paytable=options.paytable,
        players=_players(options.players),
        stake=None if options.stake is None else amount("--wager", options.stake),
        meters=meter_amounts(options.meters),
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
            _show(entry, asked.wager, screen)
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


def _selected(asked: SideBetRequest) -> Iterator[Rules]:
    """Return the rules in force for every paytable that was asked for, place by place."""
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


def _in_force(place: RuleSet, name: str, asked: SideBetRequest) -> Rules:
    if asked.wager in asked.options:
        flag = "--paytable NAME"
        raise Failure(f"--set {asked.wager.value}: the paytable is chosen by {flag}; take it out")
    try:
        return in_force(place, {**asked.options, asked.wager.value: name})
    except OptionError as error:
        problem = error.problem
        where = f"{place.name}, {asked.wager} {name}"
        raise Failure(f"--set {problem.key}: {problem.what} ({where})") from None


def _figures(rules: Rules, asked: SideBetRequest) -> SideBet | Progressive:
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


# -- for people -----------------------------------------------------------------------------------


_COLUMNS = ("hand", "pays", "hits", "probability", "", "net", "return")
_UNKNOWN = "needs the meter"


def _show(entry: Document, wager: str, out: Console) -> None:
    """Print one paytable with its figures."""
    place = rule_set(entry["rules"]).title
    name = f"{place}, edition {entry['edition']}: {wager_words(wager)} paytable {entry['paytable']}"
    title = f"{name}, for a stake of ${entry['stake']}" if entry["depends_on_stake"] else name
    out.print(table(title, _COLUMNS, map(_line, entry["lines"])))
    out.print(table("", ("figure", "value", "exact"), _figure_rows(entry)))
    if "meters" in entry:
        out.print(table("", ("meter", "value", "exact"), _meter_rows(entry)))
    for note in entry["notes"]:
        out.print(Text(f"  note: {note}"))
    out.print()


def _line(line: Document) -> tuple[str, ...]:
    return (
        hand_words(line["hand"]),
        line["pays"] or "–",
        f"{line['hits']:,}",
        line["probability"]["fraction"],
        f"{line['probability']['decimal']:.10f}",
        _short(line["net"]),
        _UNKNOWN if line["return"] is None else f"{line['return']['decimal']:.6f}",
    )


def _short(number: Document | None) -> str:
    """Write a whole number as it is, any other rounded to four decimals."""
    if number is None:
        return _UNKNOWN
    value = Fraction(number["fraction"])
    return f"{value.numerator:,}" if value.denominator == 1 else f"{number['decimal']:,.4f}"


def _figure_rows(entry: Document) -> Iterator[tuple[str, str, str]]:
    yield "hands counted", f"{entry['combinations']:,}", ""
    yield _percent("hit frequency", entry["hit_frequency"])
    if "fixed_return" in entry:
        yield _percent("fixed part, no meters", entry["fixed_return"])
        yield from _royals(entry)
        yield from _envy(entry)
    now = f", {entry['players']} at the table" if entry.get("players", 1) > 1 else ""
    yield _percent(f"return{now}", entry["return"])
    yield _percent(f"house edge{now}", entry["house_edge"])
    if entry["standard_deviation"] is not None:
        deviation = entry["standard_deviation"]
        variance = f"root of {deviation['variance']['fraction']}"
        yield "standard deviation", f"{deviation['decimal']:.6f}", variance
    if entry.get("long_run"):
        yield from _long_run(entry["long_run"])


def _royals(entry: Document) -> Iterator[tuple[str, str, str]]:
    if entry["cards"] == HOLE_AND_FLOP:
        yield "decided by", "two cards and the flop", ""
        return
    yield "decided by", "all seven cards", ""
    names = ("royal in the first five", "royal on the board alone", "any other royal")
    for name, royal in zip(names, entry["royals"].values(), strict=True):
        chance = royal["probability"]
        yield name, f"1 in {round(1 / Fraction(chance['fraction'])):,}", chance["fraction"]


def _envy(entry: Document) -> Iterator[tuple[str, str, str]]:
    if not any(one["return"] and one["return"]["decimal"] for one in entry["envy"]):
        yield "Envy", "none", ""
        return
    for one in entry["envy"][1:]:
        yield _percent(f"Envy, {counted(one['other_players'], 'other')}", one["return"])


def _long_run(run: Document) -> Iterator[tuple[str, str, str]]:
    yield _percent("long run: return", run["return"])
    yield _percent("long run: house edge", run["house_edge"])
    for part, number in run["paid_by_house"].items():
        yield _percent(f"  of it by the house, {part}", number)
    yield _percent("  of it by players' wagers", run["paid_by_players"]["contributions"])


def _meter_rows(entry: Document) -> Iterator[tuple[str, str, str]]:
    for meter in entry["meters"]:
        name = meter["name"]
        reset = "not filed" if meter["reset"] is None else f"${meter['reset']}"
        reserve = f" (reserve ${meter['reserve']})" if Fraction(meter["reserve"]) else ""
        yield f"{name}: resets to", f"{reset}{reserve}", ""
        yield _percent(f"{name}: taken from each wager", meter["rate"])
        yield _dollars(f"{name}: stands at", meter["amount"])
        worth = meter["value_per_dollar"]
        yield f"{name}: worth of a dollar on it", f"${worth['decimal']:.10f}", worth["fraction"]
        yield from _break_even(name, meter["break_even"])
        yield _dollars(f"{name}: mean in the long run", meter["long_run_mean"])


def _break_even(name: str, points: list[Document]) -> Iterator[tuple[str, str, str]]:
    """Yield the meter at which the wager is fair; once, where Envy makes no difference."""
    same = all(point["dollars"] == points[0]["dollars"] for point in points)
    for point in points[:1] if same else points:
        others = "" if same else f", {counted(point['other_players'], 'other')}"
        if point["dollars"] is not None and not point["dollars"]["decimal"]:
            yield f"{name}: fair{others}", "without it", ""
        else:
            yield _dollars(f"{name}: fair at{others}", point["dollars"])


def _percent(name: str, number: Document | None) -> tuple[str, str, str]:
    if number is None:
        return name, "not known", ""
    return name, f"{number['decimal']:.6%}", number["fraction"]


def _dollars(name: str, number: Document | None) -> tuple[str, str, str]:
    if number is None:
        return name, "not known", ""
    value = Fraction(number["fraction"])
    whole = value.denominator == 1
    return name, f"${number['decimal']:,.2f}", "" if whole else number["fraction"]
