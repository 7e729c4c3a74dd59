"""What is wrong with a round file: the key, the reason, one line, and nothing printed."""

from __future__ import annotations

import pytest

from pitboss.round.roundfile import TEXT_MAX, expected_refusal, read_round
from pitboss.round.script import ScriptError

GOOD = """
title = "a round"
rules = "maryland"
edition = 1
[options]
blind = "A"
[cards]
dealer = "Qh Jc"
board = "2c 7d 9s 3h 5c"
[[seats]]
seat = 1
cards = "As Kd"
ante = 10
trips = 5
acts = ["play 4x"]
[[seats]]
seat = 4
cards = "8c 8d"
ante = 10
acts = ["check", "check", "fold"]
[table]
deck = "red"
"""
FILE = "round-file"

# What is changed in the good file, into what, the key that is blamed, the reason, and a word of it.
WRONG = [
    # the file as a whole
    ("rules =", "rules", "", FILE, "not valid TOML"),
    ('title = "a round"', "title = 5", "title", FILE, "wants a text"),
    ('title = "a round"', "colour = 5", "colour", FILE, "unknown key"),
    ("edition = 1", "edition = 2", "edition", FILE, "it has 1"),
    ("edition = 1", 'edition = "one"', "edition", FILE, "a whole number"),
    ("edition = 1", "edition = true", "edition", FILE, "a whole number"),
    ('rules = "maryland"', "", "rules", FILE, "names no rule set"),
    ('rules = "maryland"', "rules = 5", "rules", FILE, "names no rule set"),
    ('rules = "maryland"', 'rules = "nevada"', "rules", FILE, "nevada"),
    # options
    ('blind = "A"', 'blind = "C"', "options.blind", "option", "A"),
    ('blind = "A"', 'luck = "C"', "options.luck", "option", "is no option"),
    (
        'blind = "A"',
        '"bank.model" = "net"',
        "options.bank.model",
        "option",
        "no choice of maryland",
    ),
    ('blind = "A"', '"blind.B.floor" = "straight"', "options.blind.B.floor", "option", "flush"),
    ('[options]\nblind = "A"', "options = 5", "options", FILE, "wants a table"),
    # cards
    ('dealer = "Qh Jc"', 'dealer = "Qh"', "cards.dealer", FILE, "has 1 cards; 2 are wanted"),
    ('dealer = "Qh Jc"', 'dealer = "Qh Jc 2d"', "cards.dealer", FILE, "has 3 cards"),
    ('dealer = "Qh Jc"', 'dealer = "Qh Xc"', "cards.dealer", FILE, "Xc"),
    ('dealer = "Qh Jc"', "dealer = 5", "cards.dealer", FILE, "cards as text"),
    ('dealer = "Qh Jc"', "dealer = [5]", "cards.dealer", FILE, "cards as text"),
    ('dealer = "Qh Jc"', 'stub = "Qh Jc"', "cards.stub", FILE, "unknown key"),
    ('board = "2c 7d 9s 3h 5c"', 'board = "2c 7d 9s 3h"', "cards.board", FILE, "has 4 cards"),
    ('board = "2c 7d 9s 3h 5c"', 'six_card = "2c"', "cards.six_card", FILE, "4 are wanted"),
    ('dealer = "Qh Jc"', 'dealer = "Qh Qh"', "cards.dealer", "duplicate-card", "twice"),
    ('dealer = "Qh Jc"', 'dealer = "Qh 2c"', "cards.board", "duplicate-card", "cards.dealer"),
    ('cards = "As Kd"', 'cards = "As 9s"', "seats[0].cards", "duplicate-card", "cards.board"),
    ('cards = "8c 8d"', 'cards = "8c As"', "seats[1].cards", "duplicate-card", "seats[0].cards"),
    # seats
    ("seat = 1\n", "", "seats[0].seat", FILE, "number of the seat"),
    ("seat = 1\n", 'seat = "one"\n', "seats[0].seat", FILE, "number of the seat"),
    ("seat = 1\n", "seat = true\n", "seats[0].seat", FILE, "number of the seat"),
    ("seat = 4\n", "seat = 1\n", "seats[1].seat", FILE, "listed twice"),
    ("trips = 5", "tripz = 5", "seats[0].tripz", FILE, "unknown key"),
    ("trips = 5", 'trips = "five"', "seats[0].trips", FILE, "amount in dollars"),
    ("trips = 5", "trips = 2.505", "seats[0].trips", FILE, "whole number of cents"),
    ("trips = 5", "trips = -5", "seats[0].trips", FILE, "outside"),
    ("trips = 5", "trips = true", "seats[0].trips", FILE, "amount in dollars"),
    ("trips = 5", "tips = 5", "seats[0].tips", FILE, "wants a table"),
    ("trips = 5", "tips = { play = 5 }", "seats[0].tips.play", FILE, "true or false"),
    ("trips = 5", "tips = { luck = 5 }", "seats[0].tips.luck", FILE, "no spot for a tip"),
    ("trips = 5", 'tips = { ante = "x" }', "seats[0].tips.ante", FILE, "amount in dollars"),
    ('acts = ["play 4x"]', 'acts = "play 4x"', "seats[0].acts", FILE, "a list"),
    ('acts = ["play 4x"]', "acts = [4]", "seats[0].acts", FILE, "at most 3 acts"),
    ('acts = ["play 4x"]', 'acts = ["a", "b", "c", "d"]', "seats[0].acts", FILE, "at most 3 acts"),
    ("[[seats]]\nseat = 4", "[[chairs]]\nseat = 4", "chairs", FILE, "unknown key"),
    # the table
    ('deck = "red"', "deck = 5", "table.deck", FILE, "a text"),
    ('deck = "red"', 'colour = "red"', "table.colour", FILE, "unknown key"),
    ('deck = "red"', 'deck_hours = "four"', "table.deck_hours", FILE, "a whole number"),
    ('deck = "red"', "dealer_changed = 1", "table.dealer_changed", FILE, "true or false"),
    ('deck = "red"', 'progressive_chips = "x"', "table.progressive_chips", FILE, "whole number"),
    ('[table]\ndeck = "red"', "[bank]\nluck = 1", "bank.luck", FILE, "unknown key"),
    ('[table]\ndeck = "red"', "[bank]\nseat = 3", "bank", FILE, "seat and stake"),
    ('[table]\ndeck = "red"', "[bank]\nstake = 3", "bank", FILE, "seat and stake"),
    ('[table]\ndeck = "red"', '[bank]\nseat = "3"\nstake = 1', "bank.seat", FILE, "whole number"),
    ('[table]\ndeck = "red"', '[bank]\nseat = 3\nstake = "x"', "bank.stake", FILE, "dollars"),
    ('[table]\ndeck = "red"', '[meters]\nmain = "x"', "meters.main", FILE, "dollars"),
]

TROUBLE = [
    ('kind = "player-left"\nluck = 1', "irregularities[0].luck", "unknown key"),
    ('kind = "player-left"\nwhen = "tomorrow"', "irregularities[0].when", "is no moment"),
    ("kind = 5", "irregularities[0].kind", "a text"),
    ('kind = "player-left"\nwhen = 5', "irregularities[0].when", "a text"),
    ('kind = "player-left"\nseat = "4"', "irregularities[0].seat", "a whole number"),
    ('kind = "stub-count"\ncount = "x"', "irregularities[0].count", "a whole number"),
    ('kind = "stub-count"\nmisdealt = 1', "irregularities[0].misdealt", "true or false"),
    ('kind = "face-up-card"\ncards = "Zz"', "irregularities[0].cards", "Zz"),
    ('kind = "face-up-card"\ncards = 5', "irregularities[0].cards", "cards as text"),
    ('kind = "face-up-card"\ncount = 1', "irregularities[0].count", "write cards"),
    ('kind = "face-up-card"\nafter_packets = "x"', "irregularities[0].after_packets", "whole"),
]


def fault(text: str, capsys: pytest.CaptureFixture[str]) -> ScriptError:
    """Read a wrong file: the error is one line and nothing is printed."""
    with pytest.raises(ScriptError) as error:
        read_round(text, "test")
    assert "\n" not in str(error.value)
    assert capsys.readouterr() == ("", "")
    return error.value


def test_the_good_file_can_be_read() -> None:
    script = read_round(GOOD, "good.toml")

    assert script.name == "good.toml"
    assert script.title == "a round"
    assert [seat.seat for seat in script.seats] == [1, 4]


@pytest.mark.parametrize(("old", "new", "key", "reason", "word"), WRONG)
def test_a_wrong_file_is_refused_with_its_key_and_reason(
    old: str, new: str, key: str, reason: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert GOOD.count(old) == 1 or old == "rules ="

    error = fault(GOOD.replace(old, new, 1), capsys)

    assert (error.key, error.reason) == (key, reason)
    assert word in str(error)


@pytest.mark.parametrize(("entry", "key", "word"), TROUBLE)
def test_a_wrong_irregularity_is_refused_with_its_key(
    entry: str, key: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    error = fault(f"{GOOD}\n[[irregularities]]\n{entry}\n", capsys)

    assert error.key == key
    assert word in str(error)


def test_a_card_found_face_up_lies_nowhere_else(capsys: pytest.CaptureFixture[str]) -> None:
    text = f'{GOOD}\n[[irregularities]]\nkind = "face-up-card"\ncards = "2d As"\n'

    error = fault(text, capsys)

    assert (error.key, error.reason) == ("irregularities[0].cards", "duplicate-card")


@pytest.mark.parametrize("cards", ['"2d 3d"', '"2d / 3d"', '["2d", "3d"]', '"2♦ 3♦"'])
def test_cards_of_an_irregularity_are_read_like_all_others(cards: str) -> None:
    text = f'{GOOD}\n[[irregularities]]\nkind = "face-up-card"\ncards = {cards}\n'

    assert len(read_round(text).irregularities[0].declared.cards) == 2


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_file_names_no_rule_set(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fault(text, capsys).key == "rules"


def test_a_file_without_seats_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    error = fault('rules = "maryland"\n', capsys)

    assert (error.key, error.reason) == ("seats", FILE)
    assert "nobody bets" in str(error)


def test_seats_must_be_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert fault('rules = "maryland"\nseats = 5\n', capsys).key == "seats"
    assert fault('rules = "maryland"\nseats = [5]\n', capsys).key == "seats"


@pytest.mark.parametrize("name", ["cards", "meters", "bank", "table", "expect"])
def test_a_table_must_be_a_table(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = f'rules = "maryland"\n{name} = 5\n[[seats]]\nseat = 1\nante = 10\n'

    error = fault(text, capsys)

    assert error.key == name
    assert f"wants a table [{name}]" in str(error)


def test_more_seats_than_a_table_has_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "".join(f"[[seats]]\nseat = {n}\nante = 10\n" for n in range(1, 9))

    assert fault(f'rules = "maryland"\n{seats}', capsys).key == "seats"


def test_more_trouble_than_a_round_can_have_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    trouble = '[[irregularities]]\nkind = "card-exposed"\n' * 21

    assert fault(f"{GOOD}\n{trouble}", capsys).key == "irregularities"


def test_a_huge_file_is_refused_before_it_is_parsed(capsys: pytest.CaptureFixture[str]) -> None:
    error = fault("#" * (TEXT_MAX + 1), capsys)

    assert "characters" in str(error)


def test_a_deeply_nested_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    error = fault(f"a = {'[' * 5000}{']' * 5000}", capsys)

    assert "not valid TOML" in str(error)


def test_a_player_dealer_place_wants_its_bank(capsys: pytest.CaptureFixture[str]) -> None:
    text = GOOD.replace('"maryland"', '"california"').replace('blind = "A"', "")

    error = fault(text, capsys)

    assert (error.key, error.reason) == ("bank", FILE)
    assert "player-dealer" in str(error)


def test_recent_bankers_are_seats(capsys: pytest.CaptureFixture[str]) -> None:
    bank = '[bank]\nseat = 3\nstake = 100\nrecent = ["three"]\n'
    text = GOOD.replace('"maryland"', '"california"').replace('blind = "A"', "") + bank

    assert fault(text, capsys).key == "bank.recent"


def test_an_amount_may_be_written_in_several_ways() -> None:
    for written in ("10", "10.00", '"10"', '"$10.00"'):
        script = read_round(GOOD.replace("trips = 5", f"trips = {written}"))
        assert script.seats[0].wagers["trips"] == 1000  # type: ignore[index]


def test_blind_equals_ante_unless_given() -> None:
    script = read_round(GOOD.replace("trips = 5", "blind = 15"))

    assert script.seats[0].wagers["blind"] == 1500  # type: ignore[index]
    assert script.seats[1].wagers["blind"] == 1000  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('[expect]\nrefused = "no-bank"\n', "no-bank"),
        ("[expect]\nrefused = 5\n", None),
        ("expect = 5\n", None),
        ("", None),
        ("not toml", None),
    ],
)
def test_the_refusal_a_file_expects_can_be_told_even_of_a_bad_file(
    text: str, wanted: str | None
) -> None:
    assert expected_refusal(text) == wanted
