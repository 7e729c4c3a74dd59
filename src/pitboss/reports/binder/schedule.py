"""The payout schedule: what each stake is paid on each line, as the engine pays it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.reports.binder.document import (
    BinderDocument,
    BinderGrid,
    BinderSection,
    Block,
    Prose,
    prose,
    sources_of,
)
from pitboss.reports.binder.example_deals import ENDINGS, LINE_HANDS, SIX_CARD_HANDS, LaidCards
from pitboss.reports.binder.example_rounds import ExampleSeat, RoundMaker
from pitboss.reports.binder.examples import laid_for
from pitboss.reports.binder.paytable_grids import has_meter, meter_rows, paid_words
from pitboss.reports.binder.subject import Subject
from pitboss.round.movement import Movement, Settlement
from pitboss.rules import Chips, Rules, Street, Wager, money
from pitboss.rules.book.chapters import fee_words
from pitboss.rules.layout import envy_sums
from pitboss.rules.words import hand_words, wager_words

STAKES_MAX: Final = 6  # columns that fit on a page
CHIPS: Final = (500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000)  # cents of usual chips
CUT: Final = "†"


def schedule_document(number: int, subject: Subject, maker: RoundMaker) -> BinderDocument:
    """Make the payout schedule of every wager that is offered."""
    rules = subject.rules
    sections = [BinderSection("even", "Ante and Play", tuple(_even(maker)))]
    for wager, table in rules.tables.items():
        title = f"{wager_words(wager)}, paytable {table.name}"
        sections.append(BinderSection(wager.replace("_", "-"), title, tuple(_table(maker, wager))))
    if envy := tuple(_envy(maker)):
        sections.append(BinderSection("envy", "Envy", envy))
    sections.append(BinderSection("rounding", "Rounding", tuple(_rounding(rules))))
    sections.append(BinderSection("limits", "Payout limits", tuple(_limits(rules))))
    if rules.fees is not None:
        fees = (prose(fee_words(rules.fees), rules.fees.cite),)
        sections.append(BinderSection("fees", "Fees", fees))
    lead = (
        "What is paid on each line for each stake, the stake itself not included unless the line"
        " says “for 1”. Every amount was paid by the software in a round dealt for it."
    )
    return BinderDocument("payout-schedule", number, "Payout schedule", lead, tuple(sections))


def stakes(maker: RoundMaker, wager: Wager) -> list[Chips]:
    """Choose the stakes of the columns: the least, usual chips, and the most."""
    rules = maker.rules
    if wager == Wager.PROGRESSIVE:
        return list(rules.progressive_wagers)
    least, step = maker.least(wager), maker.step(wager)
    most = rules.limits[wager].most or CHIPS[-1]
    usual = {chips for chips in CHIPS if least < chips < most and chips % step == 0}
    largest = most - most % step
    middle = sorted(usual)[: STAKES_MAX - 2] if len(usual) > STAKES_MAX - 2 else sorted(usual)
    return [Chips(chips) for chips in dict.fromkeys((least, *middle, largest))]


# -- wagers ---------------------------------------------------------------------------------------


def _even(maker: RoundMaker) -> Iterator[Block]:
    rules, columns = maker.rules, stakes(maker, Wager.ANTE)
    rows = [_even_row(maker, "Ante, won", Wager.ANTE, columns, maker.first_play)]
    for street in Street:
        for times in rules.street(street).play:
            label = f"Play {times} × Ante, won"
            rows.append(_even_row(maker, label, Wager.PLAY, columns, maker.acts(street, times)))
    heads = ("Wager", *(f"Ante {money(stake)}" for stake in columns))
    yield BinderGrid("Paid at even money", heads, tuple(rows), right=tuple(range(1, len(heads))))


def _even_row(
    maker: RoundMaker, label: str, wager: Wager, columns: list[Chips], acts: list[str]
) -> tuple[str, ...]:
    laid = ENDINGS["win"]
    cells = []
    for stake in columns:
        bets = maker.bets(stakes={Wager.ANTE: stake})
        settled = maker.settlement(laid, [ExampleSeat(laid.hole, bets, acts)])
        cells.append(_cell(settled, wager))
    return label, *cells


def _table(maker: RoundMaker, wager: Wager) -> Iterator[Block]:
    rules, table = maker.rules, maker.rules.tables[wager]
    if has_meter(table) and not maker.meters_known:
        yield Prose("Lines that pay from a meter are not known: no seed is filed.")
        return
    columns = stakes(maker, wager)
    rows = tuple(_line(maker, wager, n, columns) for n in range(len(table.lines)))
    heads = ("Hand", "Pays", *(money(stake) for stake in columns))
    caption = f"{wager_words(wager)}: paid on a stake of"
    yield BinderGrid(caption, heads, rows, right=tuple(range(2, len(heads))))
    if any(CUT in cell for row in rows for cell in row):
        yield prose(_cut_words(rules), rules.set.cite("limits.payout_per_player"))
    if has_meter(table):
        columns_ = ("Meter", "Amount in this schedule", "Part of each wager", "Sources")
        yield BinderGrid(
            "Shares are of these amounts", columns_, tuple(meter_rows(rules)), (1, 2), 3
        )


def _line(maker: RoundMaker, wager: Wager, n: int, columns: list[Chips]) -> tuple[str, ...]:
    table = maker.rules.tables[wager]
    hand = table.lines[n].hand
    laid = _laid(wager, hand, maker.rules)
    cells = []
    for stake in columns:
        bets = maker.bets(wager, stakes={wager: stake})
        settled = maker.settlement(laid, [ExampleSeat(laid.hole, bets, maker.first_play)])
        cells.append(_cell(settled, wager))
    return _capital(hand_words(hand)), paid_words(maker.rules, table, n), *cells


def _laid(wager: Wager, hand: str, rules: Rules) -> LaidCards:
    return SIX_CARD_HANDS[hand] if wager == Wager.SIX_CARD else laid_for(hand, rules)


def _cell(settled: Settlement, wager: Wager) -> str:
    """Return what the engine paid on the wager; marked where a limit cut the seat's winnings."""
    mine = [move for move in settled.of(1) if move.wager == wager]
    paid = money(sum(move.paid for move in mine))
    return f"{paid} {CUT}" if any(map(_is_cut, settled.of(1))) else paid


def _is_cut(move: Movement) -> bool:
    return move.wager == Wager.LIMIT or (move.paid > 0 and move.net + move.taken < move.due)


def _cut_words(rules: Rules) -> str:
    limit = rules.amount("limit.amount")
    counted = ", ".join(wager_words(w) for w in rules.fact("limits.payout_per_player") or ())
    most = "" if limit is None else f" {money(limit)}"
    return (
        f"{CUT} The payout limit cuts the player's winnings of that round: {counted} together are"
        f" paid{most} at most."
    )


def _envy(maker: RoundMaker) -> Iterator[Block]:
    table = maker.rules.tables.get(Wager.PROGRESSIVE)
    if table is None or not table.envy or not maker.meters_known:
        return
    columns = [w for w in maker.rules.progressive_wagers if envy_sums(table, w)]
    hands = dict.fromkeys(hand for wager in columns for hand in envy_sums(table, wager))
    rows = tuple(_envy_row(maker, hand, columns) for hand in hands)
    heads = ("Another player's hand", *(f"Progressive {money(w)}" for w in columns))
    yield BinderGrid(
        "Envy, paid for each such hand", heads, rows, right=tuple(range(1, len(heads)))
    )
    yield Prose(
        "These sums do not depend on the meter.", sources_of(*(scale.cite for scale in table.envy))
    )


def _envy_row(maker: RoundMaker, hand: str, columns: list[Chips]) -> tuple[str, ...]:
    laid, cells = LINE_HANDS[hand], []
    for wager in columns:
        bets = maker.bets(Wager.PROGRESSIVE, stakes={Wager.PROGRESSIVE: wager})
        seats = [ExampleSeat(cards, bets, maker.first_play) for cards in (laid.hole, "Ac Jd")]
        settled = maker.settlement(laid, seats)
        paid = sum(move.paid for move in settled.of(2) if move.wager == Wager.ENVY)
        cells.append(money(paid))
    return _capital(hand_words(hand)), *cells


# -- what holds for all of them -------------------------------------------------------------------


def _rounding(rules: Rules) -> Iterator[Block]:
    cite = (
        rules.set.options["wager.increment"].cite
        if "wager.increment" in rules.set.options
        else None
    )
    text = (
        "No payout is rounded: a wager is accepted only in steps on which every line pays whole"
        " cents."
    )
    yield Prose(text, () if cite is None else sources_of(cite))
    fixed = Wager.PROGRESSIVE  # bet in fixed amounts
    rows = tuple((wager_words(w), money(rules.step(w))) for w in rules.offered() if w != fixed)
    yield BinderGrid("Steps of the wagers", ("Wager", "Step"), rows, right=(1,))
    if any(has_meter(table) for table in rules.tables.values()):
        yield Prose(f"A share of a meter that is not whole cents is rounded {_meter(rules)}.")


def _meter(rules: Rules) -> str:
    return rules.choice("meter.rounding") if "meter.rounding" in rules.options else "down"


def _limits(rules: Rules) -> Iterator[Block]:
    one, all_ = rules.amount("limit.amount"), rules.amount("aggregate.amount")
    if one is not None:
        counted = ", ".join(wager_words(w) for w in rules.fact("limits.payout_per_player") or ())
        text = f"One player is paid at most {money(one)} on one hand, over {counted}."
        yield prose(text, rules.set.cite("limits.payout_per_player"))
    if all_ is not None:
        text = f"All payouts of a round together are at most {money(all_)}."
        yield prose(text, rules.set.cite("limits.aggregate"))
    if not rules.house_banks:
        text = "The player-dealer's bank pays at most what was put up; what it does not cover is"
        yield prose(f"{text} returned.", rules.set.cite("bank.exhausted"))
    if one is None and all_ is None:
        yield Prose("No payout limit is filed.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
