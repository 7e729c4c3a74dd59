"""The smallest and largest wagers of a table, and their step."""

from __future__ import annotations

from pitboss.reports.binder.document import BinderGrid
from pitboss.rules import Rules, Wager, money
from pitboss.rules.words import wager_words

NOT_POSTED = "not posted"


def limits_grid(rules: Rules, *, steps: bool = True) -> BinderGrid:
    """List minimum, maximum and, with `steps`, the step of every wager that may be made."""
    rows = [_row(rules, wager) for wager in rules.offered()]
    rows.append(("Play", *_play(rules)))
    columns = ("Wager", "Minimum", "Maximum", "Step")
    width = len(columns) if steps else len(columns) - 1
    shown = tuple(row[:width] for row in rows)
    return BinderGrid("Limits as posted", columns[:width], shown, right=(1, 2, 3))


def _row(rules: Rules, wager: Wager) -> tuple[str, ...]:
    name = wager_words(wager)
    if wager == Wager.PROGRESSIVE:
        amounts = rules.progressive_wagers
        return name, money(amounts[0]), money(amounts[-1]), "fixed amounts" * (len(amounts) > 1)
    span = rules.limits[wager]
    least, most = (NOT_POSTED if end is None else money(end) for end in (span.least, span.most))
    step = rules.step(Wager.BLIND if wager == Wager.ANTE else wager)
    return name, least, most, money(step)


def _play(rules: Rules) -> tuple[str, str, str]:
    times = sorted({times for street in rules.set.streets.values() for times in street.play})
    listed = ", ".join(map(str, times))
    return f"{times[0]} × Ante", f"{times[-1]} × Ante", f"{listed} × Ante"
