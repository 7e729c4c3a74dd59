"""The auditor's desk on a real server: search, evidence, proofs, files, and tampering."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.history.export.lines import read_line
from pitboss.history.moments import played_rounds, table_moments
from pitboss.journal import Head, checked
from pitboss.pit.streams import TABLES
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.rules import Chips
from pitboss.server.evidence.evidence import verify_round
from pitboss.table import Person, Role, evolve
from pitboss.table.timetable import due
from tests.audit.tables import QUICK, Played, regulars, season
from tests.audit.tamper import event_at, forged, place_of, raw, turns_of, with_event
from tests.audit.write import in_memory
from tests.journal.old import OLD_JOURNALS, unpacked
from tests.server.visits import Visit, visit, visit_journal


@pytest.fixture(scope="module")
def table() -> Played:
    """A random season with irregularities and voids."""
    return season(5, steps=900, rules="maryland")


@pytest.fixture(scope="module")
def auditor(table: Played, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """An auditor at a server with a season and a quiet table."""
    quiet = regulars(61, rounds=4, seats=2, name="Q1")
    with visit(tmp_path_factory.mktemp("house"), table, quiet) as visitor:
        visitor.come("Audrey", "auditor")
        yield visitor


def every(auditor: Visit, **query: object) -> list[dict[str, object]]:
    """All rounds that a search finds, page by page."""
    found: list[dict[str, object]] = []
    before = ""
    while True:
        page = auditor.get("/api/audit/rounds", before=before, limit=7, **query).json()
        found += page["rounds"]
        before = page["next"]
        if not before:
            return found


def test_a_search_finds_every_round_once(auditor: Visit, table: Played) -> None:
    found = every(auditor)

    names = [(one["table"], one["round"]) for one in found]
    assert len(names) == len(set(names))
    assert {name for name in names if name[0] == "Q1"} == {("Q1", n) for n in (1, 2, 3, 4)}
    assert len(names) > 10
    assert {name for name, _ in names} == {"Q1", table.name}


def test_filters_narrow_a_search(auditor: Visit) -> None:
    found = every(auditor)

    troubled = every(auditor, incident="any")
    void = every(auditor, outcome="void")
    player = every(auditor, player="p1", table="Q1")
    rich = every(auditor, least_win=1)

    assert troubled == [one for one in found if one["incidents"]]
    assert void == [one for one in found if one["outcome"] == "void"]
    assert all("p1" in one["players"] for one in player)  # type: ignore[operator]  # JSON
    assert 0 < len(rich) < len(found)


def test_the_evidence_of_a_round_is_whole_and_verified(auditor: Visit) -> None:
    for one in every(auditor)[:12]:
        answer = auditor.get(f"/api/audit/rounds/{one['table']}/{one['round']}")
        evidence = answer.json()

        assert answer.status_code == 200
        assert evidence["verified"], evidence["findings"]
        document = evidence["document"]
        assert document["as"] == "full"
        named = {clause for step in document["steps"] for clause in step["clauses"]}
        named |= {clause for move in evidence["moves"] for clause in move["clauses"]}
        assert named <= set(evidence["clauses"])
        assert evidence["first_event"] < evidence["last_event"]


def declared_in(table: Played, command: round_ask.Declare, by: Person) -> Played:
    """The same table with an irregularity declared after the first deal, played to its end."""
    dealt = next(n for n, (_, events) in enumerate(table.log) if "PacketsDealt" in repr(events))
    made = Played(table.name, table.rules, table.chance, log=table.log[: dealt + 1], at=table.at)
    for order, events in made.log:
        for event in events:
            made.table = evolve(made.table, event, order.at)
    made.must(command, by)
    while made.table.round is not None:
        step = due(made.table, QUICK, made.at)
        assert step is not None
        made.must(step.command, step.by)
    return made


def test_evidence_names_who_declared_and_a_note_that_no_player_reads(tmp_path: Path) -> None:
    note = "second card lifted with the cover card"
    command = round_ask.Declare("dealer-card-exposed", note=note, second="Flora")
    table = declared_in(regulars(67, rounds=1, seats=2), command, Person("Osei", Role.FLOOR))
    with visit(tmp_path, table) as visitor:
        visitor.come("Audrey", "auditor")
        (incident,) = visitor.get("/api/audit/rounds/T1/1").json()["document"]["incidents"]
        public = [visitor.get("/api/hands/T1/1").text, visitor.get("/api/tables/T1").text]
        public += [
            visitor.get(f"/api/hands/T1/1/export?form={form}").text
            for form in ("text", "csv", "json", "toml")
        ]

    assert (incident["by"], incident["second"], incident["note"]) == ("Osei", "Flora", note)
    assert not [text for text in public if note in text or "Osei" in text or "Flora" in text]
    assert "dealer-card-exposed" in "".join(public)


def test_a_zip_of_a_round_holds_its_part_of_the_chain(auditor: Visit) -> None:
    evidence = auditor.get("/api/audit/rounds/Q1/3").json()

    answer = auditor.get("/api/audit/rounds/Q1/3/export")

    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    lines = packed.read("events.jsonl").splitlines(keepends=True)
    entries = [read_line("table/Q1", line) for line in lines]
    stored = list(auditor.services.journal.read("table/Q1", evidence["first_event"] - 2, 1))
    before = Head(stored[0].number, stored[0].hash)
    assert [e.number for e in checked(entries, "table/Q1", before)][-1] == evidence["last_event"]
    assert entries[-1].hash.hex() == evidence["head"]
    assert json.loads(packed.read("replay.json")) == evidence["document"]
    assert {"round.phh", "seats.csv", "round.txt", "clauses.json"} <= set(packed.namelist())


def test_a_zip_of_a_table_is_the_export_of_the_command_line(auditor: Visit) -> None:
    answer = auditor.get("/api/audit/tables/Q1/export")

    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    manifest = json.loads(packed.read("manifest.json"))
    assert answer.headers["content-type"] == "application/zip"
    assert manifest["counts"]["rounds"] == 4
    assert auditor.get("/api/audit/tables/nowhere/export").status_code == 404


def test_a_table_is_proved_from_its_first_event_on(auditor: Visit, table: Played) -> None:
    """To the last one where no round goes on; the season ends in the middle of a round."""
    for name, goes_on in (("Q1", False), (table.name, True)):
        proved = auditor.post(f"/api/audit/tables/{name}/verify", {}).json()

        head = auditor.services.journal.head(f"table/{name}")
        assert proved["clean"], proved["findings"]
        assert proved["complete"]
        assert (proved["events"] < head.number) == goes_on
        assert (proved["head"] != head.hash.hex()) == goes_on


def test_rounds_that_an_earlier_engine_decided_are_remarked_and_no_findings(tmp_path: Path) -> None:
    (packed,) = (p for p in OLD_JOURNALS if p.match("engine-1/maryland-1.db.xz"))
    with visit_journal(unpacked(packed, tmp_path)) as visitor:
        visitor.come("Audrey", "auditor")
        (name,) = (s.removeprefix(TABLES) for s in visitor.services.journal.heads(TABLES))
        proved = visitor.post(f"/api/audit/tables/{name}/verify", {}).json()
        rounds = [visitor.get(f"/api/audit/rounds/{name}/{n}").json() for n in (1, 2)]

    said = [f"Round {n} was played by engine 1." for n in (2, 3, 4)]
    assert proved["clean"], proved["findings"]
    assert proved["remarks"] == said
    assert [one["verified"] for one in rounds] == [True, True]
    assert [one["remarks"] for one in rounds] == [[], said[:1]]


@pytest.mark.parametrize(
    "query",
    [{"outcome": "fun"}, {"incident": "rain"}, {"least_win": -1}, {"before": "x"}, {"limit": 101}],
)
def test_a_search_out_of_bounds_is_refused(auditor: Visit, query: dict[str, object]) -> None:
    assert auditor.get("/api/audit/rounds", **query).status_code == 400


def test_the_desk_is_for_auditors_only(tmp_path: Path) -> None:
    with visit(tmp_path, regulars(62, rounds=1, seats=1)) as visitor:
        visitor.come("Floyd", "floor")

        for path in ("rounds", "rounds/T1/1", "rounds/T1/1/export", "tables/T1/export"):
            assert visitor.get(f"/api/audit/{path}").status_code == 403
        assert visitor.post("/api/audit/tables/T1/verify", {}).status_code == 403


def test_a_round_that_goes_on_is_no_evidence(tmp_path: Path) -> None:
    table = regulars(63, rounds=2, seats=2)
    cut = [n for n, (_, events) in enumerate(table.log) if "RoundEnded" in repr(events)][-1]
    table.log = table.log[:cut]
    with visit(tmp_path, table) as visitor:
        visitor.come("Audrey", "auditor")

        answer = visitor.get("/api/audit/rounds/T1/2")
        packed = visitor.get("/api/audit/tables/T1/export").content

    assert answer.status_code == 409
    text = zipfile.ZipFile(io.BytesIO(packed)).read("table/T1/events.jsonl")
    begun = [json.loads(line) for line in text.splitlines() if b"round-begun" in line]
    assert len(begun) == 1


def test_no_hash_of_a_round_that_goes_on_is_told(tmp_path: Path) -> None:
    """Two hashes with the deal between them give the dealer's cards to who tries all pairs."""
    table = regulars(66, rounds=3, seats=2, rules="south-dakota")
    last = [n for n, (_, events) in enumerate(table.log) if "RoundBegun" in repr(events)][-1]
    ended = [n for n, (_, events) in enumerate(table.log) if "RoundEnded" in repr(events)][-1]
    whole = table.log
    dealt = [n for n in range(last, ended) if "PacketsDealt" in repr(whole[n])]
    for step in (last, dealt[0], ended - 1, ended):
        table.log = whole[: step + 1]
        (tmp_path / f"{step}").mkdir()
        with visit(tmp_path / f"{step}", table) as visitor:
            visitor.come("Audrey", "auditor")
            stored = list(visitor.services.journal.read("table/T1"))
            begun = next(e.number for e in stored[::-1] if e.name.startswith("round-begun"))
            told = _all_that_an_auditor_is_told(visitor)
            proved = visitor.post("/api/audit/tables/T1/verify", {}).json()

        hidden = [e.hash.hex() for e in stored if e.number >= begun]
        if step < ended:
            assert not [one for one in hidden if one in told]
        before = stored[begun - 2] if step < ended else stored[-1]
        assert (proved["head"], proved["events"]) == (before.hash.hex(), before.number)
        assert proved["clean"]
        assert proved["complete"]


def _all_that_an_auditor_is_told(visitor: Visit) -> str:
    packed = zipfile.ZipFile(io.BytesIO(visitor.get("/api/audit/tables/T1/export").content))
    files = [packed.read(name).decode() for name in packed.namelist()]
    paths = ("/api/audit/rounds", "/api/audit/rounds/T1/2", "/api/audit/rounds/T1/3", "/metrics",
             "/api/hands/T1/3", "/api/hands/T1/3/proof", "/api/tables/T1", "/readyz")  # fmt: skip
    asked = [visitor.get(path).text for path in paths]
    proved = visitor.post("/api/audit/tables/T1/verify", {}).text
    return "\n".join((*files, *asked, proved))


def test_a_changed_row_breaks_the_evidence_and_the_proof(tmp_path: Path) -> None:
    with visit(tmp_path, regulars(64, rounds=3, seats=2)) as visitor:
        visitor.come("Audrey", "auditor")
        evidence = visitor.get("/api/audit/rounds/T1/2").json()
        number = evidence["first_event"] + 3
        with raw(tmp_path / "pit.db") as rows:
            rows.execute("UPDATE journal_events SET at = at + 1 WHERE number = ?", (number,))

        again = visitor.get("/api/audit/rounds/T1/2")
        proved = visitor.post("/api/audit/tables/T1/verify", {}).json()

    assert evidence["verified"]
    assert again.status_code == 409
    assert again.json()["reason"] == "journal-broken"
    assert f"event {number}" in again.json()["detail"]
    assert not proved["clean"]
    assert f"event {number}" in proved["findings"][0]


@pytest.mark.parametrize("kind", [round_past.RoundSettled, round_past.DeckLoaded])
def test_a_forged_round_whose_chain_fits_is_found_out(kind: type) -> None:
    turns = turns_of(in_memory(regulars(65, rounds=2, seats=2)), "table/T1")
    index, place, number = place_of(turns, kind)
    event = event_at(turns, index, place)
    if isinstance(event, round_past.RoundSettled):
        first, *rest = event.settlement.movements
        more = replace(first, paid=Chips(first.paid + 100))
        event = round_past.RoundSettled(replace(event.settlement, movements=(more, *rest)))
    elif isinstance(event, round_past.DeckLoaded):
        event = replace(event, cards=tuple(reversed(event.cards)))
    journal = forged({"table/T1": with_event(turns, index, place, event)})
    played = next(iter(played_rounds(table_moments(journal, "T1"))))

    findings, _ = verify_round(played)

    assert findings
    assert findings[0].startswith(f"event {number}: ")
