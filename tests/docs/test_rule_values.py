"""The page of what rules and lines are worth: every row is what its own options give."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run as cli

PAGE = Path("docs/analyse/rule-values.md")
ROW = re.compile(
    r"^\| (?P<what>[^|]+) (?:\| (?P<deviation>\d\.\d{6}) )?\| (?P<percent>-?[\d.]+) "
    r"\| (?P<exact>-?\d+/\d+) \| `(?P<options>[^`]+)` \|$"
)


def rows() -> Iterator[dict[str, str]]:
    for line in PAGE.read_text("utf-8").splitlines():
        if found := ROW.match(line):
            yield found.groupdict()


def test_the_page_has_its_rows() -> None:
    found = list(rows())

    assert len(found) > 45
    for row in found:
        assert f"{100 * float(Fraction(row['exact'])):.6f}" == row["percent"], row["what"]


# Two seconds each: a quarter of them, or all when asked.
WORKED_OUT = list(rows())[:: 1 if os.environ.get("PITBOSS_ALL_FIGURES") else 4]


@pytest.mark.full
@pytest.mark.parametrize("row", WORKED_OUT, ids=lambda row: row["options"])
def test_a_row_is_what_its_options_give(
    row: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli(["lab", "edge", *shlex.split(row["options"]), "--json"])

    assert code == 0
    found = json.loads(capsys.readouterr().out)
    assert found["house_edge"]["fraction"] == row["exact"]
    if row["deviation"]:
        assert f"{found['standard_deviation']['decimal']:.6f}" == row["deviation"]
