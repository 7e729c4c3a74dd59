"""A link to one seat's view of one finished round, for strangers: signed, and nothing is stored.

The token names the table and the round to who reads it, as the proof of the shuffle does too.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

TOKEN_MAX: Final = 400  # characters: a table's name has at most 60, of four bytes each
SIGNATURE_LETTERS: Final = 32  # hexadecimal: nobody can try 2**128 links
PURPOSE: Final = "shared-hand"

Sign = Callable[[str, str], str]  # the purpose and the text to its signature in hexadecimal


class ShareError(ValueError):
    """A token that is none of ours."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a link shows: a round of a table, as the seat saw it (0: as anybody did)."""

    table: str
    round: int
    seat: int


def share_token(sign: Sign, shared: Shared) -> str:
    """Make the token of a link."""
    said = _text(msgspec.json.encode([shared.table, shared.round, shared.seat]))
    return f"{said}.{_signed(sign, said)}"


def read_token(sign: Sign, token: str) -> Shared:
    """Read a token back; raises `ShareError`."""
    said, dot, signature = token.partition(".")
    if not dot or len(token) > TOKEN_MAX or not token.isascii():
        raise ShareError("this link is not valid")
    if not hmac.compare_digest(signature.encode(), _signed(sign, said).encode()):
        raise ShareError("this link was not made here, or part of it is missing")
    try:
        data = urlsafe_b64decode(said + "=" * (-len(said) % 4))
        return Shared(*msgspec.json.decode(data, type=tuple[str, int, int]))
    except (ValueError, msgspec.DecodeError):
        raise ShareError("this link is not valid") from None


def _signed(sign: Sign, said: str) -> str:
    return sign(PURPOSE, said)[:SIGNATURE_LETTERS]


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
