"""Reads a variant from TOML or JSON values, and writes it back."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, TypeVar

from pitboss.odds.game import MULTIPLE_MAX, STANDARD
from pitboss.odds.lab.variant import Variant, VariantError, category_named
from pitboss.odds.paytable_file import PaytableError, read_odds
from pitboss.rules import Odds
from pitboss.rules.changed_endings import BelowFloor, Ties, UnqualifiedAnte
from pitboss.rules.suggest import suggestion
from pitboss.rules.user_toml import Document, TomlTable

WordT = TypeVar("WordT", bound=StrEnum)

STREETS: Final = ("deal", "flop", "river")
KEYS: Final = (
    *("rules", "blind", "pays", "floor", "below", *STREETS, "qualifies", "unqualified", "ties"),
)
MULTIPLES_MAX: Final = 10  # of one street; no rule set has more than two


def read_variant(data: TomlTable) -> Variant:
    """Read a variant; raises `VariantError` with one line for the first thing that is wrong.

    >>> read_variant({"blind": "B", "pays": {"flush": "2 to 1"}, "deal": [4]}).deal
    (4,)
    """
    for key in data:
        if key not in KEYS:
            raise VariantError(f"{key[:40]}: is unknown; {suggestion(key, KEYS)}")
    variant = Variant(
        rules=_text(data, "rules") or STANDARD,
        blind=_text(data, "blind"),
        pays=tuple(read_pays(data.get("pays", {})).items()),
        floor=_hand(data, "floor"),
        below=_word(data, "below", BelowFloor),
        deal=_multiples(data, "deal"),
        flop=_multiples(data, "flop"),
        river=_multiples(data, "river"),
        qualifies=_hand(data, "qualifies"),
        unqualified=_word(data, "unqualified", UnqualifiedAnte),
        ties=_word(data, "ties", Ties),
    )
    variant.game()
    return variant


def variant_document(variant: Variant) -> Document:
    """Write a variant so that `read_variant` reads it again; what is not changed stays out."""
    found: Document = {"rules": variant.rules}
    for key in ("blind", "floor", "below", "qualifies", "unqualified", "ties"):
        if (value := getattr(variant, key)) is not None:
            found[key] = str(value)
    for street in STREETS:
        if (multiples := getattr(variant, street)) is not None:
            found[street] = list(multiples)
    if variant.pays:
        found["pays"] = {hand: odds_text(odds) for hand, odds in variant.pays}
    return found


def odds_text(odds: Odds) -> str:
    """Write odds as files have them.

    >>> odds_text(Odds(3, 2))
    '3 to 2'
    """
    return f"{odds.num} {'for' if odds.stake_kept else 'to'} {odds.den}"


def read_pays(data: object) -> dict[str, Odds]:
    """Read the odds of single hands of the Blind; raises `VariantError`."""
    if not isinstance(data, Mapping):
        raise VariantError('pays: is no table; write [pays], then lines like flush = "2 to 1"')
    found: dict[str, Odds] = {}
    for key, raw in data.items():
        hand = hand_key(key)
        category_named("pays", hand)
        if hand in found:
            raise VariantError(f"pays.{hand}: stands there twice; write one line for it")
        try:
            found[hand] = read_odds(raw, hand)
        except PaytableError as error:
            raise VariantError(str(error)) from None
    return found


def hand_key(text: str) -> str:
    """Return the name of a hand as it is written in files, from any way to write it.

    >>> hand_key("Full House")
    'full-house'
    """
    return text.strip().casefold().replace("_", "-").replace(" ", "-")


def _text(data: TomlTable, key: str) -> str | None:
    value = data.get(key)
    if value is not None and not isinstance(value, str):
        raise VariantError(f"{key}: {str(value)[:40]} is no text in quotes; write a name")
    return value


def _hand(data: TomlTable, key: str) -> str | None:
    text = _text(data, key)
    if text is None:
        return None
    category_named(key, hand_key(text))
    return hand_key(text)


def _word(data: TomlTable, key: str, kind: type[WordT]) -> WordT | None:
    text = _text(data, key)
    if text is None:
        return None
    known = [word.value for word in kind]
    if text not in known:
        raise VariantError(f"{key}: {text[:40]!r} is no rule; there are {', '.join(known)}")
    return kind(text)


def _multiples(data: TomlTable, key: str) -> tuple[int, ...] | None:
    value: Any = data.get(key)  # Any: checked here
    if value is None:
        return None
    whole = isinstance(value, list) and all(type(one) is int for one in value)
    if not whole or len(value) > MULTIPLES_MAX or any(not 1 <= m <= MULTIPLE_MAX for m in value):
        what = f"{key}: {str(value)[:40]} are no multiples"
        raise VariantError(f"{what}; write a list of whole numbers of Antes, such as [3, 4] or []")
    return tuple(sorted(set(value)))
