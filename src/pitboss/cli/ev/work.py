"""Values the choices for given cards; loads the compiled kernels."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from pitboss.cards import (
    CATEGORY_SLUGS,
    Card,
    CardError,
    Category,
    card_text,
    cards_symbols,
    parse_cards,
)
from pitboss.cli.base_game import base_game
from pitboss.cli.errors import Failure
from pitboss.cli.ev import Options
from pitboss.cli.output import counted, page, print_json, table
from pitboss.cli.parse import amount
from pitboss.odds.decisions.decision import DecisionError, HandDecision
from pitboss.odds.decisions.explanation import Explanation, Out, explain
from pitboss.odds.decisions.seat import seat_decision, seat_game
from pitboss.odds.game import GameError
from pitboss.odds.outcome import ENDING_NAMES, FOLDED
from pitboss.reports.ev import decision_document, explanation_document
from pitboss.rules import Chips, Street, Wager, money
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words

HOLE: Final = 2
FLOP: Final = 3
BOARD: Final = 5
_WHEN: Final = {
    Street.DEAL: "before the flop",
    Street.FLOP: "on the flop {}",
    Street.RIVER: "on the board {}",
}
_Cards = tuple[Card, ...]


def run(options: Options) -> int:
    """Value the choices, then print them."""
    own = _cards("--hole", options.hole, HOLE, "a player has two")
    seen = _board(options.flop, options.board)
    others = _cards("--dead", options.dead or "")
    known = _cards("--dealer", options.dealer or "")
    _check_places({"--hole": own, _flag(seen): seen, "--dead": others, "--dealer": known})
    rules, game = base_game(options.rules, options.blind, deal=options.multiples)
    ante = _ante(options.ante)
    chips = None if options.chips is None else amount("--chips", options.chips)
    wagers = {Wager.ANTE: ante, Wager.BLIND: ante}
    try:
        seat = seat_game(rules, wagers, game=game, chips=chips)
        # Counting one hand takes less than solving the game for all of them.
        found = seat_decision(seat, own, seen, others, known, direct=True)
        why = explain(seat.game, own, seen, others, known) if options.why else None
    except (DecisionError, GameError) as error:
        raise Failure(str(error)) from None
    document = {**decision_document(found), "limited": seat.limited}
    if why is not None:
        document["why"] = explanation_document(why)
    if options.as_json:
        print_json(document)
    else:
        _show(found, document)
        if seat.limited:
            page().print(Text(f"values with the payout limit, for an Ante of {money(ante)}"))
        if why is not None:
            _show_why(why, document["why"])
    return 0


def _ante(text: str) -> Chips:
    ante = amount("--ante", text)
    if ante < 1:
        raise Failure(f"--ante {text[:40]!r}: is no wager; write dollars such as 10")
    return ante


def _cards(flag: str, text: str, count: int | None = None, why: str = "") -> _Cards:
    try:
        cards = parse_cards(text)
    except CardError as error:
        raise Failure(f"{flag}: {error}") from None
    if count is not None and len(cards) != count:
        raise Failure(f"{flag} {text[:40]!r}: has {counted(len(cards), 'card')}; {why}")
    return cards


def _board(flop: str | None, board: str | None) -> _Cards:
    """Read the cards on the board; a flop given beside it must be part of it."""
    first = () if flop is None else _cards("--flop", flop, FLOP, "three are the flop")
    if board is None:
        return first
    whole = _cards("--board", board, BOARD, "five are the board, and three alone are --flop")
    for card in first:
        if card not in whole:
            what = f"{card_text(card)} is not on the --board {board[:40]!r}"
            raise Failure(f"--flop: {what}; give the same cards, or the board alone")
    return whole


def _flag(seen: _Cards) -> str:
    return "--board" if len(seen) == BOARD else "--flop"


def _check_places(places: dict[str, _Cards]) -> None:
    found: dict[Card, str] = {}
    for flag, cards in places.items():
        for card in cards:
            if card in found:
                where = f"{card_text(card)} is in {found[card]} and in {flag}"
                raise Failure(f"{where}; each card may appear once")
            found[card] = flag


# -- for people -----------------------------------------------------------------------------------


def _show(found: HandDecision, document: Document) -> None:
    screen = page()
    when = _WHEN[found.street].format(cards_symbols(found.board))
    screen.print(Text(f"{cards_symbols(found.hole)} {when}: {found.best}", style="bold"))
    if found.dead:
        screen.print(Text(f"dead: {cards_symbols(found.dead)}"))
    if found.dealer:
        screen.print(Text(f"dealer: {cards_symbols(found.dealer)}"))
    rows = [
        (
            choice,
            f"{value['decimal']:+.6f}",
            "best" if choice == found.best else f"{document['costs'][choice]['decimal']:.6f}",
            value["fraction"],
        )
        for choice, value in document["choices"].items()
    ]
    screen.print(table("", ("choice", "value in Antes", "costs", "value exactly"), rows))
    played = document["if_played"]
    chances = [
        (name.replace("_", " "), f"{chance['decimal']:.4%}", chance["fraction"])
        for name, chance in played.items()
        if name != "endings"
    ]
    screen.print(table("", ("if played", "probability", "exactly"), chances))
    blind = document["paytables"]["blind"]
    screen.print(
        Text(f"{counted(found.deals, 'deal')} counted; {document['rules']}, Blind {blind['name']}")
    )


def _show_why(why: Explanation, document: Document) -> None:
    screen = page()
    parts = ("ante", "blind", "play")
    rows = [
        (choice, *(f"{row['wagers'][part]['decimal']:+.6f}" for part in parts))
        for choice, row in document["choices"].items()
    ]
    screen.print(table("Of the value", ("choice", "Ante", "Blind", "Play"), rows))
    # A fold has no showdown to tell of; the next choice is the smallest play.
    shown = next((c for c in (why.decision.best, *why.outcomes) if c != FOLDED), FOLDED)
    by_hand = why.outcomes[shown].by_hand
    ends = [end for end in (*ENDING_NAMES, FOLDED) if any(end in row for row in by_hand.values())]
    hands = [
        (hand_words(CATEGORY_SLUGS[hand]), *(f"{row.get(end, 0):,}" for end in ends))
        for hand, row in by_hand.items()
    ]
    screen.print(table(f"Deals by your final hand, {shown}", ("hand", *ends), hands))
    for title, outs in (("outs", why.outs), ("dealer outs", why.dealer_outs)):
        if outs:
            screen.print(table(f"{counted(len(outs), title[:-1])}", ("cards", "make"), _outs(outs)))
    if why.beaten_by:
        beaten = [
            (hand_words(CATEGORY_SLUGS[hands.category]), f"{hands.deals:,}")
            for hands in why.beaten_by
        ]
        screen.print(table("The dealer beats you with", ("hand", "deals"), beaten))


def _outs(outs: tuple[Out, ...]) -> list[tuple[str, str]]:
    """Put the outs that make the same hand on one line."""
    made: dict[Category, list[Card]] = {}
    for out in outs:
        made.setdefault(out.makes, []).append(out.card)
    return [
        (cards_symbols(cards), hand_words(CATEGORY_SLUGS[hand]))
        for hand, cards in sorted(made.items(), reverse=True)
    ]
