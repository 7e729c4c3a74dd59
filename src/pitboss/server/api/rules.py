"""Rules pages: places, one place's rules, two side by side, clauses and readings."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from litestar import get
from litestar.types import ControllerRouterHandler

from pitboss.rules import SET_NAMES, RuleSet, UnknownRuleSetError, all_rule_sets, rule_set
from pitboss.rules.words import and_list
from pitboss.server.api.queries import Flag, NameText, TheServices
from pitboss.server.http.problems import Turned
from pitboss.server.live.lobby import place_card, played_here
from pitboss.server.live.tables import LiveTables
from pitboss.server.rulebook.clauses import clause_pages
from pitboss.server.rulebook.page import diff_page, rules_page
from pitboss.server.tables.default_rules import standing_house
from pitboss.server.views.paytables import edge_houses, paytables
from pitboss.server.wire.rules import Clauses, DiffPage, RuleSets, RulesPage
from pitboss.table import RulesChoice

EDGES_S_MAX: Final = 2.0  # a page waits for exact edges at most this long, then goes out without
LOOK_EVERY_S: Final = 0.1


@get("/api/rules", tags=["rules"])
async def places(services: TheServices) -> RuleSets:
    """List all places whose rules can be read and played."""
    live = services.live
    await _edges(live, [standing_house(name) for name in SET_NAMES])

    def work() -> RuleSets:
        cards = tuple(place_card(live, rules) for rules in all_rule_sets())
        return RuleSets(cards, known=all(one.edge_percent for one in cards))

    return await asyncio.to_thread(work)


@get("/api/rules/{name:str}", tags=["rules"])
async def rules(services: TheServices, name: NameText) -> RulesPage:
    """Return a place's rules in our own words; `known` is false while edges are worked out."""
    chosen, live = _place(name), services.live
    await _edges(live, [standing_house(chosen.name), *edge_houses(chosen.name).values()])

    def work() -> RulesPage:
        posted, known = paytables(chosen, live.edges.of_tables)
        return rules_page(played_here(live, chosen), place_card(live, chosen), posted, known=known)

    return await asyncio.to_thread(work)


@get("/api/rules/{name:str}/against/{other:str}", tags=["rules"])
async def against(
    services: TheServices,
    name: NameText,
    other: NameText,
    everything: Flag = False,  # noqa: FBT002  # a query has names
) -> DiffPage:
    """Compare two places; with `everything`, also what is the same in both."""
    left, right, live = _place(name), _place(other), services.live
    await _edges(live, [standing_house(left.name), standing_house(right.name)])

    def work() -> DiffPage:
        cards = place_card(live, left), place_card(live, right)
        return diff_page(left, right, cards, everything=everything)

    return await asyncio.to_thread(work)


@get("/api/rules/clauses/{wanted:str}", tags=["rules"])
async def clauses(wanted: NameText) -> Clauses:
    """Return a clause ("MD-11.H.3.c"), a chapter ("MD-11.H") or a reading ("A-MD-20")."""
    try:
        return Clauses(await asyncio.to_thread(clause_pages, wanted))
    except LookupError as error:
        raise Turned(404, "no-such-clause", str(error)) from None


def _place(name: str) -> RuleSet:
    try:
        return rule_set(name)
    except UnknownRuleSetError:
        titles = [known.title for known in all_rule_sets()]
        text = f"There is no rule book of that name. There are {and_list(titles)}."
        raise Turned(404, "no-such-rules", text) from None


async def _edges(live: LiveTables, houses: list[RulesChoice]) -> None:
    """Wait for a moment until the worker process has worked out the edges of these games."""
    until = time.monotonic() + EDGES_S_MAX
    while len([house for house in houses if live.edges.of_tables(house)]) < len(houses):
        if time.monotonic() > until:
            return
        await asyncio.sleep(LOOK_EVERY_S)


ROUTES: Final[list[ControllerRouterHandler]] = [places, rules, against, clauses]
