"""The certificate of an examination as a PDF: who, by which rules, the result, two signatures."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from pitboss.reports.typeset import TypesetError, typeset

TEMPLATE: Final = Path(__file__).with_name("certificate.typ")
KNOWN: Final = ("LATIN ", "GREEK ", "CYRILLIC ")  # alphabets that the embedded fonts have
BY_HAND: Final = 40  # characters of a line to write on
SIGNATURES: Final = ("Examiner", "Second examiner or supervisor")


@dataclass(frozen=True, slots=True)
class CertificateKind:
    """The exercises of one kind: how many there were, were answered, were right; the time."""

    title: str
    of: int
    answered: int
    right: int
    ms: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """An examination that is over. `facts` are names and values in words, in their order.

    `day` is the day on which it ended, as 2026-11-18.
    """

    candidate: str
    passed: bool
    right: int
    of: int
    pass_percent: int
    day: str
    facts: tuple[tuple[str, str], ...]
    kinds: tuple[CertificateKind, ...]
    footer: str


def certificate_pdf(certificate: Certificate) -> bytes:
    """Set the certificate; the same examination gives the same bytes. Raises `ExtraMissing`.

    Letters that the fonts lack are replaced, and there is a line to write the name by hand.
    """
    try:
        return _set(certificate)
    except TypesetError:
        return _set(_in_known_letters(certificate))


def _in_known_letters(certificate: Certificate) -> Certificate:
    facts = tuple((name, known_letters(words)) for name, words in certificate.facts)
    name = known_letters(certificate.candidate)
    if name != certificate.candidate:
        facts = (("Name by hand", "_" * BY_HAND), *facts)
    return replace(certificate, candidate=name, facts=facts)


def known_letters(text: str) -> str:
    """Replace letters that the embedded fonts may lack by question marks.

    >>> known_letters("Zoë 李 Ng")
    'Zoë ? Ng'
    """
    return "".join(one if one.isascii() or _is_known(one) else "?" for one in text)


def _is_known(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(KNOWN) and letter.isalpha()


def _set(certificate: Certificate) -> bytes:
    data = asdict(certificate) | {
        "title": "Dealer examination",
        "result": result_words(certificate),
        "grid": _grid(certificate),
        "signatures": SIGNATURES,
    }
    return typeset(TEMPLATE, "certificate", data)


def result_words(certificate: Certificate) -> str:
    """Say the result in one sentence.

    >>> from dataclasses import replace
    >>> one = Certificate("Ann", True, 17, 20, 80, "2026-11-18", (), (), "")
    >>> result_words(one)
    'Passed: 17 of 20 exercises are right (85.0 %); 80 % are needed.'
    """
    word = "Passed" if certificate.passed else "Not passed"
    part = f"{_percent(certificate.right, certificate.of)} %"
    right = f"{certificate.right} of {certificate.of} exercises are right ({part})"
    return f"{word}: {right}; {certificate.pass_percent} % are needed."


def _percent(part: int, of: int) -> str:
    """Write a part in percent with one decimal, rounded down: no mark is rounded up to a pass."""
    tenths = 1_000 * part // of if of else 0
    return f"{tenths // 10}.{tenths % 10}"


def _grid(certificate: Certificate) -> dict[str, object]:
    rows = [
        (one.title, str(one.of), str(one.answered), str(one.right), _percent(one.right, one.of),
         _seconds(one.ms, one.answered))
        for one in certificate.kinds
    ]  # fmt: skip
    kinds = certificate.kinds
    answered, spent = sum(one.answered for one in kinds), sum(one.ms for one in kinds)
    total = (
        "All", str(certificate.of), str(answered), str(certificate.right),
        _percent(certificate.right, certificate.of), _seconds(spent, answered),
    )  # fmt: skip
    return {
        "columns": ("Kind", "Exercises", "Answered", "Right", "Right, %", "Seconds each"),
        "rows": (*rows, total),
        "right": (1, 2, 3, 4, 5),
        "exact": (),
        "total": True,
        "note": "",
    }


def _seconds(ms: int, answered: int) -> str:
    return f"{ms // (100 * answered) / 10:.1f}" if answered else "-"
