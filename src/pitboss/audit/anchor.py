"""An anchor: the heads of all streams on a small page, to be kept where nobody can rewrite it.

Who can write to a journal can rewrite it, hashes and all. Who cannot also reach the anchors made
before is found out: the hash at an anchored event depends on every byte before it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from pitboss.journal import Head, Journal

FORMAT: Final = "pitboss-anchor/1"
BYTES_MAX: Final = 1 << 26  # a hundred bytes a stream: more streams than any floor has
HASH_BYTES: Final = 32
_FIELDS: Final = {"format", "made_at", "heads", "sha256"}


class NoAnchor(Exception):
    """The text is no anchor, or not as it was made; says what is wrong on one line."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The heads of a journal as they stood at `made_at`, in milliseconds since 1970 (UTC)."""

    made_at: int
    heads: Mapping[str, Head]


def make_anchor(journal: Journal, made_at: int) -> Anchor:
    """Take the heads of all streams as they stand."""
    return Anchor(made_at, dict(journal.heads()))


def anchor_text(anchor: Anchor) -> str:
    """Return the anchor as a JSON document that ends with the SHA-256 of what stands before."""
    body = _body(anchor)
    return json.dumps({**body, "sha256": _digest(body)}, indent=1, ensure_ascii=True) + "\n"


def read_anchor(text: str | bytes) -> Anchor:
    """Read an anchor; raises `NoAnchor`."""
    try:
        page = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoAnchor(f"is no JSON: {error}") from None
    if not isinstance(page, dict) or page.get("format") != FORMAT:
        raise NoAnchor(f"is no anchor; an anchor has the format {FORMAT}")
    if set(page) != _FIELDS:
        raise NoAnchor(f"has not just the fields {', '.join(sorted(_FIELDS))}")
    digest = page.pop("sha256")
    anchor = _anchor(page)
    if digest != _digest(_body(anchor)):
        raise NoAnchor("was changed since it was made: its SHA-256 does not fit")
    return anchor


def _body(anchor: Anchor) -> dict[str, object]:
    heads = {
        stream: {"number": head.number, "hash": head.hash.hex()}
        for stream, head in sorted(anchor.heads.items())
    }
    return {"format": FORMAT, "made_at": anchor.made_at, "heads": heads}


def _digest(body: Mapping[str, object]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


def _anchor(page: Mapping[str, Any]) -> Anchor:  # Any: JSON of an unknown hand
    heads, made_at = page["heads"], page["made_at"]
    if type(made_at) is not int or not isinstance(heads, dict):
        raise NoAnchor("has no heads, or no time")
    return Anchor(made_at, {stream: _head(stream, row) for stream, row in heads.items()})


def _head(stream: str, row: object) -> Head:
    try:
        if isinstance(row, dict) and set(row) == {"number", "hash"}:
            number, digest = row["number"], bytes.fromhex(row["hash"])
            if type(number) is int and number >= 1 and len(digest) == HASH_BYTES:
                return Head(number, digest)
    except (TypeError, ValueError):
        pass
    raise NoAnchor(f"has no number and hash for {stream[:60]!r}")
