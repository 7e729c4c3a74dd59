"""The README tells the truth: its Python session runs, and so does every command it shows."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pitboss.rules import SET_NAMES
from tools.mutants import mutants
from tools.trace import traces

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/operate/index.md", "docs/rules/index.md")


def commands() -> list[str]:
    """Find the pitboss commands of the pages that show some."""
    text = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES)
    return sorted(set(re.findall(r"^\$ (?:\.venv/bin/)?pitboss (.+)$", text, re.MULTILINE)))


@pytest.mark.slow
@pytest.mark.parametrize(("page", "lines"), [("README.md", 8), ("docs/analyse/index.md", 5)])
def test_the_python_session_of_the_page_runs(page: str, lines: int) -> None:
    text = (ROOT / page).read_text("utf-8")
    session = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)

    result = doctest.DocTestRunner().run(session)

    assert result.attempted >= lines
    assert result.failed == 0


def ran(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal such as the pages speak of, made as they say."""
    folder = tmp_path_factory.mktemp("journal")
    made = ran(["pit", str(folder / "pit.db"), "--rounds", "8", "--seats", "2"])
    assert made.returncode == 0, made.stderr
    return folder


@pytest.mark.full
@pytest.mark.parametrize("command", [line for line in commands() if "pit.db" not in line])
def test_every_command_shown_runs(command: str) -> None:
    done = ran(shlex.split(command))

    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("command", [line for line in commands() if "pit.db" in line])
def test_every_command_shown_on_a_journal_runs(command: str, journal: Path) -> None:
    there = {"pit.db": str(journal / "pit.db"), "records": str(journal / "records")}

    done = ran([there.get(word, word) for word in shlex.split(command)])

    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_readme_shows_the_two_commands_and_a_picture_that_exists() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    assert "make run" in text
    assert "make test" in text
    pictures = re.findall(r"!\[.+\]\((.+)\)", text)
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).exists()] == []


def test_the_figures_that_can_be_counted_are_the_counted_ones() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = [row for place in SET_NAMES for row in traces(place).values()]
    due = Counter(row.due or "now" for row in rows)
    scenarios = (ROOT / "tests" / "scenarios").glob("*/*.toml")
    golden = sum(1 for path in scenarios if path.parent.name != "submissions")
    changes = sum(1 for place in SET_NAMES for _ in mutants(place))

    assert f"{len(rows)}, each traced" in text
    assert f"{due['now']} fulfilled now, {due['table']} due in table, {due['screen']} due" in text
    assert f"as {golden} golden rounds" in text
    assert f"of {changes:,} changes" in text
    published = (ROOT / "docs/analyse/published-figures.md").read_text("utf-8")
    figures = len(re.findall(r"\| `pitboss .+` \|$", published, re.MULTILINE))
    assert f"all {figures} that we know of" in text
