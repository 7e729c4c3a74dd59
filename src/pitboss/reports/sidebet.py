"""Side bets as plain documents: what `pitboss sidebet --json` prints and tables are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.odds.sidebets.hand_counts import dealt_cards
from pitboss.odds.sidebets.progressive import ROYALS, LongRun, MeterOdds, Progressive
from pitboss.odds.sidebets.side_bet import LineOdds, SideBet
from pitboss.reports.exact import exact, exact_or_none, root
from pitboss.rules import MeterShare, Paytable, Rules, plain
from pitboss.rules.layout import pay_words
from pitboss.rules.user_toml import Document


def sidebet_document(
    wager: str, tables: Sequence[SideBet | Progressive], settings: Sequence[str] = ()
) -> Document:
    """Describe every table asked for; the stake is the unit unless a key says otherwise.

    `settings` are the operator's choices as they were given, "meter.seed=10000".
    """
    return {
        "wager": wager,
        "settings": list(settings),
        "paytables": [
            progressive_document(table) if isinstance(table, Progressive) else bet_document(table)
            for table in tables
        ],
    }


def bet_document(bet: SideBet) -> Document:
    """Describe a wager whose figures need no meter."""
    return {
        **_head(bet.rules, bet.table),
        "stake": plain(bet.stake),
        "depends_on_stake": bet.stake_matters,
        "combinations": bet.hands,
        "lines": [_line(line, known=True) for line in bet.lines],
        "hit_frequency": exact(bet.hit_frequency),
        "return": exact(bet.returned),
        "ev": exact(bet.ev),
        "house_edge": exact(bet.house_edge),
        "standard_deviation": root(bet.variance),
        "notes": list(_stake_notes(bet)),
    }


def progressive_document(bet: Progressive) -> Document:
    """Describe a Progressive; null stands where a figure needs a meter that nobody gave or filed.

    `return`, `ev` and `house_edge` are for the present meters and the given players, Envy included;
    the lines and the deviation are those of the player's own hand.
    """
    shown, known = bet.present or bet.without_meters, bet.present is not None
    returned = bet.returned
    return {
        **_head(bet.rules, bet.table),
        "stake": plain(bet.stake),
        "depends_on_stake": shown.stake_matters,
        "players": bet.players,
        "cards": bet.table.cards,
        "combinations": shown.hands,
        "lines": [_line(line, known=known) for line in shown.lines],
        "hit_frequency": exact(shown.hit_frequency),
        "fixed_return": exact(bet.fixed),
        "royals": {hand: _royal(hand) for hand in ROYALS},
        "meters": [_meter(meter, bet) for meter in bet.meters],
        "envy": [
            {
                "other_players": one.others,
                "dollars": exact_or_none(_dollars(one.value)),
                "return": exact_or_none(one.returned),
            }
            for one in bet.envy
        ],
        "return": exact_or_none(returned),
        "ev": exact_or_none(None if returned is None else returned - 1),
        "house_edge": exact_or_none(bet.house_edge),
        "standard_deviation": root(bet.present.variance) if bet.present else None,
        "long_run": _long_run(bet.long_run) if bet.long_run else None,
        "notes": list(bet.notes),
    }


def _head(rules: Rules, table: Paytable) -> Document:
    return {
        "rules": rules.set.name,
        "edition": rules.set.edition,
        "paytable": table.name,
        "clauses": list(table.cite.clauses),
        "readings": list(table.cite.readings),
    }


def _stake_notes(bet: SideBet) -> tuple[str, ...]:
    if not bet.stake_matters:
        return ()
    return (f"fixed sums do not grow with the stake: these figures are for {plain(bet.stake)}",)


def _line(line: LineOdds, *, known: bool) -> Document:
    """Describe a line; what a meter's line pays is not known without the meter."""
    pays = line.pays.pays if line.pays else None
    paid = known or not isinstance(pays, MeterShare)
    return {
        "hand": line.hand,
        "pays": None if pays is None else pay_words(pays),
        "hits": line.hits,
        "probability": exact(line.probability),
        "net": exact(line.net) if paid else None,
        "return": exact(line.returns) if paid else None,
        "ev": exact(line.ev) if paid else None,
        "clauses": list(line.pays.cite.clauses) if line.pays else [],
        "readings": list(line.pays.cite.readings) if line.pays else [],
    }


def _royal(hand: str) -> Document:
    dealt = dealt_cards()
    hits = dealt.hits(hand)
    odds = exact(Fraction(hits, dealt.total))
    return {"hits": hits, "combinations": dealt.total, "probability": odds}


def _meter(meter: MeterOdds, bet: Progressive) -> Document:
    def amount(cents: int | None) -> str | None:
        return None if cents is None else plain(cents)

    return {
        "name": meter.name,
        "seed": amount(meter.seed),
        "reserve": plain(meter.reserve),
        "reset": amount(meter.reset),
        "rate": exact(meter.rate),
        "amount": exact_or_none(_dollars(meter.amount)),
        "value_per_dollar": exact(meter.per_dollar),
        "return_per_dollar": exact(meter.per_dollar * 100 / bet.stake),
        "break_even": [
            {"other_players": one.others, "dollars": exact_or_none(_dollars(cents))}
            for one, cents in zip(bet.envy, meter.break_even, strict=True)
        ],
        "long_run_mean": exact_or_none(_dollars(meter.mean)),
    }


def _long_run(run: LongRun) -> Document:
    return {
        "return": exact(run.returned),
        "house_edge": exact(run.house_edge),
        "paid_by_house": {
            "total": exact(run.by_house),
            "fixed": exact(run.fixed),
            "seeds": exact(run.seeds),
            "reserves": exact(run.reserves),
            "envy": exact(run.envy),
        },
        "paid_by_players": {"contributions": exact(run.contributed)},
    }


def _dollars(cents: Fraction | None) -> Fraction | None:
    return None if cents is None else cents / 100
