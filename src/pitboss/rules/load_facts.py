"""Reads the single values of a rule set: each fact there can be, what it must be, its source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from pitboss.cards import CATEGORY_SLUGS
from pitboss.rules.cite import Cite
from pitboss.rules.section import (
    FLAG,
    NO,
    TEXT,
    TEXTS,
    WAGERS,
    WHOLE,
    WHOLES,
    YES,
    RuleSetError,
    Section,
    ValueKind,
    list_of,
    one_of,
    only,
)
from pitboss.rules.suggest import did_you_mean

# A deck's opening checklist, step by step; a rule set lists those it asks for in their order.
OPENING: Final = ("inspect", "verify", "spread", "turn-down", "wash", "stack")
_OPENING: Final = list_of(one_of(*OPENING), f"a list of {', '.join(OPENING)}")

# A new fact is entered here with its kind; where a document is silent, its set leaves the fact out.
# `only(…)`, YES and NO are facts the engine fulfils by construction: no file may say otherwise.
FACTS: Final[Mapping[str, ValueKind[Any]]] = (
    MappingProxyType(  # Any: each fact has a type of its own
        {
            "table.seats": WHOLE,
            "table.seats_choice": WHOLES,
            "table.bank": one_of("house", "player-dealer"),
            "table.positions_per_player": only(1),
            "table.seated_only": YES,
            "table.chips_only": YES,
            "table.drop_box": YES,
            "table.tip_box": YES,
            "table.rack": YES,
            "table.glossary_terms": TEXTS,
            "table.excluded_rules": TEXTS,
            "cards.hand": only("best-five-of-seven"),
            "cards.qualifies": one_of(*CATEGORY_SLUGS.values()),
            "cards.deck": only(52),
            "cards.decks": WHOLES,
            "cards.second_deck_needs": TEXT,
            "cards.one_deck_methods": TEXTS,
            "cards.alternate_decks": YES,
            "cards.alike": YES,
            "cards.cover_cards": WHOLE,
            "cards.opening": _OPENING,
            "cards.preinspected": FLAG,
            "cards.idle": one_of("spread"),
            "cards.idle_restarts": YES,
            "cards.cut_after": TEXTS,
            "cards.cut_least": WHOLE,
            "cards.shuffles": TEXTS,
            "cards.shuffle_on_order": YES,
            "cards.loads": one_of("shoe"),
            "cards.after_round": one_of("device"),
            "cards.device_may_feed_shoe": FLAG,
            "cards.stub_count_rounds": WHOLE,
            "cards.deck_change_hours_by_hand": WHOLE,
            "cards.deck_change_hours": WHOLE,
            "cards.folded_hand_cards": only(2),
            "cards.count_at_tap_in": TEXT,
            "betting.closes": TEXT,
            "betting.equal": WAGERS,
            "betting.progressive_lock": YES,
            "betting.progressive_count": YES,
            "betting.progressive_wagers": WHOLES,
            "betting.spot_min": WHOLE,
            "betting.spot_max": WHOLE,
            "asking.order": one_of("clockwise", "counter-clockwise"),
            "asking.once": YES,
            "dealing.method": TEXT,
            "dealing.shoes": TEXTS,
            "dealing.look": only("after-deal"),
            "dealing.reveal": only("after-decisions"),
            "dealing.box_opens": only("after-dealer"),
            "settlement.seats": one_of("clockwise", "counter-clockwise", "clockwise-from-bank"),
            "settlement.wagers": WAGERS,
            "settlement.unqualified_first": WAGERS,
            "settlement.at_fold": TEXTS,
            "settlement.at_end": WAGERS,
            "settlement.show_hand": only("at-turn"),
            "settlement.rack": one_of("at-turn", "after-payments"),
            "settlement.envy.paid": one_of("with-award", "at-end"),
            "settlement.envy.not_for": only(("own", "dealer")),
            "progressive.highest_only": YES,
            "progressive.stake_back": one_of("to-1", "never"),
            "progressive.meter_at_turn": YES,
            "progressive.validation": one_of("blocks", "calls"),
            "progressive.outside_limit": YES,
            "progressive.envy_scales": FLAG,
            "progressive.keyed": YES,
            "progressive.readied": YES,
            "limits.payout_per_player": WAGERS,
            "limits.payout_floor": WHOLE,
            "limits.payout_exempt": WAGERS,
            "limits.customer_total": WHOLE,
            "limits.aggregate": WHOLE,
            "bank.collects_and_pays": YES,
            "bank.loss_cap": only("stake"),
            "bank.win_cap": one_of("stake", "none"),
            "bank.exhausted": only("return"),
            "bank.covers_all": NO,
            "bank.stake_max": only("none"),
            "bank.consecutive_max": WHOLE,
            "bank.offered": only("clockwise"),
            "tips.spots": WAGERS,
            "tips.play": only("optional"),
            "tips.need_own_wager": YES,
            "notices.unequal": only("supervisor"),
            "notices.late_change": only("supervisor"),
            "notices.payout": WHOLE,
        }
    )
)

# What every round asks for.
ALWAYS: Final = (
    "table.seats",
    "table.bank",
    "cards.qualifies",
    "cards.decks",
    "cards.shuffles",
    "asking.order",
    "dealing.method",
    "settlement.seats",
    "settlement.wagers",
    "settlement.at_fold",
)

# Tables that hold facts and nothing else; `settlement` and `dealing` hold facts among other things.
FACT_TABLES: Final = (
    "table",
    "cards",
    "betting",
    "asking",
    "progressive",
    "limits",
    "bank",
    "tips",
    "notices",
)


def read_facts(file: Section) -> tuple[dict[str, object], dict[str, Cite]]:
    """Collect every fact of the file by its dotted key, and its source by the same key."""
    facts: dict[str, object] = {}
    cites: dict[str, Cite] = {}
    for name in FACT_TABLES:
        section = file.section(name, optional=True)
        for key in section.names():
            _take(section, key, facts, cites)
    for name in ("settlement", "dealing"):
        _take_among(file.section(name), facts, cites)
    _take_among(file.section("settlement").section("envy", optional=True), facts, cites)
    for key in ALWAYS:
        if key not in facts:
            raise RuleSetError(f"{key}: is missing, wants {FACTS[key].wants}")
    return facts, cites


def _take_among(section: Section, facts: dict[str, object], cites: dict[str, Cite]) -> None:
    for key in section.names():
        if section.at(key) in FACTS:
            _take(section, key, facts, cites)


def _take(section: Section, key: str, facts: dict[str, object], cites: dict[str, Cite]) -> None:
    where = section.at(key)
    if where not in FACTS:
        hint = did_you_mean(where, FACTS) or "a new one is entered in load_facts.py"
        raise RuleSetError(f"{where}: is no fact of a rule set; {hint}")
    facts[where], cites[where] = section.valued(key, FACTS[where])
