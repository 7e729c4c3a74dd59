"""Reads old shapes: an event stored under an older name or version is turned into the newest.

A stored event is never rewritten; it is read through the steps that lead from its name to the
newest one. A new shape `bets-placed/2` comes with one line here, from `bets-placed/1`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pitboss.cards import (
    CATEGORY_SLUGS,
    Card,
    Strength,
    card_symbol,
    category_of,
    ranks_of,
    strength,
    suit_of,
)
from pitboss.round.engine import ENGINE_UNNAMED

Data = dict[str, Any]  # decoded JSON of any shape that was ever stored
RackedCards = Mapping[str, tuple[Card, ...]]

_FLOP: Final = 3
_SUM: Final = re.compile(r"\$([\d,]+)\.(\d\d)", re.ASCII)
_ENVY: Final = re.compile(r"(\$[\d,.]+) for seat (\d+)", re.ASCII)
_CUT: Final = re.compile(r"winnings of (\$[\d,.]+) cut to (\$[\d,.]+)", re.ASCII)
_METER: Final = re.compile(
    r"the ([a-z]+) meter was won; no seed is filed, so its new amount is not known"
)
_INCIDENT: Final = re.compile(r"([a-z ]+?)(?: at seat \d+)?: ([A-Za-z', ]+)")
_RESHUFFLE: Final = re.compile(
    r"the round is void(?:, ([a-z_ ]+) settled all the same)?; shuffle again"
)
_NOTES: Final = frozenset(
    {
        "",
        "the bank is exhausted",
        "nothing is left of the bank's stake",
        "paid in part: the bank is exhausted",
        "collected in part: the bank may not win more than its stake",
        "cut to the payout limit",
    }
)
_ACTIONS: Final[Mapping[str, str]] = {
    "the round goes on": "continue",
    "the card is set aside and the round goes on": "set-aside",
    "the round is void": "void",
    "the hand is dead, its wagers go back": "void-seat",
    "Six Card goes back": "void-wager",
    "the seat's wagers are lost": "forfeit",
    "another deck is brought in": "new-deck",
}
_RANKS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)


def settled(old: Data) -> tuple[str, Data]:
    """Read the settlement's notes, notices and Six Card names as facts; raises `ValueError`."""
    settlement = old["settlement"]
    racked = {label: tuple(cards) for label, cards in settlement["rack"]}
    new = {
        **settlement,
        "movements": [_movement(move) for move in settlement["movements"]],
        "six_hands": {
            seat: _six(racked, seat, name) for seat, name in settlement["six_hands"].items()
        },
        "notices": [_notice(notice, racked) for notice in settlement["notices"]],
    }
    return "round-settled/2", {**old, "settlement": new}


def _same(written: str, stored: str) -> None:
    """Refuse a text that was not written so: then a change of any byte is seen."""
    if written != stored:
        raise ValueError(f"{stored[:60]!r} was never written, {written[:60]!r} was")


def _cents(text: str) -> int:
    found = _SUM.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is no sum")
    cents = int(found[1].replace(",", "")) * 100 + int(found[2])
    _same(_money(cents), text)
    return cents


def _money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02}"


# -- notes of movements ---------------------------------------------------------------------------


def _movement(old: Data) -> Data:
    note, parts = old["note"], list[Data]()
    if cut := _CUT.fullmatch(note):
        winnings, kept = _cents(cut[1]), _cents(cut[2])
        _same(str(winnings - old["taken"]), str(kept))
        parts = [{"seat": old["seat"], "chips": winnings}]
    elif old["wager"] == "envy":
        sums = [(_cents(chips), int(seat)) for chips, seat in _ENVY.findall(note)]
        _same(" + ".join(f"{_money(chips)} for seat {seat}" for chips, seat in sums), note)
        parts = [{"seat": seat, "chips": chips} for chips, seat in sums]
    elif note not in _NOTES:
        raise ValueError(f"{note[:60]!r} was never written")
    return {**{key: value for key, value in old.items() if key != "note"}, "parts": parts}


# -- notices --------------------------------------------------------------------------------------


def _notice(old: Data, racked: RackedCards) -> Data:
    text, seat, chips = old["text"], old["seat"], old["chips"]
    facts: Data = {"hand": None, "meter": "", "incident": "", "action": "", "settles": []}
    match old["kind"]:
        case "irregularity":
            facts["incident"], facts["action"] = _incident(text, seat)
        case "deck-removed":
            _same("the deck leaves the table", text)
        case "bank-exhausted":
            _same("wagers the bank does not cover go back", text)
        case "reshuffle":
            kept = _found(_RESHUFFLE, text)[1]
            facts["settles"] = kept.split(" and ") if kept else []
        case "meter-unfiled":
            facts["meter"] = _found(_METER, text)[1]
        case "supervisor-payout":
            _same(f"tell the supervisor: seat {seat} is paid {_money(chips)}", text)
        case "supervisor-progressive":
            facts["hand"] = _hand("call the supervisor for", old, racked)
        case "jackpot-validation":
            facts["hand"] = _hand("a floorperson validates", old, racked)
        case other:
            raise ValueError(f"{other[:40]!r} is no kind of notice")
    return {**{key: value for key, value in old.items() if key != "text"}, **facts}


def _found(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:60]!r} was never written")
    return found


def _incident(text: str, seat: int | None) -> tuple[str, str]:
    found = _found(_INCIDENT, text)
    at_seat = "" if seat is None else f" at seat {seat}"
    _same(f"{found[1]}{at_seat}: {found[2]}", text)
    return found[1].replace(" ", "-"), _ACTIONS[found[2]]


# -- hands ----------------------------------------------------------------------------------------


def _six(racked: RackedCards, seat: str, name: str) -> list[Card]:
    six = racked[f"seat {seat}"] + racked["box"]
    royal = name.startswith("super royal in ") and len(set(map(suit_of, six))) == 1
    _same(f"super royal in {card_symbol(six[0])[-1]}" if royal else _old_name(strength(six)), name)
    return list(six)


def _hand(verb: str, old: Data, racked: RackedCards) -> Strength:
    """Find which hand was named: the best five with the whole board, or with the flop."""
    text, seat, paid = old["text"], old["seat"], _money(old["chips"])
    hole, board = racked[f"seat {seat}"], racked["board"]
    for hand in (strength(hole + board), strength(hole + board[:_FLOP])):
        if text == f"{verb} seat {seat}'s Progressive: {_old_name(hand)}, {paid}":
            return hand
    raise ValueError(f"{text[:60]!r} names no hand of seat {seat}")


def _old_name(hand: Strength) -> str:
    """Name a hand as it was named in `round-settled/1`."""
    slug, ranks = CATEGORY_SLUGS[category_of(hand)], ranks_of(hand)
    name = [_RANKS[rank - 2] for rank in ranks]
    many = [word + ("es" if word == "six" else "s") for word in name]
    match slug:
        case "royal-flush":
            return "royal flush"
        case "straight-flush" | "straight":
            return f"{slug.replace('-', ' ')}, {name[0]} high"
        case "four-of-a-kind":
            return f"four {many[0]}, {_kickers(name[1:])}"
        case "full-house":
            return f"full house, {many[0]} over {many[1]}"
        case "three-of-a-kind":
            return f"three {many[0]}, {_kickers(name[1:])}"
        case "two-pair":
            return f"two pair, {many[0]} and {many[1]}, {_kickers(name[2:])}"
        case "pair":
            return f"pair of {many[0]}, {_kickers(name[1:])}"
        case "flush":
            return f"flush, {'-'.join(name)}"
        case _:
            return f"high card {'-'.join(name)}"


def _kickers(names: Sequence[str]) -> str:
    return f"{'-'.join(names)} kicker{'s' if len(names) > 1 else ''}"


Upcast = Callable[[Data], tuple[str, Data]]

STEPS_MAX: Final = 100  # more can only be a ring of names

_NO_HAND: Final = {"no wager": "no-wager", "nobody banks": "nobody-banks"}
_END: Final = {"end of play": "end-of-play"}


def _cancelled(old: Data) -> tuple[str, Data]:
    """Read why no hand was dealt; any other reason is one for which the round was called off."""
    why = _NO_HAND.get(old["reason"], "called-off")
    reason = old["reason"] if why == "called-off" else ""
    return "round-cancelled/2", {"number": old["number"], "why": why, "reason": reason}


def _closed(newest: str) -> Upcast:
    """Read the reason that a table was closed for; what a person typed stays as it is."""
    return lambda old: (newest, {**old, "reason": _END.get(old["reason"], old["reason"])})


UPCASTS: Final[Mapping[str, Upcast]] = {
    "sit/1": lambda old: ("sit/2", {**old, "purse": "", "chips": 0}),
    "declare/1": lambda old: ("declare/2", {**old, "note": "", "second": ""}),
    "table-set-up/1": lambda old: ("table-set-up/2", {**old, "engine": ENGINE_UNNAMED}),
    "round-opened/1": lambda old: ("round-opened/2", {**old, "engine": ENGINE_UNNAMED}),
    "round-cancelled/1": _cancelled,
    "closing-asked/1": _closed("closing-asked/2"),
    "table-closed/1": _closed("table-closed/2"),
    "round-settled/1": settled,
}


class EndlessUpcast(Exception):
    """The steps from a name lead round in a ring: a mistake in the registry."""


def upcast(name: str, data: Data, registry: Mapping[str, Upcast] = UPCASTS) -> tuple[str, Data]:
    """Return the newest name and shape of a stored event; its own where there is no newer one."""
    for _ in range(STEPS_MAX):
        step = registry.get(name)
        if step is None:
            return name, data
        name, data = step(data)
    raise EndlessUpcast(f"{name} has no end: {STEPS_MAX} steps and still an older shape")
