"""The dealer school: lessons, examinations, exercises to answer, corrections, progress.

Nothing that is sent before an answer says which answer is right; in an examination nothing does
before its end. Money is in cents, times in milliseconds.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.rules import Wager
from pitboss.server.wire.ask import PLAIN
from pitboss.server.wire.odds import Exact
from pitboss.server.wire.words import SchoolForm, SchoolLevel

EXERCISES_MAX = 100  # of one lesson or examination
MINUTES_MAX = 240  # of an examination
FIELDS_MAX = 40  # answers of one exercise
ANSWER_MAX = 400  # characters of one answer
SUBMISSION_MAX = 20_000  # characters; a full one has about 2,500
WEIGHT_MAX = 100
SEED_BITS = 53  # too many to try out, and a number that JavaScript holds
MS_MAX = 86_400_000
_Word = Annotated[str, Meta(max_length=40, pattern=PLAIN)]
_Kind = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z-]+$(?!\n)")]
_FieldId = Annotated[str, Meta(min_length=1, max_length=80, pattern=PLAIN)]
_Answer = Annotated[str, Meta(max_length=ANSWER_MAX, pattern=PLAIN)]
_Token = Annotated[str, Meta(max_length=60, pattern=PLAIN)]
# No byte 0, which no database takes.
SubmissionText = Annotated[str, Meta(max_length=SUBMISSION_MAX, pattern=r"^[^\x00]*$(?!\n)")]
Weights = Annotated[
    dict[_Kind, Annotated[int, Meta(ge=1, le=WEIGHT_MAX)]], Meta(max_length=FIELDS_MAX)
]
ExerciseCount = Annotated[int, Meta(ge=1, le=EXERCISES_MAX)]
Minutes = Annotated[int, Meta(ge=1, le=MINUTES_MAX)]
Percent = Annotated[int, Meta(ge=1, le=100)]
CandidateName = Annotated[str, Meta(max_length=60, pattern=PLAIN)]


class StartLesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Start a lesson. No `kinds`: all that these rules give occasion for.

    `submission` is the house's own file as text, in place of `rules`. `same_as` is the token of a
    finished lesson or examination: its exercises again, all else left out. `assignment` is one of
    a class that you have joined, all else left out; begun before, it goes on.
    """

    kinds: Annotated[tuple[_Kind, ...], Meta(max_length=FIELDS_MAX)] = ()
    level: SchoolLevel = "medium"
    count: ExerciseCount = 10
    rules: _Word = "maryland"
    submission: SubmissionText = ""
    seed: Annotated[int, Meta(ge=0, lt=2**SEED_BITS)] | None = None
    same_as: _Token = ""
    assignment: _Token = ""
    candidate: CandidateName = ""


class StartExam(Struct, frozen=True, forbid_unknown_fields=True):
    """Start an examination; its seed is drawn here. No `weights`: the usual plan.

    `weights` say how often each kind comes, against the others; `candidate` is the name on the
    certificate, yours where it is left out.
    """

    weights: Weights = {}
    level: SchoolLevel = "medium"
    count: ExerciseCount = 20
    minutes: Minutes = 30
    pass_percent: Percent = 80
    rules: _Word = "maryland"
    submission: SubmissionText = ""
    candidate: CandidateName = ""


class AnswerExercise(Struct, frozen=True, forbid_unknown_fields=True):
    """Answer the exercise of this number: what was written, by the ids of its questions.

    A question that is left out is answered wrongly. `ms` is the time it took by your clock; the
    server takes its own where that is shorter.
    """

    number: Annotated[int, Meta(ge=1, le=EXERCISES_MAX)]
    answers: Annotated[dict[_FieldId, _Answer], Meta(max_length=FIELDS_MAX)]
    ms: Annotated[int, Meta(ge=0, le=MS_MAX)] | None = None


class SchoolPlace(Struct, frozen=True):
    """A rule book, and the kinds of exercises that it gives occasion for."""

    name: str
    title: str
    edition: int
    kinds: tuple[str, ...]


class SchoolKindCard(Struct, frozen=True):
    """A kind of exercises, in words."""

    name: str
    title: str
    about: str


class SchoolCatalogue(Struct, frozen=True, kw_only=True):
    """What can be practised, and the usual plan of an examination."""

    kinds: tuple[SchoolKindCard, ...]
    levels: tuple[SchoolLevel, ...]
    places: tuple[SchoolPlace, ...]
    weights: dict[str, int]
    count: int
    minutes: int
    pass_percent: int


class CheckSubmission(Struct, frozen=True, forbid_unknown_fields=True):
    """Check a submission before anything is practised by it."""

    submission: SubmissionText


class SubmissionProblem(Struct, frozen=True, kw_only=True):
    """One thing to say about a submission; an `error` keeps it from being used."""

    line: int | None
    key: str
    what: str
    right: str
    error: bool
    clauses: tuple[str, ...]


class CheckedSubmission(Struct, frozen=True, kw_only=True):
    """What `pitboss rules check` says of a submission, and the kinds of exercises it has.

    `usable`: lessons, examinations and assignments may go by it; `kinds` are empty where not.
    """

    status: str
    usable: bool
    operator: str
    rules: str
    title: str
    edition: int | None
    sha256: str
    kinds: tuple[str, ...]
    problems: tuple[SubmissionProblem, ...]


class SchoolChoice(Struct, frozen=True):
    """One of the answers to choose from."""

    value: str
    label: str


class SchoolQuestion(Struct, frozen=True, kw_only=True):
    """A question of an exercise; its `id` goes back with the answer.

    `form`: one of `choices`, an amount of money, chips, cards, a number, a `sequence` of the
    choices, or a `set` of them.
    """

    id: str
    asks: str
    form: SchoolForm
    choices: tuple[SchoolChoice, ...]


class SchoolStep(Struct, frozen=True):
    """Something that a dealer is shown to have done."""

    step: str
    did: str


class SchoolSpot(Struct, frozen=True, kw_only=True):
    """A seat of the table that is shown: what lies there in cents, and what the player did."""

    seat: int
    cards: tuple[str, ...]
    wagers: dict[Wager, int]
    tips: dict[Wager, int]
    acts: tuple[str, ...]
    folded: bool


class SchoolPaytable(Struct, frozen=True):
    """The paytable of a wager: each hand and what it pays, in words."""

    wager: Wager
    name: str
    lines: tuple[tuple[str, str], ...]


class SchoolTable(Struct, frozen=True, kw_only=True):
    """The table of an exercise before it is paid; cards that are not turned yet are not sent.

    `bank_seat` is the player-dealer's, null where the house banks. Money is in cents.
    """

    place: str
    dealer: tuple[str, ...]
    board: tuple[str, ...]
    box: tuple[str, ...]
    seats: tuple[SchoolSpot, ...]
    meters: dict[str, int]
    bank_seat: int | None
    bank_stake: int | None
    paytables: tuple[SchoolPaytable, ...]


class SchoolExercise(Struct, frozen=True, kw_only=True):
    """An exercise to answer: its situation, its questions, and the table where there is one.

    `steps` are what a dealer is shown to have done, for one of them to be found wrong.
    """

    number: int
    of: int
    kind: str
    title: str
    lead: str
    questions: tuple[SchoolQuestion, ...]
    table: SchoolTable | None
    steps: tuple[SchoolStep, ...]


class KindResult(Struct, frozen=True, kw_only=True):
    """The answers of one kind. `of` is how many come in all."""

    kind: str
    title: str
    of: int
    answered: int
    right: int
    ms: int


class LessonTally(Struct, frozen=True, kw_only=True):
    """How a lesson goes. `an_hour` is the pace in rounds an hour while paying, null without any."""

    of: int
    answered: int
    right: int
    ms: int
    an_hour: int | None
    kinds: tuple[KindResult, ...]


class VerdictSource(Struct, frozen=True):
    """A clause or a reading behind a correction, in our own words."""

    id: str
    text: str


class QuestionVerdict(Struct, frozen=True, kw_only=True):
    """How a question was answered. `given` is as it was read, `answer` the right one in words."""

    id: str
    asks: str
    given: str
    right: bool
    answer: str
    why: str
    sources: tuple[VerdictSource, ...]


class ExerciseVerdict(Struct, frozen=True, kw_only=True):
    """How an exercise was answered: right when every question is.

    `mistake` names what was planted in a settlement; ask for its price.
    """

    number: int
    kind: str
    right: bool
    ms: int
    answers: dict[str, str]
    questions: tuple[QuestionVerdict, ...]
    mistake: str


class LessonAsked(Struct, frozen=True, kw_only=True):
    """What a lesson or an examination asks, and under which rules.

    `operator` and `sha256` are those of a submission, else empty. `minutes` and `pass_percent` are
    0 outside examinations.
    """

    exam: bool
    rules: str
    edition: int
    title: str
    operator: str
    sha256: str
    level: SchoolLevel
    count: int
    weights: dict[str, int]
    minutes: int
    pass_percent: int


class Lesson(LessonAsked, frozen=True, kw_only=True):
    """A lesson or an examination of your own, with the exercise to answer now: null at its end.

    No answer is taken after `ends`; `now` is the server's clock. `seed` and `token`, the end of
    its public link, are null until it is finished, and so is `passed` but for examinations.
    """

    id: str
    candidate: str
    assignment: str | None
    created: int
    now: int
    ends: int | None
    exercise: SchoolExercise | None
    score: LessonTally
    finished: bool
    passed: bool | None
    seed: int | None
    token: str | None


class MistakeCost(Struct, frozen=True, kw_only=True):
    """What a planted mistake costs if it is always made, in exact cents: the house (+), else (-).

    It holds for `stake` on the wager `unit`, at `pace` rounds an hour.
    """

    per_round: Exact
    per_hour: Exact
    stake: int
    unit: str
    pace: int


class MistakeAnswer(Struct, frozen=True):
    """The cost of a planted mistake, in words too; `waiting` says why there is none yet."""

    cost: MistakeCost | None
    words: str
    waiting: str = ""


class Corrected(Struct, frozen=True, kw_only=True):
    """Your answer, corrected, and the lesson as it goes on.

    `first` is false where this exercise was answered before, in another tab: `verdict` is that of
    the first answer, which stands. In an examination it is null, and comes with the result.
    """

    number: int
    first: bool
    verdict: ExerciseVerdict | None
    lesson: Lesson


class ResultItem(Struct, frozen=True):
    """An answered exercise of a finished lesson."""

    exercise: SchoolExercise
    verdict: ExerciseVerdict


class LessonResult(LessonAsked, frozen=True, kw_only=True):
    """A finished lesson or examination, for everybody with its link: every answer, corrected."""

    candidate: str
    created: int
    finished: int
    passed: bool | None
    seed: int
    score: LessonTally
    items: tuple[ResultItem, ...]


class SchoolDayLine(Struct, frozen=True, kw_only=True):
    """Answers of one kind on one day (UTC)."""

    day: str
    kind: str
    answered: int
    right: int
    ms: int


class SchoolPace(Struct, frozen=True):
    """The pace of one day: rounds that were paid, in which time, and how many an hour that is."""

    day: str
    rounds: int
    ms: int
    an_hour: int


class LessonLine(LessonAsked, frozen=True, kw_only=True):
    """A lesson or an examination in a list; `token` ends the link to its result."""

    id: str
    created: int
    finished: bool
    passed: bool | None
    score: LessonTally
    assignment: str | None
    token: str | None


class SchoolProgress(Struct, frozen=True, kw_only=True):
    """Where you stand: all answers by kind, by kind and day, the pace, the latest lessons."""

    kinds: tuple[KindResult, ...]
    days: tuple[SchoolDayLine, ...]
    pace: tuple[SchoolPace, ...]
    lessons: tuple[LessonLine, ...]
