"""The sheet as one HTML page: self-contained, accessible, made for print; its JSON lies within."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from pitboss.reports.par.page import SUBMISSION_TITLE, PageGrid, PageSection, page_of
from pitboss.reports.par.sheet import ParSheet, par_document

SCRIPT: Final = '<script type="application/json" id="par-document">'
SCRIPT_END: Final = "</script>"


@cache
def stylesheet() -> str:
    return Path(__file__).with_name("par.css").read_text("utf-8")


def par_html(sheet: ParSheet) -> bytes:
    """Draw the sheet; the same sheet gives the same bytes."""
    page = page_of(sheet)
    inside = json.dumps(par_document(sheet), ensure_ascii=False).replace("<", "\\u003c")
    lines = (
        "<!doctype html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(page.title)}</title>",
        f"<style>\n{stylesheet()}</style></head>",
        "<body>",
        f"<header><h1>{escape(page.title)}</h1>",
        f"<p>{escape(page.subtitle)}</p></header>",
        '<nav aria-label="Contents"><ol>',
        *(f'<li><a href="#{x.anchor}">{escape(x.title)}</a></li>' for x in page.sections),
        f'<li><a href="#submission">{SUBMISSION_TITLE}</a></li>',
        "</ol></nav>",
        "<main>",
        *(line for one in page.sections for line in _section(one)),
        f'<section id="submission"><h2>{len(page.sections) + 1} {SUBMISSION_TITLE}</h2>',
        f"<pre>{escape(page.submission)}</pre></section>",
        "</main>",
        f"<footer>{escape(page.footer)}</footer>",
        f"{SCRIPT}{inside}{SCRIPT_END}",
        "</body></html>",
        "",
    )
    return "\n".join(lines).encode()


def _section(one: PageSection) -> Iterator[str]:
    yield f'<section id="{one.anchor}"><h2>{one.number} {escape(one.title)}</h2>'
    yield from (f"<p>{escape(words)}</p>" for words in one.words)
    yield '<div class="beside">' if one.side_by_side else "<div>"
    for grid in one.grids:
        if grid.rows:
            yield from _table(grid)
    yield "</div></section>"


def _table(grid: PageGrid) -> Iterator[str]:
    yield f'<div class="wide"><table><caption>{escape(grid.title)}</caption><thead><tr>'
    for n, name in enumerate(grid.columns):
        yield f'<th scope="col"{_kind(grid, n)}>{escape(name)}</th>'
    yield "</tr></thead><tbody>"
    for at, row in enumerate(grid.rows):
        total = grid.total and at == len(grid.rows) - 1
        cells = [f"<td{_kind(grid, n)}>{escape(text)}</td>" for n, text in enumerate(row)]
        cells[0] = f'<th scope="row"{_kind(grid, 0)}>{escape(row[0])}</th>'
        kind = ' class="total"' if total else ""
        yield f"<tr{kind}>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"
    if grid.note:
        yield f'<p class="note">{escape(grid.note)}</p>'


def _kind(grid: PageGrid, column: int) -> str:
    if column in grid.exact:
        return ' class="num exact"'
    return ' class="num"' if column in grid.right else ""
