"""Rules that no place has filed: a table of the lab changes pays, multiples and endings of a place.

The changes are written into a table's journal as one JSON object beside the operator's options, so
that whoever reads it, and every proof, knows that this was no game of that place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.rules.changed_endings import BelowFloor, Ties, UnqualifiedAnte, changed
from pitboss.rules.cite import NO_CITE
from pitboss.rules.in_force import Rules
from pitboss.rules.paytable import Line, Odds, PayError, Paytable, parse_pay
from pitboss.rules.ruleset import RuleSet, Street, Wager
from pitboss.rules.user_toml import Document, TomlTable

TITLE: Final = "{}, changed in the lab"  # of the rules, wherever a place's title stands
EDITED: Final = "edited"  # stands behind the name of a paytable with another line
TIMES_MAX: Final = 100  # Antes in a Play wager; the documents know four
RAISES_MAX: Final = 10  # multiples of one street
LADDER: Final = tuple(CATEGORY_SLUGS[one] for one in sorted(CATEGORY_SLUGS, reverse=True))
PAYTABLES: Final = (Wager.BLIND, Wager.TRIPS)  # of which the lines may be changed
E = TypeVar("E", bound=StrEnum)


class ChangesError(ValueError):
    """Changes that cannot be played by: one line with the key, and what would be right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChanges:
    """What a table of the lab changes; whatever is None, or not in a mapping, stays as it was.

    `pays` are whole paytables, the best hand first. `raises` are the multiples of a street.
    """

    pays: tuple[tuple[Wager, tuple[tuple[str, Odds], ...]], ...] = ()
    raises: tuple[tuple[Street, tuple[int, ...]], ...] = ()
    qualifies: Category | None = None
    below: BelowFloor | None = None
    ties: Ties | None = None
    unqualified: UnqualifiedAnte | None = None


def with_changes(rules: Rules, changes: RuleChanges) -> Rules:
    """Return the rules of a table of the lab; its title says what it is.

    >>> from pitboss.rules import in_force, rule_set
    >>> found = with_changes(in_force(rule_set("maryland")), RuleChanges(ties=Ties.LOSE))
    >>> found.set.title, found.consequence(Wager.PLAY, "tie").outcome.value
    ('Maryland, changed in the lab', 'lose')
    """
    if changes == RuleChanges():
        return rules
    tables = {wager: _table(rules.tables[wager], lines) for wager, lines in changes.pays}
    return replace(
        rules,
        set=_changed_set(rules.set, changes),
        tables={**rules.tables, **tables},
        qualifies=rules.qualifies if changes.qualifies is None else changes.qualifies,
    )


def read_changes(data: TomlTable) -> RuleChanges:
    """Read changes as `changes_document` writes them; raises `ChangesError` for anything else."""
    try:
        found = RuleChanges(
            pays=tuple((Wager(wager), _lines(lines)) for wager, lines in _pairs(data, "pays")),
            raises=tuple((Street(name), _times(list_)) for name, list_ in _pairs(data, "raises")),
            qualifies=_category(data),
            below=_word(data, "below", BelowFloor),
            ties=_word(data, "ties", Ties),
            unqualified=_word(data, "unqualified", UnqualifiedAnte),
        )
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise ChangesError(f"no rules of the lab: {error}") from None
    if changes_document(found) != data or any(w not in PAYTABLES for w, _ in found.pays):
        raise ChangesError("no rules of the lab: write them as `changes_document` does")
    if len(found.raises) == len(Street) and not any(times for _, times in found.raises):
        raise ChangesError("raises: nobody could ever raise; give one street a multiple")
    return found


def changes_document(changes: RuleChanges) -> Document:
    """Write changes as JSON values: hands with their odds, multiples, words."""
    words = {key: getattr(changes, key) for key in ("below", "ties", "unqualified")}
    found: Document = {key: str(value) for key, value in words.items() if value is not None}
    if changes.pays:
        found["pays"] = {
            wager.value: {hand: _odds_text(odds) for hand, odds in lines}
            for wager, lines in changes.pays
        }
    if changes.raises:
        found["raises"] = {street.value: list(times) for street, times in changes.raises}
    if changes.qualifies is not None:
        found["qualifies"] = CATEGORY_SLUGS[changes.qualifies]
    return found


def _changed_set(place: RuleSet, changes: RuleChanges) -> RuleSet:
    streets = {
        street: replace(place.streets[street], play=times, play_cite=NO_CITE)
        for street, times in changes.raises
    }
    endings = changed(
        place.consequences,
        below=changes.below,
        ties=changes.ties,
        unqualified=changes.unqualified,
    )
    return replace(
        place,
        title=TITLE.format(place.title),
        streets={**place.streets, **streets},
        consequences=endings,
    )


def _table(own: Paytable, lines: Iterable[tuple[str, Odds]]) -> Paytable:
    found = tuple(Line(hand, odds, NO_CITE) for hand, odds in lines)
    return replace(own, name=f"{own.name}, {EDITED}", lines=found)


def _pairs(data: TomlTable, key: str) -> Iterable[tuple[str, Any]]:  # Any: checked where used
    found: Mapping[str, Any] = data.get(key, {})
    return found.items()


def _lines(data: Mapping[str, str]) -> tuple[tuple[str, Odds], ...]:
    """Read the lines of a paytable, in the ladder's order whatever order JSON gave them."""
    found = []
    for hand in LADDER:
        if hand not in data:
            continue
        pays = parse_pay(data[hand])
        if not isinstance(pays, Odds) or pays.den < 1:
            raise PayError(f'{data[hand]!r} cannot be paid on {hand}; write "3 to 2"')
        found.append((hand, pays))
    return tuple(found)


def _times(data: list[int]) -> tuple[int, ...]:
    whole = all(type(one) is int and 1 <= one <= TIMES_MAX for one in data)
    if not whole or len(data) > RAISES_MAX or sorted(set(data)) != data:
        raise ValueError(f"{data} are no multiples; write rising numbers from 1 to {TIMES_MAX}")
    return tuple(data)


def _category(data: TomlTable) -> Category | None:
    slug = data.get("qualifies")
    return None if slug is None else {name: one for one, name in CATEGORY_SLUGS.items()}[slug]


def _word(data: TomlTable, key: str, kind: type[E]) -> E | None:
    return None if data.get(key) is None else kind(data[key])


def _odds_text(odds: Odds) -> str:
    return f"{odds.num} {'for' if odds.stake_kept else 'to'} {odds.den}"
