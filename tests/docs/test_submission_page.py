"""The page of the submission names every key, every code, and every clause that is checked."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.rules import SET_NAMES, Code, all_clauses, rule_set
from pitboss.rules.checks.shape import APPROVALS, PARTS, TOP

PAGE = (Path(__file__).parents[2] / "docs/reference/submission.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| ((?:MD|SD|CA|IA|RC)-\S+) \| (.+) \|$", PAGE, re.MULTILINE))


def test_every_code_has_its_line_and_no_other_is_named() -> None:
    told = re.findall(r"^\| `([a-z0-9-]+)` \| ", PAGE.split("## Codes")[1], re.MULTILINE)

    assert sorted(told) == sorted(Code)


def test_every_key_is_on_the_page() -> None:
    for key in TOP:
        assert f"\n| `{key}` |" in PAGE
    for table, keys in PARTS.items():
        for key in keys:
            assert re.search(rf"\n\| `\[{table}\].*`?{key}`", PAGE), f"{table}.{key}"


def test_every_approval_is_on_the_page() -> None:
    for place in SET_NAMES:
        for asked in rule_set(place).requirements:
            if asked.key.startswith(APPROVALS):
                assert f"`{asked.key.removeprefix(APPROVALS)}`" in PAGE


def test_every_clause_of_kind_c_is_checked_by_something() -> None:
    checked = {own.id for place in SET_NAMES for own in all_clauses(place) if "C" in own.kinds}

    assert set(ROWS) == checked


def test_every_check_that_a_clause_names_exists() -> None:
    for own, codes in ROWS.items():
        named = re.findall(r"`([a-z0-9-]+)`", codes)
        assert named, own
        assert set(named) <= set(Code), own
