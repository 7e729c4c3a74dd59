"""What is printed on a table's felt and signs, from its rules; nothing here is typed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.round.bets import wager_step
from pitboss.rules import HOLE_AND_FLOP, Cite, Odds, Outcome, Rules, Street, Wager, money
from pitboss.rules.layout import envy_sums, inscriptions, pay_words
from pitboss.rules.paytable import Paytable
from pitboss.rules.words import WAGERS, a_hand, hand_words
from pitboss.server.views.phrases import dealer_word
from pitboss.server.wire import felt as wire
from pitboss.server.wire.words import TableKind
from pitboss.server.worker.edges import Figure
from pitboss.table.banking import circle_fee_max

CHIPS: Final = (100, 500, 2_500, 10_000, 50_000)  # denominations of the rack, in cents
SPOTS: Final = (
    Wager.ANTE,
    Wager.BLIND,
    Wager.PLAY,
    Wager.TRIPS,
    Wager.SIX_CARD,
    Wager.PROGRESSIVE,
)
BOX_CARDS: Final = 4
BELOW_FLOOR: Final = {Outcome.PUSH: "Push", Outcome.LOSE: "Lose"}
OUTCOMES: Final = {Outcome.PUSH: "push", Outcome.LOSE: "lose", Outcome.WIN: "win"}
_SHORT: Final[Mapping[str, str]] = {
    "royal-flush": "Royal",
    "royal-flush-community": "Board royal",
    "royal-flush-first-five": "Flop royal",
    "straight-flush": "Str. flush",
    "four-of-a-kind": "Four",
    "full-house": "Full house",
    "flush": "Flush",
    "straight": "Straight",
    "three-of-a-kind": "Three",
    "two-pair": "Two pair",
    "pair": "Pair",
}


def felt(
    rules: Rules,
    *,
    table: str,
    title: str,
    kind: TableKind,
    link: str = "",
    operator: str = "pitboss",
    provable: bool = True,
    hurried: bool = True,
    edges: Mapping[Wager, Figure] | None = None,
) -> wire.Felt:
    """Return the felt of one table; `hurried`: there is a clock at this table."""
    offered = rules.offered()
    texts = inscriptions(rules, operator)
    return wire.Felt(
        table=table,
        title=title,
        rules=rules.set.name,
        rules_title=rules.set.title,
        edition=rules.set.edition,
        kind=kind,
        link=link,
        seats=rules.seats,
        house_banks=rules.house_banks,
        dealer_word=dealer_word(rules),
        spots=tuple(w for w in SPOTS if w in offered or w == Wager.PLAY),
        tips=tuple(Wager(str(spot)) for spot in rules.fact("tips.spots") or ()),
        paytables=paytables(rules, edges or {}),
        inscriptions=tuple(wire.Inscription(t.item, t.text, t.cite.clauses) for t in texts),
        curved=curved(rules),
        limits=tuple(limits(rules)),
        fee_most=circle_fee_max(rules),
        streets=tuple(
            wire.StreetRule(street, tuple(sorted(rule.play)), rule.check, rule.fold)
            for street, rule in rules.set.streets.items()
        ),
        chips=CHIPS,
        box_cards=BOX_CARDS if Wager.SIX_CARD in rules.tables else 0,
        decision_seconds=rules.whole("decision.timeout") if hurried else None,
        policies=tuple(policies(rules, hurried=hurried)),
        provable=provable,
        operator=operator,
    )


def paytables(rules: Rules, edges: Mapping[Wager, Figure]) -> tuple[wire.Paytable, ...]:
    """Post every paytable in force, with its edge where that is known."""
    return tuple(
        posted(rules, wager, table, edges.get(wager)) for wager, table in rules.tables.items()
    )


def posted(rules: Rules, wager: Wager, table: Paytable, figure: Figure | None) -> wire.Paytable:
    """Post one paytable in words."""
    lines = [
        wire.PayLine(_capital(hand_words(line.hand)), pay_words(line.pays), _short(line.hand))
        for line in table.lines
    ]
    if wager == Wager.BLIND:
        floor, word = a_hand(table.lines[-1].hand), BELOW_FLOOR.get(_below_floor(rules), "1 to 1")
        lines.append(wire.PayLine(f"Less than {floor}", word, "Less"))
    edge = figure.edge if figure else None
    several = len(rules.set.tables_of(wager)) > 1
    return wire.Paytable(
        wager=wager,
        name=table.name,
        title=f"{WAGERS[wager]} {table.name}" if several else WAGERS[wager],
        lines=tuple(lines),
        envy=tuple(_envy(rules, wager, table)),
        edge_percent=figure.percent if figure else "",
        edge=f"{edge.numerator}/{edge.denominator}" if edge is not None else "",
        edge_basis=figure.basis if figure else "",
        decided_by=_decided_by(wager, table),
        clauses=_clauses(table.cite, *(line.cite for line in table.lines)),
    )


def _decided_by(wager: Wager, table: Paytable) -> str:
    """Describe which cards make the hand that a paytable pays."""
    if wager == Wager.SIX_CARD:
        return "Your two cards and the four in the box decide it."
    if wager != Wager.PROGRESSIVE:
        return ""
    if table.cards == HOLE_AND_FLOP:
        return "Your two cards and the flop decide it; turn and river do not count."
    return "All seven cards decide it."


def curved(rules: Rules) -> tuple[str, ...]:
    """Return the three inscriptions that run across the felt."""
    even = rules.consequence(Wager.ANTE, "win").odds or Odds(1)
    tie = rules.consequence(Wager.PLAY, "tie").outcome
    ties = "" if tie == Outcome.PUSH else f" · Ties {OUTCOMES[tie]}"
    plays = [
        f"{' or '.join(f'{n}×' for n in sorted(rules.street(street).play, reverse=True))} {word}"
        for street, word in (
            (Street.DEAL, "before the flop"),
            (Street.FLOP, "on the flop"),
            (Street.RIVER, "on the river"),
        )
        if rules.street(street).play
    ]
    return (
        _ante_line(rules),
        f"{_blind_line(rules)} · Ante and Play pay {pay_words(even)}{ties}",
        f"Play {', '.join(plays)}",
    )


def _ante_line(rules: Rules) -> str:
    """Return what a dealer who does not qualify does to the Ante."""
    dealer, least = dealer_word(rules), a_hand(CATEGORY_SLUGS[rules.qualifies])
    ends = [rules.consequence(Wager.ANTE, f"unqualified-{e}").outcome for e in ("win", "lose")]
    played = [rules.consequence(Wager.ANTE, end).outcome for end in ("win", "lose")]
    if rules.qualifies == Category.HIGH_CARD or ends == played:
        return f"Ante plays whatever the {dealer} has"
    unless = f", and loses to the {dealer}" if ends[0] != ends[1] else ""
    word = f"{OUTCOMES[ends[0]]}es" if ends[0] == Outcome.PUSH else f"{OUTCOMES[ends[0]]}s"
    return f"Ante {word} when the {dealer} has less than {least}{unless}"


def _blind_line(rules: Rules) -> str:
    """Return what the Blind does on a winning hand below its lowest line."""
    floor = a_hand(rules.tables[Wager.BLIND].lines[-1].hand)
    word = {Outcome.PUSH: "pushes", Outcome.LOSE: "loses"}.get(_below_floor(rules), "pays 1 to 1")
    return f"Blind {word} on winning hands below {floor}"


def _below_floor(rules: Rules) -> Outcome:
    rule = rules.consequence(Wager.BLIND, "win")
    return (rule.below or rule).outcome


def limits(rules: Rules) -> Iterator[wire.Limit]:
    """Post the bounds of every opening wager."""
    for wager in rules.offered():
        span, amounts = rules.limits[wager], rules.progressive_wagers
        if wager == Wager.PROGRESSIVE and amounts:
            yield wire.Limit(wager, min(amounts), max(amounts), min(amounts))
        else:
            yield wire.Limit(wager, span.least, span.most, wager_step(wager, rules))


def policies(rules: Rules, *, hurried: bool) -> Iterator[str]:
    """Yield what the house has decided where its rules leave it open."""
    if hurried:
        seconds = rules.whole("decision.timeout")
        yield f"You have {seconds} seconds to act; after that you check, or fold on the river"
    else:
        yield "No clock at this table: take your time"
    if rules.flag("require_full_funding"):
        yield "You need chips for the largest Play bet before the deal"
    if Wager.PROGRESSIVE in rules.tables:
        yield "The light shows that your Progressive bet is in"
        cards = "Your two cards and the flop" if rules.by_flop else "All seven cards"
        envy = ", and Envy too" if rules.tables[Wager.PROGRESSIVE].envy else ""
        yield f"{cards} decide the Progressive{envy}"
        alive = rules.flag("progressive.survives_fold")
        word = "still plays" if alive else "is lost"
        yield f"A Progressive bet {word} if you fold"
    if rules.amount("limit.amount") is not None:
        yield f"A hand pays one player at most {money(rules.amount('limit.amount') or 0)}"
    if rules.amount("aggregate.amount") is not None:
        most = money(rules.amount("aggregate.amount") or 0)
        yield f"A hand pays all players together at most {most}"
    if rules.amount("notify.threshold") is not None:
        least = money(rules.amount("notify.threshold") or 0)
        yield f"A supervisor is told of every payout of {least} or more"
    if not rules.house_banks:
        capped = "win or lose" if rules.flag("bank.win_cap") else "lose"
        yield f"The bank moves clockwise and can {capped} only its stake"
    if rules.fees is not None:
        yield "A small fee per hand is taken before the deal"


def _envy(rules: Rules, wager: Wager, table: Paytable) -> Iterator[wire.PayLine]:
    if wager != Wager.PROGRESSIVE:
        return
    for stake in rules.progressive_wagers:
        for hand, chips in envy_sums(table, stake).items():
            words = f"{_capital(hand_words(hand))}, with a {money(stake)} wager"
            yield wire.PayLine(words, money(chips).removesuffix(".00"), _short(hand))


def _short(hand: str) -> str:
    return _SHORT.get(hand, _capital(hand_words(hand)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _clauses(*cites: Cite) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for cite in cites for clause in cite.clauses))
