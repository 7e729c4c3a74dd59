"""Options of the lab's verbs that describe a variant, and how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from pitboss.cli.base_game import MULTIPLES_MAX, NO_MULTIPLES
from pitboss.cli.errors import Failure
from pitboss.cli.files import names_a_file, read_file
from pitboss.cli.options import BlindTable, Many, Multiples, Option, RulesName
from pitboss.cli.output import pick
from pitboss.cli.paytable import read_table
from pitboss.odds.game import STANDARD, GameError
from pitboss.odds.lab.variant import Variant
from pitboss.odds.lab.variant_file import odds_text, read_variant
from pitboss.rules import Odds, Wager
from pitboss.rules.user_toml import Document, TomlError, read_toml

_WORDS: Final = ("floor", "below", "qualifies", "unqualified", "ties")


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantOptions:
    """Options that change a place's base game."""

    rules: RulesName = None
    blind: BlindTable = None
    pays: Annotated[Many, Option("Odds of one hand of the Blind.", "HAND=ODDS", name="--pay")] = ()
    floor: Annotated[str | None, Option("Lowest hand that the Blind pays.", "HAND")] = None
    below: Annotated[
        str | None, Option("Blind of a winning hand below that.", "push|lose|even")
    ] = None
    multiples: Multiples = None
    flop_multiples: Annotated[str | None, Option("Play multiples on the flop.", "2|none")] = None
    river_multiples: Annotated[str | None, Option("Play multiples on the river.", "1|none")] = None
    qualifies: Annotated[
        str | None, Option("Lowest hand with which the dealer qualifies.", "HAND|none")
    ] = None
    unqualified: Annotated[
        str | None,
        Option("Ante against a dealer who does not.", "push|plays|wins|push-or-lose"),
    ] = None
    ties: Annotated[str | None, Option("Equal hands.", "push|lose|win")] = None
    variant: Annotated[
        str | None, Option("Read the variant from a file; options come on top.", "FILE")
    ] = None


def variant_asked(options: VariantOptions) -> Variant:
    """Read the variant that options describe; raises `Failure`."""
    found = _from_file(options.variant)
    if options.rules is not None or "rules" not in found:
        found["rules"] = pick(options.rules or STANDARD).name
    pays: Document = {**found.get("pays", {})}
    if options.blind is not None:
        _blind(found, pays, options.blind)
    for text in options.pays:
        hand, sign, odds = text.partition("=")
        if not sign:
            raise Failure(f"--pay {text[:40]!r}: wants a hand and odds; write --pay flush=2:1")
        pays[hand] = int(odds) if odds.isascii() and odds.isdigit() else odds.strip()
    found |= {"pays": pays} if pays else {}
    for key in _WORDS:
        if (value := getattr(options, key)) is not None:
            found[key] = value
    given = (options.multiples, options.flop_multiples, options.river_multiples)
    for street, multiples in zip(("deal", "flop", "river"), given, strict=True):
        if multiples is not None:
            found[street] = multiples_list(multiples)
    try:
        return read_variant(found)
    except GameError as error:
        raise Failure(str(error)) from None


def multiples_list(text: str) -> list[int]:
    """Read "3,4" or "none"; raises `Failure`."""
    if text.strip().casefold() == NO_MULTIPLES:
        return []
    words = [word.strip() for word in text.split(",")]
    sound = all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words)
    if not sound or len(words) > MULTIPLES_MAX:
        raise Failure(f"multiples {text[:40]!r}: are no whole numbers; write 3,4 or none")
    return [int(word) for word in words]


def _from_file(name: str | None) -> Document:
    """Read a file that is a variant by itself; raises `Failure` with the file's name."""
    if name is None:
        return {}
    where, text = read_file(name)
    try:
        found = read_toml(text)
        read_variant(found)
    except TomlError as error:
        raise Failure(f"{where}: is no TOML: {error}") from None
    except GameError as error:
        raise Failure(f"{where}: {error}") from None
    return found


def _blind(found: Document, pays: Document, name: str) -> None:
    """Take a table of the place by its name in any case, or all lines of one from a file."""
    tables = pick(found["rules"]).tables_of(Wager.BLIND)
    known = next((table for table in tables if table.casefold() == name.casefold()), None)
    if known is not None:
        found["blind"] = known
    elif names_a_file(name):
        lines = read_table(name, Wager.BLIND).lines
        pays |= {line.hand: odds_text(line.pays) for line in lines if isinstance(line.pays, Odds)}
        found["floor"] = lines[-1].hand
    else:
        there = ", ".join(tables)
        what = f"--blind {name[:60]!r}: is no Blind paytable and no file"
        raise Failure(f"{what}; {found['rules']} has {there}")
