"""The certificate of an examination as a PDF: who, by which rules, the result, two signatures."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from pitboss.reports.typeset import typeset

TEMPLATE: Final = Path(__file__).with_name("certificate.typ")
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
    """Set the certificate; the same examination gives the same bytes. Raises `ExtraMissing`."""
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
