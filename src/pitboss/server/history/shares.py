"""Share links: one seat's view of one finished round, for strangers; signed, and nothing is stored.

The token names the table and the round to anybody who reads it, as the proof of the shuffle does.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.history.moments import PlayedRound
from pitboss.rules.money import money
from pitboss.server.auth.logins import Logins
from pitboss.server.history.history import History
from pitboss.server.history.replays import Telling, replay_of
from pitboss.server.http.problems import Turned
from pitboss.server.store.tables import Registry
from pitboss.server.wire.hands import Replay

TOKEN_MAX: Final = 400  # characters: a table's name has at most 60, of four bytes each
SIGNATURE_LETTERS: Final = 32  # hexadecimal: 128 bits, too many to guess
PURPOSE: Final = "shared-hand"

Sign = Callable[[str, str], str]  # the purpose and the text to its signature in hexadecimal


class ShareLinkError(ValueError):
    """A share token that this server did not sign."""


@dataclass(frozen=True, slots=True)
class SharedHand:
    """What a link shows: a round of a table, as the seat saw it (0: as anybody did)."""

    table: str
    round: int
    seat: int


def share_token(sign: Sign, shared: SharedHand) -> str:
    """Make the token of a link."""
    said = _text(msgspec.json.encode([shared.table, shared.round, shared.seat]))
    return f"{said}.{_signed(sign, said)}"


def read_token(sign: Sign, token: str) -> SharedHand:
    """Read a token back; raises `ShareLinkError`."""
    said, dot, signature = token.partition(".")
    if not dot or len(token) > TOKEN_MAX or not token.isascii():
        raise ShareLinkError("this link is not valid")
    if not hmac.compare_digest(signature.encode(), _signed(sign, said).encode()):
        raise ShareLinkError("this link was not made here, or part of it is missing")
    try:
        data = urlsafe_b64decode(said + "=" * (-len(said) % 4))
        return SharedHand(*msgspec.json.decode(data, type=tuple[str, int, int]))
    except (ValueError, msgspec.DecodeError):
        raise ShareLinkError("this link is not valid") from None


def _signed(sign: Sign, said: str) -> str:
    return sign(PURPOSE, said)[:SIGNATURE_LETTERS]


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class Preview:
    """Title and text of a link preview."""

    title: str
    text: str


def shared_round(history: History, logins: Logins, token: str) -> tuple[PlayedRound, int]:
    """Return the round that a share link names, and its seat; raises `Turned`."""
    try:
        found = read_token(logins.sign, token)
    except ShareLinkError as error:
        raise Turned(404, "no-such-link", str(error)) from None
    return history.played(found.table, found.round), found.seat


def shared_replay(history: History, logins: Logins, registry: Registry, token: str) -> Replay:
    """Replay the hand that a share link names, as its seat saw it; raises `Turned`."""
    played, seat = shared_round(history, logins, token)
    return replay_of(played, Telling(registry.title(played.table), seat, token))


def preview_of(replay: Replay) -> Preview:
    """Sum a hand up in one line, without the names of the people who played it."""
    seats = replay.frames[-1].hand.seats
    own = next((seat for seat in seats if seat.seat == replay.seat), None)
    title = f"A hand under the rules of {replay.rules_title}"
    if own is not None and own.net is not None:
        hand = own.hand[:1].upper() + own.hand[1:]
        title = f"{hand}: {_result(own.net)}" if hand else _result(own.net).capitalize()
    text = f"{replay.rules_title} rules. Watch it step by step, with every bet explained."
    return Preview(title, text)


def _result(net: int) -> str:
    amount = money(abs(net)).removesuffix(".00")
    return "broke even" if net == 0 else f"{'won' if net > 0 else 'lost'} {amount}"
