"""What somebody may have meant: the known names nearest to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

SUGGESTIONS_MAX: Final = 8  # more than this is a list to read, not a hint


def children(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that begin with `wanted` and go on after a point or a hyphen.

    >>> children("md-11.h", ["MD-11.H.1", "MD-11.H.2", "MD-1.A"])
    ('MD-11.H.1', 'MD-11.H.2')
    """
    start = wanted.casefold().rstrip(".-")
    return tuple(
        name for name in known if name.casefold().startswith((f"{start}.", f"{start}-")) and start
    )


def near(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the children of `wanted`, else a few names spelt most like it, the best first.

    >>> near("tips", ["trips", "blind"])
    ('trips',)
    """
    names = list(known)
    if below := children(wanted, names):
        return below[:SUGGESTIONS_MAX]
    by_fold = {name.casefold(): name for name in names}
    found = get_close_matches(wanted[:80].casefold(), by_fold, n=SUGGESTIONS_MAX, cutoff=0.7)
    return tuple(by_fold[fold] for fold in found)


def did_you_mean(wanted: str, known: Iterable[str]) -> str:
    """Return the hint as the end of a sentence; empty where nothing is near."""
    found = near(wanted, known)
    return f"did you mean {' or '.join(found[:3])}?" if found else ""


def suggestion(wanted: str, known: Iterable[str]) -> str:
    """Return the nearest names, or else all of them, as the end of a sentence.

    >>> suggestion("tips", ["trips", "blind"]), suggestion("x", ["trips", "blind"])
    ('did you mean trips?', 'there are trips, blind')
    """
    names = list(known)
    return did_you_mean(wanted, names) or f"there are {', '.join(names)}"
