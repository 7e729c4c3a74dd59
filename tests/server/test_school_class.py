"""Classes of the dealer school over HTTP: own ones only, codes, deadlines, results, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.server.api.school_class import LETTERS
from tests.pit.hands import HandClock
from tests.server.serving import Served, Visitor, quick
from tests.server.trainees import (
    Json,
    answered_right,
    assigned,
    begun,
    made_class,
    made_teacher,
    must,
    sent,
)

CLOCK = HandClock()
HOUR_MS = 3_600_000
EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(quick(), clock=CLOCK) as made:
        yield made


@pytest.fixture
def teacher(served: Served) -> Iterator[Visitor]:
    with served.visitor() as made:
        made_teacher(served, made)
        yield made


def joined(visitor: Visitor, class_: Json) -> Json:
    return must(visitor.post("/api/school/classes/joined", {"code": class_["code"]}))


def in_an_hour() -> int:
    return CLOCK.at + HOUR_MS


def test_a_class_from_its_code_to_its_results(
    served: Served, visitor: Visitor, teacher: Visitor
) -> None:
    class_ = made_class(teacher, " Evening   class ")
    filed = (EXAMPLES / "catfish-bend.toml").read_text()
    task = assigned(
        teacher, class_, deadline=in_an_hour(), exam=True, weights={"calls": 1, "decks": 1},
        count=2, minutes=5, pass_percent=50, submission=filed,
    )  # fmt: skip
    visitor.me()
    code = class_["code"].lower().replace("-", " ")
    attended = must(visitor.post("/api/school/classes/joined", {"code": f" {code}"}))
    exam = begun(visitor, assignment=task["id"], candidate="Zoe Ng")
    again = begun(visitor, assignment=task["id"])

    running = must(teacher.get(f"/api/school/classes/{class_['id']}"))
    done = answered_right(served, visitor, exam)
    seen = must(teacher.get(f"/api/school/classes/{class_['id']}"))
    mine = must(visitor.get("/api/school/classes"))

    assert (class_["title"], attended["title"]) == ("Evening class", "Evening class")
    assert again["id"] == exam["id"]
    assert (exam["exam"], exam["assignment"], exam["candidate"]) == (True, task["id"], "Zoe Ng")
    assert exam["ends"] - exam["created"] == 5 * 60_000
    assert task["sha256"] == exam["sha256"] != ""
    (first,), (result,) = running["results"], seen["results"]
    assert (first["finished"], first["lesson"]["token"], first["lesson"]["score"]["right"]) == (
        None,
        None,
        0,
    )
    assert (result["candidate"], result["lesson"]["passed"]) == ("Zoe Ng", True)
    assert result["lesson"]["token"] == done["token"]
    assert [one["name"] for one in seen["members"]] == [visitor.me()["name"]]
    (own,) = mine["attending"]
    assert (own["teacher"], own["assignments"][0]["mine"]["passed"]) == (
        teacher.me()["name"],
        True,
    )
    assert mine["teaching"] == []
    assert set(own) == {"id", "title", "teacher", "assignments"}  # nothing of other members
    assert set(class_["code"]) <= {*LETTERS, "-"}


def test_results_come_as_csv_that_is_no_formula(
    served: Served, visitor: Visitor, teacher: Visitor
) -> None:
    class_ = made_class(teacher, "=1+1")
    task = assigned(teacher, class_, deadline=in_an_hour(), weights={"decks": 1}, count=2)
    joined(visitor, class_)
    answered_right(
        served, visitor, begun(visitor, assignment=task["id"], candidate="@SUM(A1) \"x\",;")
    )  # fmt: skip

    file = teacher.get(f"/api/school/classes/{class_['id']}/results")

    assert file.headers["content-type"].startswith("text/csv")
    assert "attachment" in file.headers["content-disposition"]
    whole, decks = csv.DictReader(io.StringIO(file.text))
    assert (whole["class"], whole["candidate"]) == ("'=1+1", '\'@SUM(A1) "x",;')
    assert (whole["kind"], whole["exercises"], whole["right"]) == ("all", "2", "2")
    assert (decks["kind"], decks["exam"], decks["passed"]) == ("decks", "no", "")


def test_a_deadline_ends_an_assignment(served: Served, visitor: Visitor, teacher: Visitor) -> None:
    class_ = made_class(teacher)
    task = assigned(teacher, class_, deadline=in_an_hour(), weights={"decks": 1}, count=2)
    joined(visitor, class_)
    lesson = begun(visitor, assignment=task["id"])
    must(sent(visitor, lesson["id"], 1, {}))
    with served.visitor() as late:
        joined(late, class_)
        CLOCK.at = task["deadline"] + 1
        refused = late.post("/api/school/lessons", {"assignment": task["id"]})
    answer = sent(visitor, lesson["id"], 2, {})

    (result,) = must(teacher.get(f"/api/school/classes/{class_['id']}"))["results"]
    (own,) = must(visitor.get("/api/school/classes"))["attending"]

    assert (refused.status_code, refused.json()["reason"]) == (409, "deadline-passed")
    assert (answer.status_code, answer.json()["reason"]) == (409, "time-over")
    assert (result["finished"], result["lesson"]["score"]["answered"]) == (task["deadline"], 1)
    assert own["assignments"][0]["over"]


def test_a_teacher_sees_only_classes_of_their_own(
    served: Served, visitor: Visitor, teacher: Visitor
) -> None:
    class_ = made_class(teacher)
    task = assigned(teacher, class_, deadline=in_an_hour(), count=1)
    joined(visitor, class_)
    name, path = visitor.me()["name"], f"/api/school/classes/{class_['id']}"
    with served.visitor() as other:
        made_teacher(served, other)
        body = {"title": "Mine", "deadline": in_an_hour()}
        tried = [
            other.get(path),
            other.get(f"{path}/results"),
            other.delete(path),
            other.post(f"{path}/code"),
            other.delete(f"{path}/members/{name}"),
            other.post(f"{path}/assignments", body),
            other.delete(f"{path}/assignments/{task['id']}"),
            other.delete(f"/api/school/classes/joined/{class_['id']}"),
            other.post("/api/school/lessons", {"assignment": task["id"]}),
        ]
        theirs = must(other.get("/api/school/classes"))
    barred = [visitor.get(path), visitor.post("/api/school/classes", {"title": "Mine"})]

    assert [one.status_code for one in tried] == [404] * 9
    assert theirs == {"teaching": [], "attending": []}
    assert [one.status_code for one in barred] == [403] * 2
    assert len(must(teacher.get(path))["members"]) == 1


def test_members_come_and_go(served: Served, visitor: Visitor, teacher: Visitor) -> None:
    class_ = made_class(teacher)
    path, name = f"/api/school/classes/{class_['id']}", visitor.me()["name"]
    wrong = visitor.post("/api/school/classes/joined", {"code": "AAAA-AAAA"})
    joined(visitor, class_)
    changed = must(teacher.post(f"{path}/code"))
    with served.visitor() as other:
        old = other.post("/api/school/classes/joined", {"code": class_["code"]})
        joined(other, changed)
        left = other.delete(f"/api/school/classes/joined/{class_['id']}")
        again = other.delete(f"/api/school/classes/joined/{class_['id']}")
    removed = teacher.delete(f"{path}/members/{name}")
    nobody = teacher.delete(f"{path}/members/{name}")
    empty = must(teacher.get(path))
    gone = teacher.delete(path)

    assert (wrong.status_code, wrong.json()["reason"]) == (404, "no-such-code")
    assert (old.status_code, changed["code"] != class_["code"]) == (404, True)
    assert (left.status_code, again.status_code) == (204, 404)
    assert (removed.status_code, nobody.status_code) == (204, 404)
    assert (empty["members"], gone.status_code) == ([], 204)
    assert must(teacher.get("/api/school/classes"))["teaching"] == []


@pytest.mark.parametrize(
    ("asked", "status", "reason", "said"),
    [
        ({"title": ""}, 400, "not-valid", "title"),
        ({"title": "   "}, 400, "not-valid", "title"),
        ({"title": "x" * 61}, 400, "not-valid", "title"),
        ({"title": "a\nb"}, 400, "not-valid", "title"),
        ({"deadline": 5}, 400, "not-valid", "deadline"),
        ({"deadline": 2**53}, 400, "not-valid", "deadline"),
        ({"weights": {"juggling": 1}}, 400, "no-such-kind", "juggling"),
        ({"exam": True, "weights": {"juggling": 1}}, 400, "not-valid", "juggling"),
        ({"rules": "atlantis"}, 400, "no-such-rules", "rules:"),
        ({"submission": "broken"}, 422, "submission", "submission"),
        ({"count": 101}, 400, "not-valid", "count"),
    ],
)
def test_an_assignment_that_cannot_be_is_refused(
    teacher: Visitor, asked: Json, status: int, reason: str, said: str
) -> None:
    class_ = made_class(teacher)
    path = f"/api/school/classes/{class_['id']}"
    if asked.get("submission"):
        asked = {"submission": (EXAMPLES / "broken-maryland.toml").read_text()}

    body = {"title": "Week 1", "deadline": in_an_hour(), **asked}
    answer = teacher.post(f"{path}/assignments", body)

    found = answer.json()
    assert (answer.status_code, found["reason"]) == (status, reason), found
    assert said in found["detail"]
    assert must(teacher.get(path))["assignments"] == []


def test_deleting_oneself_leaves_the_class(
    served: Served, visitor: Visitor, teacher: Visitor
) -> None:
    class_ = made_class(teacher)
    task = assigned(teacher, class_, deadline=in_an_hour(), weights={"decks": 1}, count=1)
    joined(visitor, class_)
    answered_right(served, visitor, begun(visitor, assignment=task["id"]))

    assert visitor.delete("/api/school").status_code == 204

    seen = must(teacher.get(f"/api/school/classes/{class_['id']}"))
    assert (seen["members"], seen["results"]) == ([], [])
