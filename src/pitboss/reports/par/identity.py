"""Whose game the sheet is about: operator, rules, choices, approvals, and the software."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pitboss.odds.game import STANDARD, Game, standard_game
from pitboss.reports.par.view import Grid, ParSection
from pitboss.reports.software import Software, this_software
from pitboss.round.engine import ENGINE
from pitboss.rules import Rules, Submission
from pitboss.rules.submission import AS_PLAYED


@dataclass(frozen=True, slots=True)
class Approval:
    """One approval as filed."""

    what: str
    reference: str
    date: str
    by: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option in force: its value, and the set's own."""

    key: str
    value: str
    default: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParIdentity:
    """`submission_text` is the submission character by character; every figure follows from it.

    `choices` are the options that were filed, `defaults` all others, which the set decides.
    """

    operator: str
    status: str
    rules: str
    title: str
    document: str
    edition: int
    engine: int
    seats: int
    house_banks: bool
    blind: str
    standard_game: bool
    approvals: tuple[Approval, ...]
    choices: tuple[Choice, ...]
    defaults: tuple[Choice, ...]
    notes: tuple[str, ...]
    software: Software
    submission_sha256: str
    submission_text: str


def identity_of(submission: Submission, rules: Rules, game: Game, text: str) -> ParIdentity:
    """Describe what was filed; `game` is the base game it makes."""
    data = submission.filing.data if submission.filing else {}
    given = submission.filing.given if submission.filing else {}
    return ParIdentity(
        operator=submission.operator,
        status=submission.status,
        rules=rules.set.name,
        title=rules.set.title,
        document=rules.set.document,
        edition=rules.set.edition,
        engine=ENGINE,
        seats=rules.seats,
        house_banks=rules.house_banks,
        blind=game.blind,
        standard_game=game.numbers() == standard_game().numbers(),
        approvals=tuple(_approvals(data.get("approvals", {}))),
        choices=tuple(_choices(given, rules)),
        defaults=tuple(_defaults(given, rules)),
        notes=tuple(f"{one.key}: {one.what}; {one.right}" for one in submission.problems),
        software=this_software(),
        submission_sha256=sha256(text.encode()).hexdigest(),
        submission_text=text,
    )


def _approvals(filed: Mapping[str, Any]) -> Iterator[Approval]:  # Any: TOML, checked before
    for what, row in filed.items():
        yield Approval(what, *(str(row.get(key, "")) for key in ("reference", "date", "by")))


def _choices(given: Mapping[str, Any], rules: Rules) -> Iterator[Choice]:  # Any: TOML
    for key in sorted(given):
        rule = rules.set.options.get(key)
        if rule is not None:
            cite = rule.cite
            filed, default = _words(given[key]), _words(rule.default)
            yield Choice(key, filed, default, cite.clauses, cite.readings)


def _defaults(given: Mapping[str, Any], rules: Rules) -> Iterator[Choice]:  # Any: TOML
    for key, rule in sorted(rules.set.options.items()):
        if key not in given:
            default = _words(rule.default)
            yield Choice(key, default, default, rule.cite.clauses, rule.cite.readings)


def _words(value: object) -> str:
    """Write a value of an option as a submission has it; amounts are in dollars there."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{key} {_words(one)}" for key, one in value.items()) or "none"
        case tuple() | list():
            return ", ".join(_words(one) for one in value) or "none"
        case _:
            return str(value) or "none"


def identity_section(found: ParIdentity) -> ParSection:
    """Lay out who filed what."""
    bank = "the house" if found.house_banks else "a player-dealer"
    facts = (
        ("Operator", found.operator or "not named"),
        ("Submission", f"{found.status}, SHA-256 {found.submission_sha256}"),
        ("Rules", f"{found.title} ({found.document}), edition {found.edition}"),
        ("Table", f"{found.seats} seats; the bank is {bank}; Blind table {found.blind}"),
        ("Base game", _sameness(found)),
        ("Software", f"{found.software.name} {found.software.version}, engine {found.engine}"),
        ("Software checksum", f"SHA-256 {found.software.checksum}"),
    )
    approvals = tuple((one.what, one.reference, one.date, one.by) for one in found.approvals)
    chosen = tuple(
        (one.key, one.value, one.default, " ".join((*one.clauses, *one.readings)))
        for one in found.choices
    )
    left = tuple(
        (one.key, one.value, " ".join((*one.clauses, *one.readings))) for one in found.defaults
    )
    none = "No approval is filed with the submission."
    if found.status == AS_PLAYED:
        none = "These are the choices of a table as it is played. Nothing of it was filed."
    return ParSection(
        "identity",
        "Operator, rules and software",
        found.notes if approvals else (none, *found.notes),
        (
            Grid("What this sheet is about", ("item", "value"), facts),
            Grid("Approvals as filed", ("approval", "reference", "date", "by"), approvals),
            Grid(
                f"Options as {_given(found)}", ("option", "in force", "default", "sources"), chosen
            ),
            Grid("Options left as the rules have them", ("option", "in force", "sources"), left),
        ),
    )


def _given(found: ParIdentity) -> str:
    return "played" if found.status == AS_PLAYED else "filed"


def _sameness(found: ParIdentity) -> str:
    if found.standard_game:
        return f"its numbers are those of the usual game ({STANDARD}, Blind A, Play 3x or 4x)"
    return "its numbers differ from those of the usual game"
