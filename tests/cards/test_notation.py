"""Cards from text and back, and what is said of a text that names none."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    DECK,
    Card,
    CardError,
    card_symbol,
    card_text,
    cards_symbols,
    cards_text,
    first_duplicate,
    parse_card,
    parse_cards,
)
from pitboss.cards.notation import TEXT_LENGTH_MAX
from tests.cards import hands

ACE_OF_SPADES, TEN_OF_HEARTS, KING_OF_DIAMONDS = Card(51), Card(34), Card(45)

card_lists = st.lists(hands.cards, unique=True, max_size=52)


def fault(text: Any) -> str:  # Any: what a file or a socket may hold
    """The one line said of a text that is refused."""
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("text", ["As", "AS", "as", "aS", "A♠", "a♠", "A♤", " As ", "A♠\ufe0f"])
def test_the_ace_of_spades_is_known_in_every_spelling(text: str) -> None:
    assert parse_card(text) == ACE_OF_SPADES
    assert parse_cards(text) == (ACE_OF_SPADES,)


@pytest.mark.parametrize("text", ["Th", "th", "TH", "10h", "10H", "T♥", "10♥", "10♡", "t♥"])
def test_the_ten_of_hearts_is_known_in_every_spelling(text: str) -> None:
    assert parse_card(text) == TEN_OF_HEARTS


def test_each_suit_has_its_letter_its_symbol_and_its_outline() -> None:
    for spelling in ("cdhs", "CDHS", "♣♦♥♠", "♧♢♡♤"):
        assert parse_cards("".join(f"2{suit}" for suit in spelling)) == (0, 1, 2, 3)


def test_cards_are_told_in_letters_and_in_symbols() -> None:
    cards = (ACE_OF_SPADES, TEN_OF_HEARTS)

    assert card_text(TEN_OF_HEARTS) == "Th"
    assert card_symbol(TEN_OF_HEARTS) == "10♥"
    assert cards_text(cards) == "As Th"
    assert cards_symbols(cards) == "A♠ 10♥"


@pytest.mark.parametrize(
    "text",
    ["As Th Kd", "As,Th,Kd", "As, Th , Kd", "AsThKd", "As10hKd", "As 10♥Kd", "\tAs\n Th  Kd "],
)
def test_cards_may_stand_apart_or_run_together(text: str) -> None:
    assert parse_cards(text) == (ACE_OF_SPADES, TEN_OF_HEARTS, KING_OF_DIAMONDS)


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_no_text_is_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@hands.unhurried
@given(cards=card_lists)
def test_what_is_written_reads_back_as_the_same_cards(cards: list[Card]) -> None:
    assert list(parse_cards(cards_text(cards))) == cards
    assert list(parse_cards(cards_symbols(cards))) == cards
    assert list(parse_cards("".join(map(card_text, cards)))) == cards
    assert list(parse_cards("".join(map(card_symbol, cards)))) == cards


def test_a_whole_deck_in_the_longest_spelling_is_read() -> None:
    text = ", ".join(f"{card_symbol(card)}\ufe0f" for card in DECK)

    assert parse_cards(text) == DECK


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1s", 'card 1 in "1s" has no rank: "1" is none'),
        ("11s", 'card 1 in "11s" has no rank: "1" is none'),
        ("As 0h", 'card 2 in "0h" has no rank: "0" is none'),
        ("Ax", 'card 1 in "Ax" has no suit: "x" is none'),
        ("A", 'card 1 in "A" has no suit: the text ends'),
        ("10", 'card 1 in "10" has no suit: the text ends'),
        ("Kd AsA", 'card 3 in "AsA" has no suit: the text ends'),
        ("Kd A s", 'card 2 in "A" has no suit'),
        ("AsKdd", 'card 3 in "AsKdd" has no rank: "d" is none'),
        ("A\u017f", 'has no suit: "\u017f" is none'),  # the long s: its capital is S
        ("\u212as", 'has no rank: "\u212a" is none'),  # the Kelvin sign lowers to a k
        ("٣s", 'has no rank: "٣" is none'),
        ("As\ufe0f\ufe0f", 'card 2 in "As\ufe0f\ufe0f" has no rank'),
        ("A\x00", 'card 1 in "A\\x00" has no suit: "\\x00" is none'),
        ("As,,Kd", "card 2 is empty"),
        (",As", "card 1 is empty"),
        ("As,", "card 2 is empty"),
        ("x" * 99, 'card 1 in "xxxxxxxxxxxxxxxxxxxxxxxx..." has no rank: "x" is none'),
    ],
)
def test_a_fault_is_named_with_its_place_and_with_what_would_be_right(text: str, said: str) -> None:
    message = fault(text)

    assert said in message
    assert message.endswith(
        'write a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s), as in "As"'
    )


def test_a_card_given_twice_is_named_with_both_places() -> None:
    assert fault("As Kd 10hA♠Kd") == (
        "As is given twice, as card 1 and as card 4; each card may appear once"
    )


@pytest.mark.parametrize("text", [None, 51, b"As", ["As"], 1.5])
def test_only_text_names_cards(text: Any) -> None:  # Any: what a file or a socket may hold
    assert fault(text) == (
        f'cards are written as text, as in "As Kd", not as {type(text).__name__}'
    )
    with pytest.raises(CardError, match="not as"):
        parse_card(text)


def test_a_text_too_long_to_be_cards_is_not_read() -> None:
    blank = " " * TEXT_LENGTH_MAX

    assert parse_cards(blank) == ()
    assert fault(f"{blank} ").startswith(f"a text of {TEXT_LENGTH_MAX + 1} characters is too long")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the card is empty"),
        ("  ", "the card is empty"),
        ("AsKd", '"AsKd" is 2 cards, where one is wanted'),
        ("As Kd", 'card 2 in "As Kd" has no rank: " " is none'),
        ("AsA", 'card 2 in "AsA" has no suit'),
        ("A\ns", 'card 1 in "A\\ns" has no suit: "\\n" is none'),
        ("A" * (TEXT_LENGTH_MAX + 1), "too long"),
    ],
)
def test_one_card_is_one_card(text: str, said: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)

    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@hands.unhurried
@given(text=st.text(alphabet="AKT1092 ,shdc♠♥\ufe0fx\u017f\n") | st.text())
def test_any_text_gives_distinct_cards_or_a_fault_of_one_line(text: str) -> None:
    try:
        cards, said = parse_cards(text), "nothing"
    except CardError as error:
        cards, said = (), str(error)

    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(DECK)
    assert len(said.splitlines()) == 1
    assert len(said) < 400


def test_the_first_duplicate_is_the_card_that_comes_back_soonest() -> None:
    ace, ten, king = ACE_OF_SPADES, TEN_OF_HEARTS, KING_OF_DIAMONDS

    assert first_duplicate([]) is None
    assert first_duplicate([ace, ten, king]) is None
    assert first_duplicate([ace, ten, king, ten, ace]) == ten
    assert first_duplicate(iter([Card(0), Card(0)])) == 0
