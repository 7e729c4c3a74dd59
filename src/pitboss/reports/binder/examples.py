"""Worked examples: rounds of every ending and every paytable line, settled by the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitboss.cards import cards_symbols, parse_cards
from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Block,
    Heading,
    Prose,
)
from pitboss.reports.binder.example_deals import (
    ENDINGS,
    FOLDED_LINE,
    LATE_ROYAL,
    LINE_HANDS,
    SIX_CARD_HANDS,
    TWO_STRAIGHT_FLUSHES,
    UNQUALIFIED_LINE,
    LaidCards,
)
from pitboss.reports.binder.example_rounds import ExampleRound, ExampleSeat, RoundMaker
from pitboss.rules import Chips, Outcome, Rules, Street, Wager, money
from pitboss.rules.money import signed_dollars
from pitboss.rules.paytable import FIRST_FIVE
from pitboss.rules.user_toml import Document
from pitboss.rules.words import WAGERS, hand_words, result_words

NOTHING_MADE: Final = "high-card"
PAIR: Final = "pair"  # less than any paytable pays
BANK_SMALL_ANTES: Final = 10  # a player-dealer's stake that a good hand exhausts
ENDING_WORDS: Final = {
    "win": "The player wins",
    "lose": "The {dealer} wins",
    "tie": "Player and {dealer} tie",
    "unqualified-win": "The {dealer} does not qualify, and the player wins",
    "unqualified-lose": "The {dealer} does not qualify, and the player loses",
    "unqualified-tie": "The {dealer} does not qualify, and the hands tie",
    "fold": "The player folds",
}


@dataclass(frozen=True, slots=True)
class ExampleGroup:
    """Examples under one heading."""

    id: str
    title: str
    rounds: tuple[ExampleRound, ...]


def example_groups(maker: RoundMaker) -> tuple[ExampleGroup, ...]:
    """Settle every example of a submission; a group without a round is left out."""
    found = (
        ExampleGroup("endings", "Against the dealer", tuple(_endings(maker))),
        ExampleGroup("lines", "Hands of the paytables", tuple(_lines(maker))),
        ExampleGroup("six-card", "Six Card Bonus", tuple(_six_card(maker))),
        ExampleGroup("envy", "Envy", tuple(_envy(maker))),
        ExampleGroup("limits", "Limits, bank and tips", tuple(_bounded(maker))),
        ExampleGroup("irregular", "A void round", tuple(_irregular(maker))),
    )
    return tuple(group for group in found if group.rounds)


def _dealer(rules: Rules) -> str:
    return "dealer" if rules.house_banks else "player-dealer"


# -- the rounds -----------------------------------------------------------------------------------


def _endings(maker: RoundMaker) -> Iterator[ExampleRound]:
    rules = maker.rules
    bets = maker.bets(Wager.TRIPS)
    for ending, laid in ENDINGS.items():
        title = ENDING_WORDS[ending].format(dealer=_dealer(rules))
        acts = ["check", "check", "fold"] if ending == "fold" else maker.first_play
        yield maker.one_seat(title, laid, bets, acts)
    for street in Street:
        for times in rules.street(street).play:
            title = f"Play {_TIMES.get(times, f'{times} times')} the Ante, {_WHEN[street]}"
            yield maker.one_seat(title, ENDINGS["win"], bets, maker.acts(street, times))


_TIMES: Final = {1: "once", 2: "twice"}
_WHEN: Final = {
    Street.DEAL: "before the flop",
    Street.FLOP: "after the flop",
    Street.RIVER: "at the river",
}


def _lines(maker: RoundMaker) -> Iterator[ExampleRound]:
    rules = maker.rules
    for hand in line_hands(rules):
        title = f"{hand_words(hand).capitalize()}{', below every line' * (hand == PAIR)}"
        yield maker.one_seat(title, laid_for(hand, rules), side_bets(maker), maker.first_play)
    folds = ["check", "check", "fold"]
    trips = maker.bets(Wager.TRIPS)
    yield maker.one_seat("A folded hand with three of a kind", FOLDED_LINE, trips, folds)
    title = f"A straight, and the {_dealer(rules)} does not qualify"
    yield maker.one_seat(title, UNQUALIFIED_LINE, trips, maker.first_play)
    if rules.set.wagers[Wager.TRIPS].alone:
        alone = {Wager.TRIPS: maker.least(Wager.TRIPS)}
        yield maker.one_seat("Trips alone", LINE_HANDS["straight"], alone, [])


def line_hands(rules: Rules) -> tuple[str, ...]:
    """List the hands of all paytables that the board decides, the highest first, then a pair."""
    named = {
        line.hand
        for w, table in rules.tables.items()
        if w != Wager.SIX_CARD
        for line in table.lines
    }
    return (*(hand for hand in LINE_HANDS if hand in named), PAIR)


def laid_for(hand: str, rules: Rules) -> LaidCards:
    """Return cards that make a hand; a royal flush beside one of five cards comes late."""
    progressive = rules.tables.get(Wager.PROGRESSIVE)
    early = progressive is not None and FIRST_FIVE in progressive.by_hand
    return LATE_ROYAL if hand == "royal-flush" and early else LINE_HANDS[hand]


def side_bets(maker: RoundMaker) -> dict[Wager, Chips]:
    """Bet on everything that the board decides; not on a meter whose amount nobody knows."""
    offered = maker.rules.offered()
    meter = (Wager.PROGRESSIVE,) if Wager.PROGRESSIVE in offered and maker.meters_known else ()
    return maker.bets(Wager.TRIPS, *meter)


def _six_card(maker: RoundMaker) -> Iterator[ExampleRound]:
    table = maker.rules.tables.get(Wager.SIX_CARD)
    if table is None:
        return
    bets = maker.bets(Wager.SIX_CARD)
    for hand in (*(line.hand for line in table.lines), NOTHING_MADE):
        title = f"Six Card: {hand_words(hand)}{', below every line' * (hand == NOTHING_MADE)}"
        yield maker.one_seat(title, SIX_CARD_HANDS[hand], bets, maker.first_play)


def _envy(maker: RoundMaker) -> Iterator[ExampleRound]:
    table = maker.rules.tables.get(Wager.PROGRESSIVE)
    if table is None or not table.envy or not maker.meters_known:
        return
    bets, acts = side_bets(maker), maker.first_play
    royal = LINE_HANDS["royal-flush"]
    seats = [ExampleSeat(royal.hole, bets, acts), ExampleSeat("Ac Jd", bets, acts)]
    yield maker.round("Envy for another player's royal flush", royal, seats)
    first, second, laid = TWO_STRAIGHT_FLUSHES
    three = [ExampleSeat(cards, bets, acts) for cards in (first, second, laid.hole)]
    yield maker.round("Envy for two straight flushes", laid, three)


def _bounded(maker: RoundMaker) -> Iterator[ExampleRound]:
    """Yield rounds that meet a limit, a player-dealer's stake or the tip box, if there is one."""
    rules, royal = maker.rules, LINE_HANDS["royal-flush"]
    most = {w: span.most for w, span in rules.limits.items() if span.most is not None}
    bets = maker.bets(Wager.TRIPS, stakes=most)
    at_most = maker.one_seat("A royal flush at the largest wagers", royal, bets, maker.first_play)
    yield at_most
    if not rules.house_banks:
        seat = ExampleSeat(royal.hole, maker.bets(Wager.TRIPS), maker.first_play)
        stake = Chips(BANK_SMALL_ANTES * maker.least(Wager.ANTE))
        yield maker.round("The bank runs out", royal, [seat], bank=stake)
    if spots := rules.fact("tips.spots"):
        tips = {Wager(spot): maker.least(Wager(spot)) for spot in spots if spot != Wager.PLAY}
        tips = {w: chips for w, chips in tips.items() if w in (Wager.ANTE, Wager.TRIPS)}
        seat = ExampleSeat(ENDINGS["win"].hole, maker.bets(Wager.TRIPS), maker.first_play, tips)
        yield maker.round("Tips for the dealer", ENDINGS["win"], [seat])


def _irregular(maker: RoundMaker) -> Iterator[ExampleRound]:
    if "wrong-card-count" not in maker.rules.set.irregularities:
        return
    laid, acts = LINE_HANDS["straight"], maker.first_play
    wrong = {"kind": "wrong-card-count", "where": "board", "count": 4, "when": "before-settlement"}
    seats = [ExampleSeat(laid.hole, side_bets(maker), acts)]
    yield maker.round("The board has four cards", laid, seats, irregularities=[wrong])


# -- the document ---------------------------------------------------------------------------------


def examples_document(
    number: int, groups: tuple[ExampleGroup, ...], files: dict[str, str]
) -> BinderDocument:
    """Make the document; `files` names the round file of each example."""
    return BinderDocument(
        "examples",
        number,
        "Worked examples",
        "Every wager and every line of the filed paytables, dealt and settled by the software under"
        " the filed options, each with the clauses that decide it. The round files beside this"
        " document settle again with: pitboss settle examples",
        tuple(
            BinderSection(
                group.id,
                group.title,
                tuple(block for one in group.rounds for block in _blocks(one, files[one.slug])),
            )
            for group in groups
        ),
    )


def _blocks(example: ExampleRound, file: str) -> Iterator[Block]:
    document = example.document
    yield Heading(example.title)
    yield Prose(_situation(example, file))
    for seat in document["seats"]:
        yield _grid(f"Seat {seat['seat']}", seat)
    for notice in document["notices"]:
        sources = (*notice["clauses"], *notice["readings"])
        yield Prose(f"Notice: {notice['text']}.", sources)
    if fees := document.get("fees"):
        text = f"Fees: {_money(fees['total'])} in all, of which the player-dealer pays"
        yield Prose(f"{text} {_money(fees['bank'])}.", (*fees["clauses"], *fees["readings"]))


def _situation(example: ExampleRound, file: str) -> str:
    """Say the cards, the acts and where the round's file is."""
    document, data = example.document, example.data
    settled = {seat["seat"]: seat for seat in document["seats"]}
    hands = "; ".join(
        f"seat {seat['seat']} {_symbols(seat['cards'])}"
        f"{_hand(settled[seat['seat']])} ({', '.join(seat['acts']) or 'no decision'})"
        for seat in data["seats"]
    )
    dealer = document["dealer"]
    who = _dealer(example.played.script.rules)
    shown = f"; {who} {_symbols(dealer['cards'])}, {dealer['hand']}" if dealer["hand"] else ""
    box = f"; box {_symbols(data['cards']['six_card'])}" if "six_card" in data["cards"] else ""
    return f"Board {_symbols(data['cards']['board'])}{shown}{box}; {hands}. File: {file}"


def _hand(seat: Document) -> str:
    six = f", with the box {seat['six_card_hand']}" if "six_card_hand" in seat else ""
    return (f", {seat['hand']}" if seat["hand"] else "") + six


def _symbols(cards: str) -> str:
    return cards_symbols(parse_cards(cards))


def _grid(caption: str, seat: Document) -> BinderGrid:
    rows = [_row(WAGERS[Wager(wager)], entry) for wager, entry in seat["wagers"].items()]
    rows += [_row(f"Tip on {WAGERS[Wager(w)]}", entry) for w, entry in seat.get("tips", {}).items()]
    rows.append(("Total", "", "", "", _signed(seat["net"]), ""))
    columns = ("Wager", "Stake", "Result", "Odds", "Player's net", "Sources")
    return BinderGrid(caption, columns, tuple(rows), right=(1, 4), sources=5, total=True)


def _row(label: str, entry: Document) -> tuple[str, ...]:
    result = result_words(entry["outcome"], entry["why"])
    if entry.get("note"):
        result += f"; {entry['note']}"
    odds = entry["odds"] if entry["outcome"] == Outcome.WIN and entry["odds"] else ""
    cited = ", ".join((*entry["clauses"], *entry["readings"]))
    return label, _money(entry["staked"]), result, odds, _signed(entry["net"]), cited


def _money(text: str) -> str:
    return money(signed_dollars(text))


def _signed(text: str) -> str:
    chips = signed_dollars(text)
    return f"+{money(chips)}" if chips > 0 else money(chips)
