"""The lab for everybody: a bound at once, the exact figures, side bets, the house's view."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from pitboss.cards import CATEGORY_SLUGS
from pitboss.odds.game import STANDARD, Game, game_of
from pitboss.odds.lab.rule_changes import BelowFloor, Ties, UnqualifiedAnte
from pitboss.odds.lab.variant import ANY_HAND, Variant
from pitboss.odds.lab.variant_file import odds_text
from pitboss.odds.paytable_file import LADDER
from pitboss.rules import Odds, RuleSet, Wager, all_rule_sets, in_force
from pitboss.rules.layout import pay_words
from pitboss.server.api.lab_house import house_view
from pitboss.server.api.lab_queries import (
    SIDE_WAGERS,
    PaysText,
    ShiftAnte,
    ShiftRounds,
    ShiftSampled,
    ShiftSeats,
    SideTable,
    SideWager,
    VariantText,
    pays_in,
    side_place,
    variant_in,
)
from pitboss.server.api.long_answers import ask_long
from pitboss.server.api.odds import KEPT, ask_odds
from pitboss.server.api.odds_queries import OddsRequest, RulesInQuery, check_names
from pitboss.server.api.prices import asker_of, why_waiting
from pitboss.server.api.queries import TheServices
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.wire.lab import (
    LabAnswer,
    LabFigures,
    LabHouseAnswer,
    LabPayLine,
    LabPaytable,
    LabPlace,
    LabPlaces,
    LabSideAnswer,
)
from pitboss.server.wire.odds import StreetMultiples
from pitboss.server.worker.lab_questions import (
    FiguresQuestion,
    KeptPolicy,
    LabSolved,
    SideBetQuestion,
    SolveQuestion,
)
from pitboss.server.worker.lab_risk_questions import SeatsQuestion
from pitboss.server.worker.service import Priority

LAB_S_MAX: Final = 2.5  # for an answer; then the page says what it waits for, and asks again
GAMES_KEPT: Final = 256  # of variants asked about lately, as numbers
USUAL_ANTE: Final = 1_500  # cents
USUAL_SEATS: Final = 6
USUAL_ROUNDS: Final = 320  # eight hours of forty rounds
NO_POLICY: Final = (
    "no policy that was counted can be played here: the dealer qualifies with another hand, or a "
    "raise is missing; the exact value can be had"
)


@get("/api/lab/places", tags=["lab"])
async def lab_places(request: OddsRequest) -> Response[LabPlaces]:
    """List the places to begin with: paytables line by line, multiples, the words of each rule."""
    check_names(request)
    return Response(_places(), headers={"Cache-Control": KEPT})


@get("/api/lab/bound", tags=["lab"])
async def lab_bound(
    services: TheServices, request: OddsRequest, variant: VariantText = ""
) -> Response[LabAnswer]:
    """Return a bound at once: what policies that were counted are worth in a variant.

    The best play there is at least as good: `ev` is a lower bound, each edge an upper one. Other
    figures are those of that policy.
    """
    check_names(request, "variant")
    wanted, person = variant_in(variant), asker_of(request.scope)
    try:
        known = await _policies(services, wanted, person)
        found = await _figures(services, FiguresQuestion(wanted, known, exact=False), person)
    except Turned as turned:
        return Response(LabAnswer(None, waiting=why_waiting(turned)))
    return Response(LabAnswer(found, none="" if found else NO_POLICY))


@get("/api/lab/exact", tags=["lab"])
async def lab_exact(
    services: TheServices, request: OddsRequest, variant: VariantText = ""
) -> Response[LabAnswer]:
    """Return the exact figures of a variant under perfect play, and its 169 starting hands.

    While it is being compiled or counted, `waiting` says so: ask again.
    """
    check_names(request, "variant")
    wanted, person = variant_in(variant), asker_of(request.scope)
    try:
        solved, found = await exact_variant(services, wanted, person)
    except Turned as turned:
        return Response(LabAnswer(None, waiting=why_waiting(turned)))
    return Response(LabAnswer(found, solved.hands), headers={"Cache-Control": KEPT})


@get("/api/lab/house", tags=["lab"])
async def lab_house(
    services: TheServices,
    request: OddsRequest,
    variant: VariantText = "",
    ante: ShiftAnte = USUAL_ANTE,
    seats: ShiftSeats = USUAL_SEATS,
    rounds: ShiftRounds = USUAL_ROUNDS,
    *,
    sampled: ShiftSampled = False,
) -> Response[LabHouseAnswer]:
    """Return what the house may expect of a shift: exact win, bands by the normal approximation.

    Seats at one board go together. How far is sampled where that is asked for, which takes a few
    seconds; `sample` says from how many rounds.
    """
    check_names(request, "variant", "ante", "seats", "rounds", "sampled")
    wanted, person = variant_in(variant), asker_of(request.scope)
    try:
        _, found = await exact_variant(services, wanted, person)
        seats_go = await ask_long(services, SeatsQuestion(wanted), person) if sampled else None
    except Turned as turned:
        return Response(LabHouseAnswer(None, why_waiting(turned)))
    view = house_view(found, seats_go, ante=ante, seats=seats, rounds=rounds)
    return Response(LabHouseAnswer(view), headers={"Cache-Control": KEPT})


@get("/api/lab/sidebet", tags=["lab"])
async def lab_side_bet(
    services: TheServices,
    request: OddsRequest,
    rules: RulesInQuery = STANDARD,
    wager: SideWager = "trips",
    table: SideTable = "",
    pays: PaysText = "",
) -> Response[LabSideAnswer]:
    """Return the exact figures of a side bet's paytable, with other odds for some of its lines."""
    check_names(request, "rules", "wager", "table", "pays")
    place, chosen, name = side_place(rules, wager, table)
    question = SideBetQuestion(f"{place.name}@{place.edition}", chosen, name, pays_in(pays))
    try:
        found = await ask_odds(services, question, Priority.LAB, asker_of(request.scope), LAB_S_MAX)
    except Turned as turned:
        return Response(LabSideAnswer(None, why_waiting(turned)))
    return Response(LabSideAnswer(found), headers={"Cache-Control": KEPT})


async def _policies(services: Services, variant: Variant, person: str) -> tuple[KeptPolicy, ...]:
    """Return policies for a bound: that of the place's own game first, then the latest ones."""
    base, qualifies = _base_game(variant.rules, variant.blind), game_numbers(variant).qualifies
    own, latest = services.lab.of(base), services.lab.for_bound(qualifies)
    if own is None and not latest and base.qualifies == qualifies:
        own = (await _solved(services, base, person)).policy
    return (*([] if own is None else [own]), *(kept for kept in latest if kept is not own))


async def exact_variant(
    services: Services, variant: Variant, person: str
) -> tuple[LabSolved, LabFigures]:
    """Solve a variant and return its exact figures; raises `Turned` while it is counted."""
    solved = await _solved(services, game_numbers(variant), person)
    question = FiguresQuestion(variant, (solved.policy,), exact=True)
    found = await _figures(services, question, person)
    if found is None:
        raise Turned(500, "broken", "internal error: perfect play does not fit its own game")
    return solved, found


async def _solved(services: Services, game: Game, person: str) -> LabSolved:
    found = await ask_odds(services, SolveQuestion(game), Priority.LAB, person, LAB_S_MAX)
    services.lab.keep(game, found.policy)
    return found


async def _figures(services: Services, question: FiguresQuestion, person: str) -> LabFigures | None:
    """Ask for figures where decisions are counted: a few milliseconds, and no solve before them."""
    return await ask_odds(services, question, Priority.DECISION, person, LAB_S_MAX)


@lru_cache(maxsize=GAMES_KEPT)
def game_numbers(variant: Variant) -> Game:
    """Return a variant's game without names: equal games have one answer."""
    return variant.game().numbers()


def _base_game(rules: str, blind: str | None) -> Game:
    return game_numbers(Variant(rules=rules, blind=blind))


@cache
def _places() -> LabPlaces:
    return LabPlaces(
        places=tuple(map(_place, all_rule_sets())),
        hands=(*LADDER, ANY_HAND),
        below=tuple(BelowFloor),
        unqualified=tuple(UnqualifiedAnte),
        ties=tuple(Ties),
    )


def _place(rules: RuleSet) -> LabPlace:
    game = game_of(in_force(rules))
    return LabPlace(
        name=rules.name,
        title=rules.title,
        edition=rules.edition,
        multiples=StreetMultiples(game.deal, game.flop, game.river),
        qualifies=CATEGORY_SLUGS[game.qualifies],
        paytables=tuple(
            _paytable(rules, wager, name)
            for wager, name in rules.paytables
            if wager in (Wager.BLIND, *SIDE_WAGERS)
        ),
    )


def _paytable(rules: RuleSet, wager: Wager, name: str) -> LabPaytable:
    usual = in_force(rules).tables.get(wager)
    lines = rules.paytables[wager, name].lines
    return LabPaytable(
        wager,
        name,
        usual=usual is not None and usual.name == name,
        lines=tuple(
            LabPayLine(
                line.hand,
                odds_text(line.pays) if isinstance(line.pays, Odds) else pay_words(line.pays),
                is_odds=isinstance(line.pays, Odds),
            )
            for line in lines
        ),
    )


ROUTES: Final[list[ControllerRouterHandler]] = [
    lab_places,
    lab_bound,
    lab_exact,
    lab_house,
    lab_side_bet,
]
