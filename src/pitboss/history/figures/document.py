"""Floor figures as one plain document; money is text in dollars, a meter also exact in cents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.history.figures.balance_check import BalanceCheck
from pitboss.history.figures.count import Counted, FiguresRequest
from pitboss.history.figures.theory import Theory, compare
from pitboss.history.figures.totals import FigureTotals
from pitboss.history.periods import period_end, period_text, utc_text
from pitboss.rules import plain
from pitboss.rules.user_toml import Document

NOTES = (
    "all times are UTC; an event counts in the period of its own time, a round when it is settled",
    "drop is the chips bought at the table: there is no box for notes at a table of electronic"
    " chips; fees are in the drop box, and are counted apart",
    "handle is all that was wagered, void and returned wagers left out, tips left out",
    "win is what the house took less what it paid, less what went on to the meters; the seeds and"
    " resets that the house put up are shown with the meters and not taken off",
    "where a player banks, the house has no win: its income is the fees",
)
WHOSE = {
    "exclude": "bots are left out of rounds, seats, handle, drop, cash-outs, win, fees, tips and"
    " time-outs; all else is of the whole table",
    "include": "bots count like people",
    "only": "rounds, seats, handle, drop, cash-outs, win, fees, tips and time-outs are of bots"
    " alone; all else is of the whole table",
}
THEORY = (
    "theoretical win is at optimal play: real players give up more, so that a house does better;"
    " bots of a known strategy are taken at that strategy",
    "the theory is of Ante, Blind, Play, Trips and Six Card, payout limits left out; Progressive"
    " and Envy, rounds that are void or had an irregularity, and hands that are dead are not in it",
    "z takes the seats of a round as independent; the careful z takes them as winning and losing"
    " together, since they share the dealer and the board: the truth lies between",
)


def figures_document(
    counted: Iterable[Counted], asked: FiguresRequest, links: Mapping[str, Mapping[str, Fraction]]
) -> Document:
    """Describe the figures of some tables, and of all of them together."""
    tables = list(counted)
    total = FigureTotals()
    rows = []
    for one in tables:
        for begin, sums in one.periods.items():
            rows.append({**_period(one.table, begin, asked), **sums_document(sums, asked)})
            total.add(sums)
    notes = [*NOTES, WHOSE[asked.bots], *(THEORY if asked.theory else ())]
    return {
        "by": asked.by,
        "from": _time(asked.span.begin),
        "to": _time(asked.span.end),
        "bots": asked.bots,
        "rows": rows,
        "total": sums_document(total, asked),
        "tables": [_table(one) for one in tables],
        "links": {name: {m: money_of(a) for m, a in of.items()} for name, of in links.items()},
        "notes": notes,
    }


def _time(at: int | None) -> str | None:
    return None if at is None else utc_text(at)


def _period(table: str, begin: int, asked: FiguresRequest) -> Document:
    end = period_end(begin, asked.by)
    return {
        "table": table,
        "period": period_text(begin, asked.by),
        "from": None if end is None else utc_text(begin),
        "to": None if end is None else utc_text(end),
    }


def sums_document(sums: FigureTotals, asked: FiguresRequest) -> Document:
    """Describe one row."""
    document: Document = {
        "rounds": sums.rounds,
        "rounds_dealt": sums.dealt,
        "rounds_per_hour": decimal(sums.rounds_per_hour),
        "seats_per_round": decimal(sums.seats_per_round),
        "handle": {"total": plain(sums.handle_total), **_money(sums.handle)},
        "drop": plain(sums.drop),
        "cash_outs": plain(sums.cash_outs),
        "fees": plain(sums.fees),
        "tips": plain(sums.tips),
        "win": {
            **money_of(sums.win),
            "by_wager": _money(sums.house),
            "onto_meters": money_of(sums.fed),
        },
        "hold_percent": decimal(None if sums.hold is None else 100 * sums.hold),
        "voids": dict(sums.voids),
        "partly_void": sums.partly_void,
        "cancelled": dict(sums.cancelled),
        "dead_hands": sums.dead_hands,
        "time_outs": sums.time_outs,
        "irregularities": dict(sums.irregularities),
        "corrections": {
            "count": sums.corrections,
            "change": {meter: money_of(part) for meter, part in sums.corrected.items()},
        },
        "jackpots": {"count": sums.jackpots, "paid": plain(sums.jackpots_paid)},
        "envy": {"count": sums.envy, "paid": plain(sums.envy_paid)},
        "meters": meters_document(sums),
    }
    if asked.theory:
        theory = compare(sums.actions)
        document["theory"] = None if theory is None else _theory(theory)
    return document


def meters_document(sums: FigureTotals) -> Document:
    """Return what went on to each meter and off it."""
    names = sorted(
        {*sums.meter_in, *sums.meter_paid, *sums.meter_reset, *sums.meter_seed, *sums.corrected}
    )
    zero = Fraction(0)
    return {
        name: {
            "in": money_of(sums.meter_in.get(name, zero)),
            "reversed": money_of(sums.meter_back.get(name, zero)),
            "paid": money_of(sums.meter_paid.get(name, zero)),
            "reset": money_of(sums.meter_reset.get(name, zero)),
            "seed": money_of(sums.meter_seed.get(name, zero)),
            "corrected": money_of(sums.corrected.get(name, zero)),
        }
        for name in names
    }


def _theory(theory: Theory) -> Document:
    return {
        "hands": theory.hands,
        "hands_without": theory.without,
        "staked": plain(theory.staked),
        "actual": plain(theory.actual),
        "expected": money_of(theory.expected),
        "deviation": theory.deviation / 100,
        "deviation_most": theory.deviation_most / 100,
        "z": theory.z,
        "z_careful": theory.z_careful,
        "suspect": theory.suspect,
    }


def _table(one: Counted) -> Document:
    who = one.identity
    return {
        "table": one.table,
        "rules": list(one.rules),
        "events": one.events,
        "until": _time(one.until),
        "link": one.link or None,
        "liability": {meter: money_of(amount) for meter, amount in one.liability.items()},
        "unresolved_rounds": who.unresolved,
        "funds_held": plain(who.held),
        "identity": identity_document(who),
    }


def identity_document(who: BalanceCheck) -> Document:
    """Return both sides of the identity, part by part."""
    return {
        "buy_ins": plain(who.bought),
        "cash_outs": plain(who.cashed),
        "in_front_of_players": plain(who.in_front),
        "held_for_a_round": plain(who.held),
        "left": money_of(who.left),
        "house_win": money_of(who.won - who.fed),
        "put_up_by_the_house": money_of(who.put_up),
        "meters": money_of(who.meters),
        "reserves": plain(who.reserves),
        "fees": plain(who.fees),
        "tips": plain(who.tips),
        "right": money_of(who.right),
        "holds": not who.faults(),
        "faults": who.faults(),
    }


def _money(parts: Mapping[str, int]) -> Document:
    return {str(name): plain(chips) for name, chips in parts.items()}


def money_of(cents: Fraction | int) -> Document:
    """Write an amount that may have a fraction of a cent: in dollars, cut, and exactly in cents."""
    return {"dollars": plain(int(cents)), "cents": str(Fraction(cents))}


def decimal(value: Fraction | None) -> float | None:
    """Write a ratio; None where there is none."""
    return None if value is None else float(value)
