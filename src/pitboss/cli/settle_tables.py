"""Draws a settled round for people: a table a seat, then bank, meters, fees and notices."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from pitboss.cards import cards_symbols, parse_cards
from pitboss.cli.output import page
from pitboss.round.play import PlayedScript
from pitboss.rules import Wager, rule_set
from pitboss.rules.clause import clause
from pitboss.rules.reading import reading
from pitboss.rules.user_toml import Document
from pitboss.rules.words import WAGERS, result_words


def show(
    document: Document, played: PlayedScript | None, *, explain: bool, out: Console | None = None
) -> None:
    """Print one settled round, on standard output unless another console is given."""
    out = out or page(markup=True)
    title = f" · {document['title']}" if document.get("title") else ""
    out.print(Text(f"{document['file']}{title}", style="bold"))
    if played is None:
        out.print(f"  refused, as expected: {escape(document['text'])}\n")
        return
    _head(out, document)
    for seat in document["seats"]:
        out.print(_seat_table(seat))
    _foot(out, document)
    if explain:
        _explain(out, document)
    out.print()


def _symbols(text: str) -> str:
    return cards_symbols(parse_cards(text)) if text else "not needed"


def _head(out: Console, document: Document) -> None:
    tables = ", ".join(f"{WAGERS[Wager(w)]} {name}" for w, name in document["paytables"].items())
    place = rule_set(document["rules"]).title
    out.print(f"  {place}, edition {document['edition']} · paytables: {tables}")
    for against in document.get("what_if", ()):
        cited = ", ".join([*against["clauses"], *against["readings"]])
        said = f"{against['key']}: {against['text']}" + (f" ({cited})" if cited else "")
        out.print(f"  [bold]what if[/bold] · no table plays by {escape(said)}")
    dealer = document["dealer"]
    if document["outcome"] != "settled":
        out.print(f"  [bold]the round is {document['outcome']}[/bold]")
    if document["board"]:
        out.print(f"  board   {_symbols(document['board'])}")
    if dealer["hand"] is not None:
        word = "qualifies" if dealer["qualifies"] else "[bold]does not qualify[/bold]"
        who = "dealer" if document["bank"]["kind"] == "house" else "player-dealer"
        out.print(f"  {who:7} {_symbols(dealer['cards'])}   {dealer['hand']}: {word}")


def _seat_table(seat: Document) -> Table:
    hand = f"   {seat['hand']}" if seat["hand"] else ""
    six = f"   Six Card: {seat['six_card_hand']}" if "six_card_hand" in seat else ""
    cards = f"   {_symbols(seat['cards'])}" if seat["cards"] else ""
    table = Table(
        title=f"Seat {seat['seat']}{cards}{hand}{six}",
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for name in ("wager", "stake", "outcome", "net", "odds", "clauses"):
        right = name in ("stake", "net")
        table.add_column(name, justify="right" if right else "left", no_wrap=name != "clauses")
    for wager, entry in seat["wagers"].items():
        table.add_row(*_row(WAGERS[Wager(wager)], entry))
    for wager, entry in seat.get("tips", {}).items():
        table.add_row(*_row(f"tip on {WAGERS[Wager(wager)]}", entry, tip=True))
    table.add_section()
    table.add_row("total", "", "", _signed(seat["net"], bold=True), "", "")
    return table


def _row(label: str, entry: Document, *, tip: bool = False) -> tuple[str | Text, ...]:
    word = result_words(entry["outcome"], entry["why"])
    if tip and entry["outcome"] in ("win", "push"):
        word += ", to the tip box"
    if entry.get("note"):
        word += f"\n{entry['note']}"
    cited = ", ".join([*entry["clauses"], *entry["readings"]])
    odds = entry["odds"] if entry["outcome"] == "win" and entry["odds"] else ""
    net = Text("") if tip else _signed(entry["net"])
    return label, _money(entry["staked"]), word, net, odds, cited


def _money(plain: str) -> str:
    whole, cents = plain.split(".")
    sign = "−" if whole.startswith("-") else ""
    return f"{sign}${int(whole.lstrip('-')):,}.{cents}"


def _signed(plain: str, *, bold: bool = False) -> Text:
    gain = not plain.startswith("-") and plain != "0.00"
    style = "green" if gain else "red" if plain.startswith("-") else ""
    return Text(f"{'+' if gain else ''}{_money(plain)}", style=f"{style} bold" if bold else style)


def _foot(out: Console, document: Document) -> None:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(
        "  bank" if document["bank"]["kind"] != "house" else "  house", _bank(document["bank"])
    )
    for name, amount in document["meters"].items():
        text = "not known" if amount is None else _money(amount)
        grid.add_row("  meter", f"{name}: {text} after settlement")
    if "fees" in document:
        fees = document["fees"]
        seats = "".join(f", seat {seat} {_money(fee)}" for seat, fee in fees["seats"].items())
        grid.add_row("  fees", f"bank {_money(fees['bank'])}{seats} ({', '.join(fees['clauses'])})")
    if "tip_box" in document:
        grid.add_row("  tip box", _money(document["tip_box"]))
    for notice in document["notices"]:
        cited = ", ".join([*notice["clauses"], *notice["readings"]])
        grid.add_row("  notice", escape(notice["text"]) + (f" ({cited})" if cited else ""))
    for difference in document.get("differences", ()):
        grid.add_row("  [red bold]differs[/red bold]", escape(difference))
    if document.get("differences") == []:
        grid.add_row("  result", "[green]as expected[/green]")
    out.print(grid)


def _bank(bank: Document) -> str:
    if bank["kind"] == "house":
        return _signed(bank["net"]).plain
    return (
        f"seat {bank['seat']}, stake {_money(bank['stake'])}: paid {_money(bank['paid'])},"
        f" collected {_money(bank['collected'])}, net {_signed(bank['net']).plain}"
    )


def _explain(out: Console, document: Document) -> None:
    """Print the text of every clause that decided something, and the reading where one applied."""
    entries = [entry for seat in document["seats"] for entry in seat["wagers"].values()]
    entries += [entry for seat in document["seats"] for entry in seat.get("tips", {}).values()]
    entries += [*document["notices"], *([document["fees"]] if "fees" in document else [])]
    clauses = dict.fromkeys(c for entry in entries for c in entry["clauses"])
    readings = dict.fromkeys(r for entry in entries for r in entry["readings"])
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 2))
    table.add_column(no_wrap=True, style="bold")
    table.add_column()
    for id_ in clauses:
        table.add_row(id_, escape(clause(id_).text))
    for id_ in readings:
        found = reading(id_)
        table.add_row(id_, escape(f"{found.problem} Adopted: {found.adopted}"))
    out.print("  [bold]why[/bold]")
    out.print(table)
