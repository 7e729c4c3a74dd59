"""Which opening wagers and tips a seat may put down, and who may take the bank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pitboss.round.refusal import Reason, Refusal, first_of, refuse
from pitboss.round.state import Bank, Round, Spot
from pitboss.rules import (
    NOTHING,
    Chips,
    Cite,
    Rules,
    Span,
    Target,
    Wager,
    dollars,
    money,
)


def place_fault(
    round_: Round,
    seat: int,
    wagers: Mapping[Wager, Chips],
    tips: Mapping[Wager, Chips],
    rules: Rules,
) -> Refusal | None:
    """Return why these opening wagers may not stand, or None where they may."""
    return first_of(
        seat_fault(seat, rules),
        _bank_fault(round_.bank, seat, rules),
        _wagers_fault(wagers, tips, rules),
    )


def _wagers_fault(
    wagers: Mapping[Wager, Chips], tips: Mapping[Wager, Chips], rules: Rules
) -> Refusal | None:
    """Return what is wrong with wagers wherever they lie."""
    return first_of(
        *(_wager_faults(wagers, rules) if any(wagers.values()) or not tips else ()),
        _equal_fault(wagers, rules),
        *_need_faults(wagers, rules),
        *_tip_faults(wagers, tips, rules),
        customer_fault(wagers, tips, rules, most_play(wagers, rules)),
    )


def wager_name(wager: str) -> str:
    """Name a wager as people say it.

    >>> wager_name("six_card")
    'Six Card'
    """
    return wager.replace("_", " ").title()


def _named(wagers: Sequence[str]) -> str:
    return " and ".join(map(wager_name, wagers))


def seat_fault(seat: int, rules: Rules) -> Refusal | None:
    """Refuse a seat that the table does not have."""
    if 1 <= seat <= rules.seats:
        return None
    text = f"there is no seat {seat}; the table has seats 1 to {rules.seats}"
    return refuse(Reason.NO_SUCH_SEAT, text, rules.set.cite("table.seats"), seats=rules.seats)


def _bank_fault(bank: Bank | None, seat: int, rules: Rules) -> Refusal | None:
    if bank is None or bank.seat != seat:
        return None
    text = f"seat {seat} is the player-dealer this round and may not bet against itself"
    return refuse(Reason.BANK_MAY_NOT_BET, text, rules.set.cite("table.bank"), seat=seat)


def _wager_faults(wagers: Mapping[Wager, Chips], rules: Rules) -> Iterator[Refusal | None]:
    if not any(wagers.values()):
        yield refuse(Reason.NO_WAGER, "place at least one bet", rules.set.cite("wagers.ante.needs"))
    offered = rules.offered()
    for wager, chips in wagers.items():
        if wager not in offered:
            yield _not_offered(wager, rules)
        elif wager == Wager.SIX_CARD and all(p.to != Target.BOX for p in rules.method.deal):
            text = f"Six Card cannot be played with {rules.method.name} dealing"
            cite = rules.set.options["six_card.allowed_methods"].cite
            yield refuse(Reason.NOT_OFFERED, text, cite, wager=wager, method=rules.method.name)
        elif chips:
            yield increment_fault(chips, wager, rules)
            yield _limit_fault(wager, chips, rules.limits[wager], rules)
            yield _progressive_fault(wager, chips, rules)


def _not_offered(wager: Wager, rules: Rules) -> Refusal:
    paytables = rules.set.tables_of(wager) if wager in rules.set.wagers else ()
    where = "at this table" if paytables else f"in {rules.set.title}"
    rule = rules.set.wagers.get(wager)
    cite = rule.cite if rule else Cite()
    text = f"{wager_name(wager)} is not offered {where}"
    return refuse(Reason.NOT_OFFERED, text, cite, wager=wager, paytables=tuple(paytables))


def increment_fault(chips: Chips, wager: Wager, rules: Rules) -> Refusal | None:
    """Refuse an amount that is no multiple of the wager's smallest step."""
    step = wager_step(wager, rules)
    if chips > 0 and chips % step == 0:
        return None
    text = f"{wager_name(wager)} must be a multiple of {money(step)}, not {money(chips)}"
    cite = rules.set.options["wager.increment"].cite
    return refuse(Reason.WAGER_INCREMENT, text, cite, wager=wager, increment=step)


def wager_step(wager: Wager, rules: Rules) -> Chips:
    """Return the smallest step of a wager: the table's, widened until all lines pay whole cents."""
    return rules.step(wager)


def _limit_fault(wager: Wager, chips: Chips, span: Span, rules: Rules) -> Refusal | None:
    if span.least is not None and chips < span.least:
        text = f"{wager_name(wager)} of {money(chips)} is below the minimum of {money(span.least)}"
        cite = _limit_cite(wager, rules)
        return refuse(Reason.BELOW_MINIMUM, text, cite, wager=wager, least=span.least)
    if span.most is not None and chips > span.most:
        text = f"{wager_name(wager)} of {money(chips)} is above the maximum of {money(span.most)}"
        cite = _limit_cite(wager, rules)
        return refuse(Reason.ABOVE_MAXIMUM, text, cite, wager=wager, most=span.most)
    return None


def _limit_cite(wager: Wager, rules: Rules) -> Cite:
    keys = (f"limits.{wager}", "limits.ante", "limits.spot")
    return next((rules.set.options[k].cite for k in keys if k in rules.set.options), Cite())


def _progressive_fault(wager: Wager, chips: Chips, rules: Rules) -> Refusal | None:
    if wager != Wager.PROGRESSIVE or chips in rules.progressive_wagers:
        return None
    taken = " or ".join(money(amount) for amount in rules.progressive_wagers)
    text = f"a Progressive bet is {taken}, not {money(chips)}"
    cite = rules.set.cite("betting.progressive_wagers")
    return refuse(Reason.PROGRESSIVE_AMOUNT, text, cite, wagers=rules.progressive_wagers)


def _equal_fault(wagers: Mapping[Wager, Chips], rules: Rules) -> Refusal | None:
    ante, blind = (wagers.get(Wager(name), NOTHING) for name in rules.fact("betting.equal"))
    if ante == blind:
        return None
    text = f"Ante {money(ante)} and Blind {money(blind)} must be equal"
    cite = rules.set.cite("betting.equal")
    notify = rules.fact("notices.unequal") is not None
    return refuse(Reason.ANTE_BLIND_UNEQUAL, text, cite, notify=notify, ante=ante, blind=blind)


def _need_faults(wagers: Mapping[Wager, Chips], rules: Rules) -> Iterator[Refusal | None]:
    down = {wager for wager, chips in wagers.items() if chips}
    for wager in rules.offered():
        if wager not in down:
            continue
        rule = rules.set.wagers[wager]
        needs = set(rule.needs)
        if wager == Wager.SIX_CARD and not rules.flag("six_card.requires_trips"):
            needs -= {Wager.TRIPS}
        if missing := sorted(needs - down):
            text = f"{wager_name(wager)} needs a bet on {_named(missing)} too"
            yield refuse(Reason.NEEDS_WAGER, text, rule.cite, wager=wager, needs=tuple(missing))
    trips = rules.set.wagers[Wager.TRIPS]
    if Wager.ANTE not in down and down:
        if not (trips.alone and Wager.TRIPS in down):
            base = "Ante and Blind, or Trips" if trips.alone else "Ante and Blind"
            text = f"{_named(sorted(down))} cannot be played alone; bet {base} too"
            yield refuse(Reason.NEEDS_WAGER, text, trips.cite, needs=("ante", "blind"))
        elif Wager.PROGRESSIVE in down and not rules.flag("trips_only.progressive"):
            text = "at this table Progressive needs Ante and Blind; Trips is not enough"
            cite = rules.set.options["trips_only.progressive"].cite
            yield refuse(Reason.NEEDS_WAGER, text, cite, needs=("ante", "blind"))
    if rules.flag("trips.mandatory") and Wager.TRIPS not in down:
        cite = rules.set.options["trips.mandatory"].cite
        yield refuse(Reason.TRIPS_MANDATORY, "at this table you must bet Trips too", cite)


def _tip_faults(
    wagers: Mapping[Wager, Chips], tips: Mapping[Wager, Chips], rules: Rules
) -> Iterator[Refusal | None]:
    cite = rules.set.cite("tips.spots")
    spots = rules.fact("tips.spots") or ()
    for wager, chips in tips.items():
        if wager not in spots:
            here = f"; tips go on {_named(spots)}" if spots else f" in {rules.set.title}"
            text = f"you cannot tip on {wager_name(wager)}{here}"
            yield refuse(Reason.TIP_SPOT, text, cite, wager=wager)
            continue
        yield increment_fault(chips, wager, rules)
        yield _tip_fault(wager, chips, wagers, rules, cite)


def _tip_fault(
    wager: Wager, chips: Chips, wagers: Mapping[Wager, Chips], rules: Rules, cite: Cite
) -> Refusal | None:
    own = wagers.get(wager, NOTHING)
    bound = wager == Wager.TRIPS and not rules.flag("tips.trips_without_own")
    if not any(wagers.values()) or (bound and not own):
        needed = f" on {wager_name(wager)}" if bound else ""
        text = f"a tip on {wager_name(wager)} needs a bet of your own{needed}"
        return refuse(Reason.TIP_NEEDS_WAGER, text, cite, wager=wager)
    if own and chips > own and rules.flag("tips.capped_by_own"):
        text = f"a tip of {money(chips)} on {wager_name(wager)} is more than your own {money(own)}"
        return refuse(Reason.TIP_ABOVE_OWN, text, cite, wager=wager, own=own)
    return None


def most_play(wagers: Mapping[Wager, Chips], rules: Rules) -> Chips:
    """Return the largest Play wager that this Ante may lead to."""
    return Chips(rules.play_times_max * wagers.get(Wager.ANTE, NOTHING))


def customer_fault(
    wagers: Mapping[Wager, Chips], tips: Mapping[Wager, Chips], rules: Rules, play: Chips
) -> Refusal | None:
    """Refuse wagers that could take one customer above the bet limit of the place."""
    printed = rules.fact("limits.customer_total")
    if printed is None:
        return None
    limit, cite = dollars(printed), rules.set.cite("limits.customer_total")
    counted = [*wagers.values(), play]
    if rules.flag("limit.counts_tips"):
        counted += tips.values()
    total = max(counted) if rules.choice("limit.scope") == "per_wager" else sum(counted)
    if total <= limit:
        return None
    text = (
        f"your bets could reach {money(total)} with the largest Play; the limit is {money(limit)}"
    )
    return refuse(Reason.CUSTOMER_LIMIT, text, cite, total=total, limit=limit)


def bank_fault(round_: Round, seat: int, stake: Chips, rules: Rules) -> Refusal | None:
    """Return why a seat may not take the bank with this stake."""
    if rules.house_banks:
        text = f"the house banks in {rules.set.title}; there is no player-dealer"
        return refuse(Reason.BANK_NOT_NEEDED, text, rules.set.cite("table.bank"))
    if fault := seat_fault(seat, rules):
        return fault
    if round_.bank is not None and round_.bank.seat != seat:
        text = f"seat {round_.bank.seat} has the bank this round"
        return refuse(
            Reason.BANK_TAKEN, text, rules.set.cite("bank.offered"), seat=round_.bank.seat
        )
    if not may_bank(seat, round_.facts.recent_banks, rules):
        most = rules.fact("bank.consecutive_max")
        text = f"seat {seat} has banked {most} hands in a row; another seat must bank first"
        return refuse(
            Reason.BANK_TURN_OVER, text, rules.set.cite("bank.consecutive_max"), most=most
        )
    if round_.spot(seat) is not None:
        return _bank_fault(Bank(seat, stake), seat, rules)
    least = least_bank_stake(rules)
    if stake < least:
        text = f"a bank stake of {money(stake)} is below the minimum of {money(least)}"
        return refuse(Reason.BANK_STAKE, text, rules.set.cite("bank.stake_max"), least=least)
    return None


def least_bank_stake(rules: Rules) -> Chips:
    """Return the least that a player-dealer puts up."""
    return rules.amount("pd.min_wager") or rules.limits[Wager.ANTE].least or rules.increment


def may_bank(seat: int, recent: tuple[int, ...], rules: Rules) -> bool:
    """Return whether a seat may bank the next hand, given who banked the last ones, latest last."""
    most = cast("int", rules.fact("bank.consecutive_max"))  # a whole number in the set
    pause = rules.whole("pd.break_hands")
    run = 0
    since = 0
    for banker in reversed(recent):
        if banker != seat and run == 0:
            since += 1
        elif banker == seat:
            run += 1
        else:
            break
    return run < most or since >= pause


def next_banker(
    seats: tuple[int, ...], recent: tuple[int, ...], declined: frozenset[int], rules: Rules
) -> int | None:
    """Return to whom the bank is offered next, clockwise; None: nobody is left to bank."""
    last = recent[-1] if recent else 0
    first = last if last in seats and may_bank(last, recent, rules) else None
    turn = sorted(seats, key=lambda seat: (seat <= last, seat))
    order = ([first] if first else []) + [seat for seat in turn if seat != first]
    for seat in order:
        if seat not in declined and may_bank(seat, recent, rules):
            return seat
    return None


def total_of(spot: Spot) -> Chips:
    """Add up what a seat has on the table, tips included."""
    return Chips(sum(spot.wagers.values()) + sum(spot.tips.values()))
