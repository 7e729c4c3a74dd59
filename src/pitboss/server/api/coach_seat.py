"""What the coach may know of a table for one person, and the cards that person has seen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Annotated, Final

from litestar.openapi.spec import Example
from litestar.params import QueryParameter

from pitboss.cards import Card, CardError, card_symbol, parse_cards
from pitboss.cards.notation import TEXT_LENGTH_MAX
from pitboss.coach.review import SeatRound, decided_after, lacks_choices, seat_round
from pitboss.coach.situation import Situation, situation_of
from pitboss.odds import Game
from pitboss.pit.replica import Moment
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.rules import Street
from pitboss.server.api.coach_prices import counted_game
from pitboss.server.api.odds_queries import DEAD_MAX
from pitboss.server.http.problems import Turned
from pitboss.server.live.feed import Feed
from pitboss.server.services import Services
from pitboss.server.wire.ask import PLAIN
from pitboss.server.wire.coach import CoachTime
from pitboss.table import Table, rules_of

SEEN_NAMES: Final = {Street.DEAL: "seen", Street.FLOP: "seen_flop", Street.RIVER: "seen_river"}
_IN_PLACES: Final = {"hole": "in your hand", "board": "on the board", "dealer": "with the dealer"}


def _seen(what: str) -> QueryParameter:
    return QueryParameter(
        max_length=TEXT_LENGTH_MAX,
        pattern=PLAIN,
        description=f"{what}; they are used for this answer alone and kept nowhere.",
        examples=[Example(summary="a king in the next hand", value="Kh")],
    )


SeenFromDeal = Annotated[str, _seen("Cards that you have seen elsewhere and that cannot come")]
SeenFromFlop = Annotated[str, _seen("More that you have seen since the flop")]
SeenFromRiver = Annotated[str, _seen("More that you have seen since the river")]


@dataclass(frozen=True, slots=True)
class ToldSeat:
    """What the coach may know of a table for one person, taken in one moment."""

    time: CoachTime
    round: int
    asked: Situation | None
    played: SeatRound

    def with_seen(self, seen: Mapping[Street, tuple[Card, ...]]) -> ToldSeat:
        """Add the cards that the person has seen; raises `Turned` for one that is visible anyway.

        A card counts from the street on which it was seen: no decision is graded by what was seen
        after it.
        """
        made = tuple(
            replace(one, situation=_with_dead(one.situation, seen)) for one in self.played.made
        )
        asked = None if self.asked is None else _with_dead(self.asked, seen)
        last = self.asked or (self.played.made[-1].situation if made else None)
        if last is not None:
            _check_unseen(last, seen)
        return replace(self, asked=asked, played=replace(self.played, made=made))


def read_seen(texts: Mapping[Street, str]) -> dict[Street, tuple[Card, ...]]:
    """Read the cards seen on each street; raises `Turned` for nonsense, duplicates, too many."""
    found: dict[Street, tuple[Card, ...]] = {}
    for street, text in texts.items():
        try:
            cards = parse_cards(text)
        except CardError as error:
            raise _wrong(f"{SEEN_NAMES[street]}: {error}") from None
        for card in cards:
            if any(card in earlier for earlier in found.values()):
                raise _wrong(f"{card_symbol(card)} is among the seen cards twice; give it once")
        found[street] = cards
    if (count := sum(map(len, found.values()))) > DEAD_MAX:
        left = f"at most {DEAD_MAX} leave a board and a dealer's hand"
        raise _wrong(f"{count} cards were seen; {left}")
    return found


def coach_time(table: Table, player: str, *, clock: bool) -> CoachTime:
    """Return when the coach may speak: at any time only without a clock and without others."""
    others = any(not seat.bot and seat.player != player for seat in table.seats.values())
    return "after-round" if clock or others else "any-time"


async def told_seat(services: Services, feed: Feed, player: str) -> ToldSeat:
    """Return what the coach may know of a table for a player now.

    A process that has not followed the hand from its start reads its choices in the journal.
    """
    table, moments, number = feed.table, feed.decided, feed.number
    there = moments[-1].after if moments else table
    seat = there.seat_of(player)
    if seat and there.round and lacks_choices(moments, seat.number, there.round):
        last = moments[-1].number if moments else number
        found = await asyncio.to_thread(services.history.latest, feed.name, last)
        moments = reduce(decided_after, found, tuple[Moment, ...]())
    return _told(table, moments, player, clock=feed.table_task.pace.clock)


def _told(table: Table, moments: tuple[Moment, ...], player: str, *, clock: bool) -> ToldSeat:
    choice = table.identity.rules
    time = coach_time(table, player, clock=clock)
    if choice is None:
        return ToldSeat(time, table.rounds, None, SeatRound(0, ()))
    game, rules = counted_game(choice), rules_of(choice)
    number = moments[0].after.rounds if moments else table.rounds
    # The seat of the round's own time: another may sit there once it is settled.
    there = (moments[0].before if moments else table).seat_of(player)
    seat = there.number if there is not None else 0
    played = seat_round(moments, seat, rules, game) if seat else SeatRound(0, ())
    if time == "after-round" and played.base is None:
        return ToldSeat(time, number, None, SeatRound(seat, ()))
    asked = _asked(table, seat, game) if seat and played.base is None else None
    return ToldSeat(time, number, asked, played)


def _asked(table: Table, seat: int, game: Game) -> Situation | None:
    there = table.seats.get(seat)
    if table.round is None or table.identity.rules is None or there is None:
        return None
    choice = table.identity.rules
    seen = view(table.round, Viewer(ViewerRole.SEAT, seat), rules_of(choice))
    return situation_of(seen, seat, game, there.chips, choice)


def _with_dead(situation: Situation, seen: Mapping[Street, tuple[Card, ...]]) -> Situation:
    until = tuple(Street).index(situation.street)
    cards = (card for street in tuple(Street)[: until + 1] for card in seen.get(street, ()))
    return replace(situation, dead=tuple(dict.fromkeys((*situation.dead, *cards))))


def _check_unseen(situation: Situation, seen: Mapping[Street, tuple[Card, ...]]) -> None:
    for cards in seen.values():
        for card in cards:
            for place, where in _IN_PLACES.items():
                if card in getattr(situation, place):
                    text = f"{card_symbol(card)} is {where}: take it out of the seen cards"
                    raise _wrong(text)
            if card in situation.dead:
                text = f"{card_symbol(card)} lies open at the table and counts already"
                raise _wrong(f"{text}: take it out of the seen cards")


def _wrong(text: str) -> Turned:
    return Turned(400, "not-valid", text)
