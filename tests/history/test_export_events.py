"""Exported events: nothing is lost of them, and the chain can be rebuilt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.history.export.lines import line_of, read_line
from pitboss.journal import Draft, Entry, Turn, Write, checked, link
from pitboss.journal.chain import start
from pitboss.journal.memory import MemoryJournal
from tests.audit.linked import STREAM, WINNING, Kept
from tests.audit.tables import Played
from tests.audit.write import in_memory
from tests.history.exports import exported, lines

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
