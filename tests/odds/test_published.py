"""Published figures: each command of the page gives ours, and ours agrees with the published."""

from __future__ import annotations

import math
import os
import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.cli import run
from pitboss.odds.exposed_cards import TOTALS, dealer_cards, result
from pitboss.odds.game import standard_game
from tests.odds import parts

ROOT_OF = "root of "  # a deviation is no fraction; its square is
# This one takes four minutes of CPU: its 169 parts are written down, `make test` works out three of
# them and `make test-full` fourteen more. PITBOSS_ALL_FIGURES=1 runs the command itself.
IN_PARTS = "`pitboss exposure --see dealer2`"
WHOLE = "PITBOSS_ALL_FIGURES" in os.environ
MORE_PARTS = parts.kept()[5::12]
PAGE = Path(__file__).parents[2] / "docs" / "analyse" / "published-figures.md"


class Row(NamedTuple):
    quantity: str
    published: str
    where: str
    ours: str
    command: str


def rows() -> list[Row]:
    found = []
    for line in PAGE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[4].startswith("`pitboss"):
            found.append(Row(*cells))
    return found


def commands() -> list[str]:
    """The commands of the page, each once."""
    return sorted({row.command for row in rows()})


@cache
def output(command: str) -> str:
    """What a command gives with --json; each is run once."""
    from contextlib import redirect_stdout
    from io import StringIO

    out = StringIO()
    with redirect_stdout(out):
        assert run([*command.strip("`").split()[1:], "--json"]) == 0
    return out.getvalue()


def published(text: str) -> tuple[Fraction, Fraction]:
    """A published number, and how far from it ours may be: half of its last printed digit."""
    if "/" in text:
        above, below = (int(part.replace(",", "")) for part in text.split("/"))
        return Fraction(above, below), Fraction(0)
    number = Decimal(text.removesuffix("%").strip())
    percent = 100 if text.endswith("%") else 1
    places = -int(number.as_tuple().exponent)
    return Fraction(number) / percent, Fraction(1, 2 * 10**places * percent)


def test_the_page_has_its_figures() -> None:
    assert len(rows()) >= 28


@pytest.mark.parametrize("row", rows(), ids=lambda row: re.sub(r"\W+", "-", row.quantity))
def test_ours_agrees_to_the_last_printed_digit(row: Row) -> None:
    value, half = published(row.published)
    ours = Fraction(row.ours.removeprefix(ROOT_OF))
    if row.ours.startswith(ROOT_OF):
        ours = Fraction(math.sqrt(ours))

    # A figure of seventeen digits is a float in print: then the float must be the same.
    assert abs(ours - value) <= half or float(ours) == float(value)


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("command", [one for one in commands() if WHOLE or one != IN_PARTS])
def test_the_command_gives_our_figure(command: str) -> None:
    given = output(command)

    for row in rows():
        if row.command == command:
            ours = row.ours.removeprefix(ROOT_OF)
            assert f'"{ours}"' in given or f": {ours}," in given, row.quantity


def test_the_parts_written_down_are_all_there_is_and_give_our_figure() -> None:
    kept = parts.kept()
    assert [(cards, weight) for cards, weight, _ in kept] == list(dealer_cards(parts.SIGHT.dealer))

    totals = [sum(weight * row[n] for _, weight, row in kept) for n in range(TOTALS)]

    found = result(standard_game(), parts.SIGHT, totals)
    ours = [row.ours for row in rows() if row.command == IN_PARTS]
    assert ours == [str(found.ev), str(found.frequencies["4x"])]


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [*parts.kept()[::60], *(pytest.param(one, marks=pytest.mark.full) for one in MORE_PARTS)],
    ids=lambda part: f"{part[0]}",
)
def test_a_part_is_what_is_written_down(part: parts.Part) -> None:
    cards, _, totals = part

    assert parts.total(cards) == totals
