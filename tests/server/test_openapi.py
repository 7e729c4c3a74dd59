"""The interface keeps to its own description, whatever is asked of it, for every role."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from pitboss.odds import standard_game
from pitboss.server.api import long_answers
from pitboss.server.store.people import ADMINISTRATOR, AUDITOR, FLOOR, PLAYER, TEACHER
from pitboss.server.worker.questions import HandsQuestion
from pitboss.server.worker.service import Priority
from tests.server.players import laid_table, playing
from tests.server.serving import Served, Visitor, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.server.trainees import assigned, begun, made_class, must, sent
from tests.waiting import WAIT_S_MAX

SCHEMA = "/api/schema"
EXAMPLES = 4  # of each operation, for each role and each kind of data
ROLES = (PLAYER, FLOOR, AUDITOR, ADMINISTRATOR)
NAMES = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
)
ENDS_THE_SESSION = ("/api/sessions", "/api/account", "/api/account/password")
Case = Any  # Any: what schemathesis makes of an operation
POSITIVE, NEGATIVE = "POSITIVE", "NEGATIVE"  # data that is sound, and data that is not

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def open_house() -> Iterator[Served]:
    """A server with a table and a round that is over, so that there is something to find."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_answers, "LONG_S_MAX", 0.1)  # what takes longer says so, and is as good
        with Served(quick(standing=True), more=STACKED) as served:
            yield served


def somebody(served: Served, role: str) -> Visitor:
    visitor = served.visitor()
    human = served.services.people.by_name(visitor.me()["name"])
    assert human is not None
    served.services.people.give_roles(human.id, (role,))
    return visitor


def operations(visitor: Visitor) -> Iterator[Any]:  # Any: schemathesis's own
    """List what the schema describes. Every test process would wait for these imports."""
    import schemathesis
    from schemathesis.core.result import Ok

    for found in schemathesis.openapi.from_dict(visitor.get(SCHEMA).json()).get_all_operations():
        assert isinstance(found, Ok), found
        yield found.ok()


def conformance() -> list[Any]:  # Any: schemathesis's own
    """Return the checks of an answer."""
    from schemathesis.checks import CHECKS

    return [CHECKS.get_one(name) for name in NAMES]


@pytest.mark.full
@pytest.mark.parametrize(
    ("role", "mode"),
    # What is not sound is asked by who passes every gate: others are turned away before.
    [
        *((role, POSITIVE) for role in ROLES),
        (ADMINISTRATOR, NEGATIVE),
    ],
)
def test_every_answer_is_as_the_schema_says(open_house: Served, role: str, mode: str) -> None:
    asked = 0
    odds = open_house.services.odds
    odds.warm(Priority.DECISION).result(WAIT_S_MAX)
    odds.submit(HandsQuestion(standard_game().numbers()), Priority.LAB).result(WAIT_S_MAX)
    with somebody(open_house, role) as first:
        every = list(operations(first))
    for operation in every:
        with somebody(open_house, role) as visitor:
            asked += _ask(operation, visitor, mode)

    assert asked > 50


@pytest.mark.parametrize("role", [FLOOR, AUDITOR])
def test_staff_is_answered_about_a_real_table_as_the_schema_says(
    open_house: Served, role: str
) -> None:
    """Names out of the air find no table: what staff sees and orders is asked of one in play."""
    table = f"of-{role}"
    laid_table(open_house, table, provable=True)
    answers: Counter[int] = Counter()
    with somebody(open_house, PLAYER) as guest, playing(guest, table) as player:
        player.must("sit", seat=1, chips=20_000)
        player.bets()
        player.turn()
    # The socket is closed by now: its pings draw numbers while schemathesis does.
    with somebody(open_house, role) as visitor:
        for operation in operations(visitor):
            if operation.path.startswith(("/api/floor", "/api/audit")):
                _ask(operation, visitor, POSITIVE, table=table, answers=answers)

    assert answers[200] >= 8, answers
    assert answers[403] > 0  # orders are not for an auditor, evidence not for the floor


def _ask(
    operation: Any,
    visitor: Visitor,
    mode: str,
    *,
    table: str = "",
    answers: Counter[int] | None = None,
) -> int:
    """Ask one operation a few times; how often. Any: they are schemathesis's own.

    With `table` that one is asked about, and `answers` counts what came.
    """
    from schemathesis import GenerationMode  # takes long to load: see `operations`

    count, checks = 0, conformance()

    @given(case=operation.as_strategy(generation_mode=GenerationMode[mode]))
    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Case) -> None:
        nonlocal count
        count += 1
        if isinstance(case.body, dict) and isinstance(case.body.get("bots"), int):
            case.body["bots"] = min(0, case.body["bots"])  # they take long to learn the game
        if operation.path in ENDS_THE_SESSION:
            visitor.client.cookies.clear()
            visitor.me()
        if table and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        headers = {"x-csrf": visitor.csrf, "origin": visitor.origin}
        answer = case.call(
            base_url=visitor.origin,
            headers=headers,
            cookies=dict(visitor.client.cookies),
        )
        if answers is not None:
            answers[answer.status_code] += 1
        case.validate_response(answer, checks=checks)

    with suppress(Unsatisfiable):  # nothing that this operation takes can be wrong
        check()
    return count


def test_a_finished_round_is_told_as_the_schema_says(open_house: Served) -> None:
    laid_table(open_house, "finished", provable=True)
    with somebody(open_house, ADMINISTRATOR) as visitor:
        with playing(visitor, "finished") as player:
            player.must("sit", seat=1, chips=20_000)
            player.bets()
            player.turn()
            player.must("play", times=4)
            player.until(lambda view: view["last"] is not None)
        share = visitor.get("/api/hands/finished/1").json()["share"]
        name = visitor.me()["name"]
        places = {"table": "finished", "number": 1, "token": share, "name": name}
        told = 0
        for operation in operations(visitor):
            wanted = [one.name for one in operation.path_parameters]
            if operation.method != "get" or not wanted or not set(wanted) <= places.keys():
                continue
            if operation.path.startswith(("/api/rules", "/api/odds")):
                continue
            case = operation.Case(path_parameters={word: places[word] for word in wanted})
            answer = case.call(base_url=visitor.origin, cookies=dict(visitor.client.cookies))
            assert answer.status_code == 200, (operation.path, answer.text)
            case.validate_response(answer, checks=conformance())
            told += 1

    assert told >= 8


def test_the_dealer_school_is_told_as_the_schema_says(open_house: Served) -> None:
    with somebody(open_house, TEACHER) as visitor:
        class_ = made_class(visitor)
        joined = visitor.post("/api/school/classes/joined", {"code": class_["code"]})
        deadline = open_house.services.clock.now() + 3_600_000
        task = assigned(visitor, class_, deadline=deadline, weights={"decks": 1}, count=1)
        lesson = begun(visitor, assignment=task["id"])
        running = visitor.get(f"/api/school/lessons/{lesson['id']}")
        done = must(sent(visitor, lesson["id"], 1, {}))["lesson"]
        places = {"lesson": lesson["id"], "link": done["token"], "class_id": class_["id"]}
        told = [joined.status_code, running.status_code]
        for operation in operations(visitor):
            wanted = [one.name for one in operation.path_parameters]
            if operation.method != "get" or not operation.path.startswith("/api/school"):
                continue
            if not set(wanted) <= places.keys() or operation.path.endswith("/certificate"):
                continue
            case = operation.Case(path_parameters={word: places[word] for word in wanted})
            answer = case.call(base_url=visitor.origin, cookies=dict(visitor.client.cookies))
            assert answer.status_code == 200, (operation.path, answer.text)
            case.validate_response(answer, checks=conformance())
            told.append(answer.status_code)

    assert told == [200] * 10
