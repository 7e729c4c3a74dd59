"""Draws a binder document as one HTML page: self-contained, accessible, made for print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Block,
    Drawing,
    Heading,
    Points,
    Prose,
)
from pitboss.reports.binder.subject import Subject


@cache
def stylesheet() -> str:
    """Return the stylesheet of all documents."""
    return Path(__file__).with_name("print.css").read_text("utf-8")


def html_page(document: BinderDocument, subject: Subject) -> str:
    """Draw a document; its head names operator and rules, its foot the software."""
    title = f"{document.title} · {subject.operator}"
    kind = ' class="card"' if document.card else ""
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{stylesheet()}</style></head>",
            f"<body{kind}>",
            *_head(document, subject),
            "<main>",
            *(line for n, one in enumerate(document.sections, 1) for line in _section(
                document, one, n
            )),
            "</main>",
            f"<footer>{escape(subject.footer)}</footer>",
            "</body></html>",
            "",
        )
    )  # fmt: skip


def _head(document: BinderDocument, subject: Subject) -> Iterator[str]:
    yield "<header>"
    yield f'<p class="of">{escape(subject.operator)} · {escape(subject.edition)}</p>'
    yield f"<h1><span>{document.number}</span> {escape(document.title)}</h1>"
    yield f'<p class="lead">{escape(document.lead)}</p>'
    yield "</header>"


def _section(document: BinderDocument, section: BinderSection, n: int) -> Iterator[str]:
    yield f'<section id="{section.id}" aria-labelledby="{section.id}-title">'
    place = f"{document.number}.{n}"
    yield f'<h2 id="{section.id}-title"><span>{place}</span> {escape(section.title)}</h2>'
    for block in section.blocks:
        yield _block(block)
    yield "</section>"


def _block(block: Block) -> str:
    match block:
        case Prose():
            return f"<p>{_prose(block)}</p>"
        case Heading(text):
            return f"<h3>{escape(text)}</h3>"
        case Points(items, steps):
            tag = "ol" if steps else "ul"
            return f"<{tag}>{''.join(f'<li>{_prose(one)}</li>' for one in items)}</{tag}>"
        case Drawing(svg, _):
            return f"<figure>{svg}</figure>"
        case BinderGrid():
            return _table(block)


def _prose(one: Prose) -> str:
    cited = f' <span class="src">{_ids(one.sources)}</span>' if one.sources else ""
    return f"{escape(one.text)}{cited}"


def _ids(sources: Iterable[str]) -> str:
    """Write ids so that a line never ends within one."""
    return ", ".join(f"<span>{escape(one)}</span>" for one in sources)


def _table(grid: BinderGrid) -> str:
    shown = [n for n in range(len(grid.columns)) if n != grid.sources or _is_cited(grid)]
    heads = "".join(
        f'<th scope="col"{_class(grid, n)}>{escape(grid.columns[n])}</th>' for n in shown
    )
    body = "".join(_row(grid, row, shown, n) for n, row in enumerate(grid.rows))
    caption = f"<caption>{escape(grid.caption)}</caption>" if grid.caption else ""
    return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _is_cited(grid: BinderGrid) -> bool:
    return grid.sources is not None and any(row[grid.sources] for row in grid.rows)


def _row(grid: BinderGrid, row: tuple[str, ...], shown: list[int], n: int) -> str:
    last = ' class="total"' if grid.total and n == len(grid.rows) - 1 else ""
    first = f'<th scope="row">{_cell(row[0], grid)}</th>'
    rest = "".join(f"<td{_class(grid, k)}>{_inside(grid, row, k)}</td>" for k in shown[1:])
    return f"<tr{last}>{first}{rest}</tr>"


def _inside(grid: BinderGrid, row: tuple[str, ...], column: int) -> str:
    if column == grid.sources:
        return _ids(filter(None, row[column].split(", ")))
    return _cell(row[column], grid)


def _class(grid: BinderGrid, column: int) -> str:
    if column == grid.sources:
        return ' class="src"'
    return ' class="num"' if column in grid.right else ""


def _cell(text: str, grid: BinderGrid) -> str:
    links = dict(grid.links)
    return "<br>".join(_line(line, links.get(line)) for line in text.split("\n"))


def _line(text: str, href: str | None) -> str:
    return escape(text) if href is None else f'<a href="{escape(href)}">{escape(text)}</a>'
