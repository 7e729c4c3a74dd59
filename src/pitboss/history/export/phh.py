"""A round as a PHH-style TOML file: cards and actions in PHH's notation, the rest under `_uth`.

PHH's tools can read such a file but not play it through: they know no game against a dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final

from pitboss.cards import Card, card_text, cards_text, hand_name
from pitboss.history.export.toml import Bare, toml_lines
from pitboss.history.moments import PlayedRound
from pitboss.history.periods import moment
from pitboss.history.replay import outcome_of
from pitboss.history.results import SeatResult
from pitboss.round import event as past
from pitboss.round.movement import Movement
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.rules import Wager
from pitboss.rules.user_toml import Document
from pitboss.table import RulesChoice, rules_of
from pitboss.table import event as table_past
from pitboss.table.rules_choice import RULES_KEPT_MAX

FORMAT: Final = "pitboss-uth/1"
UNIT: Final = "cents of play chips"
PUBLIC: Final = Viewer(ViewerRole.PUBLIC)


def phh(played: PlayedRound, seats: Sequence[SeatResult]) -> str:
    """Write a finished round with its results; its secret is out."""
    players = [one for one in seats if one.bank_stake is None]
    banker = next((one for one in seats if one.bank_stake is not None), None)
    lines = [
        "# A round of Ultimate Texas Hold'em: PHH's notation, and `_uth` for what it has no word.",
        f"# Amounts are {UNIT}. The last player is the dealer, who does not bet.",
        *toml_lines(_head(played, players, banker)),
        "",
        "[_uth]",
        *toml_lines(_uth(played)),
        *_sections(played, seats),
    ]
    return "\n".join(lines) + "\n"


def _head(played: PlayedRound, players: list[SeatResult], banker: SeatResult | None) -> Document:
    rules, at = played.rules, moment(played.moments[0].at)
    everybody = [*players, *([banker] if banker else [])]
    house = [] if banker else [0]
    return {
        "variant": "UTH",
        "antes": [*(_staked(one, Wager.ANTE) for one in players), 0],
        "blinds_or_straddles": [*(_staked(one, Wager.BLIND) for one in players), 0],
        "min_bet": int(rules.limits[Wager.ANTE].least or rules.increment),
        "starting_stacks": [*(_started(one) for one in everybody), *house],
        "actions": list(_actions(played, [one.chips.seat for one in players])),
        "venue": rules.set.title,
        "time": Bare(f"{at:%H:%M:%S}.{at.microsecond // 1000:03d}"),
        "time_zone": "UTC",
        "day": at.day,
        "month": at.month,
        "year": at.year,
        "hand": played.number,
        "table": played.table,
        "seats": [
            *(one.chips.seat for one in players),
            banker.chips.seat if banker else rules.seats + 1,
        ],
        "seat_count": rules.seats if banker else rules.seats + 1,
        "players": [
            *(one.chips.player for one in players),
            banker.chips.player if banker else "dealer",
        ],
        "finishing_stacks": [*(_finished(one) for one in everybody), *house],
    }


def _staked(one: SeatResult, wager: Wager) -> int:
    return sum(m.staked for m in one.movements.get(wager, ()))


def _started(one: SeatResult) -> int:
    """Return a player's chips, with those bought while the round lasted."""
    return one.chips.before + one.chips.bought


def _finished(one: SeatResult) -> int:
    """Return a player's chips after the round, with those taken away before it was over."""
    return one.chips.after + one.chips.cashed


# -- actions --------------------------------------------------------------------------------------


def _run(cards: tuple[Card, ...]) -> str:
    return "".join(map(card_text, cards))


def _actions(played: PlayedRound, seats: list[int]) -> Iterator[str]:
    names = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    dealer = f"p{len(seats) + 1}"
    last, out_of_time = played.last, 0
    for spot in last.spots:
        if spot.cards:
            yield f"d dh {names[spot.seat]} {_run(spot.cards)}"
    if last.dealer:
        yield f"d dh {dealer} {_run(last.dealer)}"
    for moment_ in played.moments:
        match moment_.event:
            case table_past.TimedOut(seat):
                out_of_time = seat
            case past.Checked(seat):
                yield f"{names[seat]} cc{_late(seat, out_of_time)}"
                out_of_time = 0
            case past.Folded(seat):
                yield f"{names[seat]} f{_late(seat, out_of_time)}"
                out_of_time = 0
            case past.PlayPlaced(seat, _, chips):
                yield f"{names[seat]} cbr {chips}"
            case past.StreetTurned(turned=turned):
                before = moment_.before.round.turned if moment_.before.round else 0
                yield f"d db {_run(last.board[before:turned])}"
            case past.DealerRevealed(cards):
                yield f"{dealer} sm {_run(cards)}"
            case _:
                pass
    for shown in view(last, PUBLIC, played.rules).spots:
        if shown.cards:
            yield f"{names[shown.seat]} sm {_run(shown.cards)}"


def _late(seat: int, out_of_time: int) -> str:
    return " # out of time" if seat == out_of_time else ""


# -- what PHH has no word for ---------------------------------------------------------------------


def _uth(played: PlayedRound) -> Document:
    last, choice, begun = played.last, played.choice, played.begun
    settlement = last.settlement
    events = [m.event for m in played.moments]
    secrets = [e.secret for e in events if isinstance(e, table_past.SecretRevealed)]
    dealer = settlement.dealer if settlement else None
    seeds = {str(e.seat): e.seed.hex() for e in events if isinstance(e, table_past.SeedAdded)}
    return {
        "format": FORMAT,
        "unit": UNIT,
        "rules": choice.rules,
        "edition": choice.edition,
        "options": choice.options,
        "options_sha256": sha256(choice.options.encode()).hexdigest(),
        "outcome": outcome_of(played),
        "bank": "house" if last.bank is None else "player-dealer",
        "commitment": begun.commitment.hex() or None,
        "secret": secrets[-1].hex() if secrets else None,
        "seeds": seeds or None,
        "deck": begun.deck,
        "decks": [cards_text(e.cards) for e in events if isinstance(e, past.DeckLoaded)],
        "cuts": [e.depth for e in events if isinstance(e, past.DeckCut)] or None,
        "dealer_hand": None if dealer is None else hand_name(dealer),
        "qualifies": settlement.qualifies if settlement else None,
        "box": cards_text(last.box) or None,
        "burned": cards_text(last.burned) or None,
        "meters_before": _meters(played.moments[1].event) if len(played.moments) > 1 else None,
        "meters_after": _amounts(settlement.meters) if settlement else None,
    }


def _meters(event: object) -> Document | None:
    return _amounts(event.meters) if isinstance(event, past.RoundOpened) else None


def _amounts(meters: Mapping[str, Fraction | None]) -> Document | None:
    """Return exact cents; all as text, because some have fractions."""
    return {name: str(amount) for name, amount in meters.items() if amount is not None} or None


@lru_cache(maxsize=RULES_KEPT_MAX)
def _paytables(choice: RulesChoice) -> tuple[str, ...]:
    """Return the paytables of a table's rules: the same lines in each of its rounds."""
    found: list[str] = []
    for wager, table in rules_of(choice).tables.items():
        pays = {line.hand: str(line.pays) for line in table.lines}
        found += ["", f"[_uth.paytables.{wager}]"]
        found += toml_lines({"name": table.name, "lines": pays})
    return tuple(found)


def _sections(played: PlayedRound, seats: Sequence[SeatResult]) -> Iterator[str]:
    yield from _paytables(played.choice)
    for one in seats:
        yield from ("", "[[_uth.seats]]")
        yield from toml_lines(_seat(one))
    for incident in played.last.incidents:
        yield from ("", "[[_uth.incidents]]")
        yield from toml_lines(
            {
                "kind": incident.kind,
                "case": incident.case,
                "action": incident.action,
                "seat": incident.seat,
                "clauses": list(incident.cite.clauses),
                "readings": list(incident.cite.readings),
            }
        )


def _seat(one: SeatResult) -> Document:
    purse = one.chips
    return {
        "seat": purse.seat,
        "player": purse.player,
        "bot": purse.bot,
        "hand": one.hand or None,
        "six_card_hand": one.six_card_hand or None,
        "play_multiple": one.times or None,
        "folded": one.folded,
        "dead": one.dead,
        "timed_out": one.timed_out,
        "bank_stake": one.bank_stake,
        "bank_net": None if one.bank_stake is None else one.bank_net,
        "fee": one.fee,
        "tips": one.tips,
        "net": one.net,
        "before": int(purse.before),
        "bought": int(purse.bought),
        "cashed": int(purse.cashed),
        "after": int(purse.after),
        "wagers": [_wager(m) for line in one.movements.values() for m in line],
    }


def _wager(movement: Movement) -> Document:
    return {
        "wager": movement.wager.value,
        "staked": int(movement.staked),
        "outcome": movement.outcome.value,
        "why": movement.why.value,
        "odds": movement.odds,
        "paid": int(movement.paid),
        "taken": int(movement.taken),
        "payer": movement.payer if movement.paid else "",
        "collector": movement.collector if movement.taken else "",
        "clauses": list(movement.cite.clauses),
        "readings": list(movement.cite.readings),
    }
