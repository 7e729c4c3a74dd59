"""The pages agree with the project: what is declared is explained, and links lead somewhere."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LOCKS = sorted(ROOT.glob("requirements/*.txt"))


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_every_dependency_is_explained_and_nothing_else_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    page = (ROOT / "docs/internals/dependencies.md").read_text("utf-8")

    groups = [project["build-system"]["requires"], project["project"]["dependencies"]]
    groups += project["project"]["optional-dependencies"].values()
    declared = {re.split(r"[^\w-]", line)[0] for group in groups for line in group}
    explained = set(re.findall(r"^\| ([\w-]+) \| (?!why)", page, re.MULTILINE))

    assert explained == declared


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8"))

    dead = [t for t in targets if "://" not in t and not (page.parent / t).exists()]

    assert dead == []


@pytest.mark.parametrize("lock", LOCKS, ids=name_of)
def test_a_lock_has_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")

    assert "--hash=sha256:" in text
    assert "://" not in text
    assert "index-url" not in text
