"""Frozen values that are quick to read and to copy: what a table's state is made of.

A round is some twenty events, and each changes states of thirty fields a few times: most of what
folding a journal takes goes into reading fields and making copies. Values that keep their
fields in a `__dict__` are copied here in one piece, and CPython can read a field of theirs by its
place in the dictionary, without a search, but for two cases: where the values that a class makes
share the keys of their dictionaries, as they do by default and all their copies after them, and
where the class keeps a default whose own class could still be changed, as that of every enum.
"""

from __future__ import annotations

import dataclasses
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeVar

T = TypeVar("T")

_NEW: Final = object.__new__
_SET: Final = object.__setattr__  # a frozen value lets nobody else


def quick(kind: type[T]) -> type[T]:
    """Decorate a frozen dataclass without slots; it is the same class but for its speed."""
    changed: Any = kind  # Any, here and below: whatever the fields of the class are
    make = changed.__init__

    @wraps(make)
    def made(self: T, *values: Any, **named: Any) -> None:
        make(self, *values, **named)
        _SET(self, "__dict__", dict(list(vars(self).items())))  # from a list: the keys are its own

    for each in dataclasses.fields(changed):
        if each.default is not dataclasses.MISSING:
            delattr(kind, each.name)  # `make` has the defaults already
    changed.__init__ = made
    return kind


if TYPE_CHECKING:  # the type checker knows this one, and sees a wrong name or type at once
    from dataclasses import replace

    amend = replace
else:

    def replace(value: T, /, **changes: Any) -> T:
        """Give `value` with other fields, several times as quickly as the standard library.

        The class must do nothing when a value is made; one with slots is left to the library.
        """
        try:
            fields = value.__dict__
        except AttributeError:
            return dataclasses.replace(value, **changes)
        changed = _NEW(type(value))
        _SET(changed, "__dict__", fields | changes)
        return changed

    def amend(value: T, /, **changes: Any) -> T:
        """Change `value` itself: only for a copy that was just made and that nobody else holds."""
        value.__dict__.update(changes)
        return value


__all__ = ["amend", "quick", "replace"]
