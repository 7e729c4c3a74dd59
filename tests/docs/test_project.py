"""The pages agree with the project: what is declared is explained, and links lead somewhere."""

import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
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
    declared |= set(json.loads((ROOT / "web" / "package.json").read_text())["devDependencies"])
    explained = set(re.findall(r"^\| ([@\w/-]+) \| (?!why)", page, re.MULTILINE))

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


def test_every_dependency_at_run_time_has_a_lower_bound() -> None:
    extras = PYPROJECT["project"]["optional-dependencies"]
    wanted = [*PYPROJECT["project"]["dependencies"], *extras["postgres"], *extras["reports"]]

    assert [name for name in wanted if ">=" not in name] == []


def test_tools_of_the_client_are_pinned() -> None:
    package = json.loads((ROOT / "web" / "package.json").read_text())
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())

    assert "*" not in package["devDependencies"].values()
    assert lock["packages"][""]["devDependencies"] == package["devDependencies"]


def test_a_wheel_brings_the_notices_of_what_the_client_is_made_of() -> None:
    notices = "web/public/third-party.txt"

    assert notices in PYPROJECT["project"]["license-files"]
    said = (ROOT / notices).read_text()
    for name in ("Svelte Contributors", "Leon Sorokin"):
        assert name in said
    assert said.count("Permission is hereby granted") == 2
