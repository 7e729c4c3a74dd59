"""A finished round as text for people: who sat where, what was done, what was paid and why."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import cards_text, hand_name
from pitboss.history.moments import PlayedRound
from pitboss.history.narration import said, source_of
from pitboss.history.periods import utc_text
from pitboss.history.replay import outcome_of
from pitboss.history.results import SeatResult, seat_results
from pitboss.history.viewer import Viewpoint
from pitboss.round.movement import Movement
from pitboss.round.view import view
from pitboss.rules import money
from pitboss.rules.words import WAGERS


def hand_history(played: PlayedRound, viewpoint: Viewpoint, title: str) -> str:
    """Write a round as `viewpoint` saw it, one thing a line."""
    return (
        "\n".join(
            (*_head(played, title), "", *_steps(played, viewpoint), "", *_end(played, viewpoint))
        )
        + "\n"
    )


def _head(played: PlayedRound, title: str) -> Iterator[str]:
    place = played.rules.set.title
    yield f"{title}, round {played.number}: Ultimate Texas Hold'em, {place}, play chips"
    yield f"{utc_text(played.moments[0].at)} to {utc_text(played.moments[-1].at)} (UTC)"
    yield f"rules {played.choice.rules}, edition {played.choice.edition}; {outcome_of(played)}"
    for result in seat_results(played):
        bot = ", a bot" if result.chips.bot and "(bot" not in result.chips.player else ""
        yield f"Seat {result.chips.seat}: {result.chips.player}{bot}, {money(result.chips.before)}"


def _steps(played: PlayedRound, viewpoint: Viewpoint) -> Iterator[str]:
    for moment in played.moments:
        cite = source_of(moment.event)
        named = ", ".join((*cite.clauses, *cite.readings))
        yield said(moment, played.rules, viewpoint) + (f" [{named}]" if named else "")


def _end(played: PlayedRound, viewpoint: Viewpoint) -> Iterator[str]:
    last = played.last
    open_cards: dict[int, str] = {}
    if viewpoint.viewer is None:
        open_cards = {spot.seat: cards_text(spot.cards) for spot in last.spots}
    else:
        seen = view(last, viewpoint.viewer, played.rules)
        open_cards = {spot.seat: cards_text(spot.cards) for spot in seen.spots}
    yield f"Board: {cards_text(last.board[: last.turned]) or 'none'}"
    settlement = last.settlement
    if last.revealed:
        dealer = settlement.dealer if settlement else None
        hand = f", {hand_name(dealer)}" if dealer is not None else ""
        yield f"Dealer: {cards_text(last.dealer)}{hand}"
    for result in seat_results(played):
        yield from _seat(result, open_cards.get(result.chips.seat, ""))


def _seat(result: SeatResult, cards: str) -> Iterator[str]:
    hand = f", {result.hand}" if cards and result.hand else ""
    sign = "+" if result.net > 0 else ""
    yield f"Seat {result.chips.seat}: {cards or 'not shown'}{hand}: {sign}{money(result.net)}"
    for line in result.movements.values():
        for movement in line:
            yield f"  {_movement(movement)}"


def _movement(movement: Movement) -> str:
    odds = f" at {movement.odds}" if movement.odds else ""
    named = ", ".join((*movement.cite.clauses, *movement.cite.readings))
    return (
        f"{WAGERS[movement.wager]} {money(movement.staked)}: {movement.outcome}{odds}, "
        f"{money(movement.net)}, {movement.why}{f' [{named}]' if named else ''}"
    )
