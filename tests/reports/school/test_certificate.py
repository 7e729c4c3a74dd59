"""The certificate of an examination: everything on it can be read, tagged, twice the same bytes."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from pitboss.reports.school.certificate import (
    SIGNATURES,
    Certificate,
    CertificateKind,
    certificate_pdf,
    result_words,
)
from tests.reports.par.pdf_marks import check_marks

SHA256 = "3b0c095aa22755b2b7def4715e4323b5aeddcf503d47c32d83f95d2390f1a644"


def certificate(*, candidate: str = "Ann B. Smith", right: int = 17) -> Certificate:
    return Certificate(
        candidate=candidate,
        passed=right * 100 >= 80 * 20,
        right=right,
        of=20,
        pass_percent=80,
        day="2026-11-18",
        facts=(("Rule book", "Maryland, edition 1"), ("Submission, SHA-256", SHA256)),
        kinds=(
            CertificateKind("How much", 12, 12, 11, 123_456),
            CertificateKind("What now?", 8, 0, right - 11, 0),
        ),
        footer="The seed draws the same examination again.",
    )


def words_of(data: bytes) -> str:
    pages = PdfReader(io.BytesIO(data)).pages
    assert len(pages) == 1
    return " ".join(pages[0].extract_text().split())


def test_a_certificate_has_everything_and_is_tagged() -> None:
    made = certificate_pdf(certificate())

    check_marks(made, "Dealer examination, Ann B. Smith")
    text = words_of(made)
    for said in ("Ann B. Smith", "Maryland, edition 1", SHA256, "How much 12 12 11 91.6 10.2"):
        assert said in text
    assert "What now? 8 0 6 75.0 -" in text
    assert "All 20 12 17 85.0 10.2" in text
    assert all(f"{who}: name, signature, date" in text for who in SIGNATURES)
    assert made == certificate_pdf(certificate())


@pytest.mark.parametrize("candidate", ["#let x = [$1$] *_`@<a>", "Zoë Ångström-Łukasz", "x" * 60])
def test_a_name_is_only_a_name(candidate: str) -> None:
    assert candidate in words_of(certificate_pdf(certificate(candidate=candidate)))


@pytest.mark.parametrize("candidate", ["李小龙", "Ann 😀", "\ue000", "ไทย Ng"])
def test_a_name_that_the_fonts_lack_is_left_to_be_written(candidate: str) -> None:
    text = words_of(certificate_pdf(certificate(candidate=candidate)))

    assert "Name by hand ____" in text
    assert "Passed: 17 of 20" in text


def test_no_part_is_rounded_up_to_a_pass() -> None:
    assert result_words(certificate(right=16)).startswith("Passed: 16 of 20 exercises are right")
    assert result_words(certificate(right=15)).startswith("Not passed: 15 of 20")
    thirds = Certificate("A", passed=False, right=2, of=3, pass_percent=67, day="", facts=(),
                         kinds=(), footer="")  # fmt: skip
    assert "(66.6 %); 67 % are needed" in result_words(thirds)
