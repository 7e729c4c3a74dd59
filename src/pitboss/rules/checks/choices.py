"""Whether the options fit the wagers on offer and each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from pitboss.rules.basis import Basis, basis_of, basis_source, right_of
from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.option_values import shown
from pitboss.rules.options import OptionProblem, option_kinds
from pitboss.rules.ruleset import Wager
from pitboss.rules.words import wager_words

# Options that say something about a wager only; they are filed with it or not at all.
_BELONGS: Final[Mapping[Wager, tuple[str, ...]]] = MappingProxyType(
    {
        Wager.PROGRESSIVE: ("progressive.", "meter.", "envy.", "uthp", "void.refund_progressive"),
        Wager.SIX_CARD: ("six_card.", "limits.six_card", "irreg.box_count"),
    }
)


def option_problems(filing: Filing, found: list[OptionProblem]) -> Iterator[Problem]:
    """Turn what is wrong with single options into problems of the file."""
    for one in found:
        key = f"options.{one.key}"
        yield filing.problem(Code(one.code), key, one.wrong, one.right, one.cite)


def check_departures(filing: Filing) -> Iterator[Problem]:
    """Every chosen value is the text of the document or a reading of it."""
    place, kinds = filing.rules.set, option_kinds()
    for key in (key for key in filing.given if key in place.options and key in kinds):
        rule, kind = place.options[key], kinds[key]
        basis = basis_of(filing.rules.options[key], kind, place)
        if basis == Basis.DEPARTURE:
            what = f"{shown(filing.given[key])} departs from the text"
            cite = basis_source(rule, basis)
            yield filing.problem(Code.DEPARTURE, f"options.{key}", what, right_of(rule), cite)


def check_belonging(filing: Filing) -> Iterator[Problem]:
    """An option of a wager that is not offered has no business in the file."""
    for wager, starts in _BELONGS.items():
        if wager in filing.rules.tables or wager not in filing.rules.set.wagers:
            continue
        if wager in filing.given and filing.given[wager] != "none":
            continue  # a paytable was named, only wrongly: that has been told
        for key in filing.given:
            if key in filing.rules.set.options and key.startswith(starts):
                what = f"is filed, but no {wager_words(wager)} paytable"
                right = f'name one: {wager} = "…", or take {key} out'
                cite = filing.option(wager)
                yield filing.problem(Code.OPTION_WITHOUT_WAGER, f"options.{key}", what, right, cite)


def check_idle(filing: Filing) -> Iterator[Problem]:
    """An option of a paytable that was not chosen does nothing."""
    for key in filing.given:
        if _of_another_table(filing, key) or _idle_uthp(filing, key):
            what, right = "does nothing: it belongs to another paytable", "it may stay"
            yield filing.note(Code.OPTION_IDLE, f"options.{key}", what, right)


def _of_another_table(filing: Filing, key: str) -> bool:
    wager, _, rest = key.partition(".")
    named = rest.partition(".")[0]
    chosen = wager in (Wager.BLIND, *_BELONGS)
    if not chosen or named not in filing.rules.set.tables_of(Wager(wager)):
        return False
    table = filing.rules.tables.get(Wager(wager))
    return table is not None and filing.given.get(wager) == table.name != named


def _idle_uthp(filing: Filing, key: str) -> bool:
    table = filing.rules.tables.get(Wager.PROGRESSIVE)
    if table is None or not key.startswith("uthp"):
        return False
    return bool(table.wagers) or (key.startswith("uthp01.") and table.name != "UTHP-01")


def check_columns(filing: Filing) -> Iterator[Problem]:
    """Where one column holds for Blind and Trips, a Blind column is the same one."""
    column = filing.part("options").get("blind")
    if "paytable.uth" not in filing.rules.set.options or column is None:
        return
    trips = filing.rules.tables[Wager.TRIPS].name
    if column in filing.rules.set.tables_of(Wager.TRIPS) and column != trips:
        what = f"is {shown(column)}, but Trips is {trips}"
        right = "one column holds for both"
        cite = filing.option("paytable.uth")
        yield filing.problem(Code.TWO_COLUMNS, "options.blind", what, right, cite)


def check_restored(filing: Filing) -> Iterator[Problem]:
    """A line that the document lost and a reading restored is the operator's to confirm."""
    for wager, table in filing.rules.tables.items():
        for line in table.lines:
            key = f"{wager}.{table.name}.{line.hand.replace('-', '_')}"
            if key in filing.rules.set.options and key not in filing.given:
                what = f"the document lost this line; {line.pays} is restored"
                right, cite = "confirm it by filing it", filing.option(key)
                yield filing.note(Code.RESTORED_LINE, f"options.{key}", what, right, cite)
