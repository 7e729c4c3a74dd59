"""A database of version 2, made before there was a training room, opens and keeps everything.

`version_2` was written by a server of that version: an account played a hand and left its chips at
the table, and a guest never sat down.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.store.database import open_database
from pitboss.server.store.schema import VERSION
from tests.server.serving import Served, quick

FOLDER = Path(__file__).parent / "version_2"
TOLD: dict[str, Any] = json.loads((FOLDER / "house.json").read_text())  # Any: JSON
PASSWORD = "correct horse battery"  # noqa: S105  # of nobody real


@pytest.fixture
def where(tmp_path: Path) -> str:
    for name in ("house.db", "house-people.db"):
        (tmp_path / name).write_bytes(lzma.decompress((FOLDER / f"{name}.xz").read_bytes()))
    return str(tmp_path / "house.db")


def version(where: str) -> int:
    with closing(sqlite3.connect(Path(where).with_name("house-people.db"))) as store:
        (found,) = store.execute("SELECT version FROM house_version").fetchone()
        return int(found)


def test_people_purses_and_hands_are_there_and_training_begins(where: str) -> None:
    assert version(where) == 2

    with Served(quick(where)) as served, served.visitor() as ann:
        signed = ann.post("/api/sessions", {"name": TOLD["account"], "password": PASSWORD})
        me, hands = ann.me(), ann.get("/api/hands").json()["hands"]
        progress = ann.get("/api/train/progress").json()
        kept = ann.put("/api/train/mistakes", {"enabled": True}).json()
        guest = served.services.people.by_name(TOLD["guest"])
        assert guest is not None
        theirs = served.services.purses.balance(guest.id)

    assert signed.status_code == 201, signed.text
    assert (me["name"], me["guest"], me["purse"]) == (
        TOLD["account"],
        False,
        TOLD["purses"][TOLD["account"]],
    )
    assert [{key: hand[key] for key in ("table", "round", "net")} for hand in hands] == TOLD[
        "hands"
    ]
    assert theirs == TOLD["purses"][TOLD["guest"]]
    assert (progress["kinds"], progress["drills"], kept["enabled"]) == ({}, [], True)
    assert version(where) == VERSION


def test_a_database_that_was_brought_up_to_date_opens_again(where: str) -> None:
    open_database(where).close()
    open_database(where).close()

    assert version(where) == VERSION
