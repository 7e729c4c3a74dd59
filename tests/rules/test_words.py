"""Phrases may be reworded at any time: no journal holds one, and none is needed to prove it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.audit.verify import verify
from pitboss.history.moments import moments
from pitboss.history.narration import said
from pitboss.history.viewer import FULL, Viewpoint
from pitboss.journal import Journal, open_journal
from pitboss.journal.codec import encode_event, encode_order, encode_table
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit.streams import table_stream
from pitboss.round.movement import MovementReason, NoticeKind
from pitboss.rules import SET_NAMES, Outcome, Wager, log_words, words
from pitboss.server.views import log
from pitboss.table.deck import ChecklistStep
from pitboss.table.event import NoHand
from pitboss.table.people import HouseReason
from tests.audit.tables import regulars, season
from tests.audit.write import in_memory
from tests.journal.old import OLD_JOURNALS, unpacked

SEEDS = range(3)
EVERYTHING = Viewpoint(FULL, None)
TABLES = {
    name: table
    for name, table in (vars(words) | vars(log_words)).items()
    if isinstance(table, dict)
}
OLD = [p for p in OLD_JOURNALS if p.stem in ("maryland-1.db", "california-2.db", "linked.db")]


def phrases() -> Iterator[str]:
    """List every piece of a phrase that could only be prose: two words or more, without gaps."""
    for name, table in TABLES.items():
        if name.startswith("__"):
            continue
        for value in table.values():
            for phrase in (value,) if isinstance(value, str) else value:
                pieces = re.split(r"\{\w+\}", phrase)
                yield from (piece.strip(" ,;:") for piece in pieces if " " in piece.strip(" ,;:"))


def texts(value: object) -> Iterator[str]:
    """List every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inside in value.values():
            yield from texts(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from texts(inside)


@pytest.fixture
def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say everything in other words."""
    for name, table in TABLES.items():
        for key, value in table.items() if not name.startswith("__") else ():
            other: Any = "other words" if isinstance(value, str) else ("other", "words")
            monkeypatch.setitem(table, key, other)
    monkeypatch.setattr(words, "hand_name", lambda _: "a hand")


@pytest.mark.usefixtures("reworded")
@pytest.mark.parametrize("packed", OLD, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_old_journal_is_proved_after_every_phrase_was_reworded(
    packed: Path, tmp_path: Path
) -> None:
    with open_journal(unpacked(packed, tmp_path), read_only=True) as journal:
        assert verify(journal).findings == ()


def test_a_journal_of_today_is_proved_after_every_phrase_was_reworded(
    request: pytest.FixtureRequest,
) -> None:
    journal: Journal = in_memory(regulars(3, rounds=5, options={"six_card": "A"}))
    request.getfixturevalue("reworded")

    report = verify(journal)

    assert (report.findings, report.remarks) == ((), ())


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_line_of_the_log_is_made_of_these_phrases(
    place: str, request: pytest.FixtureRequest
) -> None:
    played = season(1, rules=place)
    journal: Journal = in_memory(played)
    request.getfixturevalue("reworded")

    lines = {
        (moment.entry.name.partition("/")[0], said(moment, played.rules, EVERYTHING))
        for moment in moments(journal.read(table_stream(played.name)))
    }

    assert len(lines) > 20
    for name, line in lines:
        assert line == ("other words" if name in log_words.LOG else name.replace("-", " "))


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_short_line_of_the_felt_is_made_of_these_phrases(
    place: str, request: pytest.FixtureRequest
) -> None:
    played = season(1, rules=place)
    journal: Journal = in_memory(played)
    request.getfixturevalue("reworded")

    lines = {
        (line.name, line.text)
        for moment in moments(journal.read(table_stream(played.name)))
        for line in log.lines(moment, played.rules)
        if line.name in log_words.FELT_LOG
    }

    assert len(lines) > 5
    assert {text for _, text in lines} <= {"Other words", "Other wordsother words"}  # and the stub


def test_only_events_that_speak_for_themselves_have_no_phrase() -> None:
    names = {name.partition("/")[0] for name in EVENT_NAMES.values()}

    assert set(log_words.LOG) <= names
    assert names - set(log_words.LOG) == {
        "dealer-tapped-in",
        "deck-counted",
        "deck-removed",
        "meter-corrected",
        "rules-changed",
        "system-readied",
        "table-closed",
        "table-idled",
        "table-opened",
        "table-set-up",
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", SET_NAMES)
def test_no_event_order_or_snapshot_holds_a_phrase(place: str, seed: int) -> None:
    played = season(seed, rules=place)
    stored = [encode_order(order) for order, _ in played.log]
    stored += [encode_event(event)[1] for _, events in played.log for event in events]
    stored.append(encode_table(played.table))
    prose = set(phrases())
    assert len(prose) > 50

    kept = {text for data in stored for text in texts(msgspec.json.decode(data))}

    assert [text for text in kept if any(phrase in text for phrase in prose)] == []


def test_every_kind_of_a_fact_has_its_phrase() -> None:
    assert set(words.WAGERS) == set(Wager)
    assert set(log_words.STEPS) == set(ChecklistStep)
    assert set(words.OUTCOMES) == set(words.RESULTS) == set(Outcome)
    assert set(words.NOTICES) == set(NoticeKind)
    assert set(words.NO_HAND) == set(NoHand)
    assert set(words.REASONS) == set(HouseReason)
    assert set(words.WHY) == set(MovementReason) - {MovementReason.BELOW_FLOOR, MovementReason.LINE}
