"""Whether the filed layout shows what the active configuration calls for, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.rules.checks.filing import Filing
from pitboss.rules.checks.problem import Code, Problem
from pitboss.rules.cite import NO_CITE, Cite

BOX = "box"


def check_spots_shown(filing: Filing) -> Iterator[Problem]:
    """A spot for each wager on offer, and the box where Six Card is; no spot for another."""
    layout = filing.part("layout")
    if "spots" not in layout:
        return
    shown = set(layout["spots"]) | ({BOX} if layout.get("box") is True else set())
    due, cites = _spots(filing)
    for spot in sorted(due - shown):
        code = Code.LAYOUT_BOX_MISSING if spot == BOX else Code.LAYOUT_SPOT_MISSING
        key, what = _where(spot), f"no {_said(spot)} on the layout"
        right = f"add it to the layout: {_written(spot)}"
        yield filing.problem(code, key, what, right, cites[spot])
    for spot in sorted(shown - due):
        code = Code.LAYOUT_BOX_EXTRA if spot == BOX else Code.LAYOUT_SPOT_EXTRA
        key, what = _where(spot), f"shows a {_said(spot)}, but that wager is not offered"
        known = spot in cites and spot != BOX
        right = f"{'name its paytable in [options], or ' * known}take it off the layout"
        yield filing.problem(code, key, what, right, cites.get(spot, NO_CITE))


def _spots(filing: Filing) -> tuple[set[str], dict[str, Cite]]:
    """The spots that are due, and the source of each spot there could be."""
    items = filing.rules.set.layout
    due = {spot for item in items if filing.holds(item.when) for spot in item.spots}
    return due, {spot: item.cite for item in items for spot in item.spots}


def _where(spot: str) -> str:
    return "layout.box" if spot == BOX else "layout.spots"


def _said(spot: str) -> str:
    return "four-card box" if spot == BOX else f"{spot.replace('_', ' ')} spot"


def _written(spot: str) -> str:
    return "box = true" if spot == BOX else f'spots = […, "{spot}"]'


def check_items_shown(filing: Filing) -> Iterator[Problem]:
    """If the file lists what layout and signs show, nothing is missing and nothing is idle."""
    shown = filing.part("layout").get("shows")
    if shown is None:
        return
    items = {item.item: item for item in filing.rules.set.layout}
    for name, item in items.items():
        if filing.holds(item.when) and name not in shown:
            what, right = f"{name} is not shown", "on the layout or on a sign at the table"
            yield filing.problem(Code.LAYOUT_ITEM_MISSING, "layout.shows", what, right, item.cite)
    for name in shown:
        if name not in items or not filing.holds(items[name].when):
            active = [item.item for item in items.values() if filing.holds(item.when)]
            what, right = f"{name!r} is not due here", f"there is {', '.join(active)}"
            cite = items[name].cite if name in items else NO_CITE
            yield filing.problem(Code.LAYOUT_ITEM_EXTRA, "layout.shows", what, right, cite)
