"""What a place says on a line of the comparison, in words; what differs stays different."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from pitboss.rules import RuleSet, Street, Wager, option_kinds
from pitboss.rules.book.chapters import OUTCOMES, STUBS, packets_words, verb, ways_of
from pitboss.rules.book.facts import METHODS, SEATS_ORDER, SHUFFLES, STEPS
from pitboss.rules.ruleset import Packet
from pitboss.rules.words import remedy_words, wager_words

# Single words of the rule sets' files, wherever they stand in a list.
TOKENS: Final[Mapping[str, str]] = {
    **{wager.value: wager_words(wager) for wager in Wager},
    "losing-trips": "Trips that lose",
    "after-deal": "after the deal",
    "after-dealer": "after the dealer's hand",
    "after-decisions": "when all seats have decided",
    "after-payments": "when all payments are made",
    "after-river": "after the last community card",
    "at-turn": "when it is that hand's turn",
    "best-five-of-seven": "the best five of seven cards",
    "if_on_table": "if its cards still lie on the table",
    "in_pass": "in the same pass",
    "pro_rata": "in proportion",
    "return_all": "every bet is returned",
    "void_all": "the whole round is void",
    "hole-and-flop": "the two cards and the flop",
    "with-award": "with the award of the winning hand",
    "at-end": "at the end of the round",
    "tip_box": "into the tip box",
    "trips_only": "Trips only",
}
# Keys whose values are said with words of their own.
OF_KEY: Final[Mapping[str, Mapping[str, str]]] = {
    "settlement.seats": SEATS_ORDER,
    "asking.order": SEATS_ORDER,
    "cards.shuffles": SHUFFLES,
    "cards.cut_after": SHUFFLES,
    "cards.opening": STEPS,
    "dealing.method": {name: f"from {words}" for name, words in METHODS.items()},
    "bank.exhausted": {"return": "bets are returned"},
    "progressive.stake_back": {"never": "never", "to-1": "with a line that pays odds to 1"},
    "progressive.validation": {"blocks": "before it is paid", "calls": "a supervisor is called"},
}
# Whole dollars, and kinds of options that are amounts.
DOLLARS: Final = (
    "betting.spot_min",
    "betting.spot_max",
    "betting.progressive_wagers",
    "limits.aggregate",
    "limits.customer_total",
    "limits.payout_floor",
    "notices.payout",
)
AMOUNTS: Final = ("money", "amounts", "range")
# What a sign says at each table in another way.
LEFT_OPEN: Final = {
    "operator": "(operator)",
    "seats": "the",
    "odds": "(the odds of every wager)",
    "progressive_odds": "(the odds of the Progressive)",
    "blind_floor": "(the lowest paid hand)",
    "multiples": "(multiples)",
    "limit": "(amount)",
}
_NUMBER: Final = re.compile(r"(\d+)((?:\.\d+)?)")
_WAGER: Final = re.compile(rf"\b({'|'.join(Wager)})\b")


def compared_words(rules: RuleSet, group: str, key: str, value: str) -> str:
    """Describe a place's value on one line of the comparison.

    >>> from pitboss.rules import rule_set
    >>> compared_words(rule_set("maryland"), "settlement", "wagers", "ante, six_card")
    'Ante, Six Card Bonus'
    """
    say = _BY_GROUP.get(group)
    return say(rules, key, value) if say is not None else _listed(f"{group}.{key}", value)


def _listed(key: str, value: str) -> str:
    if key in DOLLARS:
        return _priced(value)
    found = OF_KEY.get(key, TOKENS)
    return ", ".join(found.get(token, token) for token in value.split(", "))


def _option(_: RuleSet, key: str, value: str) -> str:
    if option_kinds()[key].type in AMOUNTS:
        return _priced(value)
    return _listed(f"options.{key}", value)


def _priced(value: str) -> str:
    """Write numbers as dollars: "25000 (fixed)" is "$25,000 (fixed)"."""
    return _NUMBER.sub(lambda found: f"${int(found[1]):,}{found[2]}", value)


def _sign(_: RuleSet, __: str, value: str) -> str:
    return value.format_map(LEFT_OPEN)


def _wager(_: RuleSet, __: str, value: str) -> str:
    return _WAGER.sub(lambda found: wager_words(found[0]), value)


def _filed(_: RuleSet, __: str, value: str) -> str:
    return value.replace("_", " ")


def _trouble(rules: RuleSet, key: str, _: str) -> str:
    kind, case = key.split(".", 1)
    return remedy_words(rules.irregularities[kind][case])


def _outcome(rules: RuleSet, key: str, _: str) -> str:
    wager, situation = key.split(".", 1)
    found = rules.consequences[Wager(wager), situation]
    if found.below is None:
        return verb(found)
    return f"paid by its paytable; {OUTCOMES[found.below.outcome]} below it"


def _dealt(rules: RuleSet, key: str, value: str) -> str:
    name, _, what = key.partition(".")
    method = rules.methods.get(name)
    if method is None or what == "needs_shuffler":
        return _listed(f"dealing.{key}", value)
    if what == "stub":
        return STUBS.get(value, value)
    return _script(getattr(method, Street(what)))


def _script(packets: tuple[Packet, ...]) -> str:
    """Describe the packets of a street; where there are two ways, one after the other."""
    said = [f"{packets_words(mine)}{way}" for way, mine in ways_of(packets)]
    return "; or ".join(said) or "the cards lie on the board already"


_BY_GROUP: Final[Mapping[str, Callable[[RuleSet, str, str], str]]] = {
    "options": _option,
    "layout": _sign,
    "wagers": _wager,
    "submission": _filed,
    "irregularities": _trouble,
    "outcomes": _outcome,
    "dealing": _dealt,
}
