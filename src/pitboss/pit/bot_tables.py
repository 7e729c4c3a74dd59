"""Tables of bots that play by themselves: to look at, to measure with, to make a journal of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from pitboss.pit.bots import Bot, Style
from pitboss.pit.pit import Pit
from pitboss.round import Refusal
from pitboss.rules import Paytable, Rules, RuleSet, Target, Wager, in_force
from pitboss.table import Person, Role, choice_of
from pitboss.table import command as ask
from pitboss.table.state import Standing
from pitboss.table.timetable import Pace, opening_commands

AT_ONCE: Final = Pace(betting=0, bank=0, step=0, result=0, between=0)  # as fast as it goes
FLOOR: Final = Person("exhibition", Role.FLOOR)
METER_SEED: Final = 10_000  # dollars on a Progressive meter at the start
METER_RATE: Final = 5  # percent of a Progressive wager that feeds it
NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")  # of the bots, seat by seat
GIVE_UP_S: Final = 60  # without any event: the store is gone, or every table waits for somebody
LOOK_EVERY_S: Final = 0.02


class ExhibitionError(Exception):
    """A table could not be opened, or none goes on; the text is one clear line."""


def exhibition_rules(chosen: RuleSet) -> tuple[Rules, dict[str, object]]:
    """Offer every side wager that the place knows, so that there is something to see."""
    options = with_side_wagers(chosen, {})
    return in_force(chosen, options), options


def with_side_wagers(chosen: RuleSet, asked: Mapping[str, object]) -> dict[str, object]:
    """Add the side wagers that nothing was said about, and meters that grow, to what is asked."""
    options: dict[str, object] = {}
    for wager in (Wager.PROGRESSIVE, Wager.SIX_CARD):
        tables = chosen.tables_of(wager)
        if wager.value in chosen.options and tables and _is_dealt(wager, chosen, asked):
            options[wager.value] = tables[0]
    options |= asked
    table = chosen.paytables.get((Wager.PROGRESSIVE, str(options.get(Wager.PROGRESSIVE.value))))
    if table is not None:
        several = len(table.meters) > 1
        rates = {meter.name: METER_RATE for meter in table.meters}
        options.setdefault("meter.seed", least_seeds(table) if several else METER_SEED)
        options.setdefault("meter.rate", rates if several else METER_RATE)
    return options


def _is_dealt(wager: Wager, chosen: RuleSet, asked: Mapping[str, object]) -> bool:
    """Return whether the way of dealing deals what a wager is decided by."""
    named = asked.get("dealing", asked.get("dealing.method", chosen.facts["dealing.method"]))
    method = chosen.methods.get(str(named))
    if wager != Wager.SIX_CARD or method is None:
        return True
    return any(packet.to == Target.BOX for packet in method.deal)


def least_seeds(table: Paytable) -> dict[str, int]:
    """Return for each meter of a paytable the least that it may start from, in dollars."""
    return {
        meter.name: METER_SEED if meter.least is None else -(-meter.least // 100)
        for meter in table.meters
    }


async def open_tables(
    pit: Pit,
    sets: Sequence[RuleSet],
    tables: int,
    seats: int,
    style: Style,
    filed: Mapping[str, Any] | None = None,  # Any: options as an operator wrote them
) -> list[str]:
    """Open tables of these sets in turn, or open those again that are there; seat the bots.

    They play by the options that are `filed`, else with every side wager.
    """
    names = []
    for n in range(tables):
        chosen = sets[n % len(sets)]
        name = f"{chosen.name} {n // len(sets) + 1}"
        rules, options = exhibition_rules(chosen)
        if filed is not None:
            rules, options = in_force(chosen, filed), dict(filed)
        if pit.table(name) is None:
            _must(name, (await pit.found(name, choice_of(rules, options), FLOOR)).refusal)
        elif (there := pit.table(name)) is not None and there.status.standing == Standing.CLOSED:
            for k, (command, by) in enumerate(opening_commands(rules, FLOOR)):
                step = await pit.ask(name, f"open/{there.rounds}/{k}", command, by)
                _must(name, step.refusal)
        await _fill(pit, name, min(seats, rules.seats), style)
        names.append(name)
    return names


async def _fill(pit: Pit, name: str, seats: int, style: Style) -> None:
    for n in range(1, seats + 1):
        table = pit.table(name)
        if table is not None and n not in table.seats:
            _must(name, (await pit.seat_bot(name, Bot(NAMES[n - 1], style), n)).refusal)


def _must(name: str, refusal: Refusal | None) -> None:
    if refusal is not None:
        raise ExhibitionError(f"table {name}: {refusal.text}")


async def play_rounds(
    pit: Pit,
    names: Iterable[str],
    rounds: int,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> dict[str, int]:
    """Let each table play `rounds` rounds and close it; return how many it played."""
    start = {name: _rounds(pit, name) for name in names}
    goal = rounds * len(start)
    waiting = set(start)
    last, since = -1, time.monotonic()
    while waiting - pit.stopped().keys():
        await asyncio.sleep(LOOK_EVERY_S)
        written = sum(pit.tables[name].handler.replica.number for name in start)
        if written != last:
            last, since = written, time.monotonic()
        elif time.monotonic() - since > GIVE_UP_S:
            raise ExhibitionError(f"nothing was written for {GIVE_UP_S} s: is the store there?")
        played = {name: _rounds(pit, name) - before for name, before in start.items()}
        tell(sum(min(count, rounds) for count in played.values()), goal)
        for name in [name for name in waiting if played[name] >= rounds]:
            table = pit.table(name)
            if table is None or table.status.standing == Standing.CLOSED:
                waiting.discard(name)
            elif not table.status.closing:
                await pit.ask(name, f"close/{table.rounds}", ask.CloseTable(), FLOOR)
    return {name: _rounds(pit, name) - before for name, before in start.items()}


def _rounds(pit: Pit, name: str) -> int:
    table = pit.table(name)
    return table.rounds if table is not None else 0
