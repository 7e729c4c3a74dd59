"""Commands that pages show exist: verbs with their options, targets of make, modules to run."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.toml")])
HELP = (ROOT / "docs/reference/commands.md").read_text("utf-8")
OPTION = re.compile(r"--[a-z][a-z-]*")
# In a console block behind "$ ", or in a code span.
SHOWN = re.compile(r"(?:^\$ (?:\.venv/bin/)?|`)pitboss ([a-z][^`\n]*)", re.MULTILINE)


def options_by_verb() -> dict[tuple[str, ...], set[str]]:
    """Read the verbs and the options of each from the page that is generated from them."""
    _, *parts = re.split(r"^## pitboss ?", HELP, flags=re.MULTILINE)
    heads = (part.partition("\n") for part in parts)
    return {tuple(head.split()): set(OPTION.findall(text)) for head, _, text in heads}


VERBS = options_by_verb()


def fault(command: str) -> str:
    """Return what is wrong with a command, or "": its verb, or an option that it does not have."""
    words = command.partition("|")[0].replace("…", " ").split()
    verb = next((tuple(words[:n]) for n in (2, 1) if tuple(words[:n]) in VERBS), None)
    if verb is None:
        return f"{command}: no such verb"
    unknown = {word for word in words if OPTION.fullmatch(word)} - VERBS[verb]
    return f"{command}: {unknown}" if unknown else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_that_a_page_shows_exists(page: Path) -> None:
    shown = SHOWN.findall(page.read_text("utf-8"))

    assert [wrong for command in shown if (wrong := fault(command))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_target_and_module_that_a_page_names_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))

    named = set(re.findall(r"(?:^\$ |`)make ([a-z-]+)", text, re.MULTILINE))
    modules = set(re.findall(r"python -m ((?:tools|tests|pitboss)[.\w]*)", text))

    assert named <= targets
    assert [name for name in modules if find_spec(name) is None] == []


def test_a_command_that_does_not_exist_is_noticed() -> None:
    assert fault("audit verify pit.db --jobs 4") == ""
    assert "no such verb" in fault("audits verify pit.db")
    assert "--job" in fault("audit verify pit.db --job 4")
