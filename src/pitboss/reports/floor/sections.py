"""The other sections of a floor report: wagers, trouble, meters, the books, what the words mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from pitboss.reports.floor.cell import FloorCell, amount, counted, words
from pitboss.reports.floor.report import (
    FloorGrid,
    FloorReport,
    FloorSection,
    Named,
    figures_section,
    subtitle_of,
    title_of,
)
from pitboss.rules.user_toml import Document
from pitboss.rules.words import WAGERS

_METER_PARTS: Final = ("in", "reversed", "paid", "reset", "seed", "corrected")
_LEFT: Final = (
    ("Buy-ins", "buy_ins"),
    ("− cash-outs", "cash_outs"),
    ("− in front of players", "in_front_of_players"),
    ("− held for a round", "held_for_a_round"),
    ("= one side", "left"),
)
_RIGHT: Final = (
    ("House win", "house_win"),
    ("− put up by the house", "put_up_by_the_house"),
    ("+ on the meters", "meters"),
    ("+ reserves", "reserves"),
    ("+ fees", "fees"),
    ("+ tips", "tips"),
    ("= other side", "right"),
)


def floor_report(document: Document, titles: Mapping[str, str]) -> FloorReport:
    """Lay out the figures of a journal; `titles` are the names of tables on the floor."""
    named = Named(document, titles)
    days = sorted(one["until"][:10] for one in document["tables"] if one["until"])
    return FloorReport(
        title=title_of(document),
        subtitle=subtitle_of(document),
        date=days[-1] if days else "",
        sections=(
            figures_section(named),
            _wagers(named),
            _trouble(named),
            _meters(named),
            _books(named),
            FloorSection(
                "words", "What the words mean", tuple(map(_sentence, document["notes"])), ()
            ),
        ),
    )


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:]}."


def _wagers(named: Named) -> FloorSection:
    rows, total = named.rows, named.document["total"]
    kinds = [kind for kind in WAGERS if kind in {*total["handle"], *total["win"]["by_wager"]}]
    names = tuple(str(WAGERS[kind]) for kind in kinds)

    def handle(row: Document) -> tuple[FloorCell, ...]:
        return tuple(amount(row["handle"].get(kind, "0.00")) for kind in kinds)

    def won(row: Document) -> tuple[FloorCell, ...]:
        win = row["win"]
        parts = (win["by_wager"].get(kind, "0.00") for kind in (*kinds, "tips"))
        cells = (amount(part, signed=True) for part in parts)
        return *cells, _exact(win["onto_meters"])

    return FloorSection(
        "wagers",
        "By wager",
        (),
        (
            _with_total(
                named, "Handle", names, [(row, handle(row)) for row in rows], handle(total)
            ),
            _with_total(
                named,
                "What the house won",
                (*names, "Tips", "To the meters"),
                [(row, won(row)) for row in rows],
                won(total),
            ),
        ),
    )


def _with_total(
    named: Named,
    title: str,
    columns: tuple[str, ...],
    rows: list[tuple[Document, tuple[FloorCell, ...]]],
    total: tuple[FloorCell, ...],
) -> FloorGrid:
    shown = [(*named.heads(row), *cells) for row, cells in rows]
    if shown:
        empty = (words(""),) * (len(named.columns) - 1)
        shown.append((words("Total"), *empty, *total))
    return FloorGrid(title, (*named.columns, *columns), tuple(shown), total=True)


def _trouble(named: Named) -> FloorSection:
    def cells(row: Document) -> tuple[FloorCell, ...]:
        return (
            words(_counts(row["voids"])),
            counted(row["partly_void"]),
            words(_counts(row["cancelled"])),
            counted(row["dead_hands"]),
            counted(row["time_outs"]),
            words(_counts(row["irregularities"])),
            counted(row["corrections"]["count"]),
        )

    columns = (
        "Void", "Partly void", "No hand dealt", "Dead hands", "Time-outs", "Irregularities",
        "Meter corrections",
    )  # fmt: skip
    rows = tuple((*named.heads(row), *cells(row)) for row in named.rows)
    grid = FloorGrid("Rounds and hands", (*named.columns, *columns), rows)
    return FloorSection("trouble", "What went otherwise", (), (grid,))


def _counts(found: Mapping[str, int]) -> str:
    return ", ".join(f"{what} {count}" for what, count in found.items()) or "none"


def _meters(named: Named) -> FloorSection:
    columns = (*named.columns, "Meter", *(part.capitalize() for part in _METER_PARTS))
    rows = tuple(
        (*named.heads(row), words(meter), *(_exact(parts[part]) for part in _METER_PARTS))
        for row in named.rows
        for meter, parts in row["meters"].items()
    )
    standing = tuple((words(where), _exact(one)) for where, one in _owed(named))
    total = named.document["total"]
    hits = tuple(
        (words(name), counted(total[kind]["count"]), amount(total[kind]["paid"]))
        for name, kind in (("Jackpots", "jackpots"), ("Envy", "envy"))
    )
    said = () if rows or standing else ("No table has a meter.",)
    return FloorSection(
        "meters",
        "Progressive",
        said,
        (
            FloorGrid(
                "On and off the meters",
                columns,
                rows,
                note="A + behind an amount is a fraction of a cent.",
            ),
            FloorGrid("On the meters now", ("Meter", "Amount"), standing),
            FloorGrid("Awards", ("", "Count", "Paid"), hits if rows else ()),
        ),
    )


def _owed(named: Named) -> Iterator[tuple[str, Mapping[str, str]]]:
    for link, meters in named.document["links"].items():
        for meter, one in meters.items():
            yield f"Link {link}, {meter}", one
    for table in named.document["tables"]:
        name = named.name(table["table"])
        for meter, one in table["liability"].items():
            yield (name if meter == "main" else f"{name}, {meter}"), one


def _exact(money: Mapping[str, str]) -> FloorCell:
    """Write an amount; a + behind it marks a fraction of a cent, which a workbook leaves away."""
    cell = amount(money["dollars"])
    if Fraction(money["cents"]).denominator == 1:
        return cell
    return FloorCell(f"{cell.text}+", cell.number, cell.shape)


def _books(named: Named) -> FloorSection:
    tables = named.document["tables"]
    balanced = all(one["identity"]["holds"] for one in tables)
    said = [
        "The books balance, to the last fraction of a cent."
        if balanced
        else "The books do not balance.",
        "Each table is counted from its first event on, bots included, up to the event named here.",
    ]
    for one in tables:
        faults = one["identity"]["faults"]
        said += [f"{named.name(one['table'])}: {fault}." for fault in faults]
    position = tuple(
        (
            words(named.name(one["table"])),
            words("; ".join(one["rules"])),
            counted(one["events"]),
            words(one["until"] or "–"),
            counted(one["unresolved_rounds"]),
            amount(one["funds_held"]),
        )
        for one in tables
    )
    return FloorSection(
        "books",
        "Does it add up?",
        tuple(said),
        (
            FloorGrid(
                "How far each journal was read",
                ("Table", "Rules", "Events", "Last event (UTC)", "Rounds going on", "Funds held"),
                position,
            ),
            _side("Chips that were bought and are no player's any more", named, _LEFT),
            _side("Where those chips are", named, _RIGHT),
        ),
    )


def _side(title: str, named: Named, parts: tuple[tuple[str, str], ...]) -> FloorGrid:
    rows = tuple(
        (words(named.name(one["table"])), *(_part(one["identity"][key]) for _, key in parts))
        for one in named.document["tables"]
    )
    return FloorGrid(title, ("Table", *(name for name, _ in parts)), rows)


def _part(found: str | Mapping[str, str]) -> FloorCell:
    return amount(found) if isinstance(found, str) else _exact(found)
