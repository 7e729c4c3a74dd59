"""A finished round step by step, as one viewer saw the felt, and the proof of its shuffle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.cards import Card, card_text
from pitboss.history.moments import PlayedRound
from pitboss.history.replay import outcome_of
from pitboss.history.shuffle_proof import shuffle_proof
from pitboss.history.viewer import Viewpoint
from pitboss.pit.replica import Moment
from pitboss.round.state import Parcel
from pitboss.round.view import Viewer, ViewerRole
from pitboss.server.views import table as show
from pitboss.server.views.log import line
from pitboss.server.wire.hands import Frame, Packet, Proof, Replay
from pitboss.table import event as past
from pitboss.table.view import view

ASIDE: Final = "aside"  # cards found face up and taken out of the deck where they lay


def proof_of(played: PlayedRound) -> Proof | None:
    """Return a round's proof; None while it is played, and at a table that deals by hand.

    `dealt` is of the last deck that was loaded, in order. The seed of seat 255 is the ordinal of
    a deck that was shuffled again within the round: set by the house and public.
    """
    found = shuffle_proof(played)
    if found is None:
        return None
    last = found.decks[-1] if found.decks else None
    seeds = last.seeds if last else found.seeds
    return Proof(
        table=played.table,
        round=played.number,
        load=last.load if last else 0,
        commitment=found.commitment.hex(),
        secret=found.secret.hex(),
        seeds={str(seat): seed.hex() for seat, seed in seeds.items()},
        shuffled=last is not None,
        deck=tuple(map(card_text, last.cards)) if last else (),
        cut=last.cut if last else 0,
        dealt=tuple(packets(last.dealt)) if last else (),
    )


def packets(dealt: Iterable[Parcel | tuple[Card, ...]]) -> list[Packet]:
    """Write packets as they were delivered."""
    return [
        Packet(one.to.value, one.seat, tuple(map(card_text, one.cards)))
        if isinstance(one, Parcel)
        else Packet(ASIDE, 0, tuple(map(card_text, one)))
        for one in dealt
    ]


@dataclass(frozen=True, slots=True)
class Telling:
    """How a round is replayed: the table's title, whose view (seat 0: anybody), its share token."""

    title: str
    seat: int
    share: str = ""


def viewpoint_of(seat: int) -> Viewpoint:
    """Return the viewpoint of a seat, or of anybody."""
    if seat:
        return Viewpoint(f"seat:{seat}", Viewer(ViewerRole.SEAT, seat))
    return Viewpoint("public", show.PUBLIC)


def replay_of(played: PlayedRound, telling: Telling) -> Replay:
    """Replay a finished round."""
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
    told: show.RevealedShuffle | None = None
    for moment in played.moments:
        if isinstance(moment.event, past.SecretRevealed):
            told = show.RevealedShuffle(moment.event.secret, _seeds(moment))
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
