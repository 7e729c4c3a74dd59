"""A rule set's file is read strictly: every complaint is a `RuleSetError` that names the key."""

from __future__ import annotations

import copy
import tomllib
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.rules import (
    SET_NAMES,
    RuleSetError,
    UnknownRuleSetError,
    read_rule_set,
    rule_set,
    rule_set_text,
)
from pitboss.rules.load import rule_set_from
from tests.examples import examples

Data = dict[str, Any]  # Any: TOML
GONE: Any = ...  # Any: stands in the place of a value


def data_of(place: str) -> Data:
    text = rule_set_text(place)
    return tomllib.loads(text, parse_float=Decimal)


def changed(place: str, path: str, value: object) -> Data:
    """The file's data with the value at a path replaced; `GONE` takes it out."""
    data = copy.deepcopy(data_of(place))
    *parents, last = path.split("/")
    inner: Any = data  # Any: lists and tables alike
    for part in parents:
        inner = inner[int(part)] if part.isdecimal() and isinstance(inner, list) else inner[part]
    key = int(last) if isinstance(inner, list) else last
    if value is GONE:
        del inner[key]
    else:
        inner[key] = value
    return data


CITED = {"value": 1, "clauses": ["MD-2.A"]}
WRONG: list[tuple[str, object, str]] = [
    ("nonsense", 1, r"nonsense: is no key of a rule set"),
    ("titel", "x", r"titel: is no key of a rule set; did you mean title"),
    ("name", GONE, r"name: is missing, wants a text"),
    ("edition", "one", r"edition: wants a whole number, found 'one'"),
    ("edition", True, r"edition: wants a whole number"),
    ("table", 5, r"table: wants a table, found 5"),
    ("table/seats", GONE, r"table.seats: is missing"),
    ("table/seats", 6, r"table.seats: wants a table"),
    ("table/seats/value", "six", r"table.seats.value: wants a whole number"),
    ("table/seats/clauses", [], r"table.seats: names no clause and no reading"),
    ("table/seats/clauses", "MD-2.A", r"table.seats.clauses: wants a list of texts"),
    ("table/seats/claues", ["MD-2.A"], r"table.seats.claues: is no key .* did you mean clauses"),
    ("table/saets", CITED, r"table.saets: is no fact of a rule set; did you mean table.seats"),
    ("table/bank/value", "casino", r"table.bank.value: wants one of house, player-dealer"),
    ("cards/qualifies/value", "a pair", r"cards.qualifies.value: wants one of"),
    (
        "cards/opening/value",
        ["inspect", "wsh"],
        r"cards.opening.value: wants a list of inspect, ve",
    ),
    ("cards/opening/value", "inspect", r"cards.opening.value: wants a list of inspect"),
    ("cards/idle/value", "fanned", r"cards.idle.value: wants one of spread"),
    ("table/drop_box/value", False, r"table.drop_box.value: wants true, the only value"),
    ("settlement/wagers/value", ["ante", "bliind"], r"settlement.wagers.value: wants a list of"),
    ("settlement/wagers/value", ["ante", "blind"], r"settlement.wagers: wants each once"),
    ("settlement/nonsense", CITED, r"settlement.nonsense: is no key"),
    ("settlement/ante/win", GONE, r"settlement.ante.win: is missing"),
    (
        "settlement/ante/wn",
        {"outcome": "lose", "clauses": ["X"]},
        r"settlement.ante.wn: is none of",
    ),
    ("settlement/ante/win/outcome", "wins", r"settlement.ante.win.outcome: wants one of"),
    ("settlement/ante/win/odds", GONE, r"settlement.ante.win: a win wants odds"),
    ("settlement/ante/win/odds", "evens", r"settlement.ante.win.odds: wants a pay"),
    ("settlement/ante/lose/odds", "1 to 1", r"settlement.ante.lose: a win wants odds"),
    ("settlement/blind/win/below", GONE, r"settlement.blind.win: a win wants odds, a paytable"),
    ("settlement/blind/win/below/outcome", 3, r"settlement.blind.win.below.outcome: wants one of"),
    ("wagers/ante/needs/value", "blind", r"wagers.ante.needs.value: wants a list"),
    ("wagers/ante/needs/value", ["ante"], r"wagers.ante.needs: ante is no other wager"),
    ("wagers/ante/nedes", CITED, r"wagers.ante.nedes: is no key .* did you mean needs"),
    ("wagers/side", {"needs": CITED}, r"wagers.side: wants one of"),
    ("wagers/six_card", GONE, r"settlement.wagers: wants each once"),
    ("streets/deal/play/value", [3.5], r"streets.deal.play.value: wants a list of whole numbers"),
    ("streets/deal/play/value", [], r"streets.deal: wants multiples"),
    ("streets/river/check/value", True, r"streets.river: wants multiples .* a fold at the river"),
    ("streets/turn", {}, r"streets.turn: is no key"),
    ("dealing/method/value", "pitch", r"dealing.method: wants one of shoe, hand, shuffler"),
    ("dealing/methods/shoe/deal/0/to", "seat", r"shoe.deal\[0\].to: wants one of seats"),
    ("dealing/methods/shoe/deal/0/cards", 2, r"dealing.methods.shoe: seats gets 3 cards, not 2"),
    ("settlement/envy/each/outcome", "push", r"settlement.envy.each.outcome: wants .*win"),
    ("dealing/methods/shoe/stub/value", "after-deal", r"methods.shoe.stub: wants after-river"),
    ("dealing/methods/shoe/flop/0/cards", "3", r"shoe.flop\[0\].cards: wants a whole number"),
    (
        "dealing/methods/shuffler/deal/2",
        GONE,
        r"shuffler \(dealer-first\): dealer gets 0 cards, not 2",
    ),
    ("paytables/blind/A/lines", [], r"paytables.blind.A.lines: wants at least one line"),
    ("paytables/blind/A/lines/0/hand", "royal", r"blind.A.lines\[0\].hand: wants one of"),
    ("paytables/blind/A/lines/0/pays", "500:1", r"blind.A.lines\[0\].pays: wants a pay"),
    ("paytables/blind/A/lines/0/pays", 500, r"blind.A.lines\[0\].pays: wants a pay"),
    ("paytables/blind/A/lines/1/hand", "royal-flush", r"blind.A.lines\[1\]: .* higher hand comes"),
    ("paytables/blind/A/lines/1/hand", "flush", r"blind.A.lines\[2\]: four-of-a-kind stands below"),
    ("paytables/blind/A/below", GONE, r"paytables.blind.A.below: is missing"),
    ("paytables/blind/A/nonsense", 1, r"paytables.blind.A.nonsense: is no key"),
    ("paytables/ante", {}, r"paytables.ante: wants one of blind, trips"),
    ("paytables/trips", GONE, r"paytables.trips: wants a paytable"),
    (
        "paytables/six_card/A/lines/1/hand",
        "royal-flush",
        r"six_card.A.lines\[2\]: royal-flush stan",
    ),
    ("paytables/progressive/A/lines/0/pays", "100% of mega", r"A.meters: mega is paid from"),
    ("paytables/progressive/A/meters/extra", {"clauses": ["X"]}, r"A.meters.extra: no line pays"),
    ("paytables/progressive/A/meters/main/least", "much", r"main.least: wants an amount"),
    ("paytables/progressive/A/envy/0/wager", 0, r"A.envy\[0\]: wants a wager and a sum"),
    ("paytables/progressive/A/envy/0/royal-flsh", 5, r"royal-flsh: is no key .* royal-flush"),
    ("irregularities/shoe-jam/any/remedy", "shrug", r"shoe-jam.any.remedy: wants one of continue"),
    ("irregularities/shoe-jam/any/settles", ["tips"], r"shoe-jam.any.settles: wants a list of"),
    ("irregularities/shoe-jam/any/deck", "gone", r"shoe-jam.any.deck: wants one of stays, removed"),
    ("options/blind", "A", r"options.blind: wants a table"),
    ("options/blind/default", GONE, r"options.blind.default: is missing"),
    ("options/blnd", {"default": "A", "clauses": ["X"]}, r"options.blnd: is no option; .* blind"),
    ("submission/required/0/wants", GONE, r"submission.required\[0\].wants: is missing"),
    ("submission/required/0/when", "sometimes", r"required \(operator\): when wants one of"),
    ("layout/items/0/text", "{operater}", r"items \(operator\): {operater} is none of operator"),
    ("layout/items/0/colour", "red", r"layout.items\[0\].colour: is no key"),
]


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=[f"{p}={v!r}" for p, v, _ in WRONG])
def test_what_does_not_fit_is_told_with_its_path(path: str, value: object, said: str) -> None:
    with pytest.raises(RuleSetError, match=said):
        rule_set_from(changed("maryland", path, value))


@pytest.mark.parametrize(
    "tiers",
    [
        [],
        [{"bank": 1, "circle": 0}, {"bank": 1, "circle": 0}],
        [{"up_to": 50, "bank": 1, "circle": 0}],
        [
            {"up_to": 50, "bank": 1, "circle": 0},
            {"up_to": 50, "bank": 1, "circle": 0},
            {"bank": 1, "circle": 0},
        ],
    ],
)
def test_fee_tiers_rise_and_the_last_has_no_end(tiers: list[Data]) -> None:
    with pytest.raises(RuleSetError, match=r"fees.1.tiers: wants rising up_to"):
        rule_set_from(changed("california", "fees/1/tiers", tiers))


@pytest.mark.parametrize("text", ["", "name = ", "[", "a = " + "[" * 5000, "a = " + "9" * 5000])
def test_text_that_is_no_rule_set_is_a_rule_set_error(text: str) -> None:
    with pytest.raises(RuleSetError):
        read_rule_set(text)


def paths_of(data: object, path: str = "") -> list[str]:
    """Every path of a file's data, for breaking it anywhere."""
    found = [path] if path else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += paths_of(value, f"{path}/{key}" if path else key)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            found += paths_of(value, f"{path}/{number}")
    return found


@settings(max_examples=examples(150))
@given(place=st.sampled_from(SET_NAMES), data=st.data())
def test_whatever_is_broken_the_complaint_is_a_rule_set_error(
    place: str, data: st.DataObject
) -> None:
    path = data.draw(st.sampled_from([p for p in paths_of(data_of(place)) if "//" not in p]))
    value = data.draw(st.sampled_from([GONE, None, 0, -1, True, "", "x", [], [1], {}, {"x": 1}]))

    with suppress(RuleSetError):
        rule_set_from(changed(place, path, value))


def test_an_unknown_rule_set_names_those_there_are() -> None:
    with pytest.raises(UnknownRuleSetError, match="maryland, south-dakota, california"):
        rule_set("ohio")
