"""Finds the rule sets that come with pitboss, by name and edition.

Each edition is a file of its own, `sets/maryland@1.toml`, and stays there as long as any table may
have been opened by it: a new edition is a new file beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pitboss.rules.load import RuleSetError, read_rule_set
from pitboss.rules.ruleset import RuleSet

SET_NAMES: Final = ("maryland", "south-dakota", "california", "catfish-bend", "royal-caribbean")
_FILE: Final = re.compile(r"([a-z-]+)@([1-9]\d{0,3})\.toml", re.ASCII)
_NAMED: Final = re.compile(r"([^@]*)@([1-9]\d{0,3})", re.ASCII)


class UnknownRuleSetError(LookupError):
    """No rule set of that name; the text lists those there are."""


class UnknownEditionError(UnknownRuleSetError):
    """A rule set has no such edition; the text lists those it has."""


class Catalog:
    """The rule sets that lie in some folders, read when first asked for."""

    def __init__(self, *folders: Path) -> None:
        found = [
            (match[1], int(match[2]), file)
            for folder in folders
            for file in folder.iterdir()
            if (match := _FILE.fullmatch(file.name))
        ]
        self._files = {(name, edition): file for name, edition, file in found}
        self._read: dict[tuple[str, int], RuleSet] = {}

    def editions(self, name: str) -> tuple[int, ...]:
        """List the editions of a rule set, the newest last; raises `UnknownRuleSetError`."""
        if name not in SET_NAMES:
            there = ", ".join(SET_NAMES)
            raise UnknownRuleSetError(f"{name[:60]!r} is no rule set; there are {there}")
        return tuple(sorted(edition for known, edition in self._files if known == name))

    def rule_set(self, name: str, edition: int | None = None) -> RuleSet:
        """Return an edition of a rule set, the newest by default; raises `UnknownRuleSetError`."""
        key = name, self._chosen(name, edition)
        if key not in self._read:
            self._read[key] = self._parsed(*key)
        return self._read[key]

    def text(self, name: str, edition: int | None = None) -> str:
        """Return the TOML text of an edition."""
        return self._files[name, self._chosen(name, edition)].read_text("utf-8")

    def _chosen(self, name: str, edition: int | None) -> int:
        known = self.editions(name)
        if edition is None:
            return known[-1]
        if edition not in known:
            there = ", ".join(map(str, known))
            raise UnknownEditionError(f"{name} has no edition {edition}; it has {there}")
        return edition

    def _parsed(self, name: str, edition: int) -> RuleSet:
        where = f"sets/{self._files[name, edition].name}"
        try:
            found = read_rule_set(self.text(name, edition))
        except RuleSetError as error:
            raise RuleSetError(f"{where}: {error}") from error
        if (found.name, found.edition) != (name, edition):
            raise RuleSetError(f"{where}: is {found.name}, edition {found.edition}")
        return found


SETS_FOLDER: Final = Path(__file__).parent / "sets"
SHIPPED: Final = Catalog(SETS_FOLDER)
_in_use: Catalog = SHIPPED


@contextmanager
def catalog_in_use(catalog: Catalog) -> Iterator[None]:
    """Look rule sets up in another catalog for a while: one with editions that are not shipped."""
    global _in_use  # the one place in which it changes
    before, _in_use = _in_use, catalog
    try:
        yield
    finally:
        _in_use = before


def rule_set(name: str, edition: int | None = None) -> RuleSet:
    """Return the rule set of that name, in the newest edition unless another is asked for.

    >>> rule_set("maryland").prefix
    'MD'
    >>> rule_set("maryland", 1).edition
    1
    """
    return _in_use.rule_set(name, edition)


def named_rule_set(text: str) -> RuleSet:
    """Return the rule set that a text names, with or without an edition: "maryland@1".

    >>> named_rule_set("maryland@1").edition
    1
    """
    named = _NAMED.fullmatch(text)
    return rule_set(text) if named is None else rule_set(named[1], int(named[2]))


def rule_set_text(name: str, edition: int | None = None) -> str:
    """Return the TOML text of a rule set."""
    return _in_use.text(name, edition)


def editions(name: str) -> tuple[int, ...]:
    """List the editions of a rule set, the newest last."""
    return _in_use.editions(name)


def all_rule_sets() -> tuple[RuleSet, ...]:
    """Return the five rule sets in their newest editions, in the order in which they are listed."""
    return tuple(rule_set(name) for name in SET_NAMES)
