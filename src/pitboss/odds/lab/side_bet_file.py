"""Reads a side bet of one's own from TOML: lines in order, each with its conditions and its pay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.odds.hands import HAND_NAMES
from pitboss.odds.lab.deal_kernels import LOST, TIED, WON
from pitboss.odds.lab.own_side_bet import OTHERWISE, SideBetConditions, SideBetLine, SideBetPlan
from pitboss.odds.lab.variant import CATEGORY_OF_SLUG
from pitboss.odds.lab.variant_file import hand_key
from pitboss.odds.paytable_file import LADDER, PaytableError, read_odds
from pitboss.rules import Odds
from pitboss.rules.suggest import suggestion
from pitboss.rules.user_toml import TomlError, TomlTable, read_toml

LINES_MAX: Final = 40
NAME_MAX: Final = 60  # characters
PUSH: Final = "push"
LOSE: Final = "lose"
RESULTS: Final = {"win": WON, "tie": TIED, "lose": LOST}
KEYS: Final = ("name", "pays", "own", "dealer", "board", "own_cards", "dealer_cards", "result")
_OR_BETTER: Final = " or better"
# Kinds of two cards that have a name of their own; else a hand such as "AKs" is named.
_PAIR: Final = frozenset(name for name in HAND_NAMES if len(name) == 2)
KINDS: Final = {
    "pair": _PAIR,
    "suited": frozenset(name for name in HAND_NAMES if name.endswith("s")),
    "offsuit": frozenset(name for name in HAND_NAMES if name.endswith("o")),
}


class SideBetError(ValueError):
    """A side bet that cannot be read; the line says where, what, and what would be right."""


def read_side_bet(text: str, name: str = "own side bet") -> SideBetPlan:
    r"""Read the text of a side-bet file; raises `SideBetError`.

    >>> plan = read_side_bet('[[lines]]\nown = "flush or better"\npays = "7 to 1"')
    >>> [line.name for line in plan.lines]
    ['own flush or better', 'otherwise']
    """
    try:
        data = read_toml(text)
    except TomlError as error:
        raise SideBetError(f"is no TOML: {error}") from None
    _check_keys("", data, ("name", "otherwise", "lines"))
    lines = data.get("lines")
    if not isinstance(lines, list) or not lines or not all(isinstance(x, Mapping) for x in lines):
        raise SideBetError('[[lines]]: is missing; write [[lines]], then own = "flush", pays = 7')
    if len(lines) > LINES_MAX:
        raise SideBetError(f"[[lines]]: there are {len(lines)}; at most {LINES_MAX} are counted")
    found = [_line(f"lines[{at}]", line) for at, line in enumerate(lines, 1)]
    rest = _pays("otherwise", data.get("otherwise", LOSE))
    named = _name("name", data.get("name", name))
    return SideBetPlan(named, (*found, SideBetLine(OTHERWISE, SideBetConditions(), rest)))


def _line(where: str, data: TomlTable) -> SideBetLine:
    _check_keys(f"{where}.", data, KEYS)
    if "pays" not in data:
        raise SideBetError(f'{where}.pays: is missing; write "3 to 1", "push" or "lose"')
    given = {key: data[key] for key in KEYS[2:] if key in data}
    if not given:
        raise SideBetError(f"{where}: asks for nothing; write a condition, or otherwise = …")
    readers: Mapping[str, Callable[[str, object], frozenset[Any]]] = {  # Any: numbers or names
        **dict.fromkeys(("own", "dealer", "board"), _categories),
        **dict.fromkeys(("own_cards", "dealer_cards"), _hands),
        "result": _results,
    }
    met = {key: readers[key](f"{where}.{key}", raw) for key, raw in given.items()}
    if "result" in met:
        met["results"] = met.pop("result")
    words = "; ".join(f"{key.replace('_', ' ')} {_shown(raw)}" for key, raw in given.items())
    name = _name(f"{where}.name", data.get("name", words[:NAME_MAX]))
    return SideBetLine(name, SideBetConditions(**met), _pays(f"{where}.pays", data["pays"]))


def _categories(where: str, raw: object) -> frozenset[int]:
    found: set[int] = set()
    for word in _words(where, raw):
        text = word.strip().casefold()
        better = text.endswith(_OR_BETTER)
        hand = hand_key(text.removesuffix(_OR_BETTER))
        if hand not in CATEGORY_OF_SLUG:
            hint = suggestion(hand, LADDER)
            raise SideBetError(f"{where}: {word[:40]!r} is no hand; {hint}, also with or better")
        least = int(CATEGORY_OF_SLUG[hand])
        found |= set(range(least, len(LADDER))) if better else {least}
    return frozenset(found)


def _hands(where: str, raw: object) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    for word in _words(where, raw):
        if word in HAND_NAMES:
            found |= {word}
        elif word in KINDS:
            found |= KINDS[word]
        else:
            kinds = ", ".join(KINDS)
            raise SideBetError(
                f"{where}: {word[:40]!r} are no two cards; write {kinds}, or hands: AA, AKs, KTo"
            )
    return found


def _results(where: str, raw: object) -> frozenset[int]:
    words = _words(where, raw)
    for word in words:
        if word not in RESULTS:
            raise SideBetError(f"{where}: {word[:40]!r} is no result; write win, tie or lose")
    return frozenset(RESULTS[word] for word in words)


def _words(where: str, raw: object) -> list[str]:
    given = raw if isinstance(raw, list) else [raw]
    words = [word for word in given if isinstance(word, str)]
    if not words or len(words) < len(given):
        raise SideBetError(f"{where}: {str(raw)[:40]} is no text in quotes, nor a list of texts")
    return words


def _pays(where: str, raw: object) -> Odds | None:
    if raw == LOSE:
        return None
    if raw == PUSH:
        return Odds(0)
    try:
        return read_odds(raw, where)
    except PaytableError as error:
        raise SideBetError(str(error).removeprefix("pays.")) from None


def _name(where: str, raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip() or len(raw) > NAME_MAX or not raw.isprintable():
        raise SideBetError(f"{where}: is no name; write up to {NAME_MAX} letters in quotes")
    return raw.strip()


def _shown(raw: object) -> str:
    return " or ".join(map(str, raw)) if isinstance(raw, list) else str(raw)


def _check_keys(where: str, data: TomlTable, known: tuple[str, ...]) -> None:
    for key in data:
        if key not in known:
            raise SideBetError(f"{where}{key[:40]}: is unknown; {suggestion(key, known)}")
