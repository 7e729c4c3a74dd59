"""Rules pages: a place's rules in our own words, its paytables with exact edges, two side by side."""

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
    """A place's rules."""

    card: RuleSetCard
    chapters: tuple[Chapter, ...]
    paytables: tuple[Paytable, ...]
    inscriptions: tuple[Inscription, ...]
    options: tuple[OptionLine, ...]


class OptionLine(Struct, frozen=True):
    """A choice of the operator: its key, its default and what may be chosen."""

    key: str
    text: str
    default: str
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
    """A clause in our own words, and where it is fulfilled."""

    id: str
    place: str
    text: str
    kind: str
