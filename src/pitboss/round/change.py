"""A changed copy of a frozen value, several times as quick as the standard library's.

A round is some twenty events, and each of them changes a state of thirty fields a few times: most
of the time that folding a journal takes goes into making copies. A class whose values have a
`__dict__` is copied in one piece; all others are left to the standard library.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:  # the type checker knows this one, and sees a wrong name or type at once
    from dataclasses import replace

    amend = replace
else:
    T = TypeVar("T")
    _NEW: Final = object.__new__
    _SET: Final = object.__setattr__

    def replace(value: T, /, **changes: Any) -> T:
        """Give `value` with other fields; the class must do nothing when a value is made."""
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


__all__ = ["amend", "replace"]
