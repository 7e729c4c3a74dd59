"""Drills of the training room: their spots, graded answers, the next spot and both scores.

Functions of their arguments, without compiled code: spots are drawn by `training_draws`, which
belongs into a worker process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from pitboss.cards import Card, CardError, card_text, parse_card
from pitboss.coach.drill import AnswerError
from pitboss.coach.situation import CHECK
from pitboss.rules import Street

DrillKind = Literal["deal", "flop", "river", "mixed", "outs", "grid", "mistakes", "daily", "exam"]
SpotAsks = Literal["choice", "outs", "grid"]
GivenAnswers = Mapping[int, tuple[str, ...]]  # by the number of the spot

DAILY_SPOTS: Final = 10
EXAM_HANDS: Final = 100
HOLES: Final = 1_326  # pairs of hole cards
ANSWER_SHOWN_MAX: Final = 20  # characters of a wrong answer that are repeated


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What a drill asks; the same game and plan give the same spots.

    `patterns` are those of a drill of mistakes, each with the cards that are not to come again.
    In each spot `dead_count` cards are seen elsewhere.
    """

    kind: DrillKind
    count: int
    closeness: Fraction | None
    strategy: str
    seed: int
    patterns: tuple[tuple[str, str], ...] = ()
    dead_count: int = 0


@dataclass(frozen=True, slots=True)
class GridHand:
    """A starting hand of the grid: its holes, the value of each choice, and the guide's choice."""

    name: str
    holes: int
    values: dict[str, Fraction]
    guide: str


@dataclass(frozen=True, slots=True)
class TrainingSpot:
    """One question of a drill. Several spots with the same `place` belong to one hand.

    `values` are in Antes, the smallest wager first; `guide` is what the strategy does that one is
    graded against. `outs` is the right answer where cards are marked, `hands` where hands are.
    `dead` are cards seen elsewhere; a spot with some has no pattern that comes back.
    """

    number: int
    place: int
    asks: SpotAsks
    street: Street
    hole: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    values: dict[str, Fraction] = field(default_factory=dict)
    guide: str = ""
    pattern: str = ""
    outs: tuple[Card, ...] = ()
    hands: tuple[GridHand, ...] = ()
    dead: tuple[Card, ...] = ()

    @property
    def best(self) -> str:
        """The best choice, of equals the smaller wager; empty where none is asked."""
        return best_of_values(self.values)

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be chosen, the largest wager first, or marked on a grid."""
        if self.asks == "grid":
            return tuple(hand.name for hand in self.hands)
        return tuple(reversed(self.values))


@dataclass(frozen=True, slots=True)
class TrainingDrill:
    """The spots of a drill in order; `weights` says how often a round comes to such a spot."""

    kind: DrillKind
    spots: tuple[TrainingSpot, ...]
    weights: dict[Street, Fraction]

    def spot(self, number: int) -> TrainingSpot | None:
        """Find a spot by its number."""
        return next((spot for spot in self.spots if spot.number == number), None)


@dataclass(frozen=True, slots=True)
class WrongHand:
    """A hand of the grid that was marked wrongly, and what that costs whenever it is dealt."""

    name: str
    best: str
    cost: Fraction
    holes: int


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded answer: `right` where it costs nothing against the guide; costs are in Antes.

    `lost` is the cost against the best choice. The cost of a grid counts each hand by its holes.
    """

    right: bool
    cost: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)
    missed: tuple[str, ...] = ()
    wrongly_marked: tuple[str, ...] = ()
    wrong_hands: tuple[WrongHand, ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingScore:
    """How a drill went, in Antes; see `DrillScore` for both costs.

    `per_round` is None where the spots have no weight in real dealing. `variance` is that of
    `per_round`, where whole hands were dealt: the square of its standard error.
    """

    answered: int
    right: int
    cost: Fraction
    per_round: Fraction | None
    variance: Fraction | None = None


def best_of_values(values: Mapping[str, Fraction]) -> str:
    """Return the best choice, the first of equals; empty without a choice."""
    return max(values, key=lambda choice: values[choice], default="")


def read_answer_to(spot: TrainingSpot, answer: Sequence[str]) -> tuple[str, ...]:
    """Return an answer in its one form, marks in order; raises `AnswerError`.

    >>> read_answer_to(TrainingSpot(1, 1, "outs", Street.FLOP), ("Kd", "As"))
    ('As', 'Kd')
    """
    if spot.asks == "choice":
        return _one_choice(spot, answer)
    if len(set(answer)) < len(answer):
        raise AnswerError("a mark is there twice; mark each once")
    if spot.asks == "grid":
        known = {hand.name: place for place, hand in enumerate(spot.hands)}
        for name in answer:
            if name not in known:
                raise AnswerError(f"{_shown(name)} is no starting hand; write AKs, K5o or 77")
        return tuple(sorted(answer, key=lambda name: known[name]))
    return tuple(card_text(card) for card in sorted(_marked(spot, answer), reverse=True))


def _one_choice(spot: TrainingSpot, answer: Sequence[str]) -> tuple[str, ...]:
    right = " or ".join(spot.choices)
    if len(answer) != 1:
        raise AnswerError(f"{len(answer)} choices; answer with one of them: {right}")
    if answer[0] not in spot.values:
        raise AnswerError(f"{_shown(answer[0])} is no choice here; answer with {right}")
    return (answer[0],)


def _marked(spot: TrainingSpot, answer: Sequence[str]) -> list[Card]:
    found = []
    for text in answer:
        try:
            card = parse_card(text)
        except CardError as error:
            raise AnswerError(str(error)) from None
        if card in (*spot.hole, *spot.board, *spot.dead):
            raise AnswerError(f"{card_text(card)} is seen already; mark cards that can come")
        found.append(card)
    if len(set(found)) < len(found):
        raise AnswerError("a card is marked twice; mark each once")
    return found


def _shown(text: str) -> str:
    return repr(text[:ANSWER_SHOWN_MAX])


def grade(spot: TrainingSpot, answer: Sequence[str]) -> Grade:
    """Grade an answer; raises `AnswerError` for one that the spot does not take."""
    given = read_answer_to(spot, answer)
    match spot.asks:
        case "choice":
            chosen = spot.values[given[0]]
            cost = max(spot.values[spot.guide] - chosen, Fraction(0))
            return Grade(not cost, cost, spot.values[spot.best] - chosen)
        case "outs":
            outs = tuple(card_text(card) for card in spot.outs)
            missed, wrong = _beside(outs, given), _beside(given, outs)
            return Grade(not missed and not wrong, missed=missed, wrongly_marked=wrong)
        case "grid":
            return _grade_grid(spot, frozenset(given))


def _beside(some: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(one for one in some if one not in others)


def _grade_grid(spot: TrainingSpot, marked: frozenset[str]) -> Grade:
    wrong: list[WrongHand] = []
    missed: list[str] = []
    wrongly_marked: list[str] = []
    for hand in spot.hands:
        raised = hand.name in marked
        cost = hand.values[hand.guide] - _marked_value(hand, raised=raised)
        if cost <= 0:
            continue
        wrong.append(WrongHand(hand.name, best_of_values(hand.values), cost, hand.holes))
        (wrongly_marked if raised else missed).append(hand.name)
    total = sum((one.cost * one.holes for one in wrong), Fraction(0)) / HOLES
    return Grade(not wrong, total, total, tuple(missed), tuple(wrongly_marked), tuple(wrong))


def _marked_value(hand: GridHand, *, raised: bool) -> Fraction:
    """Return what a hand is worth if it is raised, by the best raise, or checked."""
    if not raised:
        return hand.values[CHECK]
    return max(value for choice, value in hand.values.items() if choice != CHECK)


def next_spot(drill: TrainingDrill, answers: GivenAnswers) -> TrainingSpot | None:
    """Return the spot to answer now; None once all are.

    Where a hand has several spots, the next street is asked after a check only.
    """
    if not answers:
        return next(iter(drill.spots), None)
    last = drill.spot(max(answers))
    if last is None:
        return None
    ended = answers[last.number] != (CHECK,)
    later = (spot for spot in drill.spots if spot.number > last.number)
    return next((spot for spot in later if not ended or spot.place != last.place), None)


def training_score(drill: TrainingDrill, answers: GivenAnswers) -> TrainingScore:
    """Add up the answers that were given."""
    graded = [
        (spot, grade(spot, answers[spot.number])) for spot in drill.spots if spot.number in answers
    ]
    score = TrainingScore(
        answered=len(graded),
        right=sum(found.right for _, found in graded),
        cost=sum((found.cost for _, found in graded), Fraction(0)),
        per_round=_per_round(drill, graded),
    )
    return score if drill.kind != "exam" else _with_error(drill, answers, graded, score)


def _per_round(
    drill: TrainingDrill, graded: Sequence[tuple[TrainingSpot, Grade]]
) -> Fraction | None:
    """Weight the mean cost of each street by how often a round comes to such a spot."""
    costs: dict[Street, list[Fraction]] = {}
    for spot, found in graded:
        costs.setdefault(spot.street, []).append(found.cost)
    if not drill.weights or not costs:
        return None
    means = {street: sum(found, Fraction(0)) / len(found) for street, found in costs.items()}
    return sum((drill.weights[street] * mean for street, mean in means.items()), Fraction(0))


def _with_error(
    drill: TrainingDrill,
    answers: GivenAnswers,
    graded: Sequence[tuple[TrainingSpot, Grade]],
    score: TrainingScore,
) -> TrainingScore:
    """Take the mean cost of whole hands, which were dealt as in a real game."""
    following = next_spot(drill, answers)
    unfinished = following.place if following is not None else 0
    costs: dict[int, Fraction] = {}
    for spot, found in graded:
        if spot.place != unfinished:
            costs[spot.place] = costs.get(spot.place, Fraction(0)) + found.cost
    count = len(costs)
    if not count:
        return TrainingScore(score.answered, score.right, score.cost, None)
    mean = sum(costs.values(), Fraction(0)) / count
    spread = sum(((one - mean) ** 2 for one in costs.values()), Fraction(0))
    variance = spread / (count - 1) / count if count > 1 else None
    return TrainingScore(score.answered, score.right, score.cost, mean, variance)
