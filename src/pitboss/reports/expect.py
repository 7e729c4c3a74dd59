"""Compares a settled round with what its file expects, and says every difference in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pitboss.round.script import ScriptError
from pitboss.rules import MoneyError, Wager, plain
from pitboss.rules.money import signed_dollars
from pitboss.rules.user_toml import Document, TomlTable

_LISTS: Final = ("order", "dealing", "rack", "notices")
_MONEY_TABLES: Final = ("meters", "bank", "fees")


def differences(document: Document, expect: TomlTable) -> list[str]:
    """List what is not as expected; a wager that is not mentioned is not compared."""
    return list(_all(document, expect))


def _all(document: Document, expect: TomlTable) -> Iterator[str]:
    seats = {str(seat["seat"]): seat for seat in document["seats"]}
    for key, wanted in expect.items():
        where = f"expect.{key}"
        if key == "refused":
            yield f"{where}: {wanted} was expected, but the round was settled"
        elif key in seats:
            yield from _seat(seats[key], _as_table(wanted, where), where)
        elif key in _LISTS:
            yield from _list(document, key, wanted, where)
        elif key in _MONEY_TABLES:
            yield from _money_table(document, key, _as_table(wanted, where), where)
        elif key == "tip_box":
            yield from _money(document.get("tip_box", "0.00"), wanted, where)
        elif key in ("outcome", "qualifies"):
            got = document["outcome"] if key == "outcome" else document["dealer"]["qualifies"]
            if got != wanted:
                yield f"{where}: {wanted} was expected, it is {got}"
        else:
            raise ScriptError(
                where, "is neither a seat that bets nor anything that can be expected"
            )


def _as_table(value: object, where: str) -> TomlTable:
    if not isinstance(value, Mapping):
        raise ScriptError(where, "wants a table")
    return value


def _money(got: str | None, wanted: object, where: str) -> Iterator[str]:
    try:
        text = plain(signed_dollars(wanted))
    except MoneyError as error:
        raise ScriptError(where, str(error)) from None
    if got != text:
        yield f"{where}: {text} was expected, it is {got}"


def _seat(seat: Document, wanted: TomlTable, where: str) -> Iterator[str]:
    for key, value in wanted.items():
        if key in ("outcome", "clauses", "cites", "odds", "handed", "due"):
            yield from _details(seat, key, _as_table(value, f"{where}.{key}"), f"{where}.{key}")
        elif key == "hand":
            if seat["hand"] != value:
                yield f"{where}.hand: {value} was expected, it is {seat['hand']}"
        elif key in ("net", "fee", "tip_box", "tips_given"):
            yield from _money(seat.get(key, "0.00"), value, f"{where}.{key}")
        elif key in tuple(Wager):
            got = seat["wagers"].get(key, {"net": "0.00"})["net"]
            yield from _money(got, value, f"{where}.{key}")
        else:
            raise ScriptError(f"{where}.{key}", "is no wager and nothing else of a seat")


def _details(seat: Document, key: str, wanted: TomlTable, where: str) -> Iterator[str]:
    for wager, value in wanted.items():
        entry = seat["wagers"].get(wager)
        at = f"{where}.{wager}"
        if entry is None:
            yield f"{at}: there is no such wager at seat {seat['seat']}"
        elif key in ("handed", "due"):
            yield from _money(entry.get(key, entry["net"]), value, at)
        elif key == "cites":
            cited = [*entry["clauses"], *entry["readings"]]
            if not isinstance(value, list) or not all(isinstance(id_, str) for id_ in value):
                raise ScriptError(at, 'wants a list of clauses, such as ["MD-11.H.1"]')
            if missing := [clause for clause in value if clause not in cited]:
                yield f"{at}: {', '.join(missing)} not cited; cited are {', '.join(cited)}"
        elif entry[key] != value:
            yield f"{at}: {value} was expected, it is {entry[key]}"


def _list(document: Document, key: str, wanted: object, where: str) -> Iterator[str]:
    got = document[key]
    if key == "notices":
        got = [notice["kind"] for notice in got]
    if got != wanted:
        yield f"{where}: {wanted} was expected, it is {got}"


def _money_table(document: Document, key: str, wanted: TomlTable, where: str) -> Iterator[str]:
    table = document.get(key, {})
    for name, value in wanted.items():
        got = table.get(name)
        if key == "fees" and name.isdigit():
            got = table.get("seats", {}).get(name, "0.00")
        if key == "bank" and name == "seat":
            if got != value:
                yield f"{where}.seat: {value} was expected, it is {got}"
            continue
        yield from _money(got, value, f"{where}.{name}")
