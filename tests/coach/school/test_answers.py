"""Answers as people write them: equal ones count, wrong formats get one clear line."""

from __future__ import annotations

import pytest

from pitboss.coach.school.answers import (
    CHIPS,
    SchoolAnswerError,
    fewest_chips,
    read_best_five,
    read_chips,
    read_choice,
    read_money,
    read_number,
    read_sequence,
    read_set,
)
from pitboss.coach.school.asking import OUTCOMES, YES_NO
from pitboss.coach.school.kinds.hands import NAMES

LETTERS = (("ante", "Ante"), ("blind", "Blind"), ("play", "Play"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("push", "back"), ("Push", "back"), ("return", "back"), ("returned", "back"),
        ("goes back", "back"), ("void", "back"), ("c", "back"), ("3", "back"), ("PAY", "win"),
        ("wins", "win"), ("w", "win"), ("take", "lose"), (" loses ", "lose"), ("l", "lose"),
    ],
)  # fmt: skip
def test_equal_answers_count(text: str, value: str) -> None:
    assert read_choice(text, OUTCOMES) == value


@pytest.mark.parametrize(("text", "value"), [("y", "yes"), ("No", "no"), ("a", "yes"), ("n", "no")])
def test_yes_and_no(text: str, value: str) -> None:
    assert read_choice(text, YES_NO) == value


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("$1,250.50", "125050"), ("12.5", "1250"), ("7.50", "750"), ("-5", "-500"),
        ("−5", "-500"), ("- 5", "-500"), ("+7.50", "750"), ("take 5", "-500"), ("pay $7.50", "750"),
        ("loses 10", "-1000"), ("0", "0"), ("push", "0"), ("return", "0"), ("$ 5", "500"),
        ("-$5", "-500"), ("1,000,000", "100000000"),
    ],
)  # fmt: skip
def test_money_is_read_as_people_write_it(text: str, cents: str) -> None:
    assert read_money(text) == cents


@pytest.mark.parametrize("text", ["ten", "5.005", "1,00", "5 dollars", "", "$", "--5", "9" * 300])
def test_no_amount_gets_one_line(text: str) -> None:
    with pytest.raises(SchoolAnswerError) as refused:
        read_money(text)

    assert "\n" not in str(refused.value)
    assert "write" in str(refused.value) or "at most" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("2x25 1x5 3x1", "5800"),
        ("25 25 5", "5500"),
        ("1 x 100, 2×0.50", "10100"),
        ("$100", "10000"),
    ],
)
def test_chips_are_added_up(text: str, cents: str) -> None:
    assert read_chips(text) == cents


def test_a_chip_that_there_is_not_is_refused() -> None:
    with pytest.raises(SchoolAnswerError, match="is no chip; write 2x25 1x5"):
        read_chips("3x7")


@pytest.mark.parametrize("cents", [50, 750, 1_250, 99_950, 1_234_550])
def test_the_fewest_chips_make_the_sum(cents: int) -> None:
    parts = fewest_chips(cents)

    assert parts is not None
    assert sum(chip * count for chip, count in parts) == cents
    assert all(chip in CHIPS for chip, _ in parts)


def test_no_chips_make_an_odd_sum() -> None:
    assert fewest_chips(751) is None


def test_five_cards_in_any_order_and_notation() -> None:
    assert read_best_five("2d 9c As Kd 9h") == read_best_five("As, Kd, 9h, 9c, 2d")
    with pytest.raises(SchoolAnswerError, match="2 cards; write the best five"):
        read_best_five("As Kd")


def test_sequences_and_sets_by_letter_number_or_word() -> None:
    assert read_sequence("b a c", LETTERS) == "blind ante play"
    assert read_sequence("bac", LETTERS) == "blind ante play"
    assert read_sequence("2,1,3", LETTERS) == "blind ante play"
    assert read_sequence("a b a", LETTERS) == "ante blind ante"
    assert read_set("play ante", LETTERS) == "ante play"
    assert read_set("none", LETTERS) == ""
    assert read_number("1,000") == "1000"


def test_a_letter_that_is_no_choice_gets_one_line() -> None:
    with pytest.raises(SchoolAnswerError, match="'z' is no choice here; write a letter"):
        read_choice("z", LETTERS)


@pytest.mark.parametrize(
    ("text", "hand"),
    [("trips", "three-of-a-kind"), ("Full House", "full-house"), ("quads", "four-of-a-kind")],
)
def test_hands_by_the_words_of_the_felt(text: str, hand: str) -> None:
    assert read_choice(text, NAMES) == hand
