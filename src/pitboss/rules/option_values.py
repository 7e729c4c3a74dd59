"""Reads the value of one option by its type, or says what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NoReturn

from pitboss.rules.money import Chips, MoneyError, dollars
from pitboss.rules.ruleset import RuleSet, Wager

# Words that stand for "not chosen" in the place of a value.
NONE_WORDS: Final = frozenset(
    {"none", "unfiled", "least", "as printed", "as wagered", "by method", "table minimum", ""}
)
ALIASES: Final = {"paytable.uth": "trips", "dealing.method": "dealing", "fee.option": "fees"}
TEXT_MAX: Final = 10_000  # a glossary fits; a file that hides something large does not
PLACES_MAX: Final = 12  # decimals of a percentage: finer than any meter is fed
OPTIONAL_TABLES: Final = (Wager.SIX_CARD, Wager.PROGRESSIVE)


@dataclass(frozen=True, slots=True)
class Span:
    """A least and a most amount; None where there is no such bound."""

    least: Chips | None = None
    most: Chips | None = None


@dataclass(frozen=True, slots=True)
class OptionKind:
    """What an option may be, wherever it may be chosen."""

    key: str
    type: str
    allowed: tuple[Any, ...]  # Any: words, numbers or bounds, by type
    neutral: object
    about: str


class BadValue(ValueError):
    """A value that an option cannot have."""

    def __init__(self, wrong: str, right: str, code: str = "option-value") -> None:
        super().__init__(f"{wrong}; {right}")
        self.wrong, self.right, self.code = wrong, right, code


@dataclass(frozen=True, slots=True)
class OptionInput:
    """An option to be read: its value as written, its kind, and the set that leaves it open."""

    raw: object
    kind: OptionKind
    rule_set: RuleSet

    def bad(self, wrong: str, right: str, code: str = "option-value") -> NoReturn:
        raise BadValue(f"{shown(self.raw)} is {wrong}", right, code)

    @property
    def unset(self) -> bool:
        """Whether the value is a word for "not chosen", where this option may go without."""
        rule = self.rule_set.options.get(self.kind.key)
        standing = (self.kind.neutral, rule.default if rule else self.kind.neutral)
        words = [word for word in standing if isinstance(word, str) and word in NONE_WORDS]
        return bool(words) and isinstance(self.raw, str) and self.raw in [*words, "none"]


def shown(value: object) -> str:
    """Return a value as it was written, cut short.

    >>> shown([1, 5])
    '1, 5'
    """
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else _one(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _one(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, str) else str(value)


def _flag(asked: OptionInput) -> bool:
    if not isinstance(asked.raw, bool):
        asked.bad("neither true nor false", "write true or false")
    return asked.raw


def _choice(asked: OptionInput) -> str:
    if asked.raw == "" == asked.kind.neutral:
        return ""
    if asked.raw not in asked.kind.allowed:
        asked.bad("no choice here", f"write one of {', '.join(asked.kind.allowed)}")
    return str(asked.raw)


def _whole(asked: OptionInput) -> int | None:
    if asked.unset:
        return None
    low, high = asked.kind.allowed[0], asked.kind.allowed[-1]
    raw = asked.raw
    if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
        asked.bad("no whole number in range", f"write one from {low} to {high}")
    return raw


def _money(asked: OptionInput) -> Chips | None:
    if asked.unset:
        return None
    amount = _dollars(asked.raw)
    if asked.kind.allowed:
        low, high = asked.kind.allowed
        if not dollars(low) <= amount <= dollars(high):
            asked.bad("no amount in range", f"write one from {low} to {high}")
    return amount


def _dollars(raw: object) -> Chips:
    try:
        return dollars(raw)
    except MoneyError:
        percent = isinstance(raw, str) and "%" in raw
        code = "percentage-fee" if percent else "option-value"
        wrong = f"{shown(raw)} is no amount in dollars and whole cents"
        raise BadValue(wrong, "write 5 or 2.50", code) from None


def _amounts(asked: OptionInput) -> tuple[Chips, ...] | None:
    if asked.unset:
        return None
    if not isinstance(asked.raw, list | tuple) or not asked.raw:
        asked.bad("no list of amounts", "write [1, 5]")
    amounts = tuple(map(_dollars, asked.raw))
    if len(set(amounts)) != len(amounts) or not all(amounts):
        asked.bad("no list of different amounts above 0", "write [1, 5]")
    return amounts


def _text(asked: OptionInput) -> str:
    if not isinstance(asked.raw, str) or len(asked.raw) > TEXT_MAX:
        asked.bad("no short text", f"write at most {TEXT_MAX:,} characters in quotes")
    return asked.raw


def _names(asked: OptionInput) -> tuple[str, ...]:
    allowed = asked.kind.allowed
    if not isinstance(asked.raw, list | tuple) or any(name not in allowed for name in asked.raw):
        asked.bad("no such list", f"write a list of {', '.join(allowed)}")
    return tuple(asked.raw)


def _paytable(asked: OptionInput) -> str | None:
    key, raw = asked.kind.key, asked.raw
    if key in ALIASES:
        return None
    names = asked.rule_set.tables_of(Wager(key))
    if isinstance(raw, str) and raw in names:
        return raw
    if raw == "" and len(names) <= 1:
        return names[0] if names else None
    if raw != "none" or key not in OPTIONAL_TABLES:
        _no_paytable(asked, names)
    return None


def _no_paytable(asked: OptionInput, names: tuple[str, ...]) -> NoReturn:
    if not names:
        asked.bad(f"no paytable: {asked.rule_set.name} has no such wager", "take it out")
    right = f"there is {', '.join(names)}"
    if isinstance(asked.raw, list | tuple):
        asked.bad("a list, not one paytable", f"name exactly one; {right}", "paytable-not-one")
    asked.bad(f"no paytable of {asked.rule_set.name}", right, "unknown-paytable")


def _method(asked: OptionInput) -> str | None:
    if asked.kind.key in ALIASES:
        return None
    methods = asked.rule_set.methods
    if not isinstance(asked.raw, str) or asked.raw not in methods:
        wrong = f"no dealing method of {asked.rule_set.name}"
        asked.bad(wrong, f"there is {', '.join(methods)}", "dealing-method")
    return asked.raw


def _fee(asked: OptionInput) -> str | None:
    if asked.kind.key in ALIASES or asked.raw == "none":
        return None
    flat = ("flat",) if "fee.bank" in asked.rule_set.options else ()
    known = (*asked.rule_set.fees, *flat)
    if isinstance(asked.raw, bool) or str(asked.raw) not in known:
        wrong = f"no fee option of {asked.rule_set.name}"
        code = "percentage-fee" if "%" in str(asked.raw) else "fee-option"
        asked.bad(wrong, f"there is {', '.join(known) or 'none'}", code)
    return str(asked.raw)


def _wagers(asked: OptionInput) -> tuple[Wager, ...] | None:
    if asked.unset:
        return None
    due = asked.rule_set.facts["settlement.wagers"]
    wanted = due if isinstance(due, tuple) else ()
    raw = asked.raw
    if not isinstance(raw, list | tuple) or sorted(map(str, raw)) != sorted(wanted):
        asked.bad("no order of the wagers", f"write each once of {', '.join(wanted)}")
    return tuple(Wager(name) for name in raw)


def _range(asked: OptionInput) -> Span:
    if asked.unset:
        return Span()
    low: object
    high: object
    if isinstance(asked.raw, str) and asked.raw.count(" to ") == 1:
        low, high = asked.raw.split(" to ")
    elif isinstance(asked.raw, Mapping) and asked.raw and asked.raw.keys() <= {"min", "max"}:
        low, high = asked.raw.get("min"), asked.raw.get("max")
    else:
        asked.bad("no range", "write { min = 5, max = 50 }")
    least, most = (None if end is None else _dollars(end) for end in (low, high))
    if least is not None and most is not None and least > most:
        raise BadValue(
            f"the minimum, {low}, is above the maximum, {high}", "write the smaller amount first"
        )
    return Span(least, most)


def _by_meter(raw: object, read: Callable[[object], Any]) -> dict[str, Any]:
    """Read one value for all meters (by the name "") or one for each by its name."""
    if isinstance(raw, Mapping):
        return {str(meter): read(value) for meter, value in raw.items()}
    return {"": read(raw)}


def _seed(asked: OptionInput) -> dict[str, Chips] | str:
    return str(asked.raw) if asked.unset else _by_meter(asked.raw, _dollars)


def _percent(asked: OptionInput) -> dict[str, Fraction]:
    return _by_meter(asked.raw, _percentage)


def _percentage(raw: object) -> Fraction:
    value: object = raw
    if isinstance(raw, str) and raw.endswith("%") and raw[:-1].replace(".", "", 1).isdecimal():
        value = Decimal(raw[:-1])
    if isinstance(value, int | Decimal) and not isinstance(value, bool) and _sane(Decimal(value)):
        return Fraction(value) / 100
    raise BadValue(f"{shown(raw)} is no percentage from 0 to 100", "write 70 or 12.5")


def _sane(value: Decimal) -> bool:
    """Return whether it can be a percentage; 1e-999999999 would fill the memory as a fraction."""
    if not value.is_finite() or not 0 <= value <= 100:
        return False
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -PLACES_MAX


READERS: Final[Mapping[str, Callable[[OptionInput], object]]] = {
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


def read_value(raw: object, kind: OptionKind, rule_set: RuleSet) -> object:
    """Read one option; raises `BadValue`."""
    return READERS[kind.type](OptionInput(raw, kind, rule_set))
