"""Log lines: what an event was, in words; of cards only those that the viewer saw then.

The words stand in `rules/log_words.py`: a phrase for each event in `LOG`, the optional parts of a
line in `LOG_PARTS`. This module fills the gaps of a phrase from the event and its table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from fractions import Fraction

from pitboss.cards import Card, cards_symbols, hand_name
from pitboss.history.viewer import Viewpoint
from pitboss.journal.names import EVENT_NAMES
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.round.rack import stub_in_rack
from pitboss.round.state import Incident, Parcel
from pitboss.rules import NO_CITE, Cite, Rules, Target, Wager, money
from pitboss.rules.log_words import CARD_COUNTS, LOG, LOG_PARTS, SEATS, STEPS, TOLD
from pitboss.rules.words import DEALT_FROM, WAGERS, no_hand_words, reason_words
from pitboss.table import Table
from pitboss.table import event as past

Gaps = dict[str, object]  # what stands in the gaps of a phrase, by their names


def said(moment: Moment, rules: Rules, viewpoint: Viewpoint) -> str:
    """Return the log line of an event, as `viewpoint` may read it."""
    event = moment.event
    name = EVENT_NAMES[type(event)].partition("/")[0]
    if name not in LOG:
        return name.replace("-", " ")
    gaps = _fields(event, moment.before)
    if isinstance(event, past.TableEvent):
        gaps |= _of_table(event, moment.before)
    else:
        gaps |= _of_round(event, moment, rules) | _of_cards(event, moment, rules, viewpoint)
    return LOG[name].format_map(gaps)


def source_of(event: past.Event) -> Cite:
    """Return the clauses that an event itself names."""
    match event:
        case round_past.IrregularityDeclared(incident):
            return incident.cite
        case round_past.RoundVoided(void):
            return void.cite + void.settle_cite
        case round_past.BetsClosed(fees):
            return fees[0].cite if fees else NO_CITE
        case _:
            return getattr(event, "cite", NO_CITE)


def who(table: Table, seat: int) -> str:
    """Name a seat, and the player where somebody sits there."""
    there = table.seats.get(seat)
    if there is None:
        return SEATS["empty"].format(seat=seat)
    return SEATS["taken"].format(seat=seat, player=_marked(there.player, bot=there.bot))


def _marked(player: str, *, bot: bool) -> str:
    """Name a player; mark a bot as one, where its name does not say so itself."""
    return SEATS["bot"].format(player=player) if bot and "(bot" not in player else player


def told_words(seat: int, reason: str, facts: Mapping[str, int]) -> str:
    """Return what the supervisor is told of a refusal."""
    if reason not in TOLD:
        return f"{reason} at seat {seat}"
    counts = {name: facts.get(name, 0) for name in ("counted", "accepted")}
    sums = {name: money(facts.get(name, 0)) for name in ("ante", "blind")}
    return TOLD[reason].format(seat=seat, **counts, **sums)


def stub_words(moment: Moment, rules: Rules) -> str:
    """Say that the undealt cards go to the rack, where this is their moment."""
    before, after = moment.before.round, moment.after.round
    if before is None or after is None or stub_in_rack(before, rules):
        return ""
    cards = stub_in_rack(after, rules)
    return LOG_PARTS["stub"].format(cards=cards) if cards else ""


def _fields(event: past.Event, table: Table) -> Gaps:
    """Return the event's own fields, with seats, chips and reasons in words."""
    gaps: Gaps = {field.name: getattr(event, field.name) for field in fields(event)}
    if isinstance(seat := gaps.get("seat"), int):
        gaps["who"] = who(table, seat)
    if isinstance(chips := gaps.get("chips", gaps.get("stake")), int):
        gaps["chips"] = money(chips)
    if isinstance(reason := gaps.get("reason"), str):
        gaps["reason"] = reason_words(reason)
    return gaps


def _of_table(event: past.TableEvent, table: Table) -> Gaps:
    match event:
        case past.RoundBegun(commitment=commitment):
            return {"sealed": _part("sealed", commitment=commitment.hex())}
        case past.SecretRevealed(secret=secret):
            return {"secret": secret.hex()}
        case past.RoundCancelled(_, why, reason):
            if why == past.NoHand.NO_WAGER and _is_unbanked(table):
                why = past.NoHand.NOBODY_BANKS
            return {"why": no_hand_words(why, reason)}
        case past.PlayerSat(_, player, bot):
            return {"player": _marked(player, bot=bot)}
        case past.DecksBrought(decks):
            return {"decks": ", ".join(deck.colour for deck in decks)}
        case past.StepDone(step=step):
            return {"does": STEPS[step]}
        case past.DealingChanged(method=method, broken=broken):
            cause = _part("broken", broken=broken) or LOG_PARTS["as-filed"]
            return {"dealt": DEALT_FROM[method], "why": cause}
        case past.SupervisorTold(seat, reason, facts):
            return {"told": told_words(seat, reason, facts)}
        case _:
            return {}


def _is_unbanked(table: Table) -> bool:
    """Return whether every player has declined the bank: then nobody could bet."""
    return bool(table.bank.declined) and table.round is not None and table.round.bank is None


def _of_round(event: round_past.Event, moment: Moment, rules: Rules) -> Gaps:
    match event:
        case round_past.RoundOpened(rules=name, meters=meters):
            place = rules.set.title if name == rules.set.name else name
            return {"place": place, "meters": _meters(meters)}
        case round_past.MetersRead(meters):
            return {"meters": _meters(meters)}
        case round_past.BetsPlaced(_, wagers, tips):
            given = _wagers({wager: chips for wager, chips in tips.items() if chips})
            return {"wagers": _wagers(wagers), "tips": _part("tips", wagers=given)}
        case round_past.BetsClosed(fees, fed):
            paid = money(sum(fee.chips for fee in fees)) if fees else ""
            return {"fees": _part("fees", chips=paid), "fed": _fed(fed)}
        case round_past.PlayPlaced(tip=tip):
            return {"tip": _part("tip", chips=money(tip) if tip else "")}
        case round_past.IrregularityDeclared(incident):
            return _incident(incident, moment.before)
        case round_past.HandKilled(forfeited=forfeited):
            return {"killed": LOG_PARTS["forfeited" if forfeited else "dead"]}
        case round_past.WagerVoided(wager):
            return {"wager": WAGERS[wager]}
        case round_past.RoundVoided(void):
            kept = " and ".join(WAGERS[wager] for wager in void.settles)
            return {"kept": _part("kept", wagers=kept)}
        case round_past.RoundSettled(settlement):
            return _settled(settlement, moment.after.round)
        case _:
            return {}


def _of_cards(event: round_past.Event, moment: Moment, rules: Rules, viewpoint: Viewpoint) -> Gaps:
    match event:
        case round_past.DeckLoaded(cards):
            return {"order": f": {cards_symbols(cards)}" if viewpoint.full else ""}
        case round_past.PacketsDealt(parcels):
            return {"parcels": _parcels(parcels, viewpoint), "stub": stub_words(moment, rules)}
        case round_past.StreetTurned(_, parcels, turned):
            before = moment.before.round.turned if moment.before.round else 0
            board = moment.after.round.board if moment.after.round else ()
            burned = _parcels([p for p in parcels if p.to == Target.BURN], viewpoint)
            return {
                "cards": cards_symbols(board[before:turned]),
                "burned": f" ({burned})" if burned else "",
                "stub": stub_words(moment, rules),
            }
        case round_past.DealerRevealed(cards):
            banks = "house-banks" if rules.house_banks else "player-banks"
            return {"dealer": LOG_PARTS[banks], "cards": cards_symbols(cards)}
        case round_past.CardsSetAside(cards):
            return {"cards": cards_symbols(cards)}
        case _:
            return {}


def _incident(incident: Incident, table: Table) -> Gaps:
    known = incident.case and incident.case != "any"
    at = who(table, incident.seat).rstrip(",") if incident.seat else ""
    return {
        "kind": incident.kind.replace("-", " "),
        "case": f" ({incident.case.replace('_', ' ')})" if known else "",
        "at": _part("at", who=at),
        "remedy": incident.action.replace("-", " "),
    }


def _part(name: str, **gaps: str) -> str:
    """Return an optional part of a line; empty where there is nothing to put into it."""
    return LOG_PARTS[name].format_map(gaps) if all(gaps.values()) else ""


def _wagers(wagers: Mapping[Wager, int]) -> str:
    return ", ".join(f"{WAGERS[w]} {money(chips)}" for w, chips in wagers.items())


def _meters(meters: Mapping[str, Fraction | None]) -> str:
    unknown = LOG_PARTS["not-known"]
    shown = [f"{n} {money(int(a)) if a is not None else unknown}" for n, a in meters.items()]
    return _part("meters", meters=", ".join(shown))


def _fed(fed: Mapping[str, Fraction]) -> str:
    cents = LOG_PARTS["cents"]
    parts = [cents.format(meter=name, cents=part) for name, part in fed.items() if part]
    return _part("fed", meters=", ".join(parts))


def _parcels(parcels: Iterable[Parcel], viewpoint: Viewpoint) -> str:
    return ", ".join(f"{_where(p)} {_how_many(p.cards, viewpoint)}" for p in parcels)


def _where(parcel: Parcel) -> str:
    seat = SEATS["empty"].format(seat=parcel.seat)
    return seat if parcel.to == Target.SEATS else parcel.to.value


def _how_many(cards: tuple[Card, ...], viewpoint: Viewpoint) -> str:
    if viewpoint.full:
        return cards_symbols(cards)
    return CARD_COUNTS.get(len(cards)) or LOG_PARTS["cards"].format(count=len(cards))


def _settled(settlement: Settlement, round_: Round | None) -> Gaps:
    seats = [spot.seat for spot in round_.spots] if round_ else []
    nets = [f"{SEATS['empty'].format(seat=s)} {_signed(settlement.net(s))}" for s in seats]
    hand = ""
    if settlement.dealer is not None:
        name = "qualifies" if settlement.qualifies else "does-not-qualify"
        hand = _part(name, hand=hand_name(settlement.dealer))
    void = LOG_PARTS["void"] if settlement.void else ""
    return {"void": void, "nets": ", ".join(nets), "hand": hand}


def _signed(chips: int) -> str:
    return f"+{money(chips)}" if chips > 0 else money(chips)
