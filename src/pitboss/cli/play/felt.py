"""Draws the felt, the bets and the coach as text; nothing is told by a colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from textwrap import wrap
from typing import Final

from rich.text import Text

from pitboss.cards import card_symbol, parse_card, suit_of
from pitboss.cli.play.coach import CoachSays
from pitboss.cli.play.slip import Bets, offer_of, shown_wagers, total
from pitboss.cli.play.table import SEAT, ShownTable
from pitboss.cli.play.words import (
    QUIET,
    amount,
    antes,
    chips_word,
    choice_word,
    cost_word,
    sentence,
    signed,
    split_words,
)
from pitboss.coach.amounts import in_percent
from pitboss.rules import Rules, Wager
from pitboss.rules.words import OUTCOMES, WAGERS
from pitboss.server.views.felt import paytables
from pitboss.server.wire.coach import CoachDecision, CoachPrice
from pitboss.server.wire.odds import Exact
from pitboss.server.wire.table import Offer, Seat, Spot

LABEL: Final = 8  # columns left of the cards
BAR: Final = 5  # columns of half a bar: to the left of zero, and to the right
BOARD_CARDS: Final = 5
FACE_DOWN: Final = "▒▒"
# By suit, as `suit_of` numbers them: clubs, diamonds, hearts, spades.
TWO_COLOURS: Final = ("#101418", "#c1121f", "#c1121f", "#101418")
FOUR_COLOURS: Final = ("#0a7d32", "#0b55c4", "#c1121f", "#101418")
PAPER: Final = "#f6f4ee"
BACK: Final = "#8fb3a0"
GOOD: Final = "#58c48a"
BAD: Final = "#f08a7b"
BRASS: Final = "#e6c36a"
# What the log beside the table leaves out: what the dealer does with decks and seals. L shows all.
HOUSEKEEPING: Final = frozenset(
    ("bets-closed", "deck-cut", "deck-loaded", "packets-dealt", "round-begun", "round-ended",
     "round-opened", "secret-revealed")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """How cards are drawn, and how wide a line may be."""

    four_colours: bool = False
    width: int = 42


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of the coach: they have to be read on a dark ground or on a light one."""

    best: str = BRASS
    good: str = GOOD
    bad: str = BAD


LIGHT_INK: Final = Ink("#7a5200", "#0b6b3a", "#b3261e")


# -- cards ----------------------------------------------------------------------------------------


def drawn_cards(
    cards: Sequence[str | None], look: Look, *, five: Sequence[str] = (), of: int = 0
) -> list[Text]:
    """Draw cards side by side; None lies face down, the `five` that play are marked."""
    rows = [Text(), Text(), Text()]
    for card in (*cards, *[""] * max(0, of - len(cards))):
        for row, part in zip(rows, _card(card, look, marked=card in five), strict=True):
            row.append_text(part)
    return rows


def _card(card: str | None, look: Look, *, marked: bool) -> tuple[Text, Text, Text]:
    if card == "":
        return tuple(Text(line, style="dim") for line in ("┌╌╌╌╌┐", "╎    ╎", "└╌╌╌╌┘"))  # type: ignore[return-value]  # three lines
    if card is None:
        style = BACK
        face = Text(f"│ {FACE_DOWN} │", style=style)
    else:
        read = parse_card(card)
        colours = FOUR_COLOURS if look.four_colours else TWO_COLOURS
        style = PAPER
        ink = f"bold {colours[suit_of(read)]} on {PAPER}"
        face = Text.assemble(("│", style), (f"{card_symbol(read):^4}", ink), ("│", style))
    below = "└─▲▲─┘" if marked else "└────┘"
    return Text("┌────┐", style=style), face, Text(below, style=f"{BRASS}" if marked else style)


def _labelled(label: str, cards: list[Text]) -> list[Text]:
    words = ("", label, "")
    return [
        Text.assemble((f"{word:<{LABEL}}", "bold"), row)
        for word, row in zip(words, cards, strict=True)
    ]


# -- the felt -------------------------------------------------------------------------------------


def felt(shown: ShownTable, look: Look, dealer_word: str) -> Text:
    """Draw the hand: the dealer, the board, your cards and bets, the box, the other seats."""
    hand, mine = shown.hand, shown.mine
    dealer = hand.dealer
    theirs: list[str | None] = [*dealer.cards, *[None] * (dealer.held - len(dealer.cards))]
    own: list[str | None] = [*mine.cards, *[None] * (mine.held - len(mine.cards))]
    over = hand.phase == "settled"
    five = mine.five if over else ()
    word = "Dealer" if dealer_word == "dealer" else "Bank"
    lines = [
        *_labelled(word, drawn_cards(theirs, look, of=2)),
        *_dealer_line(dealer.hand, dealer.qualifies, look),
        *_labelled("Board", drawn_cards(hand.board, look, five=five, of=BOARD_CARDS)),
        *_labelled("You", drawn_cards(own, look, five=five, of=2)),
        *_hung(mine.hand, look),
        _bets_line(mine, look),
    ]
    if any(card is not None for card in hand.box):
        lines.append(Text(f"{'Box':<{LABEL}}{_plain(hand.box)}"))
    if mine.net is not None:
        lines.append(_result(mine))
    lines += [_other(seat) for seat in hand.seats if seat.player and seat.seat != SEAT]
    return Text("\n").join(lines)


def _dealer_line(
    hand: str,
    qualifies: bool | None,  # noqa: FBT001  # as the wire has it
    look: Look,
) -> list[Text]:
    word = "" if qualifies is None else "qualifies: " if qualifies else "does not qualify: "
    return _hung(f"{word}{hand}" if hand else "", look)


def _hung(text: str, look: Look) -> list[Text]:
    """Write words below cards, each line with the same indent; an empty line for none."""
    indent = " " * LABEL
    lines = wrap(text, look.width, initial_indent=indent, subsequent_indent=indent)
    return [Text(line) for line in lines or [""]]


def _bets_line(mine: Seat, look: Look) -> Text:
    if mine.state == "banking":
        return Text(f"{'':<{LABEL}}you bank this hand")
    if not mine.spots:
        return Text("")
    parts = [_spot(spot) for spot in mine.spots]
    line = Text(f"{'Bets':<{LABEL}}", style="bold")
    used = LABEL
    for place, part in enumerate(parts):
        gap = "" if place == 0 else "  "
        if used + len(gap) + len(part) > look.width and used > LABEL:
            line.append(f"\n{'':<{LABEL}}")
            used, gap = LABEL, ""
        line.append(gap)
        line.append_text(part)
        used += len(gap) + len(part)
    return line


def _spot(spot: Spot) -> Text:
    text = Text(f"{WAGERS[spot.wager]} {chips_word(spot.chips)}", style="not bold")
    if spot.outcome is not None:
        won = spot.net > 0
        word = signed(spot.net).removesuffix(".00") if spot.net else OUTCOMES[spot.outcome][1]
        text.append(f" {word}", style=f"bold {GOOD}" if won else BAD if spot.net < 0 else "dim")
    return text


def _result(mine: Seat) -> Text:
    net = mine.net or 0
    words = f"You win {chips_word(net)}" if net > 0 else f"You lose {chips_word(-net)}"
    if not net:
        words = "You win and lose nothing"
    others = [part for part in mine.parts if part.name in ("fee", "tips", "bank")]
    beside = "".join(f", {part.name} {signed(part.net).removesuffix('.00')}" for part in others)
    style = f"bold {GOOD}" if net > 0 else f"bold {BAD}" if net < 0 else "bold"
    return Text.assemble((f"{'Result':<{LABEL}}", "bold"), (words, style), (beside, "dim"))


def _other(seat: Seat) -> Text:
    cards = f" {_plain(seat.cards)}" if seat.cards else ""
    bets = sum(spot.chips for spot in seat.spots)
    down = f" bets {chips_word(bets)}" if bets and seat.net is None else ""
    net = f" {signed(seat.net).removesuffix('.00')}" if seat.net is not None else ""
    state = {"banking": " banks", "folded": " folded"}.get(seat.state, "")
    return Text(f"{seat.seat} {seat.player}{state}{cards}{down}{net}", style="dim")


def _plain(cards: Iterable[str | None]) -> str:
    return " ".join(card_symbol(parse_card(card)) if card else FACE_DOWN for card in cards)


# -- bets -----------------------------------------------------------------------------------------


def slip_lines(
    bets: Bets, offers: Sequence[Offer], selected: Wager | None, typed: str, chips: int
) -> Text:
    """Draw the bets that are about to be made, one line a wager."""
    lines = [Text("Your bets", style="bold"), Text("")]
    for wager in shown_wagers(offers):
        offer = offer_of(offers, wager)
        if offer is None:
            continue
        here = wager == selected
        now = bets.get(wager, 0)
        twice = "2 × " if wager == Wager.ANTE else ""
        value = (
            f"{twice}{typed}▏" if here and typed else f"{twice}{chips_word(now)}" if now else "–"
        )
        mark = "▸ " if here else "  "
        most = "" if offer.most is None else f" to {chips_word(offer.most)}"
        span = f"{chips_word(offer.least)}{most}"
        if offer.amounts:
            span = " or ".join(chips_word(one) for one in offer.amounts)
        style = f"bold {BRASS}" if here else ""
        name = "Ante and Blind" if wager == Wager.ANTE else WAGERS[wager]
        lines.append(Text.assemble((f"{mark}{name:<15}{value:>12}", style), (f"  {span}", "dim")))
    lines += [Text(""), Text(f"  {'Together':<15}{chips_word(total(bets)):>12}", style="bold")]
    lines.append(Text(f"  {'Your chips':<15}{chips_word(chips):>12}"))
    return Text("\n").join(lines)


def paytable_lines(rules: Rules) -> Text:
    """Post every paytable in force."""
    found = Text()
    for table in paytables(rules, {}):
        found.append(f"{table.title}\n", style="bold")
        for line in (*table.lines, *table.envy):
            found.append(f"  {line.hand:<40} {line.pays}\n")
        found.append(f"  {table.decided_by}\n\n" if table.decided_by else "\n", style="dim")
    return found


# -- the coach ------------------------------------------------------------------------------------


def coach_lines(says: CoachSays, mode: str, width: int, ink: Ink) -> Text:
    """Write what the coach says: prices before a choice, costs after it, luck and skill apart."""
    parts: list[Text] = []
    if mode == "off":
        return Text(QUIET["off"], style="dim")
    if says.asked is not None:
        parts += [_prices(says.asked, "", width, ink), _reason(says.asked)]
    for made in says.decisions:
        last = made is says.decisions[-1] and says.asked is None and says.split is None
        parts.append(_made(made, width, ink, opened=last))
    if says.split is not None:
        parts.append(_split(says, width))
    if says.waits:
        parts.append(Text(says.waits, style=ink.best))
    if not parts:
        parts.append(Text(QUIET[mode], style="dim"))
    return Text("\n\n").join(parts)


def _prices(price: CoachPrice, chosen: str, width: int, ink: Ink) -> Text:
    most = max((abs(one.cents.decimal) for one in price.choices), default=1.0) or 1.0
    lines = []
    for one in price.choices:
        best = one.name == price.best
        mark = "▸" if best else " "
        name = choice_word(one.name) + ("*" if one.name == chosen else "")
        size = round(abs(one.cents.decimal) / most * BAR)
        bar = f"{'█' * size:>{BAR}}│{'':{BAR}}" if one.cents.decimal < 0 else (
            f"{'':{BAR}}│{'█' * size:<{BAR}}"
        )  # fmt: skip
        room = width >= 2 * BAR + 30
        drawn = f"{bar} " if room else ""
        line = f"{mark} {name:<8}{drawn}{amount(one.cents):>9} {antes(one.antes):>8}"
        lines.append(Text(line, style=f"bold {ink.best}" if best else ""))
    chances = "  ".join(
        f"{word} {in_percent(_fraction(part))}"
        for word, part in (("Win", price.win), ("Tie", price.tie), ("Lose", price.lose))
    )
    lines.append(Text(chances))
    note = " * chosen." if chosen else ""
    lines.append(
        Text(f"Exact, all {price.deals:,} deals; at the right in Antes.{note}", style="dim")
    )
    return Text("\n").join(lines)


def _reason(price: CoachPrice) -> Text:
    first, *rest = price.reason
    return Text.assemble((first, "bold"), " ", " ".join(rest))


def _made(made: CoachDecision, width: int, ink: Ink, *, opened: bool) -> Text:
    cost = cost_word(made)
    style = f"bold {ink.good if cost == 'best' else ink.bad}"
    line = Text.assemble((f"{sentence(made)}: ", "bold"), (cost, style))
    if cost != "best":
        line.append(f"; {choice_word(made.price.best)} was best", style="bold")
    if opened:
        line.append("\n")
        line.append_text(_prices(made.price, made.chosen, width, ink))
        line.append("\n\n")
        line.append_text(_reason(made.price))
    return line


def _split(says: CoachSays, width: int) -> Text:
    split = says.split
    if split is None:
        return Text("")
    cost = Exact("0", 0.0) if not split.cost.decimal else Exact(f"-{split.cost.fraction}", 0.0)
    rows = [
        ("Bets before the cards", amount(split.before)),
        ("Luck of the cards", amount(split.luck)),
        ("Your choices", amount(cost)),
    ]
    if split.others:
        rows.append(("All other bets and fees", signed(split.others)))
    rows.append(("Result", signed(split.net)))
    text = Text(f"{split_words(split)}\n", style="bold")
    room = max(28, min(width, 40))
    for name, value in rows:
        style = "bold" if name == "Result" else "not bold"
        text.append(f"\n{name:<{room - 12}}{value:>12}", style=style)
    return text


def _fraction(value: Exact) -> Fraction:
    return Fraction(value.fraction)
