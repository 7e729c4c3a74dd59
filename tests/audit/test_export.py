"""Exports: lossless events, rows that add up, rounds that PokerKit reads, and no live secret."""

from __future__ import annotations

import csv
import json
import random
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory

from pitboss.audit.export import FORMATS, Asked, Folder, FolderError, export
from pitboss.audit.export.gate import Gate
from pitboss.audit.export.lines import line_of, read_line
from pitboss.audit.export.toml import text_of
from pitboss.audit.replay import read_eyes, replay_round
from pitboss.audit.rounds import played_rounds, table_moments
from pitboss.audit.times import Span
from pitboss.cards import DECK
from pitboss.cli import run
from pitboss.journal import Draft, Entry, Head, Journal, Turn, Write, checked, link, open_journal
from pitboss.journal.chain import start
from pitboss.journal.memory import MemoryJournal
from pitboss.pit.founding import opening_commands
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.legal import choices, turn
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES, Chips, Wager
from pitboss.table import Person, Role, house_of
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.timetable import due
from tests.audit.linked import STREAM, WINNING, Kept
from tests.audit.tables import QUICK, Played, house, regulars, season
from tests.audit.write import in_file, in_memory, write_table
from tests.table.seasons import FLOOR

Document = dict[str, Any]  # Any: JSON values


def exported(journal: Journal, out: Path, **asked: Any) -> Document:  # Any: the fields of Asked
    """Export and read the manifest."""
    with Folder(out) as folder:
        export(journal, folder, Asked(**asked), "1.0", lambda _done, _of: None)
    found: Document = json.loads((out / "manifest.json").read_text("utf-8"))
    return found


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def rows(path: Path) -> list[dict[str, str]]:
    with (path / "seats.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def phh_files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.phh"))


def cut_short(table: Played) -> Played:
    """The same table, stopped while its last round has cards out."""
    at = max(
        n for n, (_, events) in enumerate(table.log)
        if any(isinstance(event, round_past.PacketsDealt) for event in events)
    )  # fmt: skip
    return Played(table.name, table.rules, table.chance, log=table.log[: at + 1])


@pytest.fixture(scope="module")
def floor() -> tuple[Played, Played]:
    return regulars(1, rounds=15), regulars(2, rounds=12, rules="california", name="T2")


@pytest.fixture(scope="module")
def journal_file(tmp_path_factory: pytest.TempPathFactory, floor: tuple[Played, Played]) -> Path:
    return in_file(tmp_path_factory.mktemp("export") / "floor.db", *floor)


# -- events ---------------------------------------------------------------------------------------


def test_the_events_read_back_are_the_same_chain(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    journal = in_memory(*floor)
    manifest = exported(journal, tmp_path / "out")

    for one in manifest["streams"]:
        stream = one["stream"]
        found = [read_line(stream, line) for line in lines(tmp_path / "out" / one["file"])]
        assert found == list(journal.read(stream))
        assert list(checked(found, stream)) == found
        assert one["head"]["hash"] == found[-1].hash.hex() == journal.head(stream).hash.hex()
        assert one["events"] == len(found)


def test_the_chain_can_be_rebuilt_with_any_reader_of_json(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    exported(in_memory(floor[0]), tmp_path / "out", formats=("jsonl",))

    def stored(value: object) -> bytes:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    before = start("table/T1").hash
    for text in lines(tmp_path / "out" / "table" / "T1" / "events.jsonl"):
        line = json.loads(text)
        cause = stored(line["cause"]) if "cause" in line else None
        before = link(
            before,
            number=line["number"],
            name=line["name"],
            at=line["at"],
            data=stored(line["data"]),
            size=line.get("size"),
            command=line.get("command"),
            cause=cause,
        )
        assert before.hex() == line["hash"]


@pytest.mark.parametrize("data", [b"\x00\xff", b"null", b'{"a":\n1}', b" 1", b"[1", b'"\\ud800"'])
def test_what_is_no_plain_json_is_kept_to_the_byte(data: bytes) -> None:
    entry = Entry("link/x", 1, "odd/1", 5, 1, "c1", data, data, bytes(32))

    line = line_of(entry)

    assert line.count(b"\n") == 1
    assert read_line("link/x", line) == entry


def test_links_are_exported_and_other_streams_are_counted(tmp_path: Path) -> None:
    journal = MemoryJournal()
    Kept(journal, "L1").play(WINNING["L1"])
    journal.append(Write("staff/Ada", 0, Turn("c1", b"{}", 5, (Draft("hired/1", b"{}"),))))

    manifest = exported(journal, tmp_path / "out", formats=("jsonl",))

    assert [one["stream"] for one in manifest["streams"]] == ["table/L1", STREAM]
    assert (tmp_path / "out" / "link" / "big" / "events.jsonl").is_file()
    assert manifest["left_out"] == ["1 stream neither of a table nor of a link"]


# -- live secrets ---------------------------------------------------------------------------------


def all_bytes(folder: Path) -> Iterator[bytes]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.read_bytes()


@pytest.mark.parametrize("rules", SET_NAMES)
def test_nothing_of_a_sealed_round_is_written(tmp_path: Path, rules: str) -> None:
    table = cut_short(regulars(3, rounds=4, rules=rules))
    journal = in_memory(table)
    begun = [e for _, events in table.log for e in events if isinstance(e, past.RoundBegun)]
    secret = begun[-1].secret

    manifest = exported(journal, tmp_path / "out")

    for data in all_bytes(tmp_path / "out"):
        assert secret not in data
        assert secret.hex().encode() not in data
        assert b64encode(secret) not in data
    (one,) = manifest["streams"]
    withheld = one["withheld"]
    assert withheld["from"] == one["head"]["number"] + 1 == one["events"] + 1
    assert withheld["to"] == one["journal_head"]["number"] == journal.head("table/T1").number
    names = [entry.name for entry in journal.read("table/T1", after=withheld["from"] - 1)]
    assert names[0] == "round-begun/1"
    assert withheld["events"] == len(names)
    assert any("secret is still sealed" in line for line in manifest["left_out"])
    assert any("1 round not over yet" in line for line in manifest["left_out"])


def test_what_was_withheld_comes_with_the_next_export(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    short = exported(in_memory(cut_short(floor[0])), tmp_path / "short")
    whole = exported(in_memory(floor[0]), tmp_path / "whole")

    first = lines(tmp_path / "short" / "table" / "T1" / "events.jsonl")
    second = lines(tmp_path / "whole" / "table" / "T1" / "events.jsonl")
    assert second[: len(first)] == first
    assert len(second) > len(first) + 1
    assert whole["streams"][0]["withheld"] is None
    assert whole["counts"]["rounds"] == short["counts"]["rounds"] + 1


def test_a_secret_that_never_comes_out_shuts_the_gate_for_good(
    floor: tuple[Played, Played],
) -> None:
    entries = list(in_memory(floor[0]).read("table/T1"))
    third = [n for n, e in enumerate(entries) if e.name == "round-begun/1"][2]
    gate = Gate("table/T1", Span())

    passed: list[Entry] = []
    seen = 0
    for entry in entries:
        seen += entry.name == "secret-revealed/1"
        if entry.name == "secret-revealed/1" and seen == 3:
            entry = Entry("table/T1", entry.number, "announced/1", entry.at, entry.size,
                          entry.command, entry.cause, entry.data, entry.hash)  # fmt: skip
        passed += gate.let(entry)
    gate.close()

    assert [e.number for e in passed] == [e.number for e in entries[:third]]
    assert gate.withheld == len(entries) - third
    assert gate.withheld_from == entries[third].number


def dealt_by_hand(rounds: int) -> Played:
    """A table whose cards are shuffled by hand: there is no secret to reveal."""
    rules, options = house("maryland")
    table = Played("T1", rules, random.Random(4))
    table.must(ask.SetUp("T1", house_of(rules, options), provable=False), FLOOR)
    for command, by in opening_commands(rules, FLOOR):
        table.must(command, by)
    player = Person("p1", Role.PLAYER)
    table.must(ask.Sit(1, "p1"), player)
    table.must(ask.BuyIn(1, Chips(500_00)), player)
    bets = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}
    while table.table.rounds < rounds or table.table.round is not None:
        table.at += 250
        round_ = table.table.round
        if round_ is not None and round_.phase == Phase.BETTING and not round_.spots:
            table.must(round_ask.PlaceBets(1, bets), player)
        elif round_ is not None and turn(round_, rules):
            table.must(choices(round_, rules)[0].command(), player)
        elif (step := due(table.table, QUICK)) is not None:
            table.at = max(table.at, step.at)
            table.must(step.command, step.by)
        else:
            deck = tuple(table.chance.sample(DECK, len(DECK)))
            table.must(round_ask.LoadDeck(deck), AUTOMATIC_DEALER)
    return table


def test_a_table_dealt_by_hand_has_rounds_without_a_secret(tmp_path: Path) -> None:
    table = dealt_by_hand(3)

    whole = exported(in_memory(table), tmp_path / "whole")
    short = exported(in_memory(cut_short(table)), tmp_path / "short")

    assert whole["streams"][0]["withheld"] is None
    uth = tomllib.loads(phh_files(tmp_path / "whole")[0].read_text("utf-8"))["_uth"]
    assert "secret" not in uth
    assert "commitment" not in uth
    assert short["counts"]["rounds"] == 2
    assert short["streams"][0]["withheld"]["events"] > 0
    (played, *_) = played_rounds(table_moments(in_memory(table), "T1"))
    assert replay_round(played, read_eyes("full")).proof is None


# -- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SET_NAMES)
def test_every_row_adds_up(tmp_path: Path, rules: str) -> None:
    table = season(7, steps=1500, rules=rules)
    manifest = exported(in_memory(table), tmp_path / "out", formats=("csv",))

    found = rows(tmp_path / "out")
    assert manifest["counts"]["seats"] == len(found) > 20

    def cents(row: dict[str, str], key: str) -> int:
        return round(float(row[key] or 0) * 100)

    for row in found:
        change = cents(row, "balance_after") - cents(row, "balance_before")
        change += cents(row, "cashed") - cents(row, "bought")
        assert change == cents(row, "net"), row
        nets = sum(cents(row, key) for key in row if key.endswith("_net"))
        assert nets - cents(row, "fee") - cents(row, "tips") == cents(row, "net"), row


def test_a_row_says_what_the_settlement_says(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    exported(in_memory(floor[0]), tmp_path / "out", formats=("csv",))
    settled = [e.settlement for _, events in floor[0].log for e in events
               if isinstance(e, round_past.RoundSettled)]  # fmt: skip

    found = rows(tmp_path / "out")

    for row in found:
        settlement = settled[int(row["round"]) - 1]
        for movement in settlement.of(int(row["seat"])):
            assert row[f"{movement.wager}_outcome"] == movement.outcome
            assert row[f"{movement.wager}_staked"] == f"{movement.staked / 100:.2f}"
        assert row["qualifies"] == ("yes" if settlement.qualifies else "no")
        assert row["void"] == "no"
    assert len(found) == sum(len({m.seat for m in s.movements}) for s in settled)


def test_a_name_is_no_formula(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    table = floor[0]
    name = "=HYPERLINK(1)"
    log = [(order, tuple(_renamed(event, name) for event in events)) for order, events in table.log]
    renamed = Played("T1", table.rules, table.chance, log=log)

    exported(in_memory(renamed), tmp_path / "out", formats=("csv",))

    players = {row["player"] for row in rows(tmp_path / "out")}
    assert f"'{name}" in players
    assert name not in players


def _renamed(event: Any, name: str) -> Any:  # Any: whatever event it is
    if isinstance(event, past.PlayerSat) and event.seat == 1:
        return past.PlayerSat(1, name, event.bot)
    if isinstance(event, past.PlayerLeft) and event.seat == 1:
        return past.PlayerLeft(1, name, event.chips)
    return event


# -- rounds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SET_NAMES)
def test_pokerkit_reads_every_round_and_keeps_our_fields(tmp_path: Path, rules: str) -> None:
    table = season(9, steps=900, rules=rules)
    manifest = exported(in_memory(table), tmp_path / "out", formats=("phh",))

    files = phh_files(tmp_path / "out")
    assert manifest["counts"]["rounds"] == len(files) > 5
    for path in files:
        text = path.read_text("utf-8")
        hand = HandHistory.loads(text)
        uth = hand.user_defined_fields["_uth"]
        assert hand.variant == "UTH"
        assert hand.players is not None
        assert len(hand.players) == len(hand.antes) == len(hand.starting_stacks)
        assert hand.hand == int(path.stem)
        assert uth["rules"] == rules
        assert uth["secret"] != uth["commitment"]
        stacks = dict(zip(hand.players, hand.starting_stacks, strict=True))
        ends = dict(zip(hand.players, hand.finishing_stacks or (), strict=True))
        for seat in uth["seats"]:
            assert ends[seat["player"]] - stacks[seat["player"]] == seat["net"]


def test_a_round_s_actions_are_its_events(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    exported(in_memory(floor[0]), tmp_path / "out", formats=("phh",))

    documents = [tomllib.loads(path.read_text("utf-8")) for path in phh_files(tmp_path / "out")]
    events = [e for _, events in floor[0].log for e in events]
    raises = [a.split()[2] for d in documents for a in d["actions"] if " cbr " in a]
    assert raises == [str(e.chips) for e in events if isinstance(e, round_past.PlayPlaced)]
    for kind, word in ((round_past.Folded, "f"), (round_past.Checked, "cc")):
        told = sum(a.split()[1] == word for d in documents for a in d["actions"])
        assert told == sum(isinstance(e, kind) for e in events)
    boards = [
        "".join(a.split()[2] for a in d["actions"] if a.startswith("d db")) for d in documents
    ]
    assert all(len(board) == 10 for board in boards)


def test_text_is_written_as_toml_reads_it() -> None:
    for text in ('a "b" \\ c', "tab\t nl\n del\x7f bell\x07", "♠ 🂡 é", ""):
        assert tomllib.loads(f"x = {text_of(text)}")["x"] == text
    assert tomllib.loads(f"x = {text_of({'a b': [1, True, 'c']})}")["x"] == {"a b": [1, True, "c"]}


# -- the manifest and the folder ------------------------------------------------------------------


def test_the_manifest_names_every_file_with_its_hash(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    out = tmp_path / "out"
    manifest = exported(in_memory(*floor), out)

    named = {one["path"]: one for one in manifest["files"]}
    there = {str(p.relative_to(out)): p for p in out.rglob("*") if p.is_file()}
    assert named.keys() == there.keys() - {"manifest.json"}
    for name, one in named.items():
        data = there[name].read_bytes()
        assert (one["bytes"], one["sha256"]) == (len(data), sha256(data).hexdigest())
    assert manifest["format"] == "pitboss-export/1"
    assert manifest["pitboss"] == "1.0"
    assert manifest["counts"]["rounds"] == 27


def test_the_same_journal_gives_the_same_bytes(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    for folder in ("one", "two"):
        exported(in_memory(*floor), tmp_path / folder)

    first = {p.relative_to(tmp_path / "one"): p.read_bytes()
             for p in (tmp_path / "one").rglob("*") if p.is_file()}  # fmt: skip
    for name, data in first.items():
        assert (tmp_path / "two" / name).read_bytes() == data


def test_a_time_cuts_one_unbroken_part_out_of_the_chain(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    journal = in_memory(floor[0])
    times = [e.at for e in journal.read("table/T1") if e.name == "round-begun/1"]

    manifest = exported(journal, tmp_path / "out", span=Span(times[3], times[7]))

    (one,) = manifest["streams"]
    found = [read_line("table/T1", line) for line in lines(tmp_path / "out" / one["file"])]
    after = Head(one["first"] - 1, bytes.fromhex(one["after_hash"]))
    assert list(checked(found, "table/T1", after)) == found
    assert (found[0].at, found[-1].at < times[7]) == (times[3], True)
    assert {row["round"] for row in rows(tmp_path / "out")} == {"4", "5", "6", "7"}
    total = one["before_the_time"] + len(found) + one["after_the_time"]
    assert total == journal.head("table/T1").number


@pytest.mark.parametrize("name", ["..", "a/b", ".", "x" * 60, "é ♠", "%2F"])
def test_any_table_s_name_makes_a_folder_inside(
    tmp_path: Path, name: str, floor: tuple[Played, Played]
) -> None:
    table = Played(name, floor[0].rules, floor[0].chance, log=floor[0].log[:40])

    exported(in_memory(table), tmp_path / "out", formats=("jsonl",))

    files = list((tmp_path / "out").rglob("events.jsonl"))
    assert len(files) == 1
    assert files[0].parent.parent == tmp_path / "out" / "table"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_an_empty_folder_is_filled_and_a_full_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    exported(MemoryJournal(), tmp_path / "empty")
    assert (tmp_path / "empty" / "manifest.json").is_file()

    with pytest.raises(FolderError, match="is not empty"), Folder(tmp_path / "empty"):
        pass


def test_force_takes_the_place_of_an_earlier_export_alone(
    tmp_path: Path, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["audit", "export", str(journal_file), "--out", str(out), "--format", "csv"]
    assert run(command) == 0
    assert run(command) == 2
    assert run([*command, "--table", "T2", "--force"]) == 0
    assert {row["table"] for row in rows(out)} == {"T2"}
    (out / "notes.txt").write_text("mine")

    assert run([*command, "--force"]) == 2

    assert "holds more than an export" in capsys.readouterr().err
    assert (out / "notes.txt").read_text() == "mine"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_journal_that_is_broken_leaves_nothing_behind(
    tmp_path: Path, floor: tuple[Played, Played], capsys: pytest.CaptureFixture[str]
) -> None:
    path = in_file(tmp_path / "floor.db", floor[0])
    data = path.read_bytes()
    at = data.rindex(b'"shuffled":"') + 12
    path.write_bytes(data[:at] + b"X" + data[at + 1 :])

    assert run(["audit", "export", str(path), "--out", str(tmp_path / "out")]) == 2

    err = capsys.readouterr().err
    assert "its hash does not fit what it says" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".out")] == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--table", "T9"], "there is no table 'T9'"),
        (["--format", "xml"], "--format 'xml': wants one or more of jsonl, csv, phh"),
        (["--format", ""], "--format '': wants"),
        (["--from", "yesterday"], "--from 'yesterday': is no time"),
        (["--from", "2027-02-30"], "--from '2027-02-30': is no time"),
        (["--to", "2027-01-15T25:00"], "is no time"),
        (["--from", "2027-01-16", "--to", "2027-01-15"], "is not before --to"),
        (["--from", "2027-01-16", "--to", "2027-01-15T23:59"], "is not before --to"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    args: list[str],
    said: str,
    tmp_path: Path,
    journal_file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["audit", "export", str(journal_file), "--out", str(tmp_path / "x"), *args]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_is_one_line(
    tmp_path: Path, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "way").symlink_to(tmp_path / "file")
    for out in ("file", "file/x", "none/x", "way", "a\0b", "..", "", "n" * 300):
        where = str(tmp_path / out) if out not in ("", "..") else out
        assert run(["audit", "export", str(journal_file), "--out", where]) == 2, out
        _, err = capsys.readouterr()
        assert err.count("\n") == 1
        assert err.startswith("pitboss: --out")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "way"]


def test_the_verb_says_what_it_wrote(
    tmp_path: Path, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["audit", "export", str(journal_file)]
    assert run([*command, "--out", str(tmp_path / "a"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["rounds"], document["files"]) == (27, 2 + 1 + 27)

    assert run([*command, "--out", str(tmp_path / "b"), "--format", "csv"]) == 0
    assert f"in 1 file: {tmp_path}/b/manifest.json" in capsys.readouterr().out.replace("\n", "")


def test_formats_can_be_had_one_by_one(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    for one in FORMATS:
        exported(in_memory(floor[0]), tmp_path / one, formats=(one,))
    kinds = {one: {p.suffix for p in (tmp_path / one).rglob("*") if p.is_file()} for one in FORMATS}
    assert kinds == {one: {".json", f".{one}"} for one in FORMATS}


def test_a_reader_s_file_may_be_written_meanwhile(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    with open_journal(tmp_path / "floor.db") as journal:
        write_table(journal, floor[0])
        with open_journal(tmp_path / "floor.db", read_only=True) as reader:
            manifest = exported(reader, tmp_path / "out", formats=("jsonl",))
    assert manifest["counts"]["events"] == manifest["streams"][0]["journal_head"]["number"]
