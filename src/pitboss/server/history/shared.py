"""A hand behind a share link: the replay for people, and the preview that other sites show."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.rules.money import money
from pitboss.server.auth.logins import Logins
from pitboss.server.history.frames import Telling, replay_of
from pitboss.server.history.history import History
from pitboss.server.history.share import ShareError, read_token
from pitboss.server.http.problems import Turned
from pitboss.server.store.tables import Registry
from pitboss.server.wire.hands import Replay


@dataclass(frozen=True, slots=True)
class Preview:
    """Title and text of a link preview."""

    title: str
    text: str


def shared_replay(history: History, logins: Logins, registry: Registry, token: str) -> Replay:
    """Replay the hand that a share link names, as its seat saw it; raises `Turned`."""
    try:
        found = read_token(logins.sign, token)
    except ShareError as error:
        raise Turned(404, "no-such-link", str(error)) from None
    played = history.played(found.table, found.round)
    return replay_of(played, Telling(registry.title(found.table), found.seat, token))


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
