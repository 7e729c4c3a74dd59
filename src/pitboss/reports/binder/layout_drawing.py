"""Draws the table layout as SVG: places, spots, cards, print and signs, from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, cos, degrees, pi, sin
from textwrap import wrap
from typing import Final

from pitboss.reports.binder.paytable_grids import grids_of
from pitboss.reports.binder.subject import Subject
from pitboss.rules import Rules, Wager
from pitboss.rules.layout import inscriptions
from pitboss.rules.words import WAGERS

# Units of the drawing; the dealer stands at its top, and the dealer's left is the viewer's right.
WIDTH, HEIGHT = 1200, 850
CENTRE_X, EDGE_Y = 600, 44
SEATS_RX, SEATS_RY = 450, 628  # the half ellipse on which places lie
RAIL_RX, RAIL_RY = 572, 762
FIRST_ANGLE, LAST_ANGLE = 15, 165  # degrees from the dealer's left to the dealer's right
CARD_W, CARD_H = 50, 70
PRINT_COLUMNS: Final = 84  # characters of an inscription on one line

# Items of a layout that are drawn as places or printed as tables; all others are inscribed.
DRAWN: Final = frozenset(
    [
        "operator",
        "spots",
        "board",
        "dealer",
        "progressive",
        "six-card",
        "odds",
        "progressive-odds",
        "ante",
        "blind",
        "trips",
    ]
)
# Boxes of the dealer's side, by the fact that asks for them; drop and tips on opposite sides.
SIDE_BOXES: Final = (
    ("table.drop_box", "DROP BOX", 92),
    ("table.rack", "DISCARD RACK", 170),
    ("table.tip_box", "TIP BOX", 1038),
)
INK, SOFT, PAPER = "#16181d", "#5b606a", "#ffffff"


@dataclass(frozen=True, slots=True)
class SpotShape:
    """A spot of a place, in units around its middle; the player sits below."""

    x: int
    y: int
    r: int
    shape: str = "circle"


SPOT_SHAPES: Final = {
    Wager.PROGRESSIVE: SpotShape(-48, -48, 13),
    Wager.TRIPS: SpotShape(0, -50, 25, "diamond"),
    Wager.SIX_CARD: SpotShape(48, -48, 19),
    Wager.ANTE: SpotShape(-33, 6, 24),
    Wager.BLIND: SpotShape(33, 6, 24),
    Wager.PLAY: SpotShape(0, 54, 24),
}
SHORT: Final = {Wager.PROGRESSIVE: "PROG.", Wager.SIX_CARD: "SIX CARD"}


def layout_svg(subject: Subject) -> str:
    """Draw the layout of a filed table."""
    rules = subject.rules
    words = described(rules)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' aria-labelledby="layout-title layout-desc"'
        " font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">",
        f'<title id="layout-title">Table layout, {escape(subject.operator)}</title>',
        f'<desc id="layout-desc">{escape(words)}</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        *_felt(),
        *_dealer_side(rules),
        *_signs(rules),
        *_print(rules, subject.operator),
        *(_place(rules, spots_of(subject), seat) for seat in range(1, rules.seats + 1)),
        "</svg>",
    )
    return "\n".join(parts) + "\n"


def spots_of(subject: Subject) -> tuple[Wager, ...]:
    """List the spots of a place in the filed order, or else in the order of the wagers."""
    filed = subject.filing.part("layout").get("spots")
    offered = (*subject.rules.offered(), Wager.PLAY)
    if filed is None:
        return tuple(wager for wager in SPOT_SHAPES if wager in offered)
    return tuple(Wager(spot) for spot in filed if spot != "box")


def described(rules: Rules) -> str:
    """Say what is on the drawing."""
    return (
        f"The dealer stands at the straight edge, above. {rules.seats} places lie around the curve;"
        " place 1 is at the dealer's left, and numbers rise clockwise."
    )


# -- the table ------------------------------------------------------------------------------------


def _felt() -> Iterator[str]:
    for rx, ry, width in ((RAIL_RX, RAIL_RY, 2.5), (RAIL_RX - 18, RAIL_RY - 18, 1)):
        left, right = CENTRE_X - rx, CENTRE_X + rx
        yield (
            f'<path d="M{left} {EDGE_Y}H{right}A{rx} {ry} 0 0 1 {left} {EDGE_Y}Z" fill="none"'
            f' stroke="{INK}" stroke-width="{width}"/>'
        )
    yield _text(CENTRE_X, EDGE_Y - 12, "DEALER", 13, bold=True)


def _dealer_side(rules: Rules) -> Iterator[str]:
    yield _box(CENTRE_X - 165, EDGE_Y + 12, 330, 44)
    yield _text(CENTRE_X, EDGE_Y + 39, "CHIP TRAY", 11, soft=True)
    for fact, title, x in SIDE_BOXES:
        if rules.fact(fact):
            yield _box(x, EDGE_Y + 12, 70, 26)
            yield _text(x + 35, EDGE_Y + 28, title, 8, soft=True)
    yield from _cards(5, EDGE_Y + 68, "COMMUNITY CARDS")
    who = "DEALER'S HAND" if rules.house_banks else "PLAYER-DEALER'S HAND"
    yield from _cards(2, EDGE_Y + 164, who)


def _cards(count: int, y: int, title: str, x: int = CENTRE_X, scale: float = 1) -> Iterator[str]:
    """Draw card places in a row, with their name below."""
    width, height, gap = round(CARD_W * scale), round(CARD_H * scale), 8
    left = x - (count * width + (count - 1) * gap) // 2
    for n in range(count):
        yield _box(left + n * (width + gap), y, width, height, dashed=True)
    yield _text(x, y + height + 14, title, 10, soft=True)


def _box(x: int, y: int, width: int, height: int, *, dashed: bool = False) -> str:
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5" fill="none"'
        f' stroke="{INK}" stroke-width="1.2"{dash}/>'
    )


def _signs(rules: Rules) -> Iterator[str]:
    """Draw the box of the Six Card Bonus, and the tables that stand on signs beside the tray."""
    if Wager.SIX_CARD in rules.tables:
        yield from _cards(4, EDGE_Y + 14, "FOUR-CARD BOX", 342, 0.7)
        yield from _table(rules, Wager.SIX_CARD, 252, EDGE_Y + 104, 198, 10)
    if Wager.PROGRESSIVE in rules.tables:
        yield from _table(rules, Wager.PROGRESSIVE, 774, EDGE_Y + 26, 176, 10)


def _print(rules: Rules, operator: str) -> Iterator[str]:
    yield _text(CENTRE_X, 330, operator, 26, bold=True)
    yield from _table(rules, Wager.BLIND, 372, 356, 190)
    yield from _table(rules, Wager.TRIPS, 638, 356, 190)
    y = 503
    for line in _inscribed(rules, operator):
        yield _text(CENTRE_X, y, line, 12.5)
        y += 17


def _inscribed(rules: Rules, operator: str) -> Iterator[str]:
    for sign in inscriptions(rules, operator):
        if sign.item not in DRAWN:
            yield from wrap(sign.text, PRINT_COLUMNS)


def _table(
    rules: Rules, wager: Wager, x: int, y: int, width: int, size: float = 11.5
) -> Iterator[str]:
    """Print a paytable: its name, then hand and odds of every line, and Envy below it."""
    if wager not in rules.tables:
        return
    for n, grid in enumerate(grids_of(rules, wager, cited=False)):
        title = WAGERS[wager] if n == 0 else grid.caption
        yield _text(x + width // 2, y, title.upper(), 11 if n == 0 else 8, bold=True)
        for row in grid.rows:
            y += 15
            yield _text(x, y, row[0], size, anchor="start")
            yield _text(x + width, y, row[1], size, anchor="end")
        y += 20


# -- places ---------------------------------------------------------------------------------------


def _place(rules: Rules, spots: Sequence[Wager], seat: int) -> str:
    """Draw one place, turned so that its player looks at the dealer."""
    share = (seat - 1) / max(1, rules.seats - 1)
    angle = (FIRST_ANGLE + share * (LAST_ANGLE - FIRST_ANGLE)) * pi / 180
    x, y = CENTRE_X + SEATS_RX * cos(angle), EDGE_Y + SEATS_RY * sin(angle)
    turn = degrees(atan2(-cos(angle) / SEATS_RX, sin(angle) / SEATS_RY))
    inside = "".join(_spot(wager) for wager in spots)
    equal = _text(0, 12, "=", 17, bold=True) if {Wager.ANTE, Wager.BLIND} <= set(spots) else ""
    number = _text(0, 93, f"PLACE {seat}", 10, soft=True)
    place = f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})"
    return f'<g transform="{place}">{inside}{equal}{number}</g>'


def _spot(wager: Wager) -> str:
    at = SPOT_SHAPES[wager]
    line = f'fill="none" stroke="{INK}" stroke-width="1.4"'
    if at.shape == "diamond":
        x, y, r = at.x, at.y, at.r
        shape = f'<path d="M{x} {y - r}L{x + r} {y}L{x} {y + r}L{x - r} {y}Z" {line}/>'
    else:
        shape = f'<circle cx="{at.x}" cy="{at.y}" r="{at.r}" {line}/>'
    words = SHORT.get(wager, WAGERS[wager].upper()).split(" ")
    size = 9 if at.r > 20 else 7
    top = at.y + 3 - (len(words) - 1) * size // 2
    lines = (_text(at.x, top + n * (size + 1), word, size) for n, word in enumerate(words))
    return shape + "".join(lines)


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    anchor: str = "middle",
    bold: bool = False,
    soft: bool = False,
) -> str:
    weight = ' font-weight="700"' if bold else ""
    fill = SOFT if soft else INK
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>'
        f"{escape(text)}</text>"
    )
