"""A strategy as a picture: the grid of starting hands, then the rules for flop and river, as SVG.

Choices are told by letters as well as by colour, and colours follow the reader's light or dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten, wrap
from typing import Final
from xml.sax.saxutils import escape

from pitboss.odds.hands import HAND_NAMES, RANK_LETTERS
from pitboss.odds.solution import CHECK
from pitboss.rules import rule_set
from pitboss.rules.user_toml import Document

# Lengths are in SVG units, at its own size a pixel each.
MARGIN: Final = 32
CELL_WIDTH: Final = 64
CELL_HEIGHT: Final = 44
GAP: Final = 2
HEAD: Final = 118  # title, figures and what the game is
LABEL: Final = 22  # the ranks beside and above the grid
LINE: Final = 20  # of the rules' text
SIZE: Final = len(RANK_LETTERS)
GRID_WIDTH: Final = SIZE * CELL_WIDTH
WIDTH: Final = 2 * MARGIN + LABEL + GRID_WIDTH
LETTERS_PER_COLUMN: Final = 34  # at 14 units a letter is at most 8 wide; three columns
LETTERS_PER_LINE: Final = 118
CHECK_MARK: Final = "C"

# Plain colours, no variables: not every program that shows SVG knows those.
_STYLE: Final = """
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;
font-variant-numeric:tabular-nums;fill:#1c1c1e}
.page{fill:#ffffff}.title{font-size:26px;font-weight:700}.lead{font-size:14px}
.soft{font-size:13px;fill:#5b5f66}.rank{font-size:13px;font-weight:600;fill:#5b5f66}
.head{font-size:15px;font-weight:700}.rule{font-size:14px}
.name{font-size:13px;font-weight:700}.mark{font-size:12px}.value{font-size:13px}
.high rect{fill:#1d6b43}.high text{fill:#ffffff}.low rect{fill:#1f5aa6}.low text{fill:#ffffff}
.check rect{fill:#eceef1}.check text{fill:#2b2e33}
.wrong rect{stroke:#d9480f;stroke-width:3}
@media (prefers-color-scheme:dark){text{fill:#f1f1f3}.page{fill:#17181b}
.soft,.rank{fill:#a9adb5}.high rect{fill:#3aa56e}.high text{fill:#06170e}
.low rect{fill:#6ea5ee}.low text{fill:#06142b}.check rect{fill:#2a2d33}
.check text{fill:#dfe1e5}.wrong rect{stroke:#ff8a80}}
"""


def picture(found: Document) -> str:
    """Draw the document that `reports.solve.document` gives."""
    columns = [list(_column(found, street)) for street in ("deal", "flop", "river")]
    rules_top = HEAD + LABEL + SIZE * CELL_HEIGHT + 74
    height = rules_top + LINE * max(len(column) for column in columns) + MARGIN
    title, summary = escape(found["card"]["title"]), escape(_summary(found))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{title}</title>',
        f'<desc id="desc">{summary}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{WIDTH}" height="{height}"/>',
        *_head(found),
        *_ranks(),
        *_cells(found),
        *_key(found),
        *_rules(columns, rules_top),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _head(found: Document) -> Iterator[str]:
    yield _text(MARGIN, 52, "title", found["card"]["title"])
    yield _text(MARGIN, 78, "lead", _figures(found))
    place = rule_set(found["rules"])
    raises = ", ".join(
        " or ".join(f"{multiple}x" for multiple in of) or "none"
        for of in found["multiples"].values()
    )
    game = f"{place.title}, edition {found['edition']}, Blind {found['paytables']['blind']['name']}"
    least = f"dealer qualifies with: {found['qualifies'].replace('-', ' ')}"
    line = shorten(f"{game}; Play {raises}; {least}", LETTERS_PER_LINE, placeholder=" …")
    yield _text(MARGIN, 100, "soft", line)


def _figures(found: Document) -> str:
    edge, risk = found["house_edge"]["decimal"], found["element_of_risk"]["decimal"]
    text = f"House edge {_percent(edge)} of the Ante, {_percent(risk)} of all that is wagered."
    cost = found["cost"]["total"]["decimal"]
    return f"{text} Perfect play would lose {_percent(cost)} less." if cost else text


def _percent(value: float) -> str:
    return f"{value:.3%}".replace("-", "−").replace("%", " %")


def _ranks() -> Iterator[str]:
    for place, rank in enumerate(reversed(RANK_LETTERS)):
        across = MARGIN + LABEL + place * CELL_WIDTH + CELL_WIDTH / 2
        down = HEAD + LABEL + place * CELL_HEIGHT + CELL_HEIGHT / 2 + 4
        yield _text(across, HEAD + LABEL - 8, "rank", rank, anchor="middle")
        yield _text(MARGIN + LABEL / 2 - 3, down, "rank", rank, anchor="middle")


def _cells(found: Document) -> Iterator[str]:
    for number, name in enumerate(HAND_NAMES):
        row, column = divmod(number, SIZE)
        x = MARGIN + LABEL + column * CELL_WIDTH
        y = HEAD + LABEL + row * CELL_HEIGHT
        yield from _cell(found["hands"][name], name, _kind(found, name), x, y)


def _cell(hand: Document, name: str, kind: str, x: int, y: int) -> Iterator[str]:
    wrong = _is_wrong(hand)
    inner_width, inner_height = CELL_WIDTH - GAP, CELL_HEIGHT - GAP
    inset = 1.5 if wrong else 0  # so that the frame stays inside
    yield f'<g class="{kind}{" wrong" if wrong else ""}">'
    yield (
        f'<rect x="{x + inset}" y="{y + inset}" width="{inner_width - 2 * inset}" '
        f'height="{inner_height - 2 * inset}" rx="4"/>'
    )
    mark = (CHECK_MARK if hand["choice"] == CHECK else hand["choice"]) + "!" * wrong
    yield _text(x + 6, y + 17, "name", name)
    yield _text(x + inner_width - 6, y + 17, "mark", mark, anchor="end")
    yield _text(x + inner_width / 2, y + 35, "value", _value(hand), anchor="middle")
    yield "</g>"


def _kind(found: Document, name: str) -> str:
    choice = found["hands"][name]["choice"]
    if choice == CHECK:
        return "check"
    return "high" if choice == f"{found['multiples']['deal'][-1]}x" else "low"


def _is_wrong(hand: Document) -> bool:
    return bool(hand[hand["choice"]]["fraction"] != hand[hand["best"]]["fraction"])


def _value(hand: Document) -> str:
    return f"{hand[hand['best']]['decimal']:+.3f}".replace("-", "−")


def _key(found: Document) -> Iterator[str]:
    y = HEAD + LABEL + SIZE * CELL_HEIGHT + 20
    what = "Each hand with its choice, and what the best choice is worth in Antes."
    yield _text(MARGIN + LABEL, y, "soft", f"{what} Suited above the diagonal, offsuit below.")
    marks = [f"{CHECK_MARK}: check."]
    if any(_is_wrong(hand) for hand in found["hands"].values()):
        marks.append("Framed and marked !: not the best choice.")
    yield _text(MARGIN + LABEL, y + 18, "soft", " ".join(marks))


def _column(found: Document, street: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of one street, each with its class."""
    card = found["card"][street]
    where = {"deal": "Before the flop", "flop": "On the flop", "river": "On the river"}[street]
    yield "head", f"{where}: {card['raise']}"
    for rule in card["when"]:
        for at, line in enumerate(wrap(rule, LETTERS_PER_COLUMN)):
            yield "rule", f"{'  ' if at else '• '}{line}"
    yield "rule", f"otherwise {'fold' if street == 'river' else CHECK}"


def _rules(columns: list[list[tuple[str, str]]], top: int) -> Iterator[str]:
    width = GRID_WIDTH // len(columns)
    for place, column in enumerate(columns):
        for at, (kind, line) in enumerate(column):
            hang = 11 if line.startswith("  ") else 0
            x = MARGIN + LABEL + place * width + hang
            yield _text(x, top + at * LINE, kind, line.strip())


def _summary(found: Document) -> str:
    """Return the picture in words, for those who do not see it."""
    by_choice: dict[str, list[str]] = {}
    for name, hand in found["hands"].items():
        by_choice.setdefault(hand["choice"], []).append(name)
    parts = [_figures(found)]
    for choice, names in sorted(by_choice.items()):
        if choice != CHECK:
            parts.append(f"Before the flop {choice} with {', '.join(names)}; else check.")
    for street in ("flop", "river"):
        card = found["card"][street]
        parts.append(f"On the {street} {card['raise']}: {'; '.join(card['when'])}.")
    return " ".join(parts)


def _text(x: float, y: float, kind: str, text: str, *, anchor: str = "") -> str:
    ends = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}"{ends}>{escape(text)}</text>'
