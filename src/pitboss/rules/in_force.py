"""The rules in force at one table: a place's rule set with its operator's choices worked in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, cast

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.rules.cite import Cite
from pitboss.rules.money import Chips
from pitboss.rules.options import OptionError, OptionProblem, Span, flatten, read_options
from pitboss.rules.paytable import HOLE_AND_FLOP, FixedSum, MeterShare, Odds, Pay, Paytable
from pitboss.rules.ruleset import (
    OPENING,
    Consequence,
    DealingMethod,
    FeeSchedule,
    FeeTier,
    Packet,
    RuleSet,
    Street,
    StreetRule,
    Target,
    Wager,
)

_CATEGORY_OF_SLUG = {slug: category for category, slug in CATEGORY_SLUGS.items()}


@dataclass(frozen=True, slots=True)
class MeterPlan:
    """How one meter lives: what it resets to (None: not filed), the part of a wager it takes."""

    name: str
    reset: Chips | None
    rate: Fraction
    cite: Cite


@dataclass(frozen=True)  # without slots: cached properties need a __dict__
class Rules:
    """Everything a round asks of its rules; one value, fixed before the first bet."""

    set: RuleSet
    options: Mapping[str, object]
    seats: int
    house_banks: bool
    qualifies: Category
    tables: Mapping[Wager, Paytable]
    method: DealingMethod
    order: tuple[Wager, ...]
    seat_order: str
    ask_order: str
    limits: Mapping[Wager, Span]
    increment: Chips
    progressive_wagers: tuple[Chips, ...]
    meters: Mapping[str, MeterPlan]
    fees: FeeSchedule | None

    @property
    def by_flop(self) -> bool:
        """Return whether the Progressive is decided by a seat's two cards and the flop."""
        table = self.tables.get(Wager.PROGRESSIVE)
        return table is not None and table.cards == HOLE_AND_FLOP

    def fact(self, key: str) -> Any:  # Any: facts have the types of the TOML file, checked there
        """Return a single value of the set by its dotted key; None where the set has none."""
        return self.set.facts.get(key)

    def flag(self, key: str) -> bool:
        """Return whether a yes-or-no option is on."""
        return self.options[key] is True

    def choice(self, key: str) -> str:
        """Return the chosen word of an option."""
        return cast("str", self.options[key])  # the option's reader made it a word

    def amount(self, key: str) -> Chips | None:
        """Return an amount option in cents; None where no amount is set."""
        return cast("Chips | None", self.options[key])  # the option's reader made it an amount

    def whole(self, key: str) -> int:
        """Return a whole-number option; 0 where none is set."""
        return cast("int | None", self.options[key]) or 0  # the option's reader made it a number

    def street(self, street: Street) -> StreetRule:
        """Return the choices of a street."""
        return self.set.streets[street]

    def consequence(self, wager: Wager, situation: str) -> Consequence:
        """Return what a situation does to a wager."""
        return self.set.consequences[wager, situation]

    def offered(self) -> tuple[Wager, ...]:
        """List the opening wagers that this table takes."""
        return self._offered

    def step(self, wager: Wager) -> Chips:
        """Tell the smallest step of a wager: the table's, widened until lines pay whole cents."""
        return self._steps[wager]

    @cached_property
    def play_times_max(self) -> int:
        """Return the largest multiple of the Ante that a Play wager may be."""
        return max(times for street in Street for times in self.street(street).play)

    def keeps_stake(self, wager: Wager, pays: Pay) -> bool:
        """Return whether the stake stays with the house although the wager wins."""
        match pays:
            case MeterShare():
                return True
            case FixedSum():
                return not self.flag("six_card.fixed_returns_stake")
            case Odds(stake_kept=kept):
                if wager != Wager.PROGRESSIVE:
                    return kept
                own = f"progressive.{self.tables[wager].name}.returns_stake"
                never = self.fact("progressive.stake_back") == "never"
                return kept or never or self.options.get(own) is False

    @cached_property
    def _offered(self) -> tuple[Wager, ...]:
        return tuple(
            w
            for w in OPENING
            if w in self.set.wagers and (not self.set.wagers[w].if_filed or w in self.tables)
        )

    @cached_property
    def _steps(self) -> Mapping[Wager, Chips]:
        steps = dict.fromkeys(Wager, self.increment)
        for wager, table in self.tables.items():
            parts = (line.pays.den for line in table.lines if isinstance(line.pays, Odds))
            steps[wager] = Chips(lcm(self.increment, *parts))
        return steps


def in_force(rule_set: RuleSet, given: Mapping[str, Any] | None = None) -> Rules:
    """Work the given options into a rule set; raises `OptionError` at the first that is wrong."""
    rules, problems = try_in_force(rule_set, given or {})
    if problems:
        raise OptionError(problems[0])
    return rules


def try_in_force(rule_set: RuleSet, given: Mapping[str, Any]) -> tuple[Rules, list[OptionProblem]]:
    """Work the given options in and tell all that is wrong; for a wrong one its default holds."""
    values, problems = read_options(rule_set, given)
    tables = dict(_tables(rule_set, values))
    progressive = tables.get(Wager.PROGRESSIVE)
    wagers = _progressive_wagers(values, progressive)
    facts = rule_set.facts
    rules = Rules(
        set=rule_set,
        options=values,
        seats=_seats(rule_set, values),
        house_banks=facts["table.bank"] == "house",
        qualifies=_CATEGORY_OF_SLUG[str(facts["cards.qualifies"])],
        tables=tables,
        method=dealing_method(rule_set, values),
        order=_order(rule_set, values),
        seat_order=str(values["settle.direction"] or facts["settlement.seats"]),
        ask_order=str(values["ask.order"] or facts["asking.order"]),
        limits={w: _limit(w, values) for w in OPENING},
        increment=cast("Chips", values["wager.increment"]),  # an amount everywhere
        progressive_wagers=wagers,
        meters=_meters(values, progressive, wagers),
        fees=_fees(rule_set, values),
    )
    problems += _meter_problems(rule_set, values, progressive)
    problems += _cards_problems(rule_set, given, values)
    return rules, problems


def _seats(rule_set: RuleSet, values: Mapping[str, object]) -> int:
    chosen = values["seats"] if "seats" in rule_set.options else rule_set.facts["table.seats"]
    return cast("int", chosen)  # both are whole numbers


def _tables(rule_set: RuleSet, values: Mapping[str, object]) -> list[tuple[Wager, Paytable]]:
    found = []
    for wager in (Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE):
        name = values[wager]
        if name is not None:
            found.append((wager, _adjusted(rule_set.paytables[wager, str(name)], rule_set, values)))
    return found


def _adjusted(table: Paytable, rule_set: RuleSet, values: Mapping[str, object]) -> Paytable:
    """Work in the options that change a line or add Envy."""
    lines = []
    for line in table.lines:
        key = f"{table.wager}.{table.name}.{line.hand.replace('-', '_')}"
        odds = values.get(key)
        lines.append(replace(line, pays=Odds(odds)) if isinstance(odds, int) else line)
    table = replace(table, lines=tuple(lines))
    if table.wager == Wager.PROGRESSIVE:
        table = replace(table, cards=table.cards or str(values["progressive.cards"]))
    if table.wager == Wager.PROGRESSIVE and not table.envy and values["uthp.envy"] == "pmg":
        others = [t for (w, _), t in rule_set.paytables.items() if w == table.wager and t.envy]
        table = replace(table, envy=others[0].envy, envy_scales=True)
    return table


def _progressive_wagers(values: Mapping[str, object], table: Paytable | None) -> tuple[Chips, ...]:
    if table is None:
        return ()
    chosen = cast("tuple[Chips, ...] | None", values["progressive.wagers"])  # read by its type
    return chosen or table.wagers or (cast("Chips", values["uthp.wager"]),)  # read by its type


def _meters(
    values: Mapping[str, object], table: Paytable | None, wagers: tuple[Chips, ...]
) -> dict[str, MeterPlan]:
    """Plan each meter of the table; a seed filed for another wager is brought to this one."""
    rates = cast("Mapping[str, Fraction]", values["meter.rate"])  # read by its type
    seeds = values["meter.seed"] if isinstance(values["meter.seed"], Mapping) else {}
    reserve = cast("Chips", values["meter.reserve"])  # read by its type
    seed_wager = cast("Chips | None", values["meter.seed_wager"])  # read by its type
    scale = Fraction(wagers[0], seed_wager) if seed_wager and wagers else Fraction(1)
    plans: dict[str, MeterPlan] = {}
    for meter in table.meters if table else ():
        seed = seeds.get(meter.name, seeds.get("", meter.least))
        reset = None if seed is None else Chips(int(seed * scale) + reserve)
        rate = rates.get(meter.name, rates.get("", Fraction(0)))
        plans[meter.name] = MeterPlan(meter.name, reset, rate, meter.cite)
    return plans


def _meter_problems(
    rule_set: RuleSet, values: Mapping[str, object], table: Paytable | None
) -> Iterator[OptionProblem]:
    """Tell of seeds and rates for other meters, and of one for all where each wants its own."""
    names = [meter.name for meter in table.meters] if table else []
    for key in ("meter.seed", "meter.rate"):
        given = values[key]
        if not names or not isinstance(given, Mapping):
            continue
        one_for_all = "" in given and (len(names) == 1 or not given[""])
        strange = [name or "one amount" for name in given if name not in names]
        if strange and not one_for_all:
            wrong = f"{strange[0]} does not fit the meters {', '.join(names)}"
            right = f"write {{ {' = …, '.join(names)} = … }}"
            cite = rule_set.options[key].cite
            yield OptionProblem(key, wrong, right, cite, "meter-name")


def _cards_problems(
    rule_set: RuleSet, given: Mapping[str, Any], values: Mapping[str, object]
) -> Iterator[OptionProblem]:
    """Tell of cards that were chosen for a Progressive whose paytable names other cards."""
    key, name = "progressive.cards", values[Wager.PROGRESSIVE]
    named = "" if name is None else rule_set.paytables[Wager.PROGRESSIVE, str(name)].cards
    if named and values[key] != named and key in dict(flatten(given)):
        wrong = f"{values[key]} does not fit {name}, whose lines speak of {named} cards"
        cite = rule_set.options[key].cite
        yield OptionProblem(key, wrong, "take it out", cite, "progressive-cards")


def dealing_method(
    rule_set: RuleSet, values: Mapping[str, object], name: str = ""
) -> DealingMethod:
    """Choose a method, by default the one chosen, without the packets of a mode not in use."""
    method = rule_set.methods[name or str(values["dealing"])]
    packet_modes = {
        "dealer-first": values["auto.dealer_packet"] == "first",
        "dealer-retained": values["auto.dealer_packet"] == "retained",
        "two-at-once": values["hand.cards_per_pass"] == 2,
        "one-by-one": values["hand.cards_per_pass"] == 1,
    }
    deal = tuple(p for p in method.deal if not p.when or packet_modes[p.when])
    if Wager.SIX_CARD not in {w for w in Wager if values.get(w)}:
        deal = tuple(p for p in deal if p.to != Target.BOX)
    burns = method.name in cast("tuple[str, ...]", values["burn.method"])
    flop, river = (_burned(street, rule_set, burns=burns) for street in (method.flop, method.river))
    return replace(method, deal=deal, flop=flop, river=river)


def _burned(packets: tuple[Packet, ...], rule_set: RuleSet, *, burns: bool) -> tuple[Packet, ...]:
    rule = rule_set.options.get("burn.method")
    bare = tuple(p for p in packets if p.to != Target.BURN)
    if rule is None or not bare or (burns and bare != packets):
        return packets  # the set leaves no choice, the board is out, or the burn is printed
    return (Packet(Target.BURN, 1, "", rule.cite), *bare) if burns else bare


def _order(rule_set: RuleSet, values: Mapping[str, object]) -> tuple[Wager, ...]:
    chosen = cast("tuple[Wager, ...] | None", values["settle.order"])  # read by its type
    printed = cast("tuple[Wager, ...]", rule_set.facts["settlement.wagers"])  # by its kind
    return chosen or printed


def _limit(wager: Wager, values: Mapping[str, object]) -> Span:
    own_key = "limits.ante" if wager == Wager.BLIND else f"limits.{wager}"
    spot, own = values["limits.spot"], values.get(own_key, Span())
    chosen = own if own != Span() else spot
    if wager in (Wager.PROGRESSIVE, Wager.SIX_CARD) and own == Span():
        return Span()
    return cast("Span", chosen)  # both were read as ranges


def _fees(rule_set: RuleSet, values: Mapping[str, object]) -> FeeSchedule | None:
    name = values["fees"]
    if name is None:
        return None
    if name == "flat":
        tier = FeeTier(None, cast("int", values["fee.bank"]), cast("int", values["fee.circle"]))
        return FeeSchedule("flat", (tier,), rule_set.options["fee.bank"].cite)
    return rule_set.fees[str(name)]
