"""One table of a rule set's file on its way to being read: every complaint names the key's path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from pitboss.rules.cite import Cite
from pitboss.rules.money import Chips, dollars
from pitboss.rules.paytable import Pay, parse_pay
from pitboss.rules.ruleset import Wager
from pitboss.rules.suggest import did_you_mean

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


class RuleSetError(ValueError):
    """A rule set that does not hold together: the key, and what would be right."""


@dataclass(frozen=True, slots=True)
class ValueKind(Generic[T]):
    """What a value must be, in words, and how it is read; `read` raises `ValueError` where not."""

    wants: str
    read: Callable[[object], T]


def _exactly(kind: type[T]) -> Callable[[object], T]:
    def read(value: object) -> T:
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise ValueError
        return value

    return read


def one_of(*words: str) -> ValueKind[str]:
    """One of a few words."""

    def read(value: object) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return ValueKind(f"one of {', '.join(words)}", read)


def only(supported: T) -> ValueKind[T]:
    """Return a kind with one value, on which five documents agree, so that no code asks for it."""

    def read(value: object) -> T:
        found = tuple(value) if isinstance(value, list) else value
        if found != supported or type(found) is not type(supported):
            raise ValueError
        return supported

    shown = ", ".join(map(str, supported)) if isinstance(supported, tuple) else supported
    return ValueKind(f"{str(shown).lower()}, the only value that the engine fulfils", read)


def word_of(words: type[E]) -> ValueKind[E]:
    """One member of an enumeration, written as its value."""
    return ValueKind(f"one of {', '.join(words)}", lambda value: words(str(value)))


def list_of(kind: ValueKind[T], wants: str) -> ValueKind[tuple[T, ...]]:
    """Return a list of one kind, as a tuple."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise ValueError
        return tuple(kind.read(item) for item in value)

    return ValueKind(wants, read)


def _pay(value: object) -> Pay:
    return parse_pay(_exactly(str)(value))


TEXT: Final = ValueKind("a text", _exactly(str))
FLAG: Final = ValueKind("true or false", _exactly(bool))
YES: Final = only(supported=True)
NO: Final = only(supported=False)
WHOLE: Final = ValueKind("a whole number", _exactly(int))
MONEY: Final[ValueKind[Chips]] = ValueKind("an amount in dollars", dollars)
PAY: Final[ValueKind[Pay]] = ValueKind(
    'a pay such as "3 to 2", "9 for 1", "10% of main" or "$1,000"', _pay
)
WAGER: Final = word_of(Wager)
TEXTS: Final = list_of(TEXT, "a list of texts")
WHOLES: Final = list_of(WHOLE, "a list of whole numbers")
WAGERS: Final = list_of(WAGER, f"a list of {', '.join(Wager)}")
AMOUNTS: Final = list_of(MONEY, "a list of amounts in dollars")
TABLES: Final = list_of(ValueKind("a table", _exactly(dict)), "a list of tables")


def shown(value: object) -> str:
    """Return a value as a complaint shows it, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


class Section:
    """A table, its path, and which of its keys were asked for; `done` complains of the others."""

    __slots__ = ("_asked", "_table", "path")

    def __init__(self, table: object, path: str = "") -> None:
        if not isinstance(table, dict):
            raise RuleSetError(f"{path}: wants a table, found {shown(table)}")
        self._table: dict[str, Any] = table  # Any: TOML values, each checked as it is taken
        self._asked: set[str] = set()
        self.path = path

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def has(self, key: str) -> bool:
        return key in self._table

    def take(self, key: str, kind: ValueKind[T], default: T | None = None) -> T:
        """Return a key's value; `default` stands in where the key is left out."""
        self._asked.add(key)
        if key not in self._table:
            if default is None:
                raise RuleSetError(f"{self.at(key)}: is missing, wants {kind.wants}")
            return default
        value = self._table[key]
        try:
            return kind.read(value)
        except (ValueError, TypeError):
            what = f"wants {kind.wants}, found {shown(value)}"
            raise RuleSetError(f"{self.at(key)}: {what}") from None

    def section(self, key: str, *, optional: bool = False) -> Section:
        """Return a table within; an optional one that is left out is empty."""
        self._asked.add(key)
        if key not in self._table and not optional:
            raise RuleSetError(f"{self.at(key)}: is missing, wants a table")
        return Section(self._table.get(key, {}), self.at(key))

    def sections(self, key: str) -> Iterator[Section]:
        """Yield the tables of a list, each with its number in the path."""
        tables = self.take(key, TABLES, ())
        for number, table in enumerate(tables):
            yield Section(table, f"{self.at(key)}[{number}]")

    def names(self) -> tuple[str, ...]:
        return tuple(self._table)

    def each(self) -> Iterator[tuple[str, Section]]:
        """Yield every key as a table within, where keys are the rule set's own names."""
        for key in self._table:
            yield key, self.section(key)

    def cite(self) -> Cite:
        """Return the clauses and readings behind this table; there must be one."""
        found = Cite(self.take("clauses", TEXTS, ()), self.take("readings", TEXTS, ()))
        if not found.clauses and not found.readings:
            raise RuleSetError(f"{self.path}: names no clause and no reading")
        return found

    def valued(self, key: str, kind: ValueKind[T]) -> tuple[T, Cite]:
        """Return a `{ value = …, clauses = […] }` within: the value and where it comes from."""
        entry = self.section(key)
        found = entry.take("value", kind), entry.cite()
        entry.done()
        return found

    def done(self, also: Iterable[str] = (), read: Iterable[str] = ()) -> None:
        """Complain of the first key that nobody asked for.

        `also` are keys that might have been there, for the hint; `read` were read elsewhere.
        """
        known = {*self._asked, *read}
        for key in (key for key in self._table if key not in known):
            hint = did_you_mean(key, (*self._asked, *also)) or "take it out"
            raise RuleSetError(f"{self.at(key)}: is no key of a rule set; {hint}")
