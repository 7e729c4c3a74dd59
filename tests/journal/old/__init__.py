"""Journals as earlier versions wrote them, packed; none is ever written again.

`engine-1`: before rounds named an engine's number, with payouts and remedies that are others now.
`engine-2`: by today's rules, in the shapes of the events before facts took the place of words.
"""

from __future__ import annotations

import lzma
from pathlib import Path

FOLDER = Path(__file__).parent
OLD_JOURNALS = tuple(sorted(FOLDER.glob("engine-*/*.db.xz")))


def unpacked(packed: Path, folder: Path) -> Path:
    """Unpack a journal into a folder; returns the SQLite file."""
    file = folder / packed.stem
    file.write_bytes(lzma.decompress(packed.read_bytes()))
    return file
