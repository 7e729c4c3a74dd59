"""Reads a paytable from a file and offers it at a place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pitboss.cli.errors import Failure, one_line
from pitboss.cli.files import read_file
from pitboss.odds.paytable_file import PaytableError, read_paytable
from pitboss.rules import Paytable, RuleSet, Wager


def read_table(name: str, wager: Wager) -> Paytable:
    """Read a paytable file for a wager."""
    where, text = read_file(name)
    try:
        return read_paytable(text, wager=wager, name=f"file {one_line(Path(where).stem)[:40]}")
    except PaytableError as error:
        raise Failure(f"{where}: {error}") from None


def with_table(place: RuleSet, table: Paytable) -> RuleSet:
    """Offer a table at a place, so that the place's terms hold for it."""
    wager = Wager(table.wager)
    # A place that leaves no choice of table has one alone, so another takes its stead.
    kept = {
        key: t for key, t in place.paytables.items() if key[0] != wager or wager in place.options
    }
    return replace(place, paytables={**kept, (wager, table.name): table})
