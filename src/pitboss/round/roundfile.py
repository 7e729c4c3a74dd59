"""Reads a round file (TOML) into a `Script`, or says which key is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from pitboss.cards import Card, CardError, card_text, parse_cards
from pitboss.round.command import Declare
from pitboss.round.script import IrregularityScript, Script, ScriptError, SeatScript
from pitboss.round.state import TableFacts
from pitboss.rules import (
    Chips,
    MoneyError,
    OptionError,
    Problem,
    Rules,
    UnknownEditionError,
    UnknownRuleSetError,
    Wager,
    dollars,
    faults,
    in_force,
    named_rule_set,
    rule_set,
)
from pitboss.rules.user_toml import TomlError, TomlTable, read_toml

T = TypeVar("T")

# A round has at most seven seats and a handful of irregularities; anything larger is no round.
TEXT_MAX: Final = 200_000
SEATS_MAX: Final = 7
IRREGULARITIES_MAX: Final = 20
ACTS_MAX: Final = 3

POINTS: Final = (
    "before-deal",
    "during-deal",
    "before-decisions",
    "before-flop",
    "after-flop",
    "before-river",
    "after-river",
    "before-reveal",
    "before-settlement",
)
_POINT_WORDS: Final = {
    "dealing": "during-deal",
    "after-deal": "before-decisions",
    "flop": "after-flop",
    "river": "after-river",
    "showdown": "before-settlement",
}
_USUAL_POINT: Final = {
    "face-up-card": "during-deal",
    "card-drawn-in-error": "during-deal",
    "shuffler-jam": "during-deal",
    "shoe-jam": "during-deal",
    "stub-count": "before-settlement",
    "deck-count": "before-deal",
    "device-out-of-order": "before-deal",
    "player-left": "before-reveal",
}
_TOP: Final = frozenset(
    [
        "title",
        "rules",
        "edition",
        "options",
        "what_if",
        "cards",
        "meters",
        "bank",
        "table",
        "seats",
        "irregularities",
        "expect",
    ]
)
_SEAT: Final = frozenset(
    ["seat", "name", "cards", "ante", "blind", "trips", "six_card", "progressive", "tips", "acts"]
)
_IRREGULARITY: Final = frozenset(
    [
        "kind",
        "when",
        "seat",
        "where",
        "cards",
        "count",
        "misdealt",
        "holds",
        "ruling",
        "how",
        "after_packets",
    ]
)
_FACTS: Final = frozenset(
    ["rounds_since_count", "deck", "last_deck", "deck_hours", "dealer_changed", "progressive_chips"]
)


def read_round(text: str, name: str = "", *, what_if: bool = False) -> Script:
    """Read the text of a round file; `name` is what messages and results call it.

    Options that no table may play by are an error, unless the file or the caller asks what if.
    """
    if len(text) > TEXT_MAX:
        raise ScriptError(
            "", f"the file has {len(text):,} characters; a round has at most {TEXT_MAX:,}"
        )
    try:
        data = read_toml(text)
    except TomlError as error:
        raise ScriptError("", f"not valid TOML: {error}") from None
    return script_from(data, name, what_if=what_if)


def expected_refusal(text: str) -> str | None:
    """Return which refusal a round file expects, even where the file cannot be read as a round."""
    try:
        expect = read_toml(text[:TEXT_MAX]).get("expect", {})
    except TomlError:
        return None
    refused = expect.get("refused") if isinstance(expect, Mapping) else None
    return refused if isinstance(refused, str) else None


def script_from(data: TomlTable, name: str = "", *, what_if: bool = False) -> Script:
    """Build a script from parsed TOML; see `read_round`."""
    _known(data, _TOP, "")
    rules = _rules(data)
    asked = what_if or _flag(data, "what_if", "")
    against = faults(rules.set, _table(data, "options")) if data.get("options") else ()
    if against and not asked:
        raise _not_played(against[0])
    cards = _table(data, "cards")
    _known(cards, {"dealer", "board", "six_card"}, "cards")
    seats = _seats(data, rules)
    facts = _table(data, "table")
    _known(facts, _FACTS, "table")
    script = Script(
        name=name,
        title=_get(data, "title", str, ""),
        rules=rules,
        given=_table(data, "options"),
        dealer=_cards(cards, "dealer", "cards.dealer", 2),
        board=_cards(cards, "board", "cards.board", 5, partly=True),
        box=_cards(cards, "six_card", "cards.six_card", 4),
        seats=seats,
        meters={k: _money(v, f"meters.{k}") for k, v in _table(data, "meters").items()},
        bank=_bank(data, rules),
        facts=_facts(facts, _table(data, "bank")),
        progressive_chips=_get(facts, "progressive_chips", int, None, "table."),
        irregularities=_irregularities(data),
        expect=_table(data, "expect"),
        what_if=against if asked else None,
    )
    _no_card_twice(script)
    return script


def _known(table: TomlTable, known: frozenset[str] | set[str], path: str) -> None:
    for key in table:
        if key not in known:
            where = f"{path}.{key}" if path else str(key)
            raise ScriptError(where[:80], f"unknown key; there are {', '.join(sorted(known))}")


def _table(data: TomlTable, key: str) -> TomlTable:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise ScriptError(key, f"wants a table [{key}], found {str(value)[:40]!r}")
    return value


def _list(data: TomlTable, key: str, most: int) -> list[TomlTable]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
        raise ScriptError(key, f"wants tables [[{key}]]")
    if len(value) > most:
        raise ScriptError(key, f"{len(value)} entries; at most {most} are possible")
    return value


def _get(
    table: TomlTable, key: str, kind: type[T], default: Any, path: str = ""
) -> Any:  # Any: kind or default
    value = table.get(key, default)
    if value is default:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ScriptError(f"{path}{key}", f"wants {_KIND_NAMES[kind]}, found {str(value)[:40]!r}")
    return value


def _flag(table: TomlTable, key: str, path: str) -> bool:
    return bool(_get(table, key, bool, None, path))


_KIND_NAMES: Final[dict[type, str]] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def _rules(data: TomlTable) -> Rules:
    name = data.get("rules")
    if not isinstance(name, str):
        raise ScriptError("rules", 'names no rule set; write rules = "maryland"')
    try:
        edition = _get(data, "edition", int, named_rule_set(name).edition)
        chosen = rule_set(name.partition("@")[0], edition)
        return in_force(chosen, _table(data, "options"))
    except UnknownEditionError as error:
        raise ScriptError("edition" if "edition" in data else "rules", str(error)) from None
    except UnknownRuleSetError as error:
        raise ScriptError("rules", str(error)) from None
    except OptionError as error:
        problem = error.problem
        raise ScriptError(f"options.{problem.key}", problem.what, "option", problem.cite) from None


def _not_played(problem: Problem) -> ScriptError:
    """Return why no table could play by the options, and how to ask all the same."""
    text = f"{problem.what}; {problem.right}; no table plays by it (what_if = true settles it)"
    return ScriptError(problem.key, text, problem.code, problem.cite)


def _money(value: object, key: str) -> Chips:
    try:
        return dollars(value)
    except MoneyError as error:
        raise ScriptError(key, str(error)) from None


def _cards(
    table: TomlTable, key: str, path: str, count: int, *, partly: bool = False
) -> tuple[Card, ...]:
    """Read cards; none at all is allowed here, `play` says where they were needed."""
    cards = _any_cards(table, key, path)
    if cards and len(cards) != count and not (partly and len(cards) in (3, 5)):
        raise ScriptError(path, f"has {len(cards)} cards; {count} are wanted")
    return cards


def _any_cards(table: TomlTable, key: str, path: str) -> tuple[Card, ...]:
    text = table.get(key, "")
    if isinstance(text, list) and all(isinstance(word, str) for word in text):
        text = " ".join(text)
    if not isinstance(text, str):
        raise ScriptError(path, f'wants cards as text, such as "Qh Jc", found {str(text)[:40]!r}')
    try:
        return parse_cards(text.replace("/", " "))
    except CardError as error:
        reason = "duplicate-card" if "twice" in str(error) else "round-file"
        raise ScriptError(path, str(error), reason) from None


def _no_card_twice(script: Script) -> None:
    seen: dict[Card, str] = {}
    places = [("cards.dealer", script.dealer), ("cards.board", script.board)]
    places.append(("cards.six_card", script.box))
    places += [(f"{seat.key}.cards", seat.cards) for seat in script.seats]
    places += [
        (f"{i.key}.cards", i.declared.cards)
        for i in script.irregularities
        if i.declared.kind == "face-up-card"
    ]
    for key, cards in places:
        for card in cards:
            if card in seen:
                text = f"{card_text(card)} is already in {seen[card]}; a deck has it once"
                raise ScriptError(key, text, "duplicate-card")
            seen[card] = key


def _seats(data: TomlTable, rules: Rules) -> tuple[SeatScript, ...]:
    seats = tuple(
        _seat(entry, f"seats[{n}]") for n, entry in enumerate(_list(data, "seats", SEATS_MAX))
    )
    if not seats:
        raise ScriptError("seats", "nobody bets; add a [[seats]] table")
    numbers = [seat.seat for seat in seats]
    for n, seat in enumerate(seats):
        if seat.seat in numbers[:n]:
            raise ScriptError(f"{seat.key}.seat", f"seat {seat.seat} is listed twice")
    return seats


def _seat(entry: TomlTable, key: str) -> SeatScript:
    _known(entry, _SEAT, key)
    number = entry.get("seat")
    if isinstance(number, bool) or not isinstance(number, int):
        raise ScriptError(f"{key}.seat", "wants the number of the seat")
    wagers = {
        wager: _money(entry[wager], f"{key}.{wager}")
        for wager in (Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)
        if wager in entry
    }
    if Wager.ANTE in wagers:
        wagers.setdefault(Wager.BLIND, wagers[Wager.ANTE])
    tips = _get(entry, "tips", dict, {}, f"{key}.")
    acts = _get(entry, "acts", list, [], f"{key}.")
    if len(acts) > ACTS_MAX or not all(isinstance(act, str) for act in acts):
        raise ScriptError(
            f"{key}.acts", f'wants at most {ACTS_MAX} acts, such as ["check", "play 2x"]'
        )
    return SeatScript(
        key=key,
        seat=number,
        wagers=wagers,
        cards=_cards(entry, "cards", f"{key}.cards", 2),
        tips={_tip(k, key): _money(v, f"{key}.tips.{k}") for k, v in tips.items() if k != "play"},
        tip_play=_flag(tips, "play", f"{key}.tips."),
        acts=tuple(acts),
    )


def _tip(name: str, key: str) -> Wager:
    if name not in (Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE):
        raise ScriptError(f"{key}.tips.{name[:40]}", "is no spot for a tip")
    return Wager(name)


def _bank(data: TomlTable, rules: Rules) -> tuple[int, Chips] | None:
    table = _table(data, "bank")
    _known(table, {"seat", "stake", "recent"}, "bank")
    if not table:
        if rules.house_banks:
            return None
        raise ScriptError(
            "bank", f"{rules.set.title} is banked by a player-dealer; add [bank] seat and stake"
        )
    seat = _get(table, "seat", int, None, "bank.")
    if seat is None or "stake" not in table:
        raise ScriptError("bank", "wants seat and stake")
    return seat, _money(table["stake"], "bank.stake")


def _facts(table: TomlTable, bank: TomlTable) -> TableFacts:
    recent = _get(bank, "recent", list, [], "bank.")
    if not all(isinstance(seat, int) for seat in recent):
        raise ScriptError("bank.recent", "wants the seats of the last bankers, latest last")
    return TableFacts(
        rounds_since_count=_get(table, "rounds_since_count", int, 0, "table."),
        recent_banks=tuple(recent),
        deck=_get(table, "deck", str, "", "table."),
        last_deck=_get(table, "last_deck", str, "", "table."),
        deck_hours=_get(table, "deck_hours", int, 0, "table."),
        dealer_changed=_flag(table, "dealer_changed", "table."),
    )


def _irregularities(data: TomlTable) -> tuple[IrregularityScript, ...]:
    entries = _list(data, "irregularities", IRREGULARITIES_MAX)
    found = [_irregularity(entry, f"irregularities[{n}]") for n, entry in enumerate(entries)]
    return tuple(sorted(found, key=lambda i: POINTS.index(i.when)))


def _irregularity(entry: TomlTable, key: str) -> IrregularityScript:
    _known(entry, _IRREGULARITY, key)
    kind = _get(entry, "kind", str, "", f"{key}.")
    when = _get(entry, "when", str, _USUAL_POINT.get(kind, "before-decisions"), f"{key}.")
    when = _POINT_WORDS.get(when, when)
    if when not in POINTS:
        raise ScriptError(
            f"{key}.when", f"{when[:40]!r} is no moment; there are {', '.join(POINTS)}"
        )
    if kind == "face-up-card" and "count" in entry:
        raise ScriptError(f"{key}.count", "a file names the cards that lay face up: write cards")
    seat = _get(entry, "seat", int, None, f"{key}.")
    declared = Declare(
        kind,
        seat=seat,
        where=_get(entry, "where", str, "seat" if seat is not None else "", f"{key}."),
        cards=_any_cards(entry, "cards", f"{key}.cards"),
        count=_get(entry, "count", int, None, f"{key}."),
        misdealt=_flag(entry, "misdealt", f"{key}."),
        holds=_get(entry, "holds", str, "in_play", f"{key}."),
        ruling=_get(entry, "ruling", str, "", f"{key}."),
        how=_get(entry, "how", str, "", f"{key}."),
    )
    after = _get(entry, "after_packets", int, None, f"{key}.")
    return IrregularityScript(key, when, declared, after)
