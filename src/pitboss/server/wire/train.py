"""The training room: drills, the spot to answer now, grades, own mistakes and progress.

Nothing that is sent before an answer says which answer is right. Costs are exact, in Antes.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.rules import Street
from pitboss.server.wire.ask import PLAIN
from pitboss.server.wire.coach import CoachPrice
from pitboss.server.wire.odds import Deviation, Exact
from pitboss.server.wire.words import DrillKind, SpotAsks

COUNT_MAX = 100  # spots of one drill
SEED_MAX = 2**32 - 1  # as of `pitboss drill player`
DEAD_MAX = 4  # cards seen elsewhere in a spot
HANDS = 169  # starting hands: the most that one answer marks
NUMBER_MAX = 3 * COUNT_MAX  # of a spot: an examination has up to three in each hand
_Word = Annotated[str, Meta(max_length=40, pattern=PLAIN)]
_Marked = Annotated[str, Meta(min_length=1, max_length=5, pattern=r"^[0-9A-Za-z]+$(?!\n)")]


class StartDrill(Struct, frozen=True, forbid_unknown_fields=True):
    """Start a drill. `closeness` is a part of an Ante, "0.05": how close the two best choices are.

    In each spot `dead_count` cards are seen elsewhere; how close a spot is goes without them.
    `same_as` is the token of a finished drill: the same spots again, all else left out. A daily
    drill, a grid and an examination have their own number of spots.
    """

    kind: DrillKind = "mixed"
    count: Annotated[int, Meta(ge=1, le=COUNT_MAX)] = 10
    closeness: Annotated[str, Meta(max_length=12, pattern=PLAIN)] = ""
    dead_count: Annotated[int, Meta(ge=0, le=DEAD_MAX)] = 0
    rules: _Word = "maryland"
    blind: _Word = ""
    strategy: _Word = "optimal"
    seed: Annotated[int, Meta(ge=0, le=SEED_MAX)] | None = None
    same_as: Annotated[str, Meta(max_length=60, pattern=PLAIN)] = ""


class AnswerSpot(Struct, frozen=True, forbid_unknown_fields=True):
    """Answer the spot of this number: one choice, or all marked cards, or all marked hands."""

    number: Annotated[int, Meta(ge=1, le=NUMBER_MAX)]
    answer: Annotated[tuple[_Marked, ...], Meta(max_length=HANDS)]


class SetMistakes(Struct, frozen=True, forbid_unknown_fields=True):
    """Have your mistakes kept and asked again later, or not."""

    enabled: bool


class TrainSpot(Struct, frozen=True, kw_only=True):
    """A spot to answer. `number` goes back with the answer; it is hand or spot `place` of `of`.

    `choices` are the largest wager first, or the starting hands of a grid; for outs any card that
    is not seen may be marked. `ante` is in cents.
    """

    number: int
    place: int
    of: int
    asks: SpotAsks
    street: Street
    hole: tuple[str, ...]
    board: tuple[str, ...]
    dead: tuple[str, ...]
    ante: int
    choices: tuple[str, ...]


class DrillScore(Struct, frozen=True, kw_only=True):
    """How a drill went. `cost` is what the answers cost altogether, in Antes.

    `per_round` is re-weighted to real dealing: what such answers cost in a round, by these spots
    alone; null where that cannot be said. `error` is its standard error in an examination.
    """

    answered: int
    right: int
    cost: Exact
    per_round: Exact | None
    error: Deviation | None = None


class DrillAsked(Struct, frozen=True, kw_only=True):
    """What a drill asks. `closeness` is a fraction of an Ante; `day` is that of a daily drill, UTC.

    In each spot `dead_count` cards are seen elsewhere.
    """

    kind: DrillKind
    rules: str
    edition: int
    blind: str
    strategy: str
    count: int
    closeness: str
    dead_count: int
    day: str | None


class Drill(DrillAsked, frozen=True, kw_only=True):
    """A drill of your own, with the spot to answer now: null once it is finished.

    `seed` and `token`, the end of its public link, are null until it is finished. `waiting` says
    why there is no spot yet: ask again.
    """

    id: str
    created: int
    seed: int | None
    spot: TrainSpot | None
    score: DrillScore
    finished: bool
    token: str | None
    waiting: str = ""


class GridCell(Struct, frozen=True):
    """A starting hand marked wrongly: the best choice, what the mark costs with it, its holes."""

    hand: str
    best: str
    cost: Exact
    holes: int


class GradedAnswer(Struct, frozen=True, kw_only=True):
    """A graded answer. `right`: it costs nothing against the strategy that one is graded against.

    `missed` and `wrongly_marked` are cards or hands. The cost of a grid counts each hand by its
    holes.
    """

    answer: tuple[str, ...]
    right: bool
    cost: Exact
    best: str
    guide: str
    missed: tuple[str, ...]
    wrongly_marked: tuple[str, ...]
    cells: tuple[GridCell, ...]


class Graded(GradedAnswer, frozen=True, kw_only=True):
    """Your answer to the spot `number`, graded, and the drill as it goes on.

    `price` is null for a grid, and where `waiting` says why there is none yet.
    """

    number: int
    price: CoachPrice | None
    drill: Drill
    waiting: str = ""


class SharedSpot(GradedAnswer, frozen=True, kw_only=True):
    """An answered spot of a finished drill, as everybody with its link sees it."""

    spot: TrainSpot


class SharedDrill(DrillAsked, frozen=True, kw_only=True):
    """A finished drill without its learner's name: every answered spot, in order."""

    seed: int
    finished: int
    score: DrillScore
    spots: tuple[SharedSpot, ...]


class TrainTotals(Struct, frozen=True):
    """Answers so far: how many, how many right, and what they cost altogether, in Antes."""

    answered: int
    right: int
    cost: Exact


class DailyResult(Struct, frozen=True):
    """A daily drill that was finished."""

    day: str
    answered: int
    right: int
    cost: Exact


class DailyProgress(Struct, frozen=True, kw_only=True):
    """The daily drills: days in a row up to today or yesterday, the latest first.

    `drill` is the id of today's, null where it was not begun; `finished`: it is done for today.
    """

    today: str
    drill: str | None
    finished: bool
    streak: int
    days: tuple[DailyResult, ...]


class MistakeCard(Struct, frozen=True, kw_only=True):
    """A kind of spot that you got wrong, in words, and when it comes back."""

    pattern: str
    street: Street
    rules: str
    edition: int
    blind: str
    best: str
    wrong: int
    right: int
    due: int


class MistakesProgress(Struct, frozen=True, kw_only=True):
    """Your own mistakes, the next due first; kept only where you want it so."""

    enabled: bool
    due: int
    total: int
    cards: tuple[MistakeCard, ...]


class DrillLine(Struct, frozen=True, kw_only=True):
    """A drill in a list."""

    id: str
    kind: DrillKind
    rules: str
    strategy: str
    count: int
    created: int
    finished: bool
    score: DrillScore
    token: str | None


class TrainProgress(Struct, frozen=True, kw_only=True):
    """Where you stand: all answers by kind of drill and by street, the latest drills first."""

    kinds: dict[str, TrainTotals]
    streets: dict[str, TrainTotals]
    daily: DailyProgress
    mistakes: MistakesProgress
    drills: tuple[DrillLine, ...]
