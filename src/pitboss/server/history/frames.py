"""A finished round step by step: each event in words, and the felt after it as one viewer saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.history.moments import PlayedRound
from pitboss.history.replay import outcome_of
from pitboss.history.viewer import Viewpoint
from pitboss.pit.replica import Moment
from pitboss.round.view import Viewer, ViewerRole
from pitboss.server.history.proof import proof_of
from pitboss.server.views import table as show
from pitboss.server.views.log import line
from pitboss.server.wire.hands import Frame, Replay
from pitboss.table import event as past
from pitboss.table.view import view


@dataclass(frozen=True, slots=True)
class Telling:
    """How a round is told: the table's title, whose view (seat 0: anybody), its share token."""

    title: str
    seat: int
    share: str = ""


def viewpoint_of(seat: int) -> Viewpoint:
    """The viewpoint of a seat, or of anybody."""
    if seat:
        return Viewpoint(f"seat:{seat}", Viewer(ViewerRole.SEAT, seat))
    return Viewpoint("public", show.PUBLIC)


def replay_of(played: PlayedRound, telling: Telling) -> Replay:
    """Tell a finished round again."""
    viewpoint = viewpoint_of(telling.seat)
    frames = tuple(_frames(played, viewpoint))
    return Replay(
        replay=True,
        table=played.table,
        title=telling.title,
        rules=played.choice.rules,
        rules_title=played.rules.set.title,
        round=played.number,
        begun=played.moments[0].at,
        ended=played.moments[-1].at if played.ended else None,
        outcome=outcome_of(played),
        seen_as=viewpoint.word,
        seat=telling.seat,
        frames=frames,
        moves=frames[-1].hand.moves,
        proof=proof_of(played),
        share=telling.share,
    )


def _frames(played: PlayedRound, viewpoint: Viewpoint) -> Iterator[Frame]:
    told: show.Told | None = None
    for moment in played.moments:
        if isinstance(moment.event, past.SecretRevealed):
            told = show.Told(moment.event.secret, _seeds(moment))
        # The last event takes the round off the table; what lay there is shown once more.
        table = moment.after if moment.after.round is not None else moment.before
        seen = view(table, viewpoint.viewer or show.PUBLIC)
        yield Frame(
            line=line(moment, played.rules),
            hand=show.hand(table, seen, played.rules, told=told),
        )


def _seeds(moment: Moment) -> Mapping[int, bytes]:
    sealed = moment.before.shuffle.sealed
    return sealed.seeds if sealed is not None else {}
