"""The client's types say what the server's structs say."""

from __future__ import annotations

from msgspec import Struct

from pitboss.server.wire.pages import PAGES
from tools.wire import ROOT, WIRE, interface, written


class Sample(Struct, frozen=True, tag_field="type", tag="sample"):
    """One of each."""

    count: int
    name: str | None
    cards: tuple[str | None, ...]
    pair: tuple[str, int]
    by_name: dict[str, bool]


def test_the_committed_types_are_up_to_date() -> None:
    assert WIRE.read_text("utf-8") == written(), "run: python -m tools.wire"


def test_a_struct_becomes_an_interface_with_its_tag() -> None:
    text = interface(Sample)

    assert 'readonly type: "sample";' in text
    assert "readonly count: number;" in text
    assert "readonly name: string | null;" in text
    assert "readonly cards: readonly (string | null)[];" in text
    assert "readonly pair: readonly [string, number];" in text
    assert "readonly by_name: Readonly<Record<string, boolean>>;" in text


def test_what_a_client_sends_may_leave_out_what_has_a_default() -> None:
    text = written()

    assert "readonly tips?: Readonly<Record<string, number>>;" in text
    assert 'readonly do: "take-bank";' in text
    assert "readonly ask: Ask;" in text


def test_the_client_routes_the_pages_that_the_server_serves() -> None:
    text = written()

    assert '  ["/h/:table/:round", "hands/HandPage"],' in text
    assert all((ROOT / "web" / "src" / f"{page}.svelte").is_file() for page in PAGES.values())
