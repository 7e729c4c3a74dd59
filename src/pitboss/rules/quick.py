"""Lets CPython read the fields of values quickly that keep them in a `__dict__`.

It reads a field by its place in the dictionary, without a search, but for two cases: where the
values that a class makes share the keys of their dictionaries, as they do by default and all their
copies after them, and where the class keeps a default whose own class could still be changed, as
that of every enum. Some thousand fields are read in a round: it is worth the trouble.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from functools import wraps
from typing import Any, Final, TypeVar

T = TypeVar("T")

_SET: Final = object.__setattr__  # a frozen value lets nobody else


def quick(kind: type[T]) -> type[T]:
    """Decorate a frozen dataclass without slots; it is the same class but for its speed."""
    changed: Any = kind  # Any, here and below: whatever the fields of the class are
    make = changed.__init__

    @wraps(make)
    def made(self: T, *values: Any, **named: Any) -> None:
        make(self, *values, **named)
        _SET(self, "__dict__", dict(list(vars(self).items())))  # from a list: the keys are its own

    for each in fields(changed):
        if each.default is not MISSING:
            delattr(kind, each.name)  # `make` has the defaults already
    changed.__init__ = made
    return kind
