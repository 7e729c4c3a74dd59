"""The examples of the OpenAPI document are answers of this server: each is asked for again.

PITBOSS_EXAMPLES=1 writes them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, Final

import pytest

from pitboss.server.http.openapi import EXAMPLES_FILE
from pitboss.server.worker.edges import Edges
from tests.pit.hands import HandClock
from tests.server.players import laid_table, lay, playing
from tests.server.serving import Served, Visitor, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import wait_until

LIST_MAX: Final = 4  # entries of a list in an example, and of what has one for each hand
HANDS: Final = 169
TABLE: Final = "my-table"
PACE: Final = {"betting": None, "step": 0, "result": 0, "between": 0, "clock": False}
DECK: Final = {"seats": {"1": "Kd Qh"}, "board": "4s 5h 6d 8c 9d", "dealer": "As 2c"}
OPEN: Final = {
    "/api/odds/decision": "/api/odds/decision?hole=KdQh&board=4s5h6d8c9d&ante=1000",
    "/api/odds/hands": "/api/odds/hands?rules=maryland",
    "/api/odds/strategy/{name}": "/api/odds/strategy/never-4x",
    "/api/coach/spot": "/api/coach/spot?hole=KdQh&board=4s5h6d8c9d",
    "/api/lab/bound": '/api/lab/bound?variant={"pays":{"flush":"2 to 1"}}',
    "/api/lab/exact": '/api/lab/exact?variant={"pays":{"flush":"2 to 1"}}',
    "/api/lab/house": "/api/lab/house?ante=1500&seats=6&rounds=320",
    "/api/lab/sidebet": '/api/lab/sidebet?wager=trips&table=C&pays={"flush":"8 to 1"}',
    "/api/lab/places": "/api/lab/places",
    "/api/lab/session": "/api/lab/session?ante=1500&bankroll=150000&rounds=40",
    "/api/lab/exposure": "/api/lab/exposure",
    "/api/lab/meters": '/api/lab/meters?table=A&meters={"rate":{"main":12.5}}',
    "/api/lab/submission": '/api/lab/submission?options={"trips":"C"}',
    "/api/school/kinds": "/api/school/kinds",
}
ANSWER: Final = {"number": 1, "answers": {}}
AT_TABLE: Final = "/api/tables/{table}/coach"
REVIEW: Final = "/api/hands/{table}/{number}/review"
SHARED: Final = "/api/shared/{token}/review"
RESULT: Final = "/api/school/results/{link}"
LESSON: Final = {"kinds": ["outcomes"], "count": 1, "level": "easy", "seed": 7, "candidate": "Ann"}

pytestmark = pytest.mark.slow


def shortened(found: Any) -> Any:  # Any: JSON
    """Cut long lists, and what has an entry for each starting hand."""
    if isinstance(found, dict):
        most = LIST_MAX if len(found) == HANDS else len(found)
        return {key: shortened(value) for key, value in list(found.items())[:most]}
    return [shortened(one) for one in found[:LIST_MAX]] if isinstance(found, list) else found


def answered(visitor: Visitor, path: str) -> Any:  # Any: JSON
    answers: list[Any] = []

    def is_there() -> bool:
        answers.append(visitor.get(path))
        return answers[-1].status_code == 200 and not answers[-1].json().get("waiting")

    wait_until(is_there, path)
    return shortened(answers[-1].json())


@pytest.fixture(scope="module")
def given() -> Iterator[dict[str, dict[str, Any]]]:  # Any: JSON
    """What this server answers, by path."""
    found = {}
    with (
        pytest.MonkeyPatch.context() as patch,
        Served(quick(), more=STACKED, clock=HandClock()) as served,
        served.visitor() as visitor,
    ):
        patch.setattr(Edges, "of_seat", lambda *_: None)
        for path, asked in OPEN.items():
            found[path] = {"asked": f"GET {asked}", "answer": answered(visitor, asked)}
        laid_table(served, TABLE, pace=PACE)
        lay(served, TABLE, **DECK)
        with playing(visitor, TABLE) as player:
            player.must("sit", seat=1, chips=50_000)
            player.bets()
            for word in ("check", "check"):
                player.turn()
                player.must(word)
            player.turn()
            asked = f"/api/tables/{TABLE}/coach"
            now = answered(visitor, asked)
            found[AT_TABLE] = {"asked": f"GET {asked}, on the river", "answer": now}
            player.must("fold")
            player.until(lambda view: view["last"] is not None)
            asked = f"/api/hands/{TABLE}/1/review"
            over = answered(visitor, asked)
            found[REVIEW] = {"asked": f"GET {asked}", "answer": over}
            token = visitor.get(f"/api/hands/{TABLE}/1").json()["share"]
            shared = answered(visitor, f"/api/shared/{token}/review")
            found[SHARED] = {"asked": "GET /api/shared/TOKEN/review", "answer": shared}
        lesson = visitor.post("/api/school/lessons", LESSON).json()["id"]
        done = visitor.post(f"/api/school/lessons/{lesson}/answers", ANSWER).json()["lesson"]
        result = answered(visitor, f"/api/school/results/{done['token']}")
        found[RESULT] = {"asked": "GET /api/school/results/TOKEN", "answer": result}
        if os.environ.get("PITBOSS_EXAMPLES"):
            text = json.dumps(found, indent=1, ensure_ascii=False)
            EXAMPLES_FILE.write_text(f"{text}\n", encoding="utf-8")
        schema = visitor.get("/api/schema").json()
        found["/schema"] = schema
        yield found


@pytest.mark.parametrize("path", [*OPEN, AT_TABLE, REVIEW, SHARED, RESULT])
def test_an_example_is_what_the_server_answers(given: dict[str, dict[str, Any]], path: str) -> None:
    answer = given["/schema"]["paths"][path]["get"]["responses"]["200"]
    (example,) = answer["content"]["application/json"]["examples"].values()

    assert example == {"summary": given[path]["asked"], "value": given[path]["answer"]}
