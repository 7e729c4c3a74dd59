"""A simulation as a plain document: what `--json` prints and tables are drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from pitboss.odds.sidebets.hand_counts import seven_cards
from pitboss.odds.simulation.bets import ALL, BASE
from pitboss.odds.simulation.exact import LIMIT, exact_round
from pitboss.odds.simulation.session_view import QUANTILES, SessionView
from pitboss.odds.simulation.simulation import CONFIDENCE, Sampled, SessionSample, Simulation
from pitboss.reports.exact import exact, exact_or_none, sampled
from pitboss.rules import Wager, plain
from pitboss.rules.user_toml import Document

HOW: Final = (
    "standard errors from the totals of whole rounds, since seats share a board and a dealer; "
    "intervals by the normal approximation"
)
_IN_ANTES: Final = (BASE, LIMIT, ALL)


def simulation_document(found: Simulation, session: SessionView | None = None) -> Document:
    """Describe a simulation; each result says its unit, money is text in dollars."""
    bets, rules = found.bets, found.bets.rules
    return {
        "rules": rules.set.name,
        "edition": rules.set.edition,
        "strategy": found.strategy,
        "paytables": {
            wager.value: rules.tables[wager].name
            for wager in (Wager.BLIND, *bets.side)
            if wager in rules.tables
        },
        "seats": bets.seats,
        "rounds": found.rounds,
        "seat_rounds": found.seat_rounds,
        "seed": found.seed,
        "stakes": {wager.value: plain(chips) for wager, chips in bets.opening.items()},
        "meters": {name: exact(amount / 100) for name, amount in bets.meters.items()},
        "fee": plain(bets.fee),
        "method": {"confidence": CONFIDENCE, "how": HOW},
        "results": {name: _result(name, one) for name, one in found.by_wager.items()},
        "frequencies": _shares(found.choices, found.outcomes.frequencies, found.seat_rounds),
        "hands": _shares(found.categories, _hands(), found.seat_rounds),
        "distribution": _distribution(found),
        "settled_by_engine": found.held,
        "session": _session(found, session),
        "notes": list(_notes(found, session)),
    }


def _sampled(one: Sampled) -> Document:
    return sampled(one.mean, one.standard_error, one.rounds)


def _result(name: str, one: Sampled) -> Document:
    return {
        "unit": "ante" if name in _IN_ANTES else "stake",
        **_sampled(one),
        "interval": list(one.interval),
        "exact": exact_or_none(one.exact),
        "exact_standard_error": one.exact_error,
        "z": one.z,
    }


def _hands() -> dict[str, Fraction]:
    tally = seven_cards()
    return {known.hand: Fraction(known.hits, tally.total) for known in tally.classes}


def _shares(counts: Mapping[str, int], known: Mapping[str, Fraction], whole: int) -> Document:
    return {
        name: {"count": count, "share": count / whole, "exact": exact_or_none(known.get(name))}
        for name, count in counts.items()
    }


def _distribution(found: Simulation) -> list[Document]:
    known = exact_round(found.bets, found.outcomes)
    deals = found.outcomes.deals
    nets = sorted({*found.nets, *(known or {})})
    return [
        {
            "net": plain(net),
            "count": found.nets.get(net, 0),
            "share": found.nets.get(net, 0) / found.seat_rounds,
            "exact": None if known is None else exact(Fraction(known.get(net, 0), deals)),
        }
        for net in nets
    ]


# -- sessions -------------------------------------------------------------------------------------


def _session(found: Simulation, view: SessionView | None) -> Document | None:
    played = found.sessions
    if played is None:
        return None
    return {
        "rounds": played.rounds,
        "bankroll": None if played.bankroll is None else plain(played.bankroll),
        "need": plain(found.bets.need),
        "computed": None if view is None else _computed(view),
        "played": _played(played, played.bankroll or 0),
    }


def _computed(view: SessionView) -> Document:
    spread = view.spread
    return {
        "from": f"{view.source} distribution of one round",
        "mean": spread.mean / 100,
        "standard_deviation": spread.deviation / 100,
        "quantiles": {str(part): plain(spread.quantile(part)) for part in QUANTILES},
        "ahead": view.ahead,
        "ruined": view.ruined,
        "ruined_in_the_end": None
        if view.in_the_end is None
        else {"at_least": view.in_the_end[0], "at_most": view.in_the_end[1]},
        "precision": view.precision,
        "fan": [
            {
                "round": point.round,
                "quantiles": {str(q): plain(cents) for q, cents in point.quantiles.items()},
                "ruined": None if view.ruined is None else point.ruined,
            }
            for point in view.fan
        ],
    }


def _played(played: SessionSample, start: int) -> Document:
    whole = sum(played.ends.values())
    mean = Fraction(sum(end * count for end, count in played.ends.items()), whole)
    ahead = sum(count for end, count in played.ends.items() if end > start)
    return {
        "sessions": played.sessions,
        "seat_sessions": whole,
        "mean": float(mean) / 100,
        "quantiles": {str(part): plain(played.quantile(part)) for part in QUANTILES},
        "ahead": ahead / whole,
        "ruined": None if played.ruined is None else _sampled(played.ruined),
    }


def _notes(found: Simulation, view: SessionView | None) -> Iterator[str]:
    bets = found.bets
    if bets.meters:
        yield "meters stand at the same amounts before every round; nothing is added between rounds"
    if not bets.rules.house_banks:
        yield "the player-dealer covers every wager; a bank that runs out is not simulated"
    if bets.fee:
        yield f"each seat pays {plain(bets.fee)} a round in fees: in the session only"
    unknown = [name for name, one in found.by_wager.items() if one.exact is None]
    if unknown:
        yield f"not known exactly, because seats bear on one another: {', '.join(unknown)}"
    if found.sessions is not None and view is None:
        yield "the session is played, not computed: its nets have too small a common step"
