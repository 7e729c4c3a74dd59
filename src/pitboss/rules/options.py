"""The operator's choices: reads each option by its type, with the set's defaults, and says all that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.money import Chips, MoneyError, dollars
from pitboss.rules.ruleset import RuleSet, Wager

Table = Mapping[str, Any]  # Any: TOML values, each checked where it is used

# Words that stand for "not chosen" in the place of a value.
NONE_WORDS: Final = frozenset(
    {"none", "unfiled", "least", "as printed", "as wagered", "by method", "table minimum", ""}
)
ALIASES: Final = {"paytable.uth": "trips", "dealing.method": "dealing", "fee.option": "fees"}


@dataclass(frozen=True, slots=True)
class Span:
    """A least and a most amount; None where there is no such bound."""

    least: Chips | None = None
    most: Chips | None = None


@dataclass(frozen=True, slots=True)
class OptionProblem:
    """One thing wrong with one option: where, what, and the clauses and readings behind it."""

    key: str
    what: str
    cite: Cite = NO_CITE


class OptionError(ValueError):
    """An option that cannot be taken; carries the first problem."""

    def __init__(self, problem: OptionProblem) -> None:
        super().__init__(f"options.{problem.key}: {problem.what}")
        self.problem = problem


@dataclass(frozen=True, slots=True)
class OptionKind:
    """What an option may be, wherever it may be chosen."""

    key: str
    type: str
    allowed: tuple[Any, ...]
    neutral: object
    about: str


@cache
def option_kinds() -> Mapping[str, OptionKind]:
    """Read the registry of every option there is, by key."""
    data = tomllib.loads(files("pitboss.rules").joinpath("options.toml").read_text("utf-8"))
    return {
        key: OptionKind(key, e["type"], tuple(e.get("allowed", ())), e["neutral"], e["about"])
        for key, e in data.items()
    }


def read_options(rule_set: RuleSet, given: Table) -> tuple[dict[str, object], list[OptionProblem]]:
    """Read every option: the given value, else the set's default, else the neutral one."""
    flat, problems = dict(_flatten(given)), []
    _apply_aliases(flat, problems)
    values: dict[str, object] = {}
    for key, kind in option_kinds().items():
        rule = rule_set.options.get(key)
        raw = rule.default if rule else kind.neutral
        if key in flat:
            raw, problem = _allowed_here(rule_set, key, flat.pop(key), raw)
            problems += problem
        try:
            values[key] = _READERS[kind.type](raw, kind, rule_set)
        except (ValueError, MoneyError) as error:
            problems.append(OptionProblem(key, str(error), rule.cite if rule else NO_CITE))
            values[key] = _READERS[kind.type](rule.default if rule else kind.neutral, kind, rule_set)
    problems += [OptionProblem(key, _unknown(key, rule_set)) for key in flat]
    return values, problems


def _flatten(table: Table, path: str = "") -> Iterator[tuple[str, Any]]:
    """Turn nested tables into dotted keys, but leave alone those whose value is a table itself."""
    kinds = option_kinds()
    for key, value in table.items():
        dotted = f"{path}.{key}" if path else key
        own = dotted in kinds and kinds[dotted].type in ("range", "seed", "percent")
        if isinstance(value, Mapping) and not own:
            yield from _flatten(value, dotted)
        else:
            yield dotted, value


def _apply_aliases(flat: dict[str, Any], problems: list[OptionProblem]) -> None:
    for alias, key in ALIASES.items():
        if alias in flat:
            value = flat.pop(alias)
            if flat.setdefault(key, value) != value:
                problems.append(OptionProblem(alias, f"says {value!r}, but {key} says {flat[key]!r}"))


def _allowed_here(
    rule_set: RuleSet, key: str, value: Any, default: object
) -> tuple[Any, list[OptionProblem]]:
    rule = rule_set.options.get(key)
    if rule is None:
        kind = option_kinds()[key]
        here = kind.type == "paytable" and rule_set.tables_of(Wager(key))
        if here and value in here:
            return value, []  # a set with one table needs no choice, but naming it is no error
        return default, [OptionProblem(key, _unknown(key, rule_set))]
    frozen = tuple(value) if isinstance(value, list) else value
    if rule.locked and frozen != rule.default:
        what = f"is fixed at {_shown(rule.default)} in {rule_set.name}, {_shown(value)} cannot be filed"
        return default, [OptionProblem(key, what, rule.cite)]
    return value, []


def _unknown(key: str, rule_set: RuleSet) -> str:
    if key in option_kinds():
        return f"is no choice of {rule_set.name}: its rules do not leave it open"
    near = [known for known in rule_set.options if known.split(".")[-1] == key.split(".")[-1]]
    hint = f"; did you mean {near[0]}?" if near else f"; see: pitboss rules show {rule_set.name}"
    return f"is no option{hint}"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else repr(value)


def _unset(raw: object) -> bool:
    return isinstance(raw, str) and raw in NONE_WORDS


def _flag(raw: object, _kind: OptionKind, _set: RuleSet) -> bool:
    if not isinstance(raw, bool):
        raise ValueError(f"{raw!r} is neither true nor false")
    return raw


def _choice(raw: object, kind: OptionKind, _set: RuleSet) -> str:
    if raw == "" == kind.neutral:
        return ""
    if raw not in kind.allowed:
        raise ValueError(f"{raw!r} is none of {', '.join(map(str, kind.allowed))}")
    return str(raw)


def _whole(raw: object, kind: OptionKind, _set: RuleSet) -> int | None:
    if _unset(raw):
        return None
    low, high = kind.allowed[0], kind.allowed[-1]
    if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
        raise ValueError(f"{raw!r} is no whole number from {low} to {high}")
    return raw


def _money(raw: object, _kind: OptionKind, _set: RuleSet) -> Chips | None:
    return None if _unset(raw) else dollars(raw)


def _amounts(raw: object, _kind: OptionKind, _set: RuleSet) -> tuple[Chips, ...] | None:
    if _unset(raw):
        return None
    if not isinstance(raw, list | tuple) or not raw:
        raise ValueError(f"{raw!r} is no list of amounts; write [1, 5]")
    amounts = tuple(dollars(amount) for amount in raw)
    if len(set(amounts)) != len(amounts) or not all(amounts):
        raise ValueError(f"{_shown(raw)}: every amount once, and more than 0")
    return amounts


def _text(raw: object, _kind: OptionKind, _set: RuleSet) -> str:
    if not isinstance(raw, str) or len(raw) > 10_000:
        raise ValueError("is no text of at most 10,000 characters")
    return raw


def _names(raw: object, kind: OptionKind, _set: RuleSet) -> tuple[str, ...]:
    if not isinstance(raw, list | tuple) or any(name not in kind.allowed for name in raw):
        raise ValueError(f"{raw!r} is no list of {', '.join(kind.allowed)}")
    return tuple(raw)


def _paytable(raw: object, kind: OptionKind, rule_set: RuleSet) -> str | None:
    if kind.key in ALIASES:
        return None
    names = rule_set.tables_of(Wager(kind.key))
    if raw in names:
        return str(raw)
    if raw == "none" and kind.key in ("six_card", "progressive"):
        return None
    if raw == "" and len(names) <= 1:
        return names[0] if names else None
    offered = ", ".join(names) if names else "none: this wager is not in these rules"
    raise ValueError(f"{raw!r} is no paytable of {rule_set.name}; there is {offered}")


def _method(raw: object, kind: OptionKind, rule_set: RuleSet) -> str | None:
    if kind.key in ALIASES:
        return None
    if raw not in rule_set.methods:
        raise ValueError(f"{raw!r} is no dealing method of {rule_set.name}; {', '.join(rule_set.methods)}")
    return str(raw)


def _fee(raw: object, kind: OptionKind, rule_set: RuleSet) -> str | None:
    if kind.key in ALIASES or raw == "none":
        return None
    flat = ("flat",) if "fee.bank" in rule_set.options else ()
    known = (*rule_set.fees, *flat)
    if isinstance(raw, bool) or str(raw) not in known:
        raise ValueError(f"{raw!r} is no fee option of {rule_set.name}; {', '.join(known) or 'none'}")
    return str(raw)


def _wagers(raw: object, _kind: OptionKind, rule_set: RuleSet) -> tuple[Wager, ...] | None:
    if _unset(raw):
        return None
    wanted = [w for w in rule_set.facts["settlement.wagers"]]  # type: ignore[attr-defined]  # a tuple of names
    if not isinstance(raw, list | tuple) or sorted(raw) != sorted(wanted):
        raise ValueError(f"{raw!r} does not order {', '.join(wanted)}")
    return tuple(Wager(name) for name in raw)


def _range(raw: object, _kind: OptionKind, _set: RuleSet) -> Span:
    if _unset(raw):
        return Span()
    low: object
    high: object
    if isinstance(raw, str) and raw.count(" to ") == 1:
        low, high = raw.split(" to ")
    elif isinstance(raw, Mapping) and raw.keys() <= {"min", "max"}:
        low, high = raw.get("min"), raw.get("max")
    else:
        raise ValueError(f"{raw!r} is no range; write {{ min = 5, max = 50 }}")
    span = Span(
        None if low is None else dollars(low), None if high is None else dollars(high)
    )
    if span.least is not None and span.most is not None and span.least > span.most:
        raise ValueError(f"the least, {low}, is above the most, {high}")
    return span


def _by_meter(raw: object, read: Callable[[object], Any]) -> dict[str, Any]:
    if isinstance(raw, Mapping):
        return {str(meter): read(value) for meter, value in raw.items()}
    return {"": read(raw)}


def _seed(raw: object, _kind: OptionKind, _set: RuleSet) -> dict[str, Chips | None] | str:
    if _unset(raw):
        return str(raw)
    return _by_meter(raw, dollars)


def _percent(raw: object, _kind: OptionKind, _set: RuleSet) -> dict[str, Fraction]:
    def read(value: object) -> Fraction:
        if isinstance(value, str) and value.endswith("%"):
            value = Decimal(value[:-1]) if value[:-1].replace(".", "", 1).isdigit() else value
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not 0 <= value <= 100:
            raise ValueError(f"{value!r} is no percentage from 0 to 100")
        return Fraction(value) / 100

    return _by_meter(raw, read)


_READERS: Final[Mapping[str, Callable[[object, OptionKind, RuleSet], object]]] = {
    "flag": _flag,
    "choice": _choice,
    "whole": _whole,
    "money": _money,
    "amounts": _amounts,
    "text": _text,
    "names": _names,
    "paytable": _paytable,
    "method": _method,
    "fee": _fee,
    "wagers": _wagers,
    "range": _range,
    "seed": _seed,
    "percent": _percent,
}

