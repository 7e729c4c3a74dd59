"""The PAR sheet of any open table for floor and auditor: as a page, and as files to download."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler

from pitboss.reports.par.played import OfTheLab, played_submission
from pitboss.rules import UnknownRuleSetError, all_rule_sets, rule_set
from pitboss.server.api.long_answers import ask_long
from pitboss.server.api.prices import why_waiting
from pitboss.server.api.queries import NameText, SomeTable, TheHuman, TheServices, attached
from pitboss.server.api.report_files import MEDIA, check_extra, missing_extra
from pitboss.server.auth.permissions import may
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.tables.default_rules import standing_house
from pitboss.server.wire.ask import PLAIN
from pitboss.server.wire.par import ParAnswer, ParFormat, ParPlace, ParSubjects, ParTable
from pitboss.server.worker.par_questions import ParFileQuestion, ParPageQuestion
from pitboss.table import RulesChoice, rules_of
from pitboss.table.rules_choice import is_of_the_lab
from pitboss.table.state import Standing

SomeRules = Annotated[str | None, QueryParameter(min_length=1, max_length=40, pattern=PLAIN)]


@get("/api/par/subjects", guards=[may("par.read")], tags=["par"])
async def par_subjects(services: TheServices) -> ParSubjects:
    """List the tables that are open, and the places."""
    rows = services.live.directory.rows
    found = []
    for name, table_task in sorted(services.pit.tables.items()):
        table = table_task.table
        choice = table.identity.rules
        if choice is None or table.status.standing == Standing.CLOSED:
            continue
        place = rules_of(choice).set
        title = rows[name].title if name in rows else name
        found.append(
            ParTable(name, title, place.name, place.title, place.edition, is_of_the_lab(choice))
        )
    places = tuple(ParPlace(one.name, one.title, one.edition) for one in all_rule_sets())
    return ParSubjects(tuple(found), places)


@get("/api/par", guards=[may("par.read")], tags=["par"])
async def par(
    services: TheServices, human: TheHuman, table: SomeTable = None, rules: SomeRules = None
) -> ParAnswer:
    """Return the sheet of a table as it is played, or of a place's usual choices, as a page.

    While it is being worked out, `waiting` says so: ask again.
    """
    text = _submission(services, table, rules)
    try:
        sheet = await ask_long(services, ParPageQuestion(text), human.id)
    except Turned as turned:
        return ParAnswer(None, waiting=why_waiting(turned))
    return ParAnswer(sheet, tuple(ParFormat(kind, missing_extra(kind)) for kind in MEDIA))


@get("/api/par/{kind:str}", guards=[may("par.read")], tags=["par"])
async def par_file(
    services: TheServices,
    human: TheHuman,
    kind: NameText,
    table: SomeTable = None,
    rules: SomeRules = None,
) -> Response[bytes]:
    """Return the sheet as a file: `pdf`, `xlsx`, `html` or `json`."""
    if kind not in MEDIA:
        raise Turned(404, "no-such-format", f"a sheet is one of {', '.join(MEDIA)}")
    text = _submission(services, table, rules)
    check_extra(kind)
    question = ParFileQuestion(text, kind)  # type: ignore[arg-type]  # checked above
    data = await ask_long(services, question, human.id)
    return Response(data, media_type=MEDIA[kind], headers=attached(f"par-{table or rules}.{kind}"))


def _submission(services: Services, table: str | None, rules: str | None) -> str:
    """Return the choices that a sheet is to be made of; raises `Turned`."""
    if (table is None) == (rules is None):
        raise Turned(400, "not-valid", "name a table, or rules for a place's usual choices")
    choice = _of_place(rules or "") if table is None else _of_table(services, table)
    try:
        return played_submission(choice)
    except OfTheLab:
        text = "this table's rules were changed in the lab, and no sheet can be filed for it"
        raise Turned(409, "lab-table", f"{text}; the lab has its figures") from None


def _of_table(services: Services, name: str) -> RulesChoice:
    table_task = services.pit.tables.get(name)
    if table_task is None or table_task.table.identity.rules is None:
        raise Turned(404, "no-such-table", "there is no such table here")
    if table_task.table.status.standing == Standing.CLOSED:
        raise Turned(409, "table-closed", "this table is closed; open it, or choose another")
    return table_task.table.identity.rules


def _of_place(name: str) -> RulesChoice:
    try:
        return standing_house(rule_set(name).name)
    except UnknownRuleSetError as error:
        raise Turned(404, "no-such-rules", f"rules: {error}") from None


ROUTES: Final[list[ControllerRouterHandler]] = [par_subjects, par, par_file]
