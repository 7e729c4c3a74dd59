"""Reads TOML that somebody else has written; what it gives can be repeated in a message."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

TomlTable = Mapping[str, Any]  # Any: TOML values, each checked where it is used
Document = dict[str, Any]  # Any: JSON or TOML values to be written out

DEPTH_MAX: Final = 50  # levels of tables and lists in one another; our files have six
NUMBER_MAX: Final = 10**100  # Python refuses to write out whole numbers of some thousand digits


class TomlError(ValueError):
    """A text that is no TOML, or none that anybody means: one line that says why."""


def read_toml(text: str) -> dict[str, Any]:  # Any: TOML values, each checked where it is used
    """Read TOML with fractions as `Decimal`; raises `TomlError`.

    >>> read_toml("seed = 2.50")
    {'seed': Decimal('2.50')}
    """
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(str(error)[:200]) from None
    except (RecursionError, ValueError):
        raise TomlError("nests too deep or holds too long a number") from None
    _check(data)
    return data


def _check(data: Mapping[str, object]) -> None:
    """Look at every value, level by level: recursion would stop at what is to be found here."""
    level: list[object] = [data]
    for _ in range(DEPTH_MAX):
        if any(isinstance(value, int) and abs(value) > NUMBER_MAX for value in level):
            raise TomlError("holds too long a number")
        level = [inner for value in level for inner in _inside(value)]
    if level:
        raise TomlError(f"nests too deep, more than {DEPTH_MAX} tables or lists in one another")


def _inside(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else []
