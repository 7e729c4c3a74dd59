"""Rules pages: every value of every set has its sentence, with its sources."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.rules import SET_NAMES, Wager, all_clauses, diff, in_force, rule_set
from pitboss.rules.book.chapters import chapters, instructions
from pitboss.rules.book.facts import FACTS
from pitboss.rules.book.labels import in_words
from pitboss.rules.book.played import played_words
from pitboss.rules.words import CASES, INCIDENTS
from pitboss.server.rulebook.clauses import clause_pages
from pitboss.server.rulebook.page import diff_page, rules_page
from pitboss.server.tables.default_rules import table_house
from pitboss.server.views.paytables import paytables
from pitboss.server.wire.people import RuleSetCard
from pitboss.server.wire.rules import RulesPage
from pitboss.server.worker.edges import Figure
from pitboss.table import rules_of
from tests.server.serving import Served, quick
from tests.server.visits import visit
from tests.waiting import wait_until

CARD = RuleSetCard("maryland", "Maryland", 1, "", 6, house_banks=True, edge_percent="", side=())
# Words of a rule set's file that no person says; some that people do say have a hyphen too.
RAW = re.compile(r"[_{}]|[a-z]-[a-z0-9]")
HYPHENED = re.compile("five-card|four-card|player-dealer|counter-clockwise")
EDGE = Figure(Fraction(2185, 100_000), "of the Ante, perfect play")


def page_of(place: str, edges: dict[Wager, Figure]) -> RulesPage:
    """The rules page of a place whose games all have these edges."""
    rules = rule_set(place)
    posted, known = paytables(rules, lambda _: edges)
    return rules_page(in_force(rules), CARD, posted, known=known)


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_fact_of_a_set_has_a_sentence_of_its_own(name: str) -> None:
    rules = rule_set(name)

    assert set(rules.facts) <= set(FACTS)


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_irregularity_of_a_set_has_words(name: str) -> None:
    for kind, cases in rule_set(name).irregularities.items():
        assert kind in INCIDENTS
        assert all((kind, case) in CASES for case in cases if kind != "stub-count")


@pytest.mark.parametrize("name", SET_NAMES)
def test_sentences_are_whole_and_say_all_that_the_data_has(name: str) -> None:
    rules = rule_set(name)

    found = [one for chapter in chapters(rules) for one in chapter.sentences]

    assert all(one.text[0].isupper() and one.text.endswith(".") for one in found)
    assert all("_" not in one.text and "None" not in one.text for one in found)
    every = len(rules.facts) + len(rules.wagers) + len(rules.streets) + len(rules.consequences)
    scripts = [packets for m in rules.methods.values() for packets in (m.deal, m.flop, m.river)]
    ways = [max(1, len({p.when for p in packets if p.when})) for packets in scripts]
    every += len(rules.methods) + sum(ways) + len(rules.fees) + len(rules.requirements)
    every += sum(map(len, rules.irregularities.values())) + len(list(instructions(rules)))
    assert len(found) == every


def test_a_sentence_names_its_clauses() -> None:
    (table, *_) = chapters(rule_set("maryland"))

    assert table.sentences[0].text == "There are 6 seats for players."
    assert "MD-2.A" in table.sentences[0].clauses


def test_a_page_tells_cards_tables_options_and_signs() -> None:
    page = page_of("maryland", {Wager.BLIND: EDGE})

    assert page.known
    assert page.card == CARD
    assert {(t.wager, t.name) for t in page.paytables} >= {("blind", "A"), ("trips", "D")}
    assert next(t for t in page.paytables if t.wager == "blind").edge == "437/20000"
    assert {o.key for o in page.options} == set(rule_set("maryland").options)
    assert next(o for o in page.options if o.key == "trips").choices == ("A", "B", "C", "D")
    assert any("Ante = Blind" in sign.text for sign in page.inscriptions)


def test_a_page_without_its_edges_says_so() -> None:
    page = page_of("california", {})

    assert not page.known
    assert all(table.edge == "" for table in page.paytables)


@pytest.mark.parametrize("name", SET_NAMES)
def test_a_place_differs_from_itself_in_nothing(name: str) -> None:
    page = diff_page(rule_set(name), rule_set(name), (CARD, CARD), everything=False)

    assert page.differences == ()
    assert page.same > 100


def test_two_places_side_by_side_are_grouped_in_the_order_of_play() -> None:
    page = diff_page(rule_set("maryland"), rule_set("california"), (CARD, CARD), everything=False)

    groups = list(dict.fromkeys(one.group for one in page.differences))
    assert groups[:2] == ["The table", "The bank"]
    bank = next(one for one in page.differences if one.key == "table.bank")
    assert (bank.left, bank.right) == ("house", "player-dealer")
    assert bank.left_clauses


@pytest.mark.parametrize(("one", "other"), list(combinations(SET_NAMES, 2)))
def test_every_line_of_two_places_side_by_side_is_said_in_words(one: str, other: str) -> None:
    left, right = rule_set(one), rule_set(other)

    found = diff(left, right, everything=True)
    page = diff_page(left, right, (CARD, CARD), everything=True)

    nameless = [
        f"{line.group}.{line.key}" for line in found if in_words(line.group, line.key) is None
    ]
    raw = [
        f"{line.key}: {value}"
        for line in page.differences
        for value in (line.left, line.right)
        if RAW.search(HYPHENED.sub("", value))
    ]
    assert nameless == raw == []
    # No two values become one when they are said.
    assert page.same == sum(line.left == line.right for line in page.differences)


def test_clauses_chapters_and_readings_are_told() -> None:
    (clause,) = clause_pages("md-11.h.3.c")
    chapter = clause_pages("MD-11.H")
    (reading,) = clause_pages("A-MD-20")

    assert clause.place == "Maryland"
    assert clause.decides
    assert len(chapter) > 3
    assert reading.kind == "reading"
    with pytest.raises(LookupError):
        clause_pages("XX-1")


def test_rules_are_open_to_strangers(tmp_path: Path) -> None:
    with visit(tmp_path) as stranger:
        places = stranger.get("/api/rules").json()
        page = stranger.get("/api/rules/south-dakota").json()
        beside = stranger.get("/api/rules/maryland/against/california").json()
        clause = stranger.get("/api/rules/clauses/MD-11.H.3.c").json()
        missing = stranger.get("/api/rules/nevada")
        unknown = stranger.get("/api/rules/clauses/MD-99")

    assert [place["name"] for place in places["places"]] == list(SET_NAMES)
    assert page["chapters"][0]["title"] == "The table"
    assert beside["differences"]
    assert clause["clauses"][0]["id"] == "MD-11.H.3.c"
    assert missing.status_code == unknown.status_code == 404
    assert missing.json()["reason"] == "no-such-rules"
    assert missing.json()["detail"].startswith("There is no rule book of that name. There are Mary")
    assert not re.search("south-dakota|catfish-bend", missing.json()["detail"])


def test_the_page_says_what_the_standing_table_really_plays() -> None:
    with Served(quick(standing=True)) as served, served.visitor() as one:
        one.me()
        wait_until(lambda: served.services.pit.table("maryland-1") is not None, "open")
        page = one.get("/api/rules/maryland").json()

    played = {option["key"]: option["played"] for option in page["options"]}
    assert played["six_card"] == "A"
    assert played["progressive"] == "A"
    assert played["limits.ante"] == "$5.00 to $100.00"
    assert played["decision.timeout"] == "40 seconds"
    assert played["wager.increment"] == "$1.00"
    assert played["meter.seed"] == "$10,000.00"
    assert played["meter.rate"] == "5 %"


@pytest.mark.parametrize("name", SET_NAMES)
def test_every_choice_is_told_as_a_person_would(name: str) -> None:
    rules = rules_of(table_house(rule_set(name), {}))

    for key in rules.set.options:
        said = played_words(rules, key)
        assert said
        assert not re.search(r"Span|Chips|Fraction|[{}()]", said), (key, said)


@pytest.mark.parametrize("name", SET_NAMES)
def test_what_only_people_can_do_stands_in_a_chapter_of_its_own(name: str) -> None:
    wanted = {clause.id for clause in all_clauses(name) if "I" in clause.kinds}

    shown = [c for c in chapters(rule_set(name)) if c.title == "Physical table procedures"]

    cited = {clause for chapter in shown for said in chapter.sentences for clause in said.clauses}
    assert cited == wanted


@pytest.mark.parametrize("place", ["california", "catfish-bend", "royal-caribbean"])
def test_a_place_without_a_progressive_does_not_speak_of_one(place: str) -> None:
    """CA-AREA, IA-PLAY.1, RC-AREA: the felt has Ante, Blind, Trips and Play."""
    texts = [one.text for chapter in chapters(rule_set(place)) for one in chapter.sentences]

    assert [text for text in texts if "Progressive" in text] == []


def test_two_ways_of_dealing_are_two_sequences() -> None:
    """IA-HAND.7, A-IA-06: two cards at once, or one at a time; never one after the other."""
    (deal,) = [one for one in chapters(rule_set("catfish-bend")) if one.title == "The deal"]
    by_hand = [one.text for one in deal.sentences if one.text.startswith("From the hand, the deal")]

    assert len(by_hand) == 2
    assert "2 cards to each seat" in by_hand[0]
    assert "one card to each seat" not in by_hand[0]
    assert "2 cards to each seat" not in by_hand[1]
    assert by_hand[1].count("one card to each seat") == 2
