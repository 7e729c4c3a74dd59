"""The README tells the truth: its Python session runs, and so does every command it shows."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/operate/index.md", "docs/rules/index.md")


def commands() -> list[str]:
    """Find the pitboss commands of the pages that show some."""
    text = "\n".join((ROOT / page).read_text("utf-8") for page in PAGES)
    return sorted(set(re.findall(r"^\$ (?:\.venv/bin/)?pitboss (.+)$", text, re.MULTILINE)))


def test_the_python_session_of_the_readme_runs() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    session = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)

    result = doctest.DocTestRunner().run(session)

    assert result.attempted > 4
    assert result.failed == 0


@pytest.mark.parametrize("command", commands())
def test_every_command_shown_runs(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli", *command.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_readme_shows_the_two_commands_and_a_picture_that_exists() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    assert "make run" in text
    assert "make test" in text
    picture = re.search(r"!\[.+\]\((.+)\)", text)
    assert picture is not None
    assert (ROOT / picture[1]).exists()
