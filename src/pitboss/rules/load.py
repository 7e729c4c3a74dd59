"""Reads the TOML text of a rule set into a `RuleSet`, or says what is wrong with it and where."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import chain
from typing import Any, Final

from pitboss.rules.cite import Cite
from pitboss.rules.load_checks import MODES, check_rule_set
from pitboss.rules.load_facts import read_facts
from pitboss.rules.load_paytables import read_paytables
from pitboss.rules.paytable import Odds
from pitboss.rules.ruleset import (
    AGAINST_DEALER,
    BY_PAYTABLE,
    Consequence,
    DealingMethod,
    FeeSchedule,
    FeeTier,
    LayoutItem,
    OptionRule,
    Outcome,
    Packet,
    Remedy,
    Requirement,
    RuleSet,
    Street,
    StreetRule,
    Target,
    Values,
    Wager,
    WagerRule,
)
from pitboss.rules.section import (
    FLAG,
    MONEY,
    PAY,
    TEXT,
    TEXTS,
    WAGERS,
    WHOLE,
    WHOLES,
    RuleSetError,
    Section,
    ValueKind,
    one_of,
    word_of,
)

__all__ = ["REMEDIES", "RuleSetError", "read_rule_set", "rule_set_from"]

REMEDIES: Final = (
    "continue",
    "set-aside",
    "void",
    "void-seat",
    "void-wager",
    "forfeit",
    "new-deck",
)
_PAYTABLE: Final = "paytable"


def read_rule_set(text: str) -> RuleSet:
    """Build a rule set from the text of its file; raises `RuleSetError` with the key's path."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise RuleSetError(f"not valid TOML: {error}") from None
    return rule_set_from(data)


def rule_set_from(data: Mapping[str, Any]) -> RuleSet:  # Any: TOML, checked as it is read
    """Build a rule set from parsed TOML; every key must be known, every value name its source."""
    file = Section(dict(data))
    facts, cites = read_facts(file)
    dealing, settlement = file.section("dealing"), file.section("settlement")
    found = RuleSet(
        name=file.take("name", TEXT),
        title=file.take("title", TEXT),
        document=file.take("document", TEXT),
        prefix=file.take("prefix", TEXT),
        edition=file.take("edition", WHOLE),
        facts=facts,
        cites=cites,
        wagers=dict(_wagers(file.section("wagers"))),
        streets=_streets(file.section("streets")),
        methods={name: _method(name, part) for name, part in dealing.section("methods").each()},
        consequences=dict(_consequences(settlement)),
        paytables=read_paytables(file),
        irregularities={k: _cases(s) for k, s in file.section("irregularities").each()},
        fees={k: _fee_schedule(k, s) for k, s in file.section("fees", optional=True).each()},
        options={key: _option(key, part) for key, part in file.section("options").each()},
        requirements=_requirements(file.section("submission", optional=True)),
        layout=_layout(file.section("layout", optional=True)),
    )
    file.done()
    for section in (dealing, settlement):
        section.done(read=(key for key in section.names() if section.at(key) in facts))
    check_rule_set(found)
    return found


def _optional(section: Section, key: str) -> tuple[bool, Cite]:
    return section.valued(key, FLAG) if section.has(key) else (False, Cite())


def _wagers(section: Section) -> Iterator[tuple[Wager, WagerRule]]:
    known = one_of(*AGAINST_DEALER, *BY_PAYTABLE)
    for name, part in section.each():
        if name not in (*AGAINST_DEALER, *BY_PAYTABLE):
            raise RuleSetError(f"{part.path}: wants {known.wants}")
        needs, cite = part.valued("needs", WAGERS)
        alone, alone_cite = _optional(part, "alone")
        if_filed, filed_cite = _optional(part, "if_filed")
        part.done(also=("alone", "if_filed"))
        yield Wager(name), WagerRule(needs, alone, if_filed, cite + alone_cite + filed_cite)


def _streets(section: Section) -> dict[Street, StreetRule]:
    found = {street: _street(section.section(street)) for street in Street}
    section.done()
    return found


def _street(section: Section) -> StreetRule:
    play, play_cite = section.valued("play", WHOLES)
    check, check_cite = section.valued("check", FLAG)
    fold, fold_cite = section.valued("fold", FLAG)
    section.done()
    return StreetRule(play, check, fold, play_cite, check_cite, fold_cite)


def _method(name: str, section: Section) -> DealingMethod:
    needs, cite = section.valued("needs_shuffler", FLAG)
    stub, stub_cite = section.valued("stub", one_of("after-deal", "after-river"))
    deal, flop, river = (tuple(map(_packet, section.sections(street))) for street in Street)
    section.done()
    return DealingMethod(name, needs, deal, flop, river, stub, cite + stub_cite, cite)


def _packet(section: Section) -> Packet:
    packet = Packet(
        section.take("to", word_of(Target)),
        section.take("cards", WHOLE),
        section.take("when", one_of("", *chain(*MODES)), ""),
        section.cite(),
    )
    section.done(also=("when",))
    return packet


def _consequences(settlement: Section) -> Iterator[tuple[tuple[Wager, str], Consequence]]:
    """Flatten to (wager, situation); under a dealer who does not qualify: "unqualified-win" etc."""
    for wager in (*AGAINST_DEALER, *BY_PAYTABLE, Wager.ENVY):
        section = settlement.section(wager, optional=True)
        facts = ("paid", "not_for") if wager == Wager.ENVY else ()
        for key in section.names():
            if key == "unqualified":
                for result, part in section.section(key).each():
                    yield (wager, f"unqualified-{result}"), _consequence(part, wager)
            elif key not in facts:
                yield (wager, key), _consequence(section.section(key), wager)


def _consequence(section: Section, wager: Wager) -> Consequence:
    # An Envy bonus has no stake: there is nothing to lose, push or return.
    known = (Outcome.WIN,) if wager == Wager.ENVY else (*Outcome, _PAYTABLE)
    said = section.take("outcome", one_of(*known))
    by_paytable = said == _PAYTABLE
    pays = section.take("odds", PAY) if section.has("odds") else None
    below = _consequence(section.section("below"), wager) if section.has("below") else None
    wants_odds = said == Outcome.WIN and wager != Wager.ENVY
    if by_paytable != (below is not None) or wants_odds != isinstance(pays, Odds):
        what = "a win wants odds, a paytable wants below, nothing else wants either"
        raise RuleSetError(f"{section.path}: {what}")
    found = Consequence(
        outcome=Outcome.WIN if by_paytable else Outcome(said),
        by_paytable=by_paytable,
        odds=pays if isinstance(pays, Odds) else None,
        cite=section.cite(),
        below=below,
    )
    section.done(also=("odds", "below"))
    return found


def _cases(section: Section) -> dict[str, Remedy]:
    """Flatten to cases; a kind that differs by dealing method has cases "shoe.right" and so on."""
    found: dict[str, Remedy] = {}
    for case, part in section.each():
        if part.has("remedy"):
            found[case] = _remedy(part)
        else:
            found |= {f"{case}.{inner}": _remedy(entry) for inner, entry in part.each()}
    return found


def _remedy(section: Section) -> Remedy:
    readings = section.take("readings", TEXTS, ())
    remedy = Remedy(
        action=section.take("remedy", one_of(*REMEDIES)),
        settles=section.take("settles", WAGERS, ()),
        deck=section.take("deck", one_of("stays", "removed"), "stays"),
        cite=section.cite(),
        settle_cite=Cite(section.take("settle_clauses", TEXTS, ()), readings),
    )
    section.done()
    return remedy


def _fee_schedule(name: str, section: Section) -> FeeSchedule:
    tiers = tuple(map(_fee_tier, section.sections("tiers")))
    ends = [tier.up_to for tier in tiers if tier.up_to is not None]
    open_end = bool(tiers) and tiers[-1].up_to is None and len(ends) == len(tiers) - 1
    if not open_end or sorted(set(ends)) != ends:
        raise RuleSetError(f"{section.path}.tiers: wants rising up_to, and none in the last tier")
    schedule = FeeSchedule(name, tiers, section.cite())
    section.done()
    return schedule


def _fee_tier(section: Section) -> FeeTier:
    up_to = section.take("up_to", WHOLE) if section.has("up_to") else None
    tier = FeeTier(up_to, section.take("bank", MONEY), section.take("circle", MONEY))
    section.done(also=("up_to",))
    return tier


def _option(key: str, section: Section) -> OptionRule:
    default: ValueKind[object] = ValueKind(
        "a value", lambda v: tuple(v) if isinstance(v, list) else v
    )
    rule = OptionRule(
        key,
        section.take("default", default),
        section.take("locked", FLAG, default=False),
        section.cite(),
        section.take("text", VALUES) if section.has("text") else None,
        section.take("reading", VALUES) if section.has("reading") else None,
        section.take("departs", TEXTS, ()),
    )
    section.done(also=("text", "reading"))
    return rule


def _values(value: object) -> Values:
    """Read which values are meant: "any", a list, or { min = …, max = … }; a list may hold both."""
    if value == "any":
        return Values(any=True)
    entries = value if isinstance(value, list) else [value]
    ends = [entry for entry in entries if isinstance(entry, dict)]
    if len(ends) > 1 or any(not end or not end.keys() <= {"min", "max"} for end in ends):
        raise ValueError
    listed = tuple(
        tuple(entry) if isinstance(entry, list) else entry
        for entry in entries
        if not isinstance(entry, dict)
    )
    between = ends[0] if ends else {}
    return Values(listed=listed, least=between.get("min"), most=between.get("max"))


VALUES: Final[ValueKind[Values]] = ValueKind(
    '"any", a list of values, or { min = …, max = … }', _values
)


def _requirements(section: Section) -> tuple[Requirement, ...]:
    found = []
    for part in section.sections("required"):
        key, when = part.take("key", TEXT), part.take("when", TEXT, "")
        found.append(Requirement(key, when, part.take("wants", TEXT), part.cite()))
        part.done()
    section.done()
    return tuple(found)


def _layout(section: Section) -> tuple[LayoutItem, ...]:
    found = []
    for part in section.sections("items"):
        item, text = part.take("item", TEXT), part.take("text", TEXT)
        when, spots = part.take("when", TEXT, ""), part.take("spots", TEXTS, ())
        found.append(LayoutItem(item, text, when, part.cite(), spots))
        part.done()
    section.done()
    return tuple(found)
