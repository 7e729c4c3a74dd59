"""Reads the TOML text of a rule set into a `RuleSet`, or says what is wrong with it and where."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, TypeVar

from pitboss.cards import CATEGORY_SLUGS
from pitboss.rules.cite import Cite
from pitboss.rules.money import Chips, dollars
from pitboss.rules.paytable import (
    COMMUNITY,
    FIRST_FIVE,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    EnvyScale,
    Line,
    Meter,
    Odds,
    Paytable,
    parse_pay,
)
from pitboss.rules.ruleset import (
    AGAINST_DEALER,
    BY_PAYTABLE,
    Consequence,
    DealingMethod,
    FeeSchedule,
    FeeTier,
    LayoutItem,
    OptionRule,
    Outcome,
    Packet,
    Remedy,
    Requirement,
    RuleSet,
    Street,
    StreetRule,
    Target,
    Wager,
    WagerRule,
)

T = TypeVar("T")
Table = Mapping[str, Any]  # Any: TOML values, each checked where it is used

HANDS: Final = frozenset(CATEGORY_SLUGS.values()) | {
    FIRST_FIVE,
    COMMUNITY,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
}
REMEDIES: Final = frozenset({"continue", "set-aside", "void", "void-seat", "void-wager", "forfeit", "new-deck"})
_FACT_TABLES: Final = ("table", "cards", "betting", "asking", "progressive", "limits", "bank", "tips", "notices")


class RuleSetError(ValueError):
    """A rule set that does not hold together: the key, and what would be right."""


def read_rule_set(text: str) -> RuleSet:
    """Build a rule set from the text of its file."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(f"not valid TOML: {error}") from None
    return rule_set_from(data)


def rule_set_from(data: Table) -> RuleSet:
    """Build a rule set from parsed TOML; every key must be known and every value must name its source."""
    facts: dict[str, object] = {}
    cites: dict[str, Cite] = {}
    for name in _FACT_TABLES:
        _facts(data.get(name, {}), name, facts, cites)
    settlement = _at(data, "settlement", dict)
    dealing = _at(data, "dealing", dict)
    for name, table in (("settlement", settlement), ("dealing", dealing)):
        _facts({k: v for k, v in table.items() if "value" in v}, name, facts, cites)
    return RuleSet(
        name=_at(data, "name", str),
        title=_at(data, "title", str),
        document=_at(data, "document", str),
        prefix=_at(data, "prefix", str),
        edition=_at(data, "edition", int),
        facts=facts,
        cites=cites,
        wagers={_wager(k): _wager_rule(v, f"wagers.{k}") for k, v in data["wagers"].items()},
        streets={street: _street(data, street) for street in Street},
        methods={k: _method(k, v) for k, v in dealing["methods"].items()},
        consequences=dict(_consequences(settlement)),
        paytables={(t.wager_key, t.name): t.table for t in _paytables(data)},
        irregularities=_irregularities(data.get("irregularities", {})),
        fees={k: _fee_schedule(k, v) for k, v in data.get("fees", {}).items()},
        options={k: _option(k, v) for k, v in _at(data, "options", dict).items()},
        requirements=tuple(
            Requirement(r["key"], r.get("when", ""), r["wants"], _cite(r, f"submission {r['key']}"))
            for r in data.get("submission", {}).get("required", ())
        ),
        layout=tuple(
            LayoutItem(i["item"], i["text"], i.get("when", ""), _cite(i, f"layout {i['item']}"))
            for i in data.get("layout", {}).get("items", ())
        ),
    )


def _at(table: Table, key: str, kind: type[T]) -> T:
    value = table.get(key)
    if not isinstance(value, kind):
        raise RuleSetError(f"{key}: wants {kind.__name__}, found {value!r}")
    return value


def _cite(table: Table, where: str) -> Cite:
    cite = Cite(tuple(table.get("clauses", ())), tuple(table.get("readings", ())))
    if not cite.clauses and not cite.readings:
        raise RuleSetError(f"{where}: names no clause and no reading")
    return cite


def _facts(table: Table, path: str, facts: dict[str, object], cites: dict[str, Cite]) -> None:
    """Collect single values; each is `{ value = …, clauses = […] }`."""
    for key, entry in table.items():
        where = f"{path}.{key}"
        if not isinstance(entry, dict) or "value" not in entry:
            raise RuleSetError(f"{where}: wants {{ value = …, clauses = […] }}, found {entry!r}")
        value = entry["value"]
        facts[where] = tuple(value) if isinstance(value, list) else value
        cites[where] = _cite(entry, where)


def _value(table: Table, key: str, path: str, default: object = None) -> tuple[Any, Cite]:
    if key not in table and default is not None:
        return default, Cite()
    entry = _at(table, key, dict)
    return entry["value"], _cite(entry, f"{path}.{key}")


def _wager(name: str) -> Wager:
    try:
        return Wager(name)
    except ValueError:
        raise RuleSetError(f"{name!r} is no wager; there are {', '.join(Wager)}") from None


def _wager_rule(table: Table, path: str) -> WagerRule:
    needs, cite = _value(table, "needs", path)
    alone, alone_cite = _value(table, "alone", path, default=False)
    if_filed, filed_cite = _value(table, "if_filed", path, default=False)
    return WagerRule(tuple(map(_wager, needs)), alone, if_filed, cite + alone_cite + filed_cite)


def _street(data: Table, street: Street) -> StreetRule:
    table, path = data["streets"][street], f"streets.{street}"
    play, play_cite = _value(table, "play", path)
    check, check_cite = _value(table, "check", path)
    fold, fold_cite = _value(table, "fold", path)
    return StreetRule(tuple(play), check, fold, play_cite, check_cite, fold_cite)


def _packets(entries: list[Table], path: str) -> tuple[Packet, ...]:
    return tuple(
        Packet(Target(e["to"]), e["cards"], e.get("when", ""), _cite(e, f"{path}[{n}]"))
        for n, e in enumerate(entries)
    )


def _method(name: str, table: Table) -> DealingMethod:
    path = f"dealing.methods.{name}"
    needs, cite = _value(table, "needs_shuffler", path)
    stub, stub_cite = _value(table, "stub", path)
    deal, flop, river = (_packets(table.get(s, []), f"{path}.{s}") for s in Street)
    return DealingMethod(name, needs, deal, flop, river, stub, cite + stub_cite)


def _consequence(table: Table, path: str) -> Consequence:
    by_paytable = table["outcome"] == "paytable"
    below = table.get("below")
    odds = parse_pay(table["odds"]) if "odds" in table else None
    if by_paytable != (below is not None) or isinstance(odds, type(None)) != (
        table["outcome"] != "win" or path.startswith("settlement.envy")
    ):
        raise RuleSetError(f"{path}: a win wants odds, a paytable wants below, nothing else does")
    return Consequence(
        outcome=Outcome.WIN if by_paytable else Outcome(table["outcome"]),
        by_paytable=by_paytable,
        odds=odds if isinstance(odds, Odds) else None,
        cite=_cite(table, path),
        below=_consequence(below, f"{path}.below") if below else None,
    )


def _consequences(settlement: Table) -> Iterator[tuple[tuple[Wager, str], Consequence]]:
    """Flatten to (wager, situation); a dealer without a qualifying hand is "unqualified-win" and so on."""
    for wager in (*AGAINST_DEALER, *BY_PAYTABLE, Wager.ENVY):
        table = settlement.get(wager, {})
        for key, entry in table.items():
            path = f"settlement.{wager}.{key}"
            if key == "unqualified":
                for result, inner in entry.items():
                    yield (wager, f"unqualified-{result}"), _consequence(inner, f"{path}.{result}")
            elif "outcome" in entry:
                yield (wager, key), _consequence(entry, path)
        wanted = {"win", "lose", "tie"} if wager in AGAINST_DEALER else set()
        if missing := wanted - table.keys():
            raise RuleSetError(f"settlement.{wager}: {', '.join(sorted(missing))} missing")


class _Named:
    def __init__(self, wager: Wager, name: str, table: Paytable) -> None:
        self.wager_key, self.name, self.table = wager, name, table


def _paytables(data: Table) -> Iterator[_Named]:
    for wager_name, tables in _at(data, "paytables", dict).items():
        wager = _wager(wager_name)
        for name, table in tables.items():
            yield _Named(wager, name, _paytable(wager, name, table))


def _paytable(wager: Wager, name: str, table: Table) -> Paytable:
    path = f"paytables.{wager}.{name}"
    lines = tuple(_line(entry, f"{path}.lines[{n}]") for n, entry in enumerate(table["lines"]))
    if len({line.hand for line in lines}) != len(lines):
        raise RuleSetError(f"{path}: a hand stands on two lines")
    return Paytable(
        wager=wager,
        name=name,
        lines=lines,
        below=Cite(tuple(table["below"]), tuple(table.get("readings", ()))),
        cite=_cite(table, path),
        meters=tuple(
            Meter(n, dollars(m["least"]) if "least" in m else None, _cite(m, f"{path}.meters.{n}"))
            for n, m in table.get("meters", {}).items()
        ),
        envy=tuple(_envy(entry, f"{path}.envy") for entry in table.get("envy", ())),
        envy_scales=table.get("envy_scales", False),
        wagers=tuple(dollars(amount) for amount in table.get("wagers", ())),
    )


def _line(entry: Table, path: str) -> Line:
    if entry["hand"] not in HANDS:
        raise RuleSetError(f"{path}: {entry['hand']!r} is no hand")
    return Line(entry["hand"], parse_pay(entry["pays"]), _cite(entry, path))


def _envy(entry: Table, path: str) -> EnvyScale:
    sums: dict[str, Chips] = {h: dollars(v) for h, v in entry.items() if h in HANDS}
    return EnvyScale(dollars(entry["wager"]), sums, _cite(entry, path))


def _irregularities(table: Table) -> dict[str, Mapping[str, Remedy]]:
    """Flatten to kind -> case; a kind that differs by dealing method has cases "shoe.right" and so on."""
    found: dict[str, Mapping[str, Remedy]] = {}
    for kind, cases in table.items():
        flat: dict[str, Remedy] = {}
        for case, entry in cases.items():
            if "remedy" in entry:
                flat[case] = _remedy(entry, f"irregularities.{kind}.{case}")
                continue
            for inner, remedy in entry.items():
                flat[f"{case}.{inner}"] = _remedy(remedy, f"irregularities.{kind}.{case}.{inner}")
        found[kind] = flat
    return found


def _remedy(entry: Table, path: str) -> Remedy:
    if entry["remedy"] not in REMEDIES:
        raise RuleSetError(f"{path}: {entry['remedy']!r} is no remedy; {', '.join(sorted(REMEDIES))}")
    return Remedy(
        action=entry["remedy"],
        settles=tuple(map(_wager, entry.get("settles", ()))),
        deck=entry.get("deck", "stays"),
        cite=_cite(entry, path),
        settle_cite=Cite(tuple(entry.get("settle_clauses", ())), tuple(entry.get("readings", ()))),
    )


def _fee_schedule(name: str, table: Table) -> FeeSchedule:
    tiers = tuple(
        FeeTier(t.get("up_to"), dollars(t["bank"]), dollars(t["circle"])) for t in table["tiers"]
    )
    return FeeSchedule(name, tiers, _cite(table, f"fees.{name}"))


def _option(key: str, entry: Table) -> OptionRule:
    default = entry["default"]
    frozen: Callable[[object], object] = lambda v: tuple(v) if isinstance(v, list) else v  # noqa: E731
    return OptionRule(key, frozen(default), entry.get("locked", False), _cite(entry, f"options.{key}"))
