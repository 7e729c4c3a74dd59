"""Reads strategies written as TOML: those that come with pitboss, and a user's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from pitboss.odds.game import MULTIPLE_MAX
from pitboss.odds.hands import RANK_LETTERS
from pitboss.odds.strategies.conditions import (
    ALWAYS,
    CONDITIONS,
    FLOP,
    NEVER,
    OPTIMAL,
    OUTS_MAX,
    RIVER,
    Settings,
)
from pitboss.odds.strategies.strategy import (
    HIGHEST,
    LOWEST,
    DealRule,
    Raise,
    Rule,
    Strategy,
    StrategyError,
)
from pitboss.rules.suggest import did_you_mean
from pitboss.rules.user_toml import TomlError, TomlTable, read_toml

HINT: Final = 'write hands such as "AKs", "A2s+", "K5o+", "QJ" or "33+"'
_RANGE: Final = re.compile(rf"([{RANK_LETTERS}])([{RANK_LETTERS}])([so]?)(\+?)")


class RangeError(ValueError):
    """A text that is no range of starting hands."""


def hands_of(text: str) -> tuple[str, ...]:
    """Name the starting hands of a range; "+" goes up to the next card below the higher one.

    >>> hands_of("QTs+")
    ('QTs', 'QJs')
    >>> hands_of("KK+")
    ('KK', 'AA')
    >>> hands_of("JT")
    ('JTs', 'JTo')
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        raise RangeError(f"{text[:20]!r} is no range of hands; {HINT}")
    high, low = RANK_LETTERS.index(found[1]), RANK_LETTERS.index(found[2])
    if high < low or (high == low and found[3]):
        raise RangeError(f"{text[:20]!r} is no hand: the higher card comes first; {HINT}")
    if high == low:
        pairs = RANK_LETTERS[high:] if found[4] else RANK_LETTERS[high]
        return tuple(rank * 2 for rank in pairs)
    kickers = RANK_LETTERS[low:high] if found[4] else RANK_LETTERS[low]
    return tuple(f"{found[1]}{rank}{kind}" for kind in found[3] or "so" for rank in kickers)


STRATEGIES: Final = ("optimal", "simple", "never-4x", "always-3x", "never-fold")
TEXT_MAX: Final = 65_536  # characters; the longest one that comes with pitboss has a thousand
RULES_MAX: Final = 50  # of a street; nobody keeps more in mind
RANGES_MAX: Final = 169  # there are no more starting hands
WORDS_MAX: Final = 300  # characters of one line

_STREET_WORDS: Final = {
    OPTIMAL: "wherever that is the better choice",
    ALWAYS: "always",
    NEVER: "never",
}
_BY: Final = f'"{HIGHEST}", "{LOWEST}" or a multiple such as 3'


class UnknownStrategyError(StrategyError):
    """A name that no strategy has."""


@cache
def strategy_named(name: str) -> Strategy:
    """Return one of the strategies that come with pitboss.

    >>> strategy_named("simple").river[1].words
    'fewer than 21 dealer outs beat you'
    """
    if name not in STRATEGIES:
        hint = did_you_mean(name, STRATEGIES) or f"there are {', '.join(STRATEGIES)}"
        raise UnknownStrategyError(f"{name[:40]!r} is no strategy; {hint}")
    text = (files("pitboss.odds") / "strategies" / "shipped" / f"{name}.toml").read_text("utf-8")
    return read_strategy(text, name)


def read_strategy(text: str, name: str) -> Strategy:
    """Read the text of a strategy file; raises `StrategyError`."""
    data = _parsed(text)
    return Strategy(
        name=name,
        title=_text(data.get("title", name), "title"),
        about=_text(data.get("about", ""), "about"),
        deal=_deal(data.get("deal")),
        flop=_rules(data.get(FLOP), FLOP),
        river=_rules(data.get(RIVER), RIVER),
    )


def _parsed(text: str) -> TomlTable:
    if len(text) > TEXT_MAX:
        raise StrategyError(f"is longer than {TEXT_MAX:,} characters; a strategy has a few lines")
    try:
        data = read_toml(text)
    except TomlError as error:
        raise StrategyError(f"is no TOML: {error}") from None
    _check_keys(data, ("title", "about", "deal", FLOP, RIVER), "")
    return data


def _deal(table: object) -> DealRule:
    if not isinstance(table, Mapping):
        raise StrategyError('[deal]: is missing; write [deal], then hands = ["A2s+", "33+"]')
    _check_keys(table, ("hands", "raise", "words"), "deal.")
    if "hands" not in table:
        raise StrategyError('deal.hands: is missing; write hands = ["A2s+", "33+"] or "optimal"')
    given = table["hands"]
    hands = None if given == OPTIMAL else _hands(given, "deal.hands")
    by = None if hands is None and "raise" not in table else _by(table, "deal.", HIGHEST)
    words = table.get("words", list(given) if hands else [])
    if not isinstance(words, list) or len(words) > RULES_MAX:
        raise StrategyError('deal.words: is no list of texts; write words = ["any ace", …]')
    return DealRule(hands, by, tuple(_text(line, "deal.words") for line in words))


def _hands(given: object, where: str) -> frozenset[str]:
    if not isinstance(given, list) or len(given) > RANGES_MAX:
        right = f'write a list such as ["A2s+", "33+"], at most {RANGES_MAX} of them'
        raise StrategyError(f'{where}: is no list of hands and not "{OPTIMAL}"; {right}')
    found: set[str] = set()
    for text in given:
        try:
            found.update(hands_of(text if isinstance(text, str) else str(text)))
        except RangeError as error:
            raise StrategyError(f"{where}: {error}") from None
    return frozenset(found)


def _rules(given: object, street: str) -> tuple[Rule, ...]:
    right = f'write [[{street}]], then when = "optimal"'
    if given is None:
        raise StrategyError(f'[[{street}]]: is missing; {right} (or "never")')
    if not isinstance(given, list) or not 0 < len(given) <= RULES_MAX:
        raise StrategyError(f"{street}: is no list of rules; {right}")
    return tuple(_rule(table, street, f"{street}[{at}].") for at, table in enumerate(given, 1))


def _rule(table: object, street: str, where: str) -> Rule:
    known = [name for name, one in CONDITIONS.items() if street in one.streets]
    if not isinstance(table, Mapping) or not isinstance(table.get("when"), str):
        raise StrategyError(f'{where}when: is missing; write when = "{known[0]}"')
    when = table["when"]
    if when not in (*known, *_STREET_WORDS):
        hint = did_you_mean(when, known) or f"there are {', '.join((*known, *_STREET_WORDS))}"
        raise StrategyError(f"{where}when: {when[:40]!r} is no condition of the {street}; {hint}")
    keys = CONDITIONS[when].keys if when in CONDITIONS else ()
    by_keys = () if when in (OPTIMAL, NEVER) else ("raise",)
    _check_keys(table, ("when", "words", *keys, *by_keys), where)
    settings = _settings(table, keys, where)
    words = CONDITIONS[when].in_words(settings) if when in CONDITIONS else _STREET_WORDS[when]
    return Rule(
        when=when,
        settings=settings,
        by=_by(table, where, LOWEST if street == RIVER else HIGHEST),
        words=_text(table.get("words", words), f"{where}words"),
    )


def _settings(table: TomlTable, keys: tuple[str, ...], where: str) -> Settings:
    besides: frozenset[int] = frozenset()
    if "except" in keys and "except" in table:
        pairs = _hands(table["except"], f"{where}except")
        if any(hand[0] != hand[1] for hand in pairs):
            raise StrategyError(f'{where}except: lists pocket pairs only; write except = ["22"]')
        besides = frozenset(RANK_LETTERS.index(hand[0]) for hand in pairs)
    least = outs = 0
    if "hidden" in keys:
        given = table.get("hidden", RANK_LETTERS[0])
        if not isinstance(given, str) or len(given) != 1 or given not in RANK_LETTERS:
            raise StrategyError(
                f'{where}hidden: {str(given)[:20]!r} is no rank; write hidden = "T"'
            )
        least = RANK_LETTERS.index(given)
    if "outs" in keys:
        outs = table.get("outs", -1)
        if not isinstance(outs, int) or isinstance(outs, bool) or not 0 <= outs <= OUTS_MAX + 1:
            raise StrategyError(f"{where}outs: wants a number from 0 to {OUTS_MAX + 1}")
    return Settings(besides, least, outs)


def _by(table: TomlTable, where: str, default: str) -> Raise:
    by = table.get("raise", default)
    if by in (HIGHEST, LOWEST):
        return str(by)
    if isinstance(by, int) and not isinstance(by, bool) and 1 <= by <= MULTIPLE_MAX:
        return by
    raise StrategyError(f"{where}raise: {str(by)[:20]!r} is no raise; write {_BY}")


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > WORDS_MAX or not value.isprintable():
        raise StrategyError(f"{where}: wants a line of text, of at most {WORDS_MAX} characters")
    return value


def _check_keys(table: TomlTable, known: Iterable[str], where: str) -> None:
    names = list(known)
    for key in table:
        if key not in names:
            right = did_you_mean(key, names) or f"there are {', '.join(names)}"
            raise StrategyError(f"{where}{key[:40]}: is unknown; {right}")
