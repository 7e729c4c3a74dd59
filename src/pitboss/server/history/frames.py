"""A finished round step by step: each event in words, and the felt after it as one viewer saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.audit.replay.eyes import Eyes
from pitboss.audit.replay.replay import outcome_of
from pitboss.audit.rounds import Moment, PlayedRound
from pitboss.pit.live import Happened
from pitboss.round.view import Role, Viewer
from pitboss.server.history.proof import proof_of
from pitboss.server.live import show
from pitboss.server.live.lines import line
from pitboss.server.wire.hands import Frame, Replay
from pitboss.table import event as past
from pitboss.table.view import view


@dataclass(frozen=True, slots=True)
class Telling:
    """How a round is told: the table's title, whose eyes (seat 0: anybody's), its share token."""

    title: str
    seat: int
    share: str = ""


def eyes_of(seat: int) -> Eyes:
    """The eyes of a seat, or of anybody."""
    if seat:
        return Eyes(f"seat:{seat}", Viewer(Role.SEAT, seat))
    return Eyes("public", show.PUBLIC)


def replay_of(played: PlayedRound, telling: Telling) -> Replay:
    """Tell a finished round again."""
    eyes = eyes_of(telling.seat)
    frames = tuple(_frames(played, eyes))
    return Replay(
        replay=True,
        table=played.table,
        title=telling.title,
        rules=played.house.rules,
        rules_title=played.rules.set.title,
        round=played.number,
        begun=played.moments[0].at,
        ended=played.moments[-1].at if played.ended else None,
        outcome=outcome_of(played),
        seen_as=eyes.word,
        seat=telling.seat,
        frames=frames,
        moves=frames[-1].hand.moves,
        proof=proof_of(played),
        share=telling.share,
    )


def _frames(played: PlayedRound, eyes: Eyes) -> Iterator[Frame]:
    told: show.Told | None = None
    for moment in played.moments:
        if isinstance(moment.event, past.SecretRevealed):
            told = show.Told(moment.event.secret, _seeds(moment))
        # The last event takes the round off the table; what lay there is shown once more.
        table = moment.after if moment.after.round is not None else moment.before
        seen = view(table, eyes.viewer or show.PUBLIC)
        happened = Happened(
            moment.entry.number, moment.at, moment.event, moment.before, moment.after
        )
        yield Frame(
            line=line(happened, played.rules),
            hand=show.hand(table, seen, played.rules, told=told),
        )


def _seeds(moment: Moment) -> Mapping[int, bytes]:
    return moment.before.shuffle.seeds if moment.before.shuffle is not None else {}
