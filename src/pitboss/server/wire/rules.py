"""Rules pages: a place's rules in our own words, paytables with exact edges, two side by side."""

from __future__ import annotations

from msgspec import Struct

from pitboss.server.wire.felt import Inscription, Paytable
from pitboss.server.wire.people import RuleSetCard


class Sentence(Struct, frozen=True):
    """One rule in our own words, with its clauses and readings."""

    text: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


class Chapter(Struct, frozen=True):
    """Some rules under one heading."""

    title: str
    sentences: tuple[Sentence, ...]


class RulesPage(Struct, frozen=True):
    """A place's rules; `known` is false while exact edges are still worked out: ask again."""

    card: RuleSetCard
    chapters: tuple[Chapter, ...]
    paytables: tuple[Paytable, ...]
    inscriptions: tuple[Inscription, ...]
    options: tuple[OptionLine, ...]
    known: bool = True


class OptionLine(Struct, frozen=True):
    """A choice of the operator: its key, what is played here, and what may be chosen."""

    key: str
    text: str
    played: str
    choices: tuple[str, ...]
    clauses: tuple[str, ...]


class Difference(Struct, frozen=True):
    """One thing on which two places differ."""

    key: str
    label: str
    group: str
    left: str
    right: str
    left_clauses: tuple[str, ...]
    right_clauses: tuple[str, ...]


class DiffPage(Struct, frozen=True):
    """Two places side by side."""

    left: RuleSetCard
    right: RuleSetCard
    same: int
    differences: tuple[Difference, ...]


class ClausePage(Struct, frozen=True):
    """A clause or a reading in our own words; `decides` names the values that it stands behind.

    `place` is the title of its rule book; `note` says how an automated table treats it.

    `ref` is its place in the document; of a reading, what an operator may change about it.
    """

    id: str
    place: str
    text: str
    kind: str
    ref: str = ""
    decides: tuple[str, ...] = ()
    note: str = ""


class RuleSets(Struct, frozen=True):
    """All places whose rules are here."""

    places: tuple[RuleSetCard, ...]
    known: bool


class Clauses(Struct, frozen=True):
    """A clause, the parts of a chapter, or a reading."""

    clauses: tuple[ClausePage, ...]
