"""Whether a kept snapshot is whole: a cache is worth nothing unless a doubt drops it."""

from __future__ import annotations

from hashlib import sha256

from pitboss.journal.model import Snapshot


def digest(snapshot: Snapshot) -> bytes:
    """A hash of everything the snapshot says."""
    whole = sha256()
    for part in (snapshot.stream.encode(), snapshot.shape.encode(), snapshot.hash, snapshot.data):
        whole.update(len(part).to_bytes(8, "big") + part)
    whole.update(snapshot.number.to_bytes(8, "big"))
    return whole.digest()


def whole(stream: str, shape: str, row: tuple[int, bytes, bytes, bytes] | None) -> Snapshot | None:
    """The snapshot of a stored row (number, hash, digest, data), or None if it is not as kept."""
    if row is None:
        return None
    number, at_hash, kept, data = row
    snapshot = Snapshot(stream, number, at_hash, shape, data)
    return snapshot if digest(snapshot) == kept else None
