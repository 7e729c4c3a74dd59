"""The lab's plots for everybody: a session's course, strategies, seen cards, the meters."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import msgspec
from litestar import Response, get
from litestar.types import ControllerRouterHandler

from pitboss.odds.game import STANDARD
from pitboss.rules import Wager
from pitboss.server.api.lab import (
    LAB_S_MAX,
    USUAL_ANTE,
    USUAL_ROUNDS,
    USUAL_SEATS,
    exact_variant,
    game_numbers,
)
from pitboss.server.api.lab_queries import (
    MetersText,
    SessionBankroll,
    SessionRounds,
    ShiftAnte,
    ShiftRounds,
    ShiftSeats,
    SideTable,
    VariantText,
    meters_in,
    side_place,
    variant_in,
    wrong,
)
from pitboss.server.api.long_answers import ask_long
from pitboss.server.api.odds import KEPT, ask_odds
from pitboss.server.api.odds_queries import OddsRequest, RulesInQuery, check_names, strategy_titles
from pitboss.server.api.prices import asker_of, why_waiting
from pitboss.server.api.queries import TheServices
from pitboss.server.http.problems import Turned
from pitboss.server.wire.lab import LabFigures
from pitboss.server.wire.lab_risk import (
    LabExposureAnswer,
    LabMeter,
    LabMeters,
    LabMetersAnswer,
    LabSessionAnswer,
    LabStrategiesAnswer,
)
from pitboss.server.worker.coach_questions import exact
from pitboss.server.worker.lab_risk_questions import (
    ExposureQuestion,
    MeterFacts,
    MetersQuestion,
    SessionQuestion,
    StrategyCostsQuestion,
)
from pitboss.server.worker.service import Priority

USUAL_BANKROLL: Final = 60_000  # cents: forty Antes
USUAL_SESSION: Final = 160  # rounds: four hours of forty
OPENING_ANTES: Final = 2  # Ante and Blind


@get("/api/lab/session", tags=["lab"])
async def lab_session(
    services: TheServices,
    request: OddsRequest,
    variant: VariantText = "",
    ante: ShiftAnte = USUAL_ANTE,
    bankroll: SessionBankroll = USUAL_BANKROLL,
    rounds: SessionRounds = USUAL_SESSION,
) -> Response[LabSessionAnswer]:
    """Return the course of one seat's bankroll under perfect play: quantiles, risk of ruin.

    It is followed round by round from the exact distribution of a round; nothing is sampled.
    """
    check_names(request, "variant", "ante", "bankroll", "rounds")
    wanted, person = variant_in(variant), asker_of(request.scope)
    try:
        _, found = await exact_variant(services, wanted, person)
        question = _session(found, ante, bankroll, rounds)
        session = await ask_long(services, question, person)
    except Turned as turned:
        return Response(LabSessionAnswer(None, why_waiting(turned)))
    return Response(LabSessionAnswer(session), headers={"Cache-Control": KEPT})


@get("/api/lab/strategies", tags=["lab"])
async def lab_strategies(
    services: TheServices, request: OddsRequest, variant: VariantText = ""
) -> Response[LabStrategiesAnswer]:
    """Return what the strategies that come with pitboss cost in a variant, exactly.

    It takes about ten seconds: `waiting` says how far it is. Ask again, or it is given up.
    """
    check_names(request, "variant")
    wanted, person = variant_in(variant), asker_of(request.scope)
    names = tuple(one.name for one in strategy_titles())
    question = StrategyCostsQuestion(game_numbers(wanted), names)
    try:
        found = await ask_long(services, question, person)
    except Turned as turned:
        return Response(LabStrategiesAnswer(None, why_waiting(turned)))
    return Response(LabStrategiesAnswer(found), headers={"Cache-Control": KEPT})


@get("/api/lab/exposure", tags=["lab"])
async def lab_exposure(
    services: TheServices, request: OddsRequest, variant: VariantText = ""
) -> Response[LabExposureAnswer]:
    """Return what seen and shared cards are worth in the usual game, and whether that holds here.

    These figures take minutes to hours each, so they are kept, and only for the usual game.
    """
    check_names(request, "variant")
    wanted, person = variant_in(variant), asker_of(request.scope)
    question = ExposureQuestion(game_numbers(wanted))
    try:
        found = await ask_odds(services, question, Priority.DECISION, person, LAB_S_MAX)
    except Turned as turned:
        return Response(LabExposureAnswer(None, why_waiting(turned)))
    return Response(LabExposureAnswer(found), headers={"Cache-Control": KEPT})


@get("/api/lab/meters", tags=["lab"])
async def lab_meters(
    services: TheServices,
    request: OddsRequest,
    rules: RulesInQuery = STANDARD,
    table: SideTable = "",
    meters: MetersText = "",
    seats: ShiftSeats = USUAL_SEATS,
    rounds: ShiftRounds = USUAL_ROUNDS,
) -> Response[LabMetersAnswer]:
    """Return how a Progressive's meters grow in a shift, and how long it takes to a hit, exactly.

    Every seat bets the least wager in each round. What is not filed is null, and never 0.
    """
    check_names(request, "rules", "table", "meters", "seats", "rounds")
    place, _, name = side_place(rules, Wager.PROGRESSIVE.value, table)
    seeds, rates = meters_in(meters)
    question = MetersQuestion(f"{place.name}@{place.edition}", name, seeds, rates, seats)
    person = asker_of(request.scope)
    try:
        found = await ask_odds(services, question, Priority.LAB, person, LAB_S_MAX)
    except Turned as turned:
        return Response(LabMetersAnswer(None, why_waiting(turned)))
    answer = LabMeters(
        paytable=found.paytable,
        stake=found.stake,
        seats=seats,
        rounds=rounds,
        meters=tuple(_meter(one, found.stake, seats, rounds) for one in found.meters),
        notes=found.notes,
    )
    return Response(LabMetersAnswer(answer), headers={"Cache-Control": KEPT})


def _session(found: LabFigures, ante: int, bankroll: int, rounds: int) -> SessionQuestion:
    """Make the question; raises `Turned` for a bankroll that does not cover a round."""
    multiples = msgspec.structs.astuple(found.multiples)
    most = max((times for street in multiples for times in street), default=0)
    need = (OPENING_ANTES + most) * ante
    if bankroll < need:
        asked = f"a round can ask for {need} cents, {OPENING_ANTES + most} Antes"
        raise wrong(f"bankroll: {bankroll} cents do not cover a round; {asked}")
    nets = tuple((Fraction(one.net.fraction), one.deals) for one in found.distribution)
    return SessionQuestion(nets, ante, bankroll, need, rounds)


def _meter(meter: MeterFacts, stake: int, seats: int, rounds: int) -> LabMeter:
    wagers = seats * rounds
    return LabMeter(
        name=meter.name,
        reset=meter.reset,
        rate=None if meter.rate is None else exact(meter.rate),
        growth=None if meter.rate is None else exact(meter.rate * stake * wagers),
        hit=exact(meter.hit),
        emptied=exact(meter.emptied),
        rounds_between=exact(1 / (meter.hit * seats)),
        hits=exact(meter.hit * wagers),
        mean=None if meter.mean is None else exact(meter.mean),
        break_even=None if meter.break_even is None else exact(meter.break_even),
    )


ROUTES: Final[list[ControllerRouterHandler]] = [
    lab_session,
    lab_strategies,
    lab_exposure,
    lab_meters,
]
