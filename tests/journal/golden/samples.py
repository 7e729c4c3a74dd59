"""A value of any type that a journal holds: full, with everything in it, or bare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from pitboss.cards import DECK, Card

# One full and one bare value of each type; the full text has what JSON must escape, or need not.
PLAIN: Mapping[Any, tuple[Any, Any]] = {  # Any: types as keys, and a value of each
    bool: (True, False),
    int: (12_345, 0),
    str: ('a "word" – né\n', ""),
    bytes: (bytes(range(250, 256)) + b"pit", b""),
    Card: (DECK[-1], DECK[0]),
    Fraction: (Fraction(1_234_567, 200), Fraction(0)),
    NoneType: (None, None),
}
KEYS: Mapping[Any, tuple[Any, ...]] = {int: (2, 10), str: ("mega", "main")}


def full(hint: Any) -> Any:
    """Make a value in which nothing is left out."""
    return _sample(hint, is_full=True)


def bare(hint: Any) -> Any:
    """Make a value in which nothing is that can be left out."""
    return _sample(hint, is_full=False)


def _sample(hint: Any, *, is_full: bool) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType) and hint not in PLAIN:
        return _sample(hint.__supertype__, is_full=is_full)
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{f.name: _sample(hints[f.name], is_full=is_full) for f in fields(hint)})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)[-1 if is_full else 0]
    if origin in (Union, UnionType):
        return None if NoneType in args and not is_full else _sample(args[0], is_full=is_full)
    if origin is tuple and args[-1] is not Ellipsis:
        return tuple(_sample(arg, is_full=is_full) for arg in args)
    if origin in (tuple, frozenset):
        return origin((full(args[0]), bare(args[0])) if is_full else ())
    if origin is Mapping:
        values = (full(args[1]), bare(args[1])) if is_full else ()
        return dict(zip(_keys(args[0]), values, strict=False))
    return PLAIN[hint][0 if is_full else 1]


def _keys(hint: Any) -> tuple[Any, ...]:
    return tuple(hint)[-2:] if issubclass(hint, Enum) else KEYS[hint]
