"""Reads a paytable that a user has written: a small TOML file of hands and what they pay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from pitboss.cards import CATEGORY_SLUGS
from pitboss.rules import (
    COMMUNITY,
    FIRST_FIVE,
    NO_CITE,
    SEVEN,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    FixedSum,
    Line,
    MeterShare,
    MoneyError,
    Odds,
    Pay,
    Paytable,
    Wager,
)
from pitboss.rules.paytable import Meter, PayError, parse_pay
from pitboss.rules.suggest import did_you_mean
from pitboss.rules.user_toml import TomlError, read_toml

NAME: Final = "file"
TEXT_MAX: Final = 65_536  # characters; the longest table has ten lines
METER_NAME_MAX: Final = 20  # characters
DIGITS_MAX: Final = 20  # of a bare number; pays have six
# The ladder that every table goes down, and the narrow royals that may stand above it.
LADDER: Final = tuple(CATEGORY_SLUGS[category] for category in sorted(CATEGORY_SLUGS, reverse=True))
ABOVE: Final[Mapping[Wager, tuple[str, ...]]] = {
    Wager.BLIND: (),
    Wager.TRIPS: (),
    Wager.SIX_CARD: (SUPER_ROYAL_DIAMONDS, SUPER_ROYAL),
    Wager.PROGRESSIVE: (COMMUNITY, FIRST_FIVE),
}
_PAYS: Final[Mapping[Wager, tuple[type, ...]]] = {
    Wager.BLIND: (Odds,),
    Wager.TRIPS: (Odds,),
    Wager.SIX_CARD: (Odds, FixedSum),
    Wager.PROGRESSIVE: (Odds, MeterShare),
}
_WRITE: Final[Mapping[Wager, str]] = {
    Wager.BLIND: '"3 to 2"',
    Wager.TRIPS: '"3 to 1"',
    Wager.SIX_CARD: '"20 to 1" or "$100,000"',
    Wager.PROGRESSIVE: '"300 for 1" or "10% of main"',
}


_HUGE: Final = re.compile(r"\d{7}", re.ASCII)  # digits of odds that nobody pays
_RATIO: Final = re.compile(r"(\d{1,6}) ?[:/] ?(\d{1,3})", re.ASCII)


class PaytableError(ValueError):
    """A paytable that cannot be used: one line that says where, what, and what would be right."""


def read_paytable(text: str, *, wager: str, name: str = NAME) -> Paytable:
    r"""Read the text of a paytable file for a wager; raises `PaytableError`.

    The hands must go down from the royal flush without a gap, in any order of writing. Where a
    line has been left out, a better hand would pay less than a worse one, and nobody means that.

    >>> text = '[pays]\nroyal-flush = "500 to 1"\nstraight-flush = "50 to 1"'
    >>> [(line.hand, str(line.pays)) for line in read_paytable(text, wager="blind").lines]
    [('royal-flush', '500:1'), ('straight-flush', '50:1')]
    """
    data = _parsed(text)
    kind = _wager(data, wager)
    pays = _pays(data)
    _check_hands(list(pays), kind)
    hands = [hand for hand in (*ABOVE[kind], *LADDER) if hand in pays]
    lines = tuple(Line(hand, _pay(pays[hand], hand, kind), NO_CITE) for hand in hands)
    meters = {line.pays.meter: None for line in lines if isinstance(line.pays, MeterShare)}
    return Paytable(
        wager=kind,
        name=name,
        lines=lines,
        below=NO_CITE,
        cite=NO_CITE,
        meters=tuple(Meter(meter, None, NO_CITE) for meter in meters),
        # Lines that ask where a royal lies speak of all seven cards.
        cards=SEVEN if kind == Wager.PROGRESSIVE and set(hands) & set(ABOVE[kind]) else "",
    )


def read_odds(raw: object, hand: str) -> Odds:
    """Read what one hand of a Blind pays: "3 to 2", or a number to one; raises `PaytableError`.

    >>> read_odds("3 to 2", "flush"), read_odds(10, "flush")
    (Odds(num=3, den=2, stake_kept=False), Odds(num=10, den=1, stake_kept=False))
    """
    if _HUGE.search(str(raw)):
        what = f"{str(raw)[:40]!r} is too much"
        raise PaytableError(f"pays.{hand}: {what}; odds go from 0 to 1 up to 999,999 to 1")
    pay = _pay(raw, hand, Wager.BLIND)
    if not isinstance(pay, Odds):
        raise PaytableError(f"pays.{hand}: {pay} is no odds; write {_WRITE[Wager.BLIND]}")
    return pay


def _parsed(text: str) -> Mapping[str, Any]:  # Any: TOML values, each checked where it is used
    if len(text) > TEXT_MAX:
        raise PaytableError(f"is longer than {TEXT_MAX:,} characters; a paytable has a few lines")
    try:
        return read_toml(text)
    except TomlError as error:
        raise PaytableError(f"is no TOML: {error}") from None


def _wager(data: Mapping[str, Any], wanted: str) -> Wager:  # Any: TOML values
    if wanted not in ABOVE:
        raise PaytableError(f"{wanted!r} is no wager with a paytable; there are {_words(ABOVE)}")
    given = data.get("wager", wanted)
    if not isinstance(given, str) or given.replace("-", "_") != wanted:
        what = f"{str(given)[:40]!r} is not {wanted}, which is asked for"
        raise PaytableError(f'wager: {what}; write wager = "{wanted}"')
    return Wager(wanted)


def _pays(data: Mapping[str, Any]) -> dict[str, Any]:  # Any: TOML values
    """Return the hands and what they pay, from [pays] or from a file of nothing else."""
    rest = {key: value for key, value in data.items() if key not in ("wager", "pays")}
    if rest and "pays" in data:
        key = next(iter(rest))
        raise PaytableError(f"{key[:40]!r}: is unknown; there are wager and [pays]")
    pays = data.get("pays", rest)
    if not isinstance(pays, Mapping) or not pays:
        raise PaytableError('[pays]: is missing; write [pays], then lines like flush = "7 to 1"')
    found: dict[str, Any] = {}
    for key, value in pays.items():
        hand = key.strip().casefold().replace("_", "-").replace(" ", "-")
        if hand in found:
            raise PaytableError(f"pays.{key[:40]}: is there twice; write one line for it")
        found[hand] = value
    return found


def _check_hands(given: list[str], wager: Wager) -> None:
    known = (*ABOVE[wager], *LADDER)
    for hand in given:
        if hand not in known:
            hint = did_you_mean(hand, known) or f"there are {_words(known)}"
            raise PaytableError(f"pays.{hand[:40]}: is no hand of {wager}; {hint}")
    lowest = max((LADDER.index(hand) for hand in given if hand in LADDER), default=0)
    for hand in LADDER[: lowest + 1]:
        if hand not in given:
            why = f"{LADDER[lowest]} is paid" if lowest else "every table pays it"
            raise PaytableError(f"pays.{hand}: is missing, though {why}; write a line for it")


def _pay(raw: object, hand: str, wager: Wager) -> Pay:
    where = f"pays.{hand}"
    if isinstance(raw, int | Decimal) and not isinstance(raw, bool) and Odds in _PAYS[wager]:
        raw = _odds_text(raw)
    if not isinstance(raw, str):
        shown = str(raw)[:40]
        raise PaytableError(f"{where}: {shown} is no text in quotes; write {_WRITE[wager]}")
    if colon := _RATIO.fullmatch(raw):
        raw = f"{colon[1]} to {colon[2]}"
    try:
        pay = parse_pay(raw)
    except (PayError, MoneyError):
        raise PaytableError(
            f"{where}: {raw[:40]!r} is no pay; write {_WRITE[wager]}, nothing below 0"
        ) from None
    if not isinstance(pay, _PAYS[wager]) or (wager == Wager.BLIND and " to " not in raw):
        raise PaytableError(f"{where}: {raw[:40]!r} is no pay of {wager}; write {_WRITE[wager]}")
    if not _is_sound(pay):
        raise PaytableError(f"{where}: {raw[:40]!r} cannot be paid; write {_WRITE[wager]}")
    return pay


def _odds_text(number: int | Decimal) -> str:
    """Read a bare number as odds to one: 10 is "10 to 1", and 1.5 is "3 to 2"."""
    # 1e999999999 would fill the memory as a fraction.
    if isinstance(number, Decimal) and not (
        number.is_finite() and abs(number.adjusted()) < DIGITS_MAX > len(number.as_tuple().digits)
    ):
        return str(number)
    odds = Fraction(number)
    return f"{odds.numerator} to {odds.denominator}"


def _is_sound(pay: Pay) -> bool:
    match pay:
        case Odds(den=den):
            return den > 0
        case MeterShare(percent=percent, meter=meter):
            return 0 < percent <= 100 and len(meter) <= METER_NAME_MAX
        case FixedSum(chips):
            return chips > 0


def _words(names: Mapping[Wager, object] | tuple[str, ...]) -> str:
    return ", ".join(names)
