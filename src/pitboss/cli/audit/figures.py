"""`pitboss audit figures`: floor figures by table and period, and whether they add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from rich.console import Console
from rich.text import Text

from pitboss.cli.audit.reading import From, OneTable, To, reading, span
from pitboss.cli.errors import FOUND, OK, Failure, one_line
from pitboss.cli.options import AsJson, JournalName, Option
from pitboss.cli.output import page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.history.figures.action import Worth
from pitboss.history.figures.count import BOTS, Counted, FiguresRequest, count_table
from pitboss.history.figures.document import figures_document
from pitboss.history.moments import chosen_tables, table_moments
from pitboss.history.periods import PERIODS
from pitboss.journal import Journal
from pitboss.pit.links import read_link
from pitboss.pit.streams import table_stream
from pitboss.rules.user_toml import Document
from pitboss.rules.words import WAGERS

TOLD_EVERY = 500  # events between two looks at the progress bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss audit figures`."""

    journal: JournalName
    name: OneTable = None
    by: Annotated[str, Option("Group rows by this.", "table|day|hour|shift")] = "table"
    begin: From = None
    end: To = None
    bots: Annotated[
        str, Option("Leave bots out, include them, or only them.", "exclude|include|only")
    ] = "exclude"
    theory: Annotated[bool, Option("Add the expected win; takes seconds.")] = False
    out: Annotated[
        str | None, Option("Write a report instead, by its ending.", "X.pdf|xlsx", name="-o")
    ] = None
    force: Annotated[bool, Option("Replace a file that exists.")] = False
    as_json: AsJson = False


def run(options: Options) -> int:
    """Count, print, and return 1 where the money of a table does not add up."""
    write = None if options.out is None else _report(options.out, options)
    asked = FiguresRequest(
        _word("--by", options.by, PERIODS),
        span(options.begin, options.end),
        _word("--bots", options.bots, BOTS),
        _worth() if options.theory else None,
    )
    with reading(options.journal) as journal:
        counted = _count(journal, chosen_tables(journal, options.name), asked)
        links = {one.link: read_link(journal, one.link).meters for one in counted if one.link}
    document = figures_document(counted, asked, links)
    if write is not None:
        write(document)
    elif options.as_json:
        print_json(document)
    else:
        _show(document)
    return FOUND if any(one.identity.faults() for one in counted) else OK


def _report(name: str, options: Options) -> Callable[[Document], None]:
    from pitboss.cli.audit.figures_file import report_file  # loads typst and xlsxwriter

    if options.as_json:
        raise Failure("-o and --json: take one of them")
    return report_file(name, force=options.force)


def _worth() -> Worth:
    from pitboss.history.figures.theoretical_win import theoretical_win  # compiled code is slow

    return theoretical_win


def _word(flag: str, text: str, words: tuple[str, ...]) -> str:
    word = text.strip().casefold()
    if word not in words:
        raise Failure(f"{flag} {text[:40]!r}: wants {', '.join(words[:-1])} or {words[-1]}")
    return word


def _count(journal: Journal, tables: tuple[str, ...], asked: FiguresRequest) -> list[Counted]:
    heads = {one: journal.head(table_stream(one)) for one in tables}
    total, done = sum(head.number for head in heads.values()), 0
    with progress_bar("events") as tell:

        def step() -> None:
            nonlocal done
            done += 1
            if done % TOLD_EVERY == 0:
                tell(done, total)

        return [
            count_table(one, table_moments(journal, one, head), asked, step)
            for one, head in heads.items()
        ]


# -- for people -----------------------------------------------------------------------------------


def _show(document: Document) -> None:
    screen = page()
    rows = [*document["rows"], {"table": "all", "period": "", **document["total"]}]
    rows = rows if len(document["rows"]) > 1 else rows[:1]
    if not document["rows"]:
        screen.print(Text("nothing happened at any table in that time"))
    else:
        _show_play(screen, rows)
        _show_handle(screen, rows)
        _show_trouble(screen, rows)
        _show_meters(screen, rows)
        if any("theory" in row for row in rows):
            _show_theory(screen, rows)
    for one in document["tables"]:
        _show_identity(screen, one)
    for name, meters in document["links"].items():
        standing = ", ".join(f"{m} {_dollars(a)}" for m, a in meters.items())
        screen.print(Text(f"  link {one_line(name)} stands at {standing or 'nothing'}"))
    for note in document["notes"]:
        screen.print(Text(f"  note: {note}"))


def _named(row: Document) -> tuple[str, str]:
    return one_line(row["table"]), row["period"]


def _show_play(screen: Console, rows: list[Document]) -> None:
    columns = (
        "table", "period", "rounds", "an hour", "seats", "handle", "drop", "cash-outs", "fees",
        "tips", "win", "hold",
    )  # fmt: skip
    shown = [
        (
            *_named(row),
            f"{row['rounds']:,}",
            _number(row["rounds_per_hour"]),
            _number(row["seats_per_round"]),
            *(_plain(row[key]) for key in ("drop", "cash_outs", "fees", "tips")),
            _dollars(row["win"]),
            "" if row["hold_percent"] is None else f"{row['hold_percent']:.2f} %".replace("-", "−"),
        )
        for row in rows
    ]
    handles = [_plain(row["handle"]["total"]) for row in rows]
    full = [(*one[:5], handle, *one[5:]) for one, handle in zip(shown, handles, strict=True)]
    screen.print(table("Play and money", columns, full))


def _show_handle(screen: Console, rows: list[Document]) -> None:
    kinds = [kind for kind in WAGERS if any(kind in row["win"]["by_wager"] for row in rows)]
    columns = ("table", "period", "", *(WAGERS[kind] for kind in kinds), "tips", "to the meters")
    shown = []
    for row in rows:
        win = row["win"]
        handle = [_plain(row["handle"].get(kind, "0.00")) for kind in kinds]
        won = [_plain(win["by_wager"].get(kind, "0.00")) for kind in (*kinds, "tips")]
        shown.append((*_named(row), "handle", *handle, "", ""))
        shown.append(("", "", "house won", *won, _dollars(win["onto_meters"])))
    screen.print(table("By wager", columns, shown))


def _show_trouble(screen: Console, rows: list[Document]) -> None:
    columns = (
        "table", "period", "voids", "no hand dealt", "dead hands", "time-outs", "irregularities",
        "corrections",
    )  # fmt: skip
    shown = [
        (
            *_named(row),
            _counts(row["voids"]) + (f"; partly {row['partly_void']}" * bool(row["partly_void"])),
            _counts(row["cancelled"]),
            str(row["dead_hands"]),
            str(row["time_outs"]),
            _counts(row["irregularities"]),
            str(row["corrections"]["count"]),
        )
        for row in rows
    ]
    screen.print(table("What went otherwise", columns, shown))


def _show_meters(screen: Console, rows: list[Document]) -> None:
    columns = (
        "table", "period", "meter", "in", "reversed", "paid", "reset", "seed", "corrected",
        "jackpots", "Envy",
    )  # fmt: skip
    shown = [line for row in rows for line in _meter_lines(row)]
    if shown:
        screen.print(table("Progressive", columns, shown))


def _meter_lines(row: Document) -> Iterator[tuple[str, ...]]:
    first = True
    for meter, parts in row["meters"].items():
        hits = [_hits(row[kind]) if first else "" for kind in ("jackpots", "envy")]
        yield *_named(row), meter, *(_dollars(part) for part in parts.values()), *hits
        first = False


def _show_theory(screen: Console, rows: list[Document]) -> None:
    columns = (
        "table", "period", "hands", "without", "staked", "won", "theory", "deviation", "z",
        "careful z", "",
    )  # fmt: skip
    shown = [
        (
            *_named(row),
            f"{theory['hands']:,}",
            f"{theory['hands_without']:,}",
            _plain(theory["staked"]),
            _plain(theory["actual"]),
            _dollars(theory["expected"]),
            f"${theory['deviation']:,.2f} to ${theory['deviation_most']:,.2f}",
            _number(theory["z"]),
            _number(theory["z_careful"]),
            "outside 95 %: look into it" if theory["suspect"] else "",
        )
        for row in rows
        if (theory := row["theory"]) is not None
    ]
    title = "Actual against theoretical win, at optimal play"
    screen.print(table(title, columns, shown))


def _show_identity(screen: Console, one: Document) -> None:
    who = one["identity"]
    where = f"{one_line(one['table'])} ({'; '.join(one['rules'])})"
    screen.print(Text(f"Does it add up? table {where}, from its first event on", style="bold"))
    parts = (
        ("buy-ins", who["buy_ins"]),
        ("− cash-outs", who["cash_outs"]),
        ("− in front of players", who["in_front_of_players"]),
        ("− held for a round going on", who["held_for_a_round"]),
        ("=", who["left"]["dollars"]),
    )
    screen.print(Text("  " + "  ".join(f"{label} {_plain(amount)}" for label, amount in parts)))
    other = (
        ("house win", who["house_win"]["dollars"]),
        ("− put up for meters and reserves", who["put_up_by_the_house"]["dollars"]),
        ("+ on the meters", who["meters"]["dollars"]),
        ("+ reserves", who["reserves"]),
        ("+ fees", who["fees"]),
        ("+ tips", who["tips"]),
        ("=", who["right"]["dollars"]),
    )
    screen.print(Text("  " + "  ".join(f"{label} {_plain(amount)}" for label, amount in other)))
    for fault in who["faults"]:
        screen.print(Text(f"  DOES NOT HOLD: {fault}", style="bold"))
    if who["holds"]:
        screen.print(Text("  holds, and agrees with the books to the last fraction of a cent"))
    for meter, amount in one["liability"].items():
        screen.print(Text(f"  liability of the {meter} meter: {_dollars(amount)}"))
    if one["unresolved_rounds"]:
        screen.print(Text(f"  a round is not over; funds held for it: {_plain(one['funds_held'])}"))


def _plain(amount: str) -> str:
    sign, digits = ("−", amount[1:]) if amount.startswith("-") else ("", amount)
    dollars, cents = digits.split(".")
    return f"{sign}${int(dollars):,}.{cents}"


def _dollars(amount: Mapping[str, str]) -> str:
    """Return an amount for people; a "+" behind it marks a fraction of a cent."""
    return _plain(amount["dollars"]) + ("+" if Fraction(amount["cents"]).denominator > 1 else "")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.2f}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{one_line(what)} {count}" for what, count in counts.items()) or "none"


def _hits(hits: Document) -> str:
    return f"{hits['count']} for {_plain(hits['paid'])}" if hits["count"] else "none"
