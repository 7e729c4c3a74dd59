"""The first difference between two documents, named by where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

MISSING: Final = "nothing"
SHOWN_MAX: Final = 160  # characters of a value in a message


@dataclass(frozen=True, slots=True)
class ParDifference:
    """Where two documents differ, and what each has there."""

    where: str
    found: str
    right: str

    def __str__(self) -> str:
        return f"{self.where}: the file has {self.found}, recomputed it is {self.right}"


def differences(found: object, right: object, where: str = "") -> Iterator[ParDifference]:
    """Yield every difference of two JSON values, in the order of the second."""
    if isinstance(found, Mapping) and isinstance(right, Mapping):
        for key in [*right, *(key for key in found if key not in right)]:
            path = f"{where}.{key}" if where else str(key)
            yield from differences(found.get(key, _Nothing), right.get(key, _Nothing), path)
    elif _is_list(found) and _is_list(right):
        pairs = zip_longest(found, right, fillvalue=_Nothing)  # type: ignore[call-overload] # lists
        for n, (one, other) in enumerate(pairs):
            yield from differences(one, other, f"{where}[{n}]")
    elif type(found) is not type(right) or found != right:
        yield ParDifference(where, _shown(found), _shown(right))


class _Nothing:
    """Stands where a document has no value."""


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _shown(value: object) -> str:
    return MISSING if value is _Nothing else repr(value)[:SHOWN_MAX]


def first_line_difference(found: Sequence[str], right: Sequence[str]) -> ParDifference | None:
    """Return the first line in which two texts differ."""
    for n, (one, other) in enumerate(zip_longest(found, right, fillvalue=None), 1):
        if one != other:
            texts = (MISSING if text is None else repr(text)[:SHOWN_MAX] for text in (one, other))
            return ParDifference(f"line {n}", *texts)
    return None
