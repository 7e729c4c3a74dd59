"""Solves the base game; loads the compiled kernels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards import cards_symbols, parse_cards
from pitboss.cli.base_game import base_game, strategy_asked, trips_table
from pitboss.cli.errors import Failure
from pitboss.cli.files import picture_path, write_picture
from pitboss.cli.output import page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.cli.solve import Options
from pitboss.odds.counting.executor import ExecutorError, executor_for
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES, RANK_LETTERS
from pitboss.odds.outcome import ENDING_NAMES
from pitboss.odds.solution import CHECK, Solution, solve
from pitboss.odds.strategies.cost import play_out
from pitboss.odds.with_trips import whole_bet
from pitboss.reports.solve import solution_document
from pitboss.reports.strategy_picture import picture
from pitboss.reports.whole_bet import whole_bet_document
from pitboss.rules import rule_set
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words

TRIPS_BET_MAX: Final = 1_000  # Antes
_STAKE: Final = re.compile(r"\d{0,9}\.\d{1,9}|\d{1,9}(/\d{1,9})?", re.ASCII)  # no exponents


def run(options: Options) -> int:
    """Read all that is asked before the work begins, then print, and draw where a file is named."""
    rules, game = base_game(
        options.rules,
        options.blind,
        deal=options.multiples,
        flop=options.flop_multiples,
        river=options.river_multiples,
        qualifies=options.qualifies,
    )
    chosen = strategy_asked(options.strategy, game)
    side = None if options.trips is None else trips_table(rules.set, options.trips)
    if side is None and options.trips_bet is not None:
        raise Failure("--trips-bet goes with --trips; name the Trips paytable too")
    stake = Fraction(1) if options.trips_bet is None else _antes(options.trips_bet)
    path = None
    if options.picture is not None:
        wrong = "is drawn as SVG; name a file that ends in .svg"
        path = picture_path("--picture", options.picture, ("svg",), wrong)
    played = play_out(chosen, _solved(game, options.executor))
    found = solution_document(played)
    if side is not None:
        both = whole_bet(played.outcomes, rules, trips=side, trips_bet=stake)
        found["whole_bet"] = whole_bet_document(both, side)
    if path is not None:
        write_picture("--picture", path, picture(found).encode())
    if options.as_json:
        print_json(found)
    else:
        _show(found, page())
    return 0


def _solved(game: Game, where: str) -> Solution:
    try:
        with executor_for(where) as executor, progress_bar("all boards") as tell:
            return solve(game, executor=executor, progress=tell)
    except ExecutorError as error:
        raise Failure(str(error)) from None


def _antes(text: str) -> Fraction:
    try:
        stake = Fraction(text.strip() if _STAKE.fullmatch(text.strip()) else 0)
    except ZeroDivisionError:
        stake = Fraction(0)
    if not 0 < stake <= TRIPS_BET_MAX:
        right = f"write a number of Antes up to {TRIPS_BET_MAX}, such as 1 or 0.5"
        raise Failure(f"--trips-bet {text[:40]!r}: is no stake; {right}")
    return stake


# -- for people -----------------------------------------------------------------------------------


MISTAKES_SHOWN: Final = 12
CHECKED_MARK: Final = "·"
WRONG_MARK: Final = "!"
_ENDING_WORDS: Final = {
    "win": "wins",
    "win-unqualified": "wins, dealer not qualified",
    "tie": "pushes",
    "lose": "loses",
    "lose-unqualified": "loses, dealer not qualified",
}


def _show(found: Document, out: Console) -> None:
    """Print everything but the values of the 169 hands, which are in the JSON document."""
    place = rule_set(found["rules"])
    title = f"{place.title}, edition {found['edition']}: {found['card']['title']}"
    out.print(Text(title, style="bold"))
    out.print(Text(_game(found)))
    out.print(Text(found["card"]["about"]))
    out.print(table("", ("figure", "value", "exact"), _figures(found)))
    out.print(table("How the betting ends, of all deals", _ending_columns(), _endings(found)))
    out.print(table("Net result in Antes", ("net", "deals", "probability"), _nets(found)))
    out.print(_grid(found["hands"]))
    out.print(Text(_grid_words(found["hands"])))
    out.print(table("In words", ("street", "raise", "with"), _card(found["card"])))
    if "whole_bet" in found:
        out.print(table(_whole_bet_title(found), ("figure", "value", "exact"), _whole_bet(found)))
    if found["mistakes"]:
        out.print(table("Cost against perfect play, in Antes a round", *_cost(found["cost"])))
        out.print(table(_mistakes_title(found), _MISTAKE_COLUMNS, _mistakes(found)))


def _whole_bet_title(found: Document) -> str:
    both = found["whole_bet"]
    return f"With Trips {both['trips']['name']}, {both['trips_bet']['fraction']} Ante a round"


def _whole_bet(found: Document) -> Iterator[tuple[str, str, str]]:
    both = found["whole_bet"]
    ev, edge = both["ev"], both["trips_house_edge"]
    deviation, together = both["standard_deviation"], both["covariance"]
    yield "value of the whole bet, in Antes", f"{ev['decimal']:.10f}", ev["fraction"]
    yield "house edge of Trips, of its stake", f"{edge['decimal']:.6%}", edge["fraction"]
    root_of = f"root of {deviation['variance']['fraction']}"
    yield "standard deviation, in Antes", f"{deviation['decimal']:.6f}", root_of
    yield "covariance, Trips of one Ante", f"{together['decimal']:.6f}", together["fraction"]


def _game(found: Document) -> str:
    blind = found["paytables"]["blind"]
    lines = ", ".join(f"{hand_words(hand)} {pays}" for hand, pays in blind["lines"].items())
    streets = found["multiples"].items()
    multiples = ", ".join(
        f"{' or '.join(f'{m}x' for m in of) or 'no raise'} on the {name}" for name, of in streets
    )
    least = f"dealer qualifies with: {hand_words(found['qualifies'])} or better"
    return f"Blind {blind['name']}: {lines}; {multiples}; {least}"


def _figures(found: Document) -> Iterator[tuple[str, str, str]]:
    ev, edge, risk = found["ev"], found["house_edge"], found["element_of_risk"]
    yield "deals counted", f"{found['deals']:,}", ""
    yield "value of a round, in Antes", f"{ev['decimal']:.10f}", ev["fraction"]
    for name, value in found["wagers"].items():
        yield f"  of it {name.capitalize()}", f"{value['decimal']:+.10f}", value["fraction"]
    yield "house edge, of the Ante", f"{edge['decimal']:.6%}", edge["fraction"]
    yield "element of risk, of all wagers", f"{risk['decimal']:.6%}", risk["fraction"]
    wager = found["average_wager"]
    yield "average wager, in Antes", f"{wager['decimal']:.6f}", wager["fraction"]
    deviation = found["standard_deviation"]
    variance = f"root of {deviation['variance']['fraction']}"
    yield "standard deviation, in Antes", f"{deviation['decimal']:.6f}", variance


def _ending_columns() -> tuple[str, ...]:
    return ("choice", "how often", *(_ENDING_WORDS[name] for name in ENDING_NAMES))


def _endings(found: Document) -> Iterator[tuple[str, ...]]:
    for choice, often in found["frequencies"].items():
        ends = found["endings"].get(choice, {})
        parts = (f"{ends[name]['decimal']:.4%}" if name in ends else "" for name in ENDING_NAMES)
        yield (choice, f"{often['decimal']:.4%}", *parts)


def _nets(found: Document) -> Iterator[tuple[str, ...]]:
    for line in found["distribution"]:
        yield (
            f"{line['net']['decimal']:+g}",
            f"{line['deals']:,}",
            f"{line['probability']['decimal']:.10%}",
        )


def _grid(hands: Document) -> Table:
    """Draw the 13 by 13 grid, aces first: suited hands above the diagonal, offsuit below."""
    ranks = RANK_LETTERS[::-1]
    shown = Text("Before the flop: suited to the upper right, offsuit to the lower left")
    found = Table(title=shown, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 1))
    for column in ("", *ranks):
        found.add_column(column, no_wrap=True)
    size = len(ranks)
    for row, rank in enumerate(ranks):
        names = HAND_NAMES[row * size : (row + 1) * size]
        found.add_row(rank, *(_mark(hands[name]) for name in names))
    return found


def _mark(hand: Document) -> Text:
    choice = CHECKED_MARK if hand["choice"] == CHECK else hand["choice"]
    wrong = _is_wrong(hand)
    style = "red" if wrong else "dim" if hand["choice"] == CHECK else "bold green"
    return Text(choice + WRONG_MARK * wrong, style=style)


def _is_wrong(hand: Document) -> bool:
    return bool(hand[hand["choice"]]["fraction"] != hand[hand["best"]]["fraction"])


def _grid_words(hands: Document) -> str:
    marks = [f"{CHECKED_MARK} check"]
    for choice in sorted({hand["choice"] for hand in hands.values()} - {CHECK}):
        raised = [hand for hand in hands.values() if hand["choice"] == choice]
        holes = sum(hand["holes"] for hand in raised)
        marks.append(f"{choice} with {len(raised)} of 169 hands, {holes} of 1,326 holes")
    if any(map(_is_wrong, hands.values())):
        marks.append(f"{WRONG_MARK} not the best choice")
    return f"  {'; '.join(marks)}\n"


def _card(card: Document) -> Iterator[tuple[str, str, str]]:
    for street in ("deal", "flop", "river"):
        for at, line in enumerate(card[street]["when"]):
            yield ("", "", line) if at else (street, card[street]["raise"], line)
    yield "river", "fold", "otherwise"


def _cost(cost: Document) -> tuple[tuple[str, ...], Iterator[tuple[str, str, str]]]:
    rows = ((part, f"{loss['decimal']:.10f}", loss["fraction"]) for part, loss in cost.items())
    return ("street", "cost", "exact"), rows


_MISTAKE_COLUMNS: Final = (
    *("street", "with", "does", "best", "how often", "costs each time", "costs a round"),
    *("dearest with", "on", "costs"),
)


def _mistakes_title(found: Document) -> str:
    count = len(found["mistakes"])
    if count <= MISTAKES_SHOWN:
        return "Its mistakes, in Antes"
    return f"Its {MISTAKES_SHOWN} costliest mistakes of {count}, in Antes"


def _mistakes(found: Document) -> Iterator[tuple[str, ...]]:
    for mistake in found["mistakes"][:MISTAKES_SHOWN]:
        example = mistake["example"]
        yield (
            mistake["street"],
            mistake["hand"] if "hand" in mistake else _outs(mistake),
            mistake["chosen"],
            mistake["best"],
            f"{mistake['frequency']['decimal']:.6%}",
            f"{mistake['loss']['decimal']:.6f}",
            f"{mistake['cost']['decimal']:.8f}",
            cards_symbols(parse_cards(example["cards"])),
            cards_symbols(parse_cards(example["board"])),
            f"{example['loss']['decimal']:.6f}",
        )


def _outs(mistake: Document) -> str:
    pair = "a hidden pair or better" if mistake["hidden_pair"] else "no hidden pair"
    return f"{mistake['outs']} outs, {pair}"
