"""The lab: a side bet of one's own, counted exactly, and a variant checked as a submission."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from pitboss.odds.lab.variant import Variant
from pitboss.rules import Problem, RuleSet, Wager, read_submission
from pitboss.rules.catalog import named_rule_set
from pitboss.rules.checks.unfiled import unfiled_changes
from pitboss.server.api.lab import LAB_S_MAX
from pitboss.server.api.lab_queries import (
    ChosenTables,
    VariantText,
    chosen_in,
    variant_in,
)
from pitboss.server.api.long_answers import ask_long
from pitboss.server.api.odds import KEPT, ask_odds
from pitboss.server.api.odds_queries import OddsRequest, check_names
from pitboss.server.api.prices import asker_of, why_waiting
from pitboss.server.api.queries import TheServices
from pitboss.server.http.problems import Turned
from pitboss.server.wire.lab_own import AskOwnBet, LabOwnBetAnswer, LabProblem, LabSubmission
from pitboss.server.worker.lab_own_bet import OwnBetQuestion, ReadOwnBetQuestion
from pitboss.server.worker.service import Priority

REJECTED: Final = "rejected"


@post("/api/lab/own-bet", status_code=200, tags=["lab"])
async def lab_own_bet(
    services: TheServices, request: OddsRequest, data: JSONBody[AskOwnBet]
) -> LabOwnBetAnswer:
    """Return the exact figures of a side bet of one's own, counted over all deals.

    A bet that cannot be read is refused at once. Else it is counted behind everything else, which
    takes up to a minute: `waiting` says how far it is. Ask again, or it is given up.
    """
    check_names(request)
    person, reads = asker_of(request.scope), ReadOwnBetQuestion(data.toml)
    try:
        await ask_odds(services, reads, Priority.DECISION, person, LAB_S_MAX)
        return LabOwnBetAnswer(await ask_long(services, OwnBetQuestion(data.toml), person))
    except Turned as turned:
        return LabOwnBetAnswer(None, why_waiting(turned))


@get("/api/lab/submission", tags=["lab"])
async def lab_submission(
    request: OddsRequest, variant: VariantText = "", options: ChosenTables = ""
) -> Response[LabSubmission]:
    """Return a variant as a submission file, checked as `pitboss rules check` checks it."""
    check_names(request, "variant", "options")
    wanted = variant_in(variant)
    place = named_rule_set(wanted.rules)
    text = _toml(place, _options(place, wanted) | chosen_in(options, place))
    read = read_submission(text, "submission.toml")
    own = Variant(rules=wanted.rules, blind=wanted.blind).in_force()
    unfiled = tuple(unfiled_changes(own, wanted.changes()))
    answer = LabSubmission(
        toml=text,
        status=REJECTED if unfiled else read.status,
        problems=tuple(map(_problem, (*unfiled, *read.problems))),
    )
    return Response(answer, headers={"Cache-Control": KEPT})


def _options(place: RuleSet, variant: Variant) -> dict[str, str]:
    """Name the Blind table where the place leaves a choice; a submission says all of them."""
    if Wager.BLIND.value not in place.options:
        return {}
    return {Wager.BLIND.value: variant.blind or str(place.options[Wager.BLIND.value].default)}


def _toml(place: RuleSet, options: dict[str, str]) -> str:
    lines = [f'rules = "{place.name}"', f"edition = {place.edition}", "", "[options]"]
    return "\n".join([*lines, *(f'{key} = "{name}"' for key, name in options.items()), ""])


def _problem(problem: Problem) -> LabProblem:
    return LabProblem(
        code=problem.code,
        severity=problem.severity,
        key=problem.key,
        what=problem.what,
        right=problem.right,
        clauses=problem.clauses,
    )


ROUTES: Final[list[ControllerRouterHandler]] = [lab_own_bet, lab_submission]
