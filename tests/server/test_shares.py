"""Replays, proofs, exports and shared hands, asked of a real server on a real journal."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.cards.shuffle import commitment, deck_order
from pitboss.server.history.shares import SharedHand, ShareLinkError, read_token, share_token
from tests.audit.tables import regulars
from tests.server.visits import Visit, visit


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    table = regulars(21, rounds=6, seats=3)
    cut = [n for n, (_, events) in enumerate(table.log) if "RoundEnded" in repr(events)][-1]
    table.log = table.log[:cut]  # round 6 is still being played
    with visit(tmp_path_factory.mktemp("house"), table) as visitor:
        visitor.come("p2")
        yield visitor


@pytest.fixture
def guest(open_house: Visit) -> Iterator[Visit]:
    """Somebody who plays under the name p2."""
    kept = list(open_house.client.cookies.jar)
    yield open_house
    open_house.client.cookies.clear()
    for cookie in kept:
        open_house.client.cookies.jar.set_cookie(cookie)


def test_a_history_lists_own_hands_and_adds_them_up(guest: Visit) -> None:
    page = guest.get("/api/hands", limit=2).json()
    rest = guest.get("/api/hands", before=page["next"]).json()

    hands = [*page["hands"], *rest["hands"]]
    assert [hand["round"] for hand in hands] == [5, 4, 3, 2, 1]
    assert all(hand["seat"] == 2 and len(hand["cards"]) == 2 for hand in hands)
    assert page["total"] == 5
    assert page["net"] == sum(hand["net"] for hand in hands)
    assert rest["next"] == ""


def test_a_replay_is_seen_with_the_eyes_of_ones_own_seat(guest: Visit) -> None:
    replay = guest.get("/api/hands/T1/3").json()

    assert (replay["replay"], replay["seen_as"], replay["seat"]) == (True, "seat:2", 2)
    dealt = next(f for f in replay["frames"] if f["line"]["name"] == "packets-dealt")
    held = {seat["seat"]: seat for seat in dealt["hand"]["seats"]}
    assert len(held[2]["cards"]) == 2
    assert held[1]["cards"] == held[3]["cards"] == []
    assert replay["frames"][-1]["hand"]["moves"] == replay["moves"] != []


def test_a_stranger_to_the_round_sees_it_as_the_public_did(tmp_path: Path) -> None:
    with visit(tmp_path, regulars(22, rounds=2, seats=2)) as visitor:
        visitor.come("Ann")

        replay = visitor.get("/api/hands/T1/1").json()

    dealt = next(f for f in replay["frames"] if f["line"]["name"] == "packets-dealt")
    assert replay["seen_as"] == "public"
    assert all(seat["cards"] == [] for seat in dealt["hand"]["seats"])


def test_the_proof_deals_the_round_again(guest: Visit) -> None:
    proof = guest.get("/api/hands/T1/4/proof").json()

    secret = bytes.fromhex(proof["secret"])
    seeds = {int(seat): bytes.fromhex(seed) for seat, seed in proof["seeds"].items()}
    deck = deck_order(secret, proof["table"], proof["round"], seeds)
    assert commitment(secret, "T1", 4).hex() == proof["commitment"]
    assert deck == parse_cards(" ".join(proof["deck"]))
    after = [*proof["deck"][proof["cut"] :], *proof["deck"][: proof["cut"]]]
    dealt = [card for packet in proof["dealt"] for card in packet["cards"]]
    assert after[: len(dealt)] == dealt


@pytest.mark.parametrize("what", ["", "/proof", "/export"])
def test_a_round_that_goes_on_gives_nothing_away(guest: Visit, what: str) -> None:
    answer = guest.get(f"/api/hands/T1/6{what}")

    assert answer.status_code == 409
    assert answer.json()["reason"] == "round-going-on"
    assert "secret" not in answer.json()


@pytest.mark.parametrize("path", ["/api/hands/T1/99", "/api/hands/elsewhere/1"])
def test_a_round_that_was_never_played_is_not_found(guest: Visit, path: str) -> None:
    assert guest.get(path).status_code == 404


def test_every_form_of_export_says_the_same(guest: Visit) -> None:
    hand = guest.get("/api/hands").json()["hands"][0]
    path = f"/api/hands/T1/{hand['round']}/export"

    document = guest.get(path, form="json").json()
    rows = list(csv.DictReader(io.StringIO(guest.get(path, form="csv").text)))
    toml = tomllib.loads(guest.get(path, form="toml").text)
    text = guest.get(path, form="text").text

    assert document["as"] == "seat:2"
    assert document["proof"] == guest.get(f"/api/hands/T1/{hand['round']}/proof").json()
    assert [row["player"] for row in rows] == ["p2"]
    assert toml["_uth"]["seats"][1]["net"] == hand["net"]
    assert round(float(rows[0]["net"]) * 100) == hand["net"]
    assert " ".join(hand["cards"]) in text
    assert guest.get(path, form="pdf").status_code == 400


def test_a_shared_hand_is_open_to_strangers_and_to_nothing_else(guest: Visit) -> None:
    token = guest.get("/api/hands/T1/2").json()["share"]
    guest.client.cookies.clear()

    replay = guest.get(f"/api/shared/{token}")

    assert replay.status_code == 200
    assert (replay.json()["round"], replay.json()["seen_as"]) == (2, "seat:2")
    assert guest.get(f"/api/shared/{token[:-1]}x").status_code == 404
    assert guest.get("/api/hands/T1/2").status_code == 401


INDEX = """<html><head>
<meta property="og:title" content="pitboss" />
<meta property="og:description" content="Play" />
<meta property="og:image" content="/preview.png" />
</head></html>"""


def test_a_shared_link_has_a_preview_of_its_hand_without_names(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text(INDEX)
    table = regulars(21, rounds=2, seats=3)
    with visit(tmp_path, table, static=tmp_path / "static") as visitor:
        visitor.come("p2")
        hand = visitor.get("/api/hands").json()["hands"][0]
        token = visitor.get(f"/api/hands/T1/{hand['round']}").json()["share"]
        visitor.client.cookies.clear()

        page = visitor.get(f"/s/{token}").text
        other = visitor.get("/s/nonsense")

    verb = "won" if hand["net"] > 0 else "lost" if hand["net"] < 0 else "broke even"
    title = page.split('og:title" content="')[1].split('"')[0]
    assert title.lower().startswith(f"{hand['hand']}: {verb}")
    assert 'og:image" content="http://' in page
    assert "Watch it step by step" in page
    assert "p2" not in page
    assert (other.status_code, "pitboss" in other.text) == (200, True)  # the client says the rest


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 1000},
        {"limit": 0},
        {"outcome": "luck"},
        {"rules": "nevada"},
        {"begin": "yesterday"},
        {"begin": "2027-01-02", "end": "2027-01-01"},
        {"before": "nonsense"},
        {"before": "WzEsMl0"},
        {"text": "x" * 81},
        {"text": "a\x00b"},
    ],
)
def test_a_query_out_of_bounds_is_turned_away_in_words(guest: Visit, query: dict[str, str]) -> None:
    answer = guest.get("/api/hands", **query)

    assert answer.status_code == 400
    assert answer.json()["detail"]


def sign(kind: str, text: str) -> str:
    """A signature for tests."""
    return sha256(f"{kind}/{text}".encode()).hexdigest()


def test_a_token_says_exactly_what_was_shared() -> None:
    shared = SharedHand("Tisch Nº 1", 12, 3)

    assert read_token(sign, share_token(sign, shared)) == shared


@pytest.mark.parametrize("token", ["", ".", "a.b", "ä.b", "x" * 500, "W10.0000"])
def test_a_token_of_others_is_refused(token: str) -> None:
    with pytest.raises(ShareLinkError):
        read_token(sign, token)
