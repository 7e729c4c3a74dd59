"""The choices of a table as a submission, so that its sheet is made and verified like any other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import Final

from pitboss.history.export.toml import Bare, text_of
from pitboss.table import RulesChoice
from pitboss.table.rules_choice import is_of_the_lab, options_of

HEAD: Final = "# The choices of a table as it is played. Nothing of it was filed."


class OfTheLab(ValueError):
    """A table whose rules were changed in the lab: no submission says what it plays."""


def played_submission(choice: RulesChoice) -> str:
    """Write a table's rules, edition and options as a TOML file; raises `OfTheLab`.

    Tables with the same choices have the same text, character by character.
    """
    if is_of_the_lab(choice):
        raise OfTheLab
    return "".join(f"{line}\n" for line in _lines(choice))


def _lines(choice: RulesChoice) -> Iterator[str]:
    yield HEAD
    yield f"rules = {text_of(choice.rules)}"
    yield f"edition = {choice.edition}"
    yield "as_played = true"
    options = options_of(choice)
    if options:
        yield ""
        yield "[options]"
    for key in sorted(options):
        yield f"{_key(key, options)} = {text_of(_value(options[key]))}"


def _key(key: str, keys: Collection[str]) -> str:
    """Write a dotted key, in quotes where a shorter option has the same beginning."""
    parts = key.split(".")
    shorter = {".".join(parts[:n]) for n in range(1, len(parts))}
    return text_of(key) if shorter & set(keys) else key


def _value(value: object) -> object:
    """Write a decimal as the number it is."""
    if isinstance(value, Decimal):
        return Bare(format(value, "f"))
    if isinstance(value, dict):
        return {key: _value(one) for key, one in value.items()}
    return [_value(one) for one in value] if isinstance(value, list) else value
