"""Which snapshots may be used: undamaged ones, made of the same state types as today's.

A snapshot is a cache. Its digest finds damage; the fingerprint of the table's state tells whether
another version of the program wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from pitboss.journal.model import Snapshot
from pitboss.table.state import Table


def digest(snapshot: Snapshot) -> bytes:
    """Return a hash of everything the snapshot says."""
    found = sha256()
    for part in (snapshot.stream.encode(), snapshot.shape.encode(), snapshot.hash, snapshot.data):
        found.update(len(part).to_bytes(8, "big") + part)
    found.update(snapshot.number.to_bytes(8, "big"))
    return found.digest()


def undamaged(
    stream: str, shape: str, row: tuple[int, bytes, bytes, bytes] | None
) -> Snapshot | None:
    """Return the snapshot of a stored row (number, hash, digest, data); None if it is damaged."""
    if row is None:
        return None
    number, at_hash, kept, data = row
    snapshot = Snapshot(stream, number, at_hash, shape, data)
    return snapshot if digest(snapshot) == kept else None


# To be raised by hand when `evolve` makes another state of the same events, or when the codec
# writes a value in another way: the types then stay as they are, and old snapshots are wrong.
MAKE: Final = 1
DIGITS: Final = 16  # of a SHA-256: far more than enough to tell versions of pitboss apart

_COLLECTIONS: Final[Mapping[Any, str]] = {tuple: "tuple", frozenset: "set", Mapping: "map"}


@cache
def state_fingerprint() -> str:
    """Return a hash of the fields, types and enum words that today's `Table` is made of."""
    text = f"{MAKE} {structure(Table)}"
    return sha256(text.encode()).hexdigest()[:DIGITS]


def structure(hint: Any) -> str:  # Any: a class, or whatever else may stand in an annotation
    """Return a type as text, down to what is built in; the names of our own classes do not count.

    >>> structure(tuple[int, ...])
    'tuple[int, ...]'
    """
    if isinstance(hint, NewType):
        return structure(hint.__supertype__)
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        return f"{{{', '.join(f'{f.name}: {structure(hints[f.name])}' for f in fields(hint))}}}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return f"({' '.join(sorted(str(member.value) for member in hint))})"
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(sorted(map(structure, get_args(hint))))
    if get_origin(hint) in _COLLECTIONS:
        return f"{_COLLECTIONS[get_origin(hint)]}[{', '.join(map(structure, get_args(hint)))}]"
    if hint is Ellipsis:
        return "..."
    if isinstance(hint, type):
        return "none" if hint is NoneType else hint.__name__
    raise TypeError(f"no snapshot has a shape for {hint}")
