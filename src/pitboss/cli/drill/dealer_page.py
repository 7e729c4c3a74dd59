"""How an exercise of the dealer school looks in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pitboss.cards import cards_symbols, parse_cards
from pitboss.cli.output import counted, table
from pitboss.coach.school.answers import letter
from pitboss.coach.school.exercise import Exercise, ItemGrade, SchoolItem
from pitboss.coach.school.score import KindTally
from pitboss.coach.school.shown import PaidTable, ShownSeat, shown_table
from pitboss.rules import money
from pitboss.rules.words import wager_words


def show_exercise(screen: Console, exercise: Exercise, of: int) -> None:
    """Print the situation: the table, and what was paid where a mistake is to be found."""
    screen.print()
    screen.print(Text(f"{exercise.number} of {of}   {exercise.lead}", style="bold"))
    shown = shown_table(exercise)
    if shown is not None:
        _show_table(screen, shown)
    for place, move in enumerate(exercise.moves):
        screen.print(Text(f"  {letter(place)}  {move.step} {move.did}"))


def _show_table(screen: Console, shown: PaidTable) -> None:
    cards = [("board", shown.board), ("dealer", shown.dealer), ("box", shown.box)]
    said = "   ".join(f"{name} {_symbols(text)}" for name, text in cards if text)
    if said:
        screen.print(Text(said))
    if shown.bank_seat is not None:
        stake = money(shown.bank_stake or 0)
        screen.print(Text(f"player-dealer: seat {shown.bank_seat}, stake {stake}"))
    for name, chips in shown.meters.items():
        screen.print(Text(f"meter {name}: {money(chips)}"))
    rows = [_seat(seat) for seat in shown.seats]
    screen.print(table("", ("seat", "cards", "wagers", "tips", "acts"), rows))


def _seat(seat: ShownSeat) -> tuple[str, ...]:
    bets = ", ".join(f"{wager_words(w)} {money(c)}" for w, c in seat.wagers.items())
    tips = ", ".join(f"{wager_words(w)} {money(c)}" for w, c in seat.tips.items())
    return str(seat.seat), _symbols(seat.cards), bets, tips, ", ".join(seat.acts)


def _symbols(text: str) -> str:
    return cards_symbols(parse_cards(text)) if text else ""


def show_item(screen: Console, item: SchoolItem) -> None:
    """Print a question and its choices; steps that stand above are not printed again."""
    screen.print(Text(item.asks))
    if item.id != "wrong":
        for place, (_, label) in enumerate(item.choices):
            screen.print(Text(f"  {letter(place)}  {label}"))


def show_correction(screen: Console, grades: Sequence[ItemGrade], price: str) -> None:
    """Print what was right, and of what was wrong the right answer with its clauses."""
    for one in grades:
        item = one.item
        cited = ", ".join((*item.cite.clauses, *item.cite.readings)) or "no clause"
        if one.right:
            screen.print(Text(f"right: {item.right}", style="green"))
        else:
            screen.print(Text(f"wrong: {item.asks} {item.right}", style="red"))
            screen.print(Text("  " + " ".join(filter(None, (item.why, f"({cited})")))))
    if price:
        screen.print(Text(price))


def show_score(screen: Console, found: Sequence[KindTally], pace: int | None, seed: int) -> None:
    """Print accuracy and speed by kind, and the pace while paying."""
    again = f"the same exercises again: --seed {seed}"
    screen.print()
    if not found:
        screen.print(Text(f"no answer; {again}"))
        return
    rows = [
        (
            one.kind,
            f"{one.right} of {one.exercises}",
            f"{one.right_items} of {one.items}",
            f"{100 * one.right_items // one.items} %",
            "" if one.each_ms is None else f"{one.each_ms // 1000} s",
        )
        for one in found
    ]
    screen.print(table("", ("kind", "exercises right", "questions", "", "each"), rows))
    right, every = sum(one.right for one in found), sum(one.exercises for one in found)
    paying = "" if pace is None else f"; {counted(pace, 'round')} an hour while paying"
    screen.print(Text(f"{right} of {every} right{paying}; {again}", style="bold"))
