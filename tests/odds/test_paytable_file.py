"""A paytable that a user has written: what it may say, and one clear line for what it may not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.odds.paytable_file import TEXT_MAX, PaytableError, read_paytable
from pitboss.rules import Odds, rule_set
from pitboss.rules.ruleset import Wager

BLIND = """
wager = "blind"
[pays]
royal-flush = "500 to 1"
straight-flush = "50 to 1"
four-of-a-kind = "10 to 1"
full-house = "3 to 1"
flush = "3 to 2"
straight = "1 to 1"
"""


def test_a_written_blind_is_the_printed_one() -> None:
    table = read_paytable(BLIND, wager="blind", name="A")

    printed = rule_set("maryland").paytables[Wager.BLIND, "A"]
    assert [(x.hand, x.pays) for x in table.lines] == [(x.hand, x.pays) for x in printed.lines]
    assert (table.wager, table.name) == ("blind", "A")


def test_bare_numbers_ratios_and_other_spellings_are_understood() -> None:
    text = """
    "Royal Flush" = 500
    straight_flush = 50
    four-of-a-kind = "10:1"
    full-house = "3/1"
    flush = 1.5
    straight = "1 to 1"
    """

    table = read_paytable(text, wager="blind")

    assert table == read_paytable(BLIND, wager="blind")


def test_lines_may_be_written_in_any_order() -> None:
    lines = BLIND.strip().splitlines()

    turned = "\n".join([*lines[:2], *reversed(lines[2:])])

    assert read_paytable(turned, wager="blind") == read_paytable(BLIND, wager="blind")


def test_six_card_takes_super_royals_and_fixed_sums() -> None:
    text = 'wager = "six-card"\n[pays]\nroyal-flush = "1000 to 1"\nsuper-royal = "$50,000"\n'

    table = read_paytable(text, wager="six_card")

    assert [line.hand for line in table.lines] == ["super-royal", "royal-flush"]


def test_a_progressive_names_its_meters() -> None:
    text = 'wager = "progressive"\n[pays]\nroyal-flush-community = "1000 for 1"\n'
    text += 'royal-flush = "100% of mega"\nstraight-flush = "10% of mega"\n'

    table = read_paytable(text, wager="progressive")

    assert [meter.name for meter in table.meters] == ["mega"]
    assert table.lines[0].hand == "royal-flush-community"


def trips(lines: str) -> str:
    return f'wager = "trips"\n[pays]\n{lines}\n'


WRONG = {
    "no TOML": ("[pays", "is no TOML"),
    "empty": ("", r"\[pays\]: is missing"),
    "a hand twice": (trips('royal-flush = "5 to 1"\nroyal_flush = "6 to 1"'), "is there twice"),
    "wrong wager": (BLIND, "'blind' is not trips"),
    "a number for a wager": ("wager = 3\n[pays]\n", "'3' is not trips"),
    "no pays": ('wager = "trips"', r"\[pays\]: is missing"),
    "empty pays": ('wager = "trips"\n[pays]\n', r"\[pays\]: is missing"),
    "pays is text": ('wager = "trips"\npays = "5 to 1"', r"\[pays\]: is missing"),
    "unknown key": (trips('royal-flush = "5 to 1"') + "[envy]\n", "'envy': is unknown"),
    "unknown hand": (trips('royal-flush = "5 to 1"\nflushh = "3 to 1"'), "did you mean flush"),
    "hand of another wager": (trips('super-royal = "5 to 1"'), "pays.super-royal: is no hand"),
    "missing line": (
        trips('royal-flush = "50 to 1"\nfour-of-a-kind = "30 to 1"'),
        "pays.straight-flush: is missing, though four-of-a-kind is paid",
    ),
    "missing royal": (trips('straight-flush = "40 to 1"'), "pays.royal-flush: is missing"),
    "twice": (trips('royal-flush = "5 to 1"\nroyal-flush = "6 to 1"'), "is no TOML"),
    "negative": (trips('royal-flush = "-5 to 1"'), "pays.royal-flush: '-5 to 1' is no pay"),
    "a bare negative": (trips("royal-flush = -50"), "nothing below 0"),
    "a date": (trips("royal-flush = 2026-01-01"), "is no text in quotes"),
    "nonsense": (trips('royal-flush = "a lot"'), "'a lot' is no pay"),
    "too large": (trips('royal-flush = "5000000000 to 1"'), "is no pay"),
    "to nothing": (trips('royal-flush = "5 to 0"'), "cannot be paid"),
    "a meter for trips": (trips('royal-flush = "10% of main"'), "no pay of trips"),
    "a sum for trips": (trips('royal-flush = "$100"'), "no pay of trips"),
    "a table": (trips("royal-flush = { to = 1 }"), "is no text in quotes"),
    "not finite": (trips("royal-flush = nan"), "is no pay"),
    "too long": (" " * (TEXT_MAX + 1), "is longer than"),
    "deep": ("a = " + "[" * 30_000, "is no TOML"),
    "deep tables": (f"[pays.royal-flush{'.a' * 5_000}]", "is no TOML: nests too deep"),
    "a number too long to write": (trips(f"royal-flush = 0x{'f' * 5_000}"), "too long a number"),
    "it in a list": (trips(f"royal-flush = [0x{'f' * 5_000}]"), "too long a number"),
    "it for a wager": (f"wager = 0x{'f' * 5_000}", "too long a number"),
    "too large for a fraction": (trips("royal-flush = 1e999999999"), "is no pay"),
    "too small for a fraction": (trips("royal-flush = 1e-999999999"), "is no pay"),
    "many decimals": (trips(f"royal-flush = 1.{'3' * 50_000}"), "is no pay"),
    "digits of another script": (trips('royal-flush = "٣ to 1"'), "is no pay"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_in_one_line(name: str) -> None:
    text, says = WRONG[name]

    with pytest.raises(PaytableError, match=says) as caught:
        read_paytable(text, wager="trips")

    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("percent", [0, 101, 999])
def test_a_meter_has_from_one_to_a_hundred_percent(percent: int) -> None:
    text = f'wager = "progressive"\n[pays]\nroyal-flush = "{percent}% of main"'

    with pytest.raises(PaytableError, match="cannot be paid"):
        read_paytable(text, wager="progressive")


def test_a_blind_pays_to_one() -> None:
    with pytest.raises(PaytableError, match="no pay of blind"):
        read_paytable('wager = "blind"\n[pays]\nroyal-flush = "5 for 1"', wager="blind")


def test_a_wager_without_a_paytable_is_refused() -> None:
    with pytest.raises(PaytableError, match="no wager with a paytable"):
        read_paytable(BLIND, wager="ante")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        table = read_paytable(text, wager="trips")
    except PaytableError:
        return
    assert table.lines


@given(st.integers(0, 999_999), st.integers(1, 999))
def test_any_odds_are_read_as_written(num: int, den: int) -> None:
    table = read_paytable(trips(f'royal-flush = "{num} to {den}"'), wager="trips")

    pays = table.lines[0].pays
    assert isinstance(pays, Odds)
    assert Fraction(pays.num, pays.den) == Fraction(num, den)
