"""The pages about the code name files, modules and identifiers that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/internals").glob("*.md"))
SOURCES = ("src", "tests", "tools", "web/src", "docs", "examples", "requirements")
FILE = re.compile(r"(?<![\w./@*-])[\w@*/-][\w@*./-]*\.(?:py|ts|svelte|toml|txt|json|md)(?![\w])")
FOLDER = re.compile(r"`([\w-][\w./-]*/)`")
SPAN = re.compile(r"`([^`\n]+)`")
# Of the words in a code span those that only code has: CamelCase, under_scores, and calls.
IDENTIFIER = re.compile(
    r"\b(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+|\w+(?=\())\b"
)
OF_OTHERS = {"SameSite", "no_byte"}  # a cookie's attribute; the beginning of a test's name
PLACEHOLDERS = ("NAME", "FOLDER", "NamePage")  # for a name that a reader chooses


@cache
def files() -> frozenset[str]:
    """List every source file by its path from the root, with a slash before it."""
    found = (path for top in SOURCES for path in (ROOT / top).rglob("*") if path.is_file())
    ours = (path for path in found if not {"static", "node_modules"} & set(path.parts))
    return frozenset(f"/{path.relative_to(ROOT)}" for path in (*ours, *_at_the_top()))


def _at_the_top() -> Iterator[Path]:
    yield from (path for path in (*ROOT.iterdir(), *(ROOT / "web").iterdir()) if path.is_file())


@cache
def folders() -> frozenset[str]:
    """List the folders of all source files, with a slash at both ends."""
    return frozenset(f"{parent}/" for path in files() for parent in Path(path).parents)


@cache
def words() -> frozenset[str]:
    """List every identifier that occurs in a source file."""
    code = (path for path in files() if path.endswith((".py", ".ts", ".svelte", ".toml")))
    return frozenset(
        word for path in code for word in re.findall(r"\w+", (ROOT / path[1:]).read_text("utf-8"))
    )


def exists(named: str, among: frozenset[str]) -> bool:
    """Return whether a path, or its end, is there; placeholders stand for any name."""
    for placeholder in PLACEHOLDERS:
        named = named.replace(placeholder, "*")
    return any(fnmatch(path, f"*/{named}") for path in among)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_and_folder_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")

    gone = {name for name in FILE.findall(text) if not exists(name, files())}
    gone |= {name for name in FOLDER.findall(text) if not exists(name, folders())}

    assert gone == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_identifier_that_a_page_names_exists(page: Path) -> None:
    spans = SPAN.findall(page.read_text("utf-8"))

    named = {name for span in spans for name in IDENTIFIER.findall(FILE.sub("", span))}

    assert named - words() - OF_OTHERS == set()


def test_a_name_that_is_gone_is_noticed() -> None:
    assert exists("round/settlement/bank.py", files())
    assert exists("rules/sets/NAME@1.toml", files())
    assert exists("server/wire/", folders())
    assert not exists("round/accounts.py", files())
    assert not exists("ank.py", files())
