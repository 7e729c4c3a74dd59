"""The PDF is what its marks say: tagged, with headers, language, title and embedded fonts."""

from __future__ import annotations

import pytest

from pitboss.reports.par.pdf import par_pdf
from pitboss.reports.par.sheet import par_title
from tests.examples import first
from tests.reports.par.pdf_marks import check_marks
from tests.reports.par.sheets import PLACES, rendered_sheet, sample_sheet


@pytest.mark.parametrize("place", first(1, PLACES))
def test_marks_and_tags_of_the_sheet(place: str) -> None:
    check_marks(rendered_sheet(place, "pdf"), par_title(sample_sheet(place)))


def test_the_same_sheet_is_the_same_bytes() -> None:
    assert par_pdf(sample_sheet("maryland")) == rendered_sheet("maryland", "pdf")
