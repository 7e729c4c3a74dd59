"""The training room over HTTP: drills, answers, own mistakes, progress; all of it one's own."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Final

import msgspec
from litestar import MediaType, Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler, Scope

from pitboss.coach.daily import day_of
from pitboss.coach.drill import AnswerError
from pitboss.coach.situation import PERFECT, Situation
from pitboss.coach.training import (
    DAILY_SPOTS,
    EXAM_HANDS,
    Grade,
    TrainingDrill,
    TrainingSpot,
)
from pitboss.odds.game import STANDARD
from pitboss.server.api.odds import ASK_AGAIN, ask_odds
from pitboss.server.api.odds_queries import base_game, check_strategy, read_rules
from pitboss.server.api.prices import asker_of, price_of, spot_price, why_waiting
from pitboss.server.api.queries import TheHuman, TheServices, attached
from pitboss.server.api.train_views import (
    ANTE,
    drill_view,
    export_document,
    graded_view,
    mistakes_view,
    progress_view,
    shared_view,
)
from pitboss.server.auth.permissions import may
from pitboss.server.http.middleware import take
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.people import Human
from pitboss.server.store.training import TrainingRefused
from pitboss.server.store.training_rows import EMPTY_SCORE, DrillRow
from pitboss.server.wire.coach import CoachPrice, SpotPrice
from pitboss.server.wire.train import (
    NUMBER_MAX,
    SEED_MAX,
    AnswerSpot,
    Drill,
    Graded,
    MistakesProgress,
    SetMistakes,
    SharedDrill,
    StartDrill,
    TrainProgress,
)
from pitboss.server.worker.service import Priority
from pitboss.server.worker.train_questions import TrainingQuestion
from pitboss.table import RulesChoice

ID_BYTES: Final = 12  # of a drill's id and of its token: too many to guess
EXAM_SEED_BITS: Final = 53  # too many to find by trying, and a number that JavaScript holds
CLOSENESS_DIGITS: Final = re.compile(r"\d{0,3}(\.\d{1,6})?", re.ASCII)
DRAW_S_MAX: Final = 2.5  # for the spots of a drill; then the page says so, and asks again
RIGHT_IN_THREE: Final = 3  # of a drill of mistakes, every third spot is one that was right before
DRILLS_LOOKED_AT: Final = 20  # for spots that were right before
WITH_DEAD: Final = frozenset({"deal", "flop", "river", "mixed", "outs"})  # drawn spot by spot
LATER: Final = frozenset({429, 503})  # an answer stands although its price has to wait

_ID: Final = r"^[A-Za-z0-9_-]+$(?!\n)"
DrillId = Annotated[str, PathParameter(min_length=8, max_length=40, pattern=_ID)]
SpotNumber = Annotated[int, PathParameter(ge=1, le=NUMBER_MAX)]


@post("/api/train/drills", guards=[may("train")], status_code=201, tags=["train"])
async def start(services: TheServices, human: TheHuman, data: JSONBody[StartDrill]) -> Drill:
    """Start a drill: its first spot, or why it is not drawn yet.

    The daily drill is one a day: asked for again, it goes on.
    """
    take(services.limits.drill, human.id, time.monotonic())
    if data.same_as:
        row = await asyncio.to_thread(_same_as, services, human, data.same_as)
    elif data.kind == "daily":
        row = await asyncio.to_thread(_daily, services, human, data)
    else:
        row = _planned(services, human, data)
        if data.kind == "mistakes":
            row = await asyncio.to_thread(_of_mistakes, services, row)
    drawn, waiting = await _drawn(services, row)
    kept = await asyncio.to_thread(_kept, services, row, drawn)
    return await asyncio.to_thread(_view, services, kept, waiting)


@get("/api/train/drills/{drill:str}", guards=[may("train")], tags=["train"])
async def own_drill(services: TheServices, human: TheHuman, drill: DrillId) -> Drill:
    """Return a drill of your own, to go on where you were."""
    row = await asyncio.to_thread(_found, services, human, drill)
    waiting = ""
    if row.spots is None:
        row, waiting = await _filled(services, row)
    return await asyncio.to_thread(_view, services, row, waiting)


@post("/api/train/drills/{drill:str}/answers", guards=[may("train")], status_code=200,
      tags=["train"])  # fmt: skip
async def answer(
    services: TheServices, human: TheHuman, drill: DrillId, data: JSONBody[AnswerSpot]
) -> Graded:
    """Answer the spot that is asked now: its grade and prices, and the next spot.

    The same answer again is graded again and changes nothing; another one is refused.
    """
    row = await asyncio.to_thread(_found, services, human, drill)

    def work() -> tuple[DrillRow, Grade]:
        return services.training.answer(row, data.number, data.answer, services.clock.now())

    try:
        row, found = await asyncio.to_thread(work)
    except TrainingRefused as refused:
        raise Turned(409, refused.reason, refused.text) from None
    except AnswerError as error:
        raise Turned(400, "not-valid", f"answer: {error}") from None
    spot = _spot(row, data.number)
    price, waiting = await _price(services, row, spot, human.id)
    answers = await asyncio.to_thread(services.training.answers, row)
    shown = drill_view(row, answers)
    return graded_view(spot, found, answers[data.number], shown, price, waiting)


@get("/api/train/shared/{link:str}", tags=["train"])
async def shared_drill(services: TheServices, link: DrillId) -> SharedDrill:
    """Return a finished drill by its link: every spot, what was answered, and what it cost."""

    def work() -> SharedDrill:
        row = _shared(services, link)
        return shared_view(row, services.training.answers(row))

    return await asyncio.to_thread(work)


@get("/api/train/shared/{link:str}/{number:int}", tags=["train"])
async def shared_price(
    services: TheServices, scope: Scope, link: DrillId, number: SpotNumber
) -> SpotPrice:
    """Return the prices of an answered spot in a finished drill, with the reasons."""
    row = await asyncio.to_thread(_shared, services, link)
    answers = await asyncio.to_thread(services.training.answers, row)
    spot = None if row.drill is None else row.drill.spot(number)
    if spot is None or number not in answers or spot.asks == "grid":
        raise Turned(404, "no-such-spot", "this drill has no answered spot of that number")
    return await spot_price(services, _situation(row, spot), row.strategy, asker_of(scope))


@get("/api/train/progress", guards=[may("train")], tags=["train"])
async def progress(services: TheServices, human: TheHuman) -> TrainProgress:
    """Return your totals, the daily drills, your mistakes and the latest drills."""
    now = services.clock.now()
    return await asyncio.to_thread(progress_view, services.training, human.id, now)


@put("/api/train/mistakes", guards=[may("train")], tags=["train"])
async def set_mistakes(
    services: TheServices, human: TheHuman, data: JSONBody[SetMistakes]
) -> MistakesProgress:
    """Have your mistakes kept from now on, so that they come back; or no longer."""

    def work() -> MistakesProgress:
        now = services.clock.now()
        services.training.keep_mistakes(human.id, now, enabled=data.enabled)
        return mistakes_view(services.training, human.id, now)

    return await asyncio.to_thread(work)


@get("/api/train/export", guards=[may("train")], tags=["train"])
async def export(services: TheServices, human: TheHuman) -> Response[bytes]:
    """Return everything that is kept of your training and your priced hands, as a JSON file."""

    def work() -> bytes:
        now = services.clock.now()
        document = {
            **export_document(services.training, human.id, now),
            "hands": services.career.exported(human.id),
        }
        return msgspec.json.format(msgspec.json.encode(document), indent=2)

    written = await asyncio.to_thread(work)
    headers = attached("pitboss-training.json")
    return Response(written, media_type=MediaType.JSON, headers=headers)


@delete("/api/train", guards=[may("train")], status_code=204, tags=["train"])
async def forget(services: TheServices, human: TheHuman) -> None:
    """Delete all of your training (drills, answers, totals, days, mistakes) and priced hands."""
    await asyncio.to_thread(services.training.forget, human.id)
    await asyncio.to_thread(services.career.forget, human.id, services.clock.now())


# -- a new drill ----------------------------------------------------------------------------------


def _planned(services: Services, human: Human, data: StartDrill) -> DrillRow:
    """Check what is asked for, and make the row of it; raises `Turned`."""
    own_seed = data.kind in ("exam", "mistakes")
    if own_seed and data.seed is not None:
        raise Turned(400, "not-valid", f"seed: {data.kind} draws its own; leave it out")
    bits = EXAM_SEED_BITS if data.kind == "exam" else SEED_MAX.bit_length()
    seed = services.chance.below(2**bits) if data.seed is None else data.seed
    count = {"exam": EXAM_HANDS, "grid": 1}.get(data.kind, data.count)
    game, strategy = read_rules(data.rules, data.blind), check_strategy(data.strategy)
    row = _row(services, human, game)
    return replace(
        row,
        kind=data.kind,
        strategy=strategy,
        count=count,
        closeness=_closeness(data.closeness),
        seed=seed,
        dead_count=_dead_count(data),
    )


def _row(services: Services, human: Human, game: RulesChoice) -> DrillRow:
    return DrillRow(
        id=secrets.token_urlsafe(ID_BYTES),
        person=human.id,
        kind="mixed",
        game=game,
        strategy=PERFECT,
        count=DAILY_SPOTS,
        closeness="",
        seed=0,
        patterns=(),
        day=None,
        created=services.clock.now(),
        finished=None,
        token=secrets.token_urlsafe(ID_BYTES),
        spots=None,
        score=EMPTY_SCORE,
    )


def _closeness(text: str) -> str:
    """Read a part of an Ante and return it as a fraction; raises `Turned`."""
    word = text.strip()
    if not word:
        return ""
    if not CLOSENESS_DIGITS.fullmatch(word):
        raise Turned(400, "not-valid", f"closeness: {text[:12]!r} is no part of an Ante, as 0.05")
    return str(Fraction(word))


def _dead_count(data: StartDrill) -> int:
    """Return how many cards are seen elsewhere in each spot; raises `Turned` where none can be."""
    if data.dead_count and data.kind not in WITH_DEAD:
        text = f"dead_count: {data.kind} has no cards seen elsewhere; leave it out"
        raise Turned(400, "not-valid", text)
    return data.dead_count


def _daily(services: Services, human: Human, data: StartDrill) -> DrillRow:
    """Return today's drill where it was begun, or make it: for all people the same spots."""
    given = (data.seed is not None, data.closeness, data.blind, data.dead_count)
    if any(given) or data.strategy != PERFECT:
        text = "the daily ten are the same for everybody; leave out all but the kind"
        raise Turned(400, "not-valid", text)
    today = day_of(services.clock.now())
    found = services.training.of_day(human.id, today)
    if found is not None:
        return found
    row = _row(services, human, read_rules(STANDARD, ""))
    return replace(row, kind="daily", seed=today, day=today)


def _same_as(services: Services, human: Human, token: str) -> DrillRow:
    """Take over the spots of a finished drill. Of a daily one it is a drill like any other."""
    other = _shared(services, token)
    row = _row(services, human, other.game)
    return replace(
        row,
        kind="mixed" if other.kind in ("daily", "mistakes") else other.kind,
        strategy=other.strategy,
        count=other.count,
        closeness=other.closeness,
        dead_count=other.dead_count,
        seed=other.seed,
        spots=other.spots,
    )


def _of_mistakes(services: Services, row: DrillRow) -> DrillRow:
    """Choose the patterns that are due, with ones that were right mixed in; raises `Turned`."""
    training = services.training
    if not training.keeps_mistakes(row.person):
        raise Turned(409, "mistakes-off", "your mistakes are not kept; turn that on first")
    mine = [one for one in training.mistakes(row.person) if one.game == row.game]
    due = [one for one in mine if one.schedule.due <= row.created]
    if not due:
        raise Turned(409, "nothing-due", "no mistake of yours is due now under these rules")
    wrong = {one.pattern for one in mine}
    right = [
        pattern
        for pattern in training.right_patterns(row.person, row.game, DRILLS_LOOKED_AT)
        if pattern not in wrong
    ]
    patterns: list[tuple[str, str]] = []
    for one in due:
        if right and len(patterns) % RIGHT_IN_THREE == RIGHT_IN_THREE - 1:
            patterns.append((right.pop(0), ""))
        patterns.append((one.pattern, one.cards))
    if right and len(due) < RIGHT_IN_THREE:
        patterns.append((right.pop(0), ""))
    chosen = tuple(patterns[: row.count])
    return replace(row, patterns=chosen, count=len(chosen))


async def _drawn(services: Services, row: DrillRow) -> tuple[TrainingDrill | None, str]:
    """Have the spots of a drill drawn; else why one has to wait. Raises `Turned`."""
    if row.spots is not None:
        return row.drill, ""
    question = TrainingQuestion(base_game(row.game).numbers(), row.plan)
    try:
        drawn = await ask_odds(services, question, Priority.LAB, row.person, DRAW_S_MAX)
    except Turned as turned:
        return None, why_waiting(turned)
    return drawn, ""


def _kept(services: Services, row: DrillRow, drawn: TrainingDrill | None) -> DrillRow:
    added = (
        services.training.add(row) if services.training.drill(row.person, row.id) is None else row
    )
    return added if drawn is None or added.spots else services.training.fill(added, drawn)


async def _filled(services: Services, row: DrillRow) -> tuple[DrillRow, str]:
    """Try again to have the spots drawn; a drill for which none fits is removed."""
    try:
        drawn, waiting = await _drawn(services, row)
    except Turned as turned:
        if turned.status not in LATER:
            await asyncio.to_thread(services.training.remove, row)
        raise
    if drawn is None:
        return row, waiting
    return await asyncio.to_thread(services.training.fill, row, drawn), ""


# -- helpers --------------------------------------------------------------------------------------


def _found(services: Services, human: Human, id_: str) -> DrillRow:
    row = services.training.drill(human.id, id_)
    if row is None:
        raise Turned(404, "no-such-drill", "you have no such drill")
    return row


def _shared(services: Services, token: str) -> DrillRow:
    row = services.training.shared(token)
    if row is None:
        raise Turned(404, "no-such-link", "there is no finished drill under this link")
    return row


def _view(services: Services, row: DrillRow, waiting: str) -> Drill:
    return drill_view(row, services.training.answers(row), waiting)


def _spot(row: DrillRow, number: int) -> TrainingSpot:
    spot = None if row.drill is None else row.drill.spot(number)
    if spot is None:
        raise Turned(404, "no-such-spot", "this drill has no spot of that number")
    return spot


def _situation(row: DrillRow, spot: TrainingSpot) -> Situation:
    game = base_game(row.game).numbers()
    return Situation(game, game, ANTE, spot.street, spot.hole, spot.board, spot.dead)


async def _price(
    services: Services, row: DrillRow, spot: TrainingSpot, person: str
) -> tuple[CoachPrice | None, str]:
    """Return the prices of a spot, or why there are none yet; the answer stands either way."""
    if spot.asks == "grid":
        return None, ""
    try:
        return await price_of(services, _situation(row, spot), row.strategy, person), ""
    except Turned as turned:
        if turned.status not in LATER:
            raise
        return None, turned.detail.removesuffix(ASK_AGAIN)


ROUTES: Final[list[ControllerRouterHandler]] = [
    start, own_drill, answer, shared_drill, shared_price, progress, set_mistakes, export, forget,
]  # fmt: skip
