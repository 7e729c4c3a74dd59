"""Money is whole cents: what people write is read exactly, and nothing else is."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules import Chips, MoneyError, dollars, money, plain


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        (5, 500),
        (0, 0),
        ("5", 500),
        ("2.5", 250),
        ("$12.34", 1_234),
        (" 1,000 ", 100_000),
        ("12,345.67", 1_234_567),
        (Decimal("2.50"), 250),
        (Decimal("1e3"), 100_000),
        (1_000_000_000, 100_000_000_000),
    ],
)
def test_amounts_are_read_as_people_write_them(written: object, cents: int) -> None:
    assert dollars(written) == cents


@pytest.mark.parametrize(
    "written",
    [
        None,
        True,
        2.5,
        -1,
        "",
        "-5",
        "5 dollars",
        "1,00",
        "1.234",
        "٣",
        "1_000",
        Decimal("0.001"),
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal("1e-999999999"),
        Decimal("1e999999999"),
        1_000_000_001,
        [5],
    ],
    ids=str,
)
def test_what_is_no_amount_of_whole_cents_is_refused(written: object) -> None:
    with pytest.raises(MoneyError):
        dollars(written)


@given(st.integers(0, 100_000_000_000))
def test_every_amount_is_read_back_as_it_was_written(cents: int) -> None:
    assert dollars(plain(cents)) == dollars(money(Chips(cents))) == cents


def test_losses_are_written_with_a_minus() -> None:
    assert plain(-1_250) == "-12.50"
    assert money(-1_250) == "−$12.50"
