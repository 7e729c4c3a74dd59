"""The dealer school over HTTP: graded by the server, each exercise once, no key in advance."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.coach.school.catalog import KIND_NAMES
from pitboss.coach.school.exercise import perfect_answers
from pitboss.coach.school.prices import MistakePrice
from pitboss.reports import extra
from pitboss.rules import Chips
from pitboss.server.api import school, school_result
from pitboss.server.api.odds import ASK_AGAIN, NOT_YET
from pitboss.server.http.problems import Turned
from pitboss.server.http.rates import Rate
from pitboss.server.store.school_rows import text_hash
from pitboss.server.worker.school_questions import MistakeQuestion
from tests.pit.hands import HandClock
from tests.server.serving import UNBOUNDED, Served, Visitor, quick
from tests.server.trainees import (
    Json,
    answered_right,
    begun,
    examined,
    exercise_in,
    lesson_row,
    must,
    sent,
)
from tests.waiting import wait_until

CLOCK = HandClock()
MINUTE_MS = 60_000
EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"
FILED = (EXAMPLES / "maryland.toml").read_text()
BROKEN = (EXAMPLES / "broken-maryland.toml").read_text()
EXERCISE_FIELDS = {"number", "of", "kind", "title", "lead", "questions", "table", "steps"}
QUESTION_FIELDS = {"id", "asks", "form", "choices"}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(quick(), clock=CLOCK) as made:
        yield made


# -- lessons --------------------------------------------------------------------------------------


def test_what_can_be_practised_is_public(served: Served) -> None:
    with served.visitor() as stranger:
        found = must(stranger.get("/api/school/kinds"))

    assert [one["name"] for one in found["kinds"]] == list(KIND_NAMES)
    kinds = {one["name"]: one["kinds"] for one in found["places"]}
    assert len(kinds) == 5
    assert "envy" in kinds["maryland"]
    assert "fees" in kinds["california"]
    assert set(found["weights"]) <= set(KIND_NAMES)


@pytest.mark.parametrize("rules", ["maryland", "south-dakota", "california", "catfish-bend",
                                   "royal-caribbean"])  # fmt: skip
def test_a_perfect_dealer_is_right_in_every_kind(
    served: Served, visitor: Visitor, rules: str
) -> None:
    places = must(visitor.get("/api/school/kinds"))["places"]
    kinds = next(one["kinds"] for one in places if one["name"] == rules)

    lesson = begun(visitor, rules=rules, count=len(kinds), seed=5)
    done = answered_right(served, visitor, lesson)

    assert sorted(lesson_row(served, done["id"]).plan.items) == sorted(kinds)
    assert done["score"]["right"] == done["score"]["of"] == len(kinds)
    assert (done["finished"], done["passed"], done["exercise"]) == (True, None, None)


def test_a_wrong_answer_is_corrected_with_its_clause(served: Served, visitor: Visitor) -> None:
    lesson = begun(visitor, kinds=["outcomes"], count=2, seed=3)
    exercise = exercise_in(served, lesson["id"], 1)
    right = perfect_answers(exercise)
    first = exercise.items[0]
    other = next(value for value, _ in first.choices if value not in first.key)
    CLOCK.at += 4_000

    found = must(sent(visitor, lesson["id"], 1, {**right, first.id: other}))

    verdict = found["verdict"]
    assert (found["first"], verdict["right"], verdict["ms"]) == (True, False, 4_000)
    wrong, *rest = verdict["questions"]
    assert (wrong["right"], wrong["answer"], wrong["why"]) == (False, first.right, first.why)
    assert [one["id"] for one in wrong["sources"]] == [*first.cite.clauses, *first.cite.readings]
    assert all(one["text"] for one in wrong["sources"])
    assert all(one["right"] for one in rest)
    assert found["lesson"]["exercise"]["number"] == 2
    assert (found["lesson"]["score"]["answered"], found["lesson"]["score"]["right"]) == (1, 0)


@pytest.mark.parametrize("exam", [False, True])
def test_no_answer_leaves_before_yours(served: Served, visitor: Visitor, *, exam: bool) -> None:
    for kind in ("amounts", "what-now", "mispay", "hands"):
        lesson = (
            examined(visitor, weights={kind: 1}, count=2)
            if exam
            else begun(visitor, kinds=[kind], count=2)
        )
        again = must(visitor.get(f"/api/school/lessons/{lesson['id']}"))
        exercise, row = exercise_in(served, lesson["id"], 1), lesson_row(served, lesson["id"])
        text = json.dumps(lesson, ensure_ascii=False)

        assert again == lesson
        assert set(lesson["exercise"]) == EXERCISE_FIELDS
        assert {key for one in lesson["exercise"]["questions"] for key in one} == QUESTION_FIELDS
        assert (lesson["seed"], lesson["token"], lesson["passed"]) == (None, None, None)
        secrets = [str(row.seed), row.token, exercise.mistake]
        secrets += [item.why for item in exercise.items]
        secrets += [one for item in exercise.items for one in item.cite.clauses]
        assert not [secret for secret in secrets if secret and secret in text]
        cost = visitor.get(f"/api/school/lessons/{lesson['id']}/exercises/1/cost")
        assert (cost.status_code, cost.json()["reason"]) == (409, "not-yet-answered")
        for path in ("", "/certificate", "/exercises/1/cost"):
            assert visitor.get(f"/api/school/results/{row.token}{path}").status_code == 404


def test_the_second_answer_gets_the_first_ones_verdict(served: Served, visitor: Visitor) -> None:
    lesson = begun(visitor, kinds=["amounts"], count=2)
    first = must(sent(visitor, lesson["id"], 1, {}))
    right = perfect_answers(exercise_in(served, lesson["id"], 1))

    second = must(sent(visitor, lesson["id"], 1, right))
    nonsense = must(sent(visitor, lesson["id"], 1, {"no": "thing"}))

    assert (first["first"], second["first"], nonsense["first"]) == (True, False, False)
    assert first["verdict"] == second["verdict"] == nonsense["verdict"]
    assert not first["verdict"]["right"]
    assert second["lesson"]["score"]["answered"] == 1


def test_a_lesson_goes_on_after_a_reload_and_can_be_ended(served: Served, visitor: Visitor) -> None:
    lesson = begun(visitor, count=5)
    found = must(sent(visitor, lesson["id"], 1, {}))

    again = must(visitor.get(f"/api/school/lessons/{lesson['id']}"))
    ended = must(visitor.post(f"/api/school/lessons/{lesson['id']}/finish"))
    twice = must(visitor.post(f"/api/school/lessons/{lesson['id']}/finish"))
    late = sent(visitor, lesson["id"], 2, {})

    assert again == found["lesson"]
    assert (ended["finished"], ended["score"]["of"], twice) == (True, 5, ended)
    assert (late.status_code, late.json()["reason"]) == (409, "finished")
    same = begun(visitor, same_as=ended["token"])
    assert same["exercise"] == lesson["exercise"]


def test_a_house_practises_by_its_own_submission(served: Served, visitor: Visitor) -> None:
    lesson = begun(visitor, submission=FILED, kinds=["six-card"], count=1)

    done = answered_right(served, visitor, lesson)

    assert (lesson["operator"], lesson["sha256"]) == ("Example Harbor Casino", text_hash(FILED))
    assert done["score"]["right"] == 1


def test_a_submission_is_checked_before_it_is_used(visitor: Visitor) -> None:
    path = "/api/school/submissions"
    good = must(visitor.post(path, {"submission": FILED}))
    bad = must(visitor.post(path, {"submission": BROKEN}))
    none = must(visitor.post(path, {"submission": "rules = "}))

    assert (good["usable"], good["operator"]) == (True, "Example Harbor Casino")
    assert (good["sha256"], "six-card" in good["kinds"]) == (text_hash(FILED), True)
    assert (bad["usable"], bad["status"], bad["kinds"]) == (False, "rejected", [])
    assert len([one for one in bad["problems"] if one["error"]]) > 20
    assert all(one["what"] and one["right"] for one in bad["problems"])
    assert (none["status"], none["rules"], none["edition"]) == ("unreadable", "", None)


# -- examinations ---------------------------------------------------------------------------------


def test_an_examination_is_corrected_at_its_end(served: Served, visitor: Visitor) -> None:
    exam = examined(
        visitor, weights={"outcomes": 2, "decks": 1}, count=3, candidate=" Ann  B.\u202e Smith "
    )
    row = lesson_row(served, exam["id"])
    first = must(sent(visitor, exam["id"], 1, perfect_answers(exercise_in(served, exam["id"], 1))))
    must(sent(visitor, exam["id"], 2, {}))
    last = answered_right(served, visitor, must(visitor.get(f"/api/school/lessons/{exam['id']}")))

    result = must(visitor.get(f"/api/school/results/{last['token']}"))

    assert (first["verdict"], first["lesson"]["score"]["right"]) == (None, 0)
    assert sorted(row.plan.items) == ["decks", "outcomes", "outcomes"]
    assert exam["ends"] - exam["now"] == 30 * MINUTE_MS
    assert (result["candidate"], result["seed"]) == ("Ann B. Smith", row.seed)
    assert (result["passed"], result["score"]["right"], result["score"]["of"]) == (False, 2, 3)
    assert [one["verdict"]["right"] for one in result["items"]] == [True, False, True]
    assert result["items"][0]["exercise"] == exam["exercise"]
    assert [(one["kind"], one["of"]) for one in result["score"]["kinds"]] == [
        ("outcomes", 2),
        ("decks", 1),
    ]


def test_after_the_time_an_answer_is_refused_and_nothing_is_lost(
    served: Served, visitor: Visitor
) -> None:
    exam = examined(visitor, weights={"decks": 1}, count=2, minutes=1, pass_percent=50)
    must(sent(visitor, exam["id"], 1, perfect_answers(exercise_in(served, exam["id"], 1))))
    CLOCK.at = exam["ends"] + 1

    late = sent(visitor, exam["id"], 2, {"nonsense": "x"})
    found = must(visitor.get(f"/api/school/lessons/{exam['id']}"))
    again = must(sent(visitor, exam["id"], 1, {}))

    assert (late.status_code, late.json()["reason"]) == (409, "time-over")
    assert "what you answered before it stands" in late.json()["detail"]
    assert (found["finished"], found["passed"], found["score"]["right"]) == (True, True, 1)
    assert (again["first"], again["verdict"]["right"]) == (False, True)


def test_the_certificate_is_a_pdf_of_its_own_bytes(
    served: Served, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = examined(visitor, submission=FILED, weights={"decks": 1}, count=1, candidate="Ann #*_[")
    done = answered_right(served, visitor, exam)
    path = f"/api/school/results/{done['token']}/certificate"
    lesson = answered_right(served, visitor, begun(visitor, kinds=["decks"], count=1))

    one, two = visitor.get(path), visitor.get(path)
    none = visitor.get(f"/api/school/results/{lesson['token']}/certificate")
    monkeypatch.setattr(extra, "find_spec", lambda _: None)
    without = visitor.get(path)

    assert (one.status_code, one.headers["content-type"]) == (200, "application/pdf")
    assert one.content == two.content
    assert one.content.startswith(b"%PDF-")
    assert (none.status_code, none.json()["reason"]) == (409, "no-examination")
    assert (without.status_code, without.json()["reason"]) == (501, "extra-missing")
    assert "pip install" in without.json()["detail"]


def test_a_planted_mistake_has_its_price(
    served: Served, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[MistakeQuestion] = []

    async def ask(_: object, question: MistakeQuestion, *__: object) -> MistakePrice | None:
        asked.append(question)
        if len(asked) == 1:
            raise Turned(503, NOT_YET, f"still being counted{ASK_AGAIN}")
        return MistakePrice("k", Fraction(-7, 2), Chips(500), "ante", 40) if asked[2:] else None

    monkeypatch.setattr(school_result, "ask_odds", ask)
    done, number = mispaid(served, visitor)
    waiting, none, cost = (must(visitor.get(cost_path(done, number))) for _ in range(3))
    other = visitor.get(f"/api/school/lessons/{done['id']}/exercises/{3 - number}/cost")

    assert asked[0].seed == done["seed"]
    assert waiting == {"cost": None, "words": "", "waiting": "still being counted"}
    assert (none["cost"], none["words"]) == (None, "What it costs is not counted.")
    assert cost["cost"]["per_round"]["fraction"] == "-7/2"
    assert cost["cost"]["per_hour"]["fraction"] == "-140"
    assert "costs the player $1.40 an hour" in cost["words"]
    assert (other.status_code, other.json()["reason"]) == (404, "no-mistake")


@pytest.mark.full
@pytest.mark.slow  # the game is solved in a worker process
def test_a_price_is_worked_out_by_a_worker(served: Served, visitor: Visitor) -> None:
    done, number = mispaid(served, visitor)
    found: list[Json] = []

    def is_there() -> bool:
        found.append(must(visitor.get(cost_path(done, number))))
        return not found[-1]["waiting"]

    wait_until(is_there)

    cost = found[-1]["cost"]
    assert Fraction(cost["per_hour"]["fraction"]) == 40 * Fraction(cost["per_round"]["fraction"])
    assert cost["per_hour"]["decimal"] < 0  # a tie read as a loss costs the player
    assert "costs the player" in found[-1]["words"]


def mispaid(served: Served, visitor: Visitor) -> tuple[Json, int]:
    """Finish a lesson, and return it with the number of its exercise with a priced mistake."""
    for seed in range(1, 40):
        lesson = begun(visitor, kinds=["mispay", "decks"], count=2, level="easy", seed=seed)
        number = lesson_row(served, lesson["id"]).plan.items.index("mispay") + 1
        if exercise_in(served, lesson["id"], number).mistake == "tie-as-loss":
            return answered_right(served, visitor, lesson), number
    raise AssertionError("no lesson with this mistake")


def cost_path(done: Json, number: int) -> str:
    return f"/api/school/results/{done['token']}/exercises/{number}/cost"


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "status", "reason", "said"),
    [
        ({"count": 0}, 400, "not-valid", "count"),
        ({"count": 101}, 400, "not-valid", "count"),
        ({"colour": "red"}, 400, "not-valid", "colour"),
        ({"level": "divine"}, 400, "not-valid", "level"),
        ({"rules": "atlantis"}, 400, "no-such-rules", "rules:"),
        ({"kinds": ["juggling"]}, 400, "no-such-kind", "kinds:"),
        ({"kinds": ["fees"]}, 400, "no-such-kind", "no exercise of fees"),
        ({"kinds": ["decks"] * 41}, 400, "not-valid", "kinds"),
        ({"seed": 2**53}, 400, "not-valid", "seed"),
        ({"submission": "rules = "}, 422, "submission", "submission"),
        ({"submission": BROKEN}, 422, "submission", "pitboss rules check"),
        ({"submission": "#" * 20_001}, 400, "not-valid", "submission"),
        ({"submission": "#" * 70_000}, 413, "too-large", "bytes"),
        ({"same_as": "nothing-like-it"}, 404, "no-such-link", "no finished lesson"),
        ({"assignment": "nothing-like-it"}, 404, "no-such-assignment", "no class of yours"),
        ({"candidate": "x" * 61}, 400, "not-valid", "candidate"),
    ],
)
def test_a_lesson_that_cannot_be_is_refused_in_one_line(
    visitor: Visitor, asked: Json, status: int, reason: str, said: str
) -> None:
    answer = visitor.post("/api/school/lessons", asked)

    found = answer.json()
    assert (answer.status_code, found["reason"]) == (status, reason), found
    assert said in found["detail"]
    assert "\n" not in found["detail"]
    assert must(visitor.get("/api/school/progress"))["lessons"] == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"weights": {"juggling": 1}}, "juggling"),
        ({"weights": {"fees": 1}}, "fees"),
        ({"weights": {"decks": 0}}, "weights"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 241}, "minutes"),
        ({"pass_percent": 101}, "pass_percent"),
        ({"seed": 1}, "seed"),
    ],
)
def test_an_examination_that_cannot_be_is_refused(visitor: Visitor, asked: Json, said: str) -> None:
    answer = visitor.post("/api/school/examinations", asked)

    assert (answer.status_code, answer.json()["reason"]) == (400, "not-valid")
    assert said in answer.json()["detail"]


@pytest.mark.parametrize(
    ("number", "answers", "status", "reason"),
    [
        (1, {"decks": "many"}, 400, "not-readable"),
        (1, {"decks": ""}, 400, "not-readable"),
        (1, {"juggling": "5"}, 400, "not-valid"),
        (1, {"decks": "5" * 401}, 400, "not-valid"),
        (1, {str(n): "5" for n in range(41)}, 400, "not-valid"),
        (1, {"decks": 5}, 400, "not-valid"),
        (1, "decks", 400, "not-valid"),
        (2, {}, 409, "out-of-order"),
        (3, {}, 409, "out-of-order"),
        (0, {}, 400, "not-valid"),
        (1, {"decks": "x" * 70_000}, 413, "too-large"),
    ],
)
def test_an_answer_that_is_none_changes_nothing(
    visitor: Visitor, number: int, answers: object, status: int, reason: str
) -> None:
    asked = {"kinds": ["decks"], "count": 2}
    lesson = next(
        one
        for one in (begun(visitor, **asked, seed=seed) for seed in range(50))
        if any(q["id"] == "decks" for q in one["exercise"]["questions"])
    )

    body = {"number": number, "answers": answers}
    found = visitor.post(f"/api/school/lessons/{lesson['id']}/answers", body)

    assert (found.status_code, found.json()["reason"]) == (status, reason), found.text
    assert must(visitor.get(f"/api/school/lessons/{lesson['id']}")) == lesson


def test_a_foreign_lesson_is_not_there(served: Served, visitor: Visitor) -> None:
    lesson = begun(visitor, kinds=["decks"], count=2)
    path = f"/api/school/lessons/{lesson['id']}"
    with served.visitor() as other:
        other.me()
        seen, missing = other.get(path), other.get("/api/school/lessons/AAAAAAAAAAAAAAAA")
        tried = [sent(other, lesson["id"], 1, {}), other.post(f"{path}/finish")]
        tried.append(other.get(f"{path}/exercises/1/cost"))
        theirs = must(other.get("/api/school/progress"))

    assert [one.status_code for one in (seen, *tried)] == [404] * 4
    assert seen.json() == missing.json()
    assert theirs == {"kinds": [], "days": [], "pace": [], "lessons": []}
    assert must(visitor.get(path)) == lesson


def test_a_stranger_has_no_school(served: Served) -> None:
    with served.visitor() as stranger:
        for path in ("progress", "export", "classes", "lessons/AAAAAAAAAAAA"):
            assert stranger.get(f"/api/school/{path}").status_code == 401
        assert stranger.client.post("/api/school/lessons", json={}).status_code == 401


def test_new_lessons_have_a_rate_limit() -> None:
    few = replace(UNBOUNDED, drill=Rate(1, 0.001))
    with Served(quick(rates=few)) as served, served.visitor() as one, served.visitor() as stranger:
        first = one.post("/api/school/lessons", {"rules": "atlantis"})
        second = one.post("/api/school/examinations", {"rules": "atlantis"})

        papers = [stranger.get("/api/school/results/AAAAAAAAAAAA/certificate") for _ in range(2)]

    assert (first.status_code, second.status_code) == (400, 429)
    assert [one.status_code for one in papers] == [404, 429]


# -- progress, export, the end --------------------------------------------------------------------


def test_progress_is_by_kind_and_day_and_moves_to_an_account(
    served: Served, visitor: Visitor
) -> None:
    for kind, right in (("amounts", True), ("amounts", False), ("decks", True)):
        lesson = begun(visitor, kinds=[kind], count=1)
        answers = perfect_answers(exercise_in(served, lesson["id"], 1)) if right else {}
        CLOCK.at += 30_000
        must(sent(visitor, lesson["id"], 1, answers))
    before = must(visitor.get("/api/school/progress"))

    account = {"name": "Dealing Dora", "password": "correct horse battery"}
    with served.visitor() as first:
        must(first.post("/api/account", account), 201)
    signed = visitor.post("/api/sessions", {**account, "take_training": True})

    assert signed.status_code == 201, signed.text
    assert must(visitor.get("/api/school/progress")) == before
    totals = {one["kind"]: (one["answered"], one["right"], one["ms"]) for one in before["kinds"]}
    assert totals == {"amounts": (2, 1, 60_000), "decks": (1, 1, 30_000)}
    assert [(one["rounds"], one["an_hour"]) for one in before["pace"]] == [(1, 120)]
    assert len(before["lessons"]) == 3
    assert all(one["token"] for one in before["lessons"])


def test_everything_can_be_exported_and_deleted(served: Served, visitor: Visitor) -> None:
    done = answered_right(served, visitor, begun(visitor, kinds=["decks"], count=2))
    exam = examined(visitor, weights={"decks": 1}, count=2)
    must(sent(visitor, exam["id"], 1, {}))

    export = visitor.get("/api/school/export")
    gone = visitor.delete("/api/school")
    after = must(visitor.get("/api/school/export"))

    found = {one["id"]: one for one in export.json()["lessons"]}
    assert "attachment" in export.headers["content-disposition"]
    assert [one["right"] for one in found[done["id"]]["answers"]] == [True, True]
    assert "right" not in found[exam["id"]]["answers"][0]
    assert found[exam["id"]]["seed"] is None
    assert gone.status_code == 204
    assert after == {"days": [], "lessons": []}
    assert visitor.get(f"/api/school/results/{done['token']}").status_code == 404


def test_the_school_asks_nothing_of_live_tables() -> None:
    """What it never reads it cannot show: no cards of a round in play."""
    folder = Path(school.__file__).parent
    texts = [path.read_text() for path in folder.glob("school*.py")]
    used = {name for text in texts for name in re.findall(r"services\.(\w+)", text)}

    assert used == {"school", "classes", "people", "clock", "chance", "limits"}
