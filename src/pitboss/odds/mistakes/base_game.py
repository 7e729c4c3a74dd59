"""Mistakes with Ante, Blind and Play."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.mistakes.mistake import DealEnding, DealerMistake, when, worth
from pitboss.rules import Paytable, Rules, Wager
from pitboss.rules.layout import pay_words
from pitboss.rules.words import hand_words

ANTE: Final = "Ante"
BLIND: Final = "Blind"
PLAY: Final = "Play"
BOTH: Final = "Ante and Blind"
ALL: Final = "Ante, Blind and Play"
_ONE: Final = Fraction(1)


def base_mistakes(rules: Rules) -> Iterator[DealerMistake]:
    """Yield every mistake that the player's hand, the dealer's and the choice decide."""
    table = rules.tables[Wager.BLIND]
    yield from _ante_mistakes()
    yield from _play_mistakes()
    yield from _blind_mistakes(table)
    yield from _line_mistakes(table)
    yield from _other_tables(rules, table)
    yield from _tie_mistakes()


def _mistake(
    key: str, wager: str, words: str, gain: Callable[[DealEnding], Fraction | None]
) -> DealerMistake:
    return DealerMistake(key, wager, words, Wager.ANTE, gain)


def _ante_mistakes() -> Iterator[DealerMistake]:
    yield _mistake(
        "ante-paid-unqualified", ANTE, "pays the Ante although the dealer does not qualify",
        lambda d: when(d.unqualified and d.won, _ONE - d.ante),
    )  # fmt: skip
    yield _mistake(
        "ante-taken-unqualified", ANTE, "takes the Ante although the dealer does not qualify",
        lambda d: when(d.unqualified and d.lost, -_ONE - d.ante),
    )  # fmt: skip
    yield _mistake(
        "ante-pushed-qualified", ANTE, "pushes a winning Ante although the dealer qualifies",
        lambda d: when(d.won and not d.unqualified, -d.ante),
    )  # fmt: skip
    yield _mistake(
        "ante-left-when-beaten", ANTE, "leaves the Ante of a hand that a qualified dealer beats",
        lambda d: when(d.lost and not d.unqualified, -d.ante),
    )  # fmt: skip
    yield _mistake(
        "fold-not-collected", BOTH, "leaves Ante and Blind of a hand that folds",
        lambda d: when(d.folded, -d.ante - d.blind),
    )  # fmt: skip


def _play_mistakes() -> Iterator[DealerMistake]:
    yield _mistake(
        "play-pushed-unqualified", PLAY, "pushes a winning Play when the dealer does not qualify",
        lambda d: when(d.unqualified and d.won, -d.play),
    )  # fmt: skip
    yield _mistake(
        "play-paid-as-ante", PLAY, "pays a winning Play only as much as the Ante",
        lambda d: when(d.won and d.multiple > 1, _ONE - d.play),
    )  # fmt: skip
    yield _mistake(
        "play-left-when-beaten", PLAY, "leaves the Play of a beaten hand",
        lambda d: when(d.lost, -d.play),
    )  # fmt: skip


def _blind_mistakes(table: Paytable) -> Iterator[DealerMistake]:
    least = hand_words(table.lines[-1].hand)
    yield _mistake(
        "blind-even-below-table", BLIND, f"pays a winning Blind 1 to 1 below a {least}",
        lambda d: when(d.won and d.line is None, _ONE - d.blind),
    )  # fmt: skip
    yield _mistake(
        "blind-even-on-a-pair", BLIND, "pays a winning Blind 1 to 1 on a pair",
        lambda d: when(d.won and d.line is None and d.category == Category.PAIR, _ONE - d.blind),
    )  # fmt: skip
    yield _mistake(
        "blind-taken-below-table", BLIND, f"takes a winning Blind below a {least}",
        lambda d: when(d.won and d.line is None, -_ONE - d.blind),
    )  # fmt: skip
    yield _mistake(
        "blind-pushed-when-beaten", BLIND, "leaves the Blind of a beaten hand",
        lambda d: when(d.lost, -d.blind),
    )  # fmt: skip
    yield _mistake(
        "blind-paid-when-beaten", BLIND, f"pays the Blind of a beaten {least} or better",
        lambda d: when(d.lost and d.line is not None, (d.line or _ONE) - d.blind),
    )  # fmt: skip
    yield _mistake(
        "blind-pushed-unqualified", BLIND,
        f"pushes the Blind of a winning {least} or better when the dealer does not qualify",
        lambda d: when(d.won and d.unqualified and d.line is not None, -d.blind),
    )  # fmt: skip


def _line_mistakes(table: Paytable) -> Iterator[DealerMistake]:
    """Yield for each line: 1 to 1 is paid; a fraction of a unit is paid as a whole one."""
    for line in table.lines:
        brings, words = worth(line.pays), pay_words(line.pays)
        if brings is None or brings == 1:
            continue
        said = f"where “{hand_words(line.hand)}” pays {words}"
        yield _paid_instead(f"blind-even-on-{line.hand}", line.hand, _ONE, said)
        if brings.denominator != 1:
            whole = Fraction(math.ceil(brings))
            yield _paid_instead(f"blind-rounded-up-on-{line.hand}", line.hand, whole, said)


def _paid_instead(key: str, hand: str, paid: Fraction, said: str) -> DealerMistake:
    def gain(deal: DealEnding) -> Fraction | None:
        return when(deal.won and CATEGORY_SLUGS[deal.category] == hand, paid - deal.blind)

    return _mistake(key, BLIND, f"pays the Blind {paid} to 1 {said}", gain)


def _other_tables(rules: Rules, table: Paytable) -> Iterator[DealerMistake]:
    """Yield for each other Blind table of the set: a winning Blind is paid by it."""
    for name in rules.set.tables_of(Wager.BLIND):
        other = rules.set.paytables[Wager.BLIND, name]
        if name != table.name:
            key, words = f"blind-by-table-{name}", f"pays the Blind by table {name}"
            yield _mistake(key, BLIND, words, _by_table(other))


def _by_table(other: Paytable) -> Callable[[DealEnding], Fraction | None]:
    def gain(deal: DealEnding) -> Fraction | None:
        line = other.by_hand.get(CATEGORY_SLUGS[deal.category])
        brings = None if line is None else worth(line.pays)
        return when(deal.won, (brings or Fraction(0)) - deal.blind)

    return gain


def _tie_mistakes() -> Iterator[DealerMistake]:
    yield _mistake(
        "tie-as-loss", ALL, "takes all three wagers on a tie",
        lambda d: when(d.tied, -2 - d.multiple - d.all_three),
    )  # fmt: skip
    yield _mistake(
        "tie-as-win", ALL, "pays all three wagers on a tie",
        lambda d: when(d.tied, 1 + (d.line or 0) + d.multiple - d.all_three),
    )  # fmt: skip
    for category in (Category.PAIR, Category.TWO_PAIR):
        yield _win_as_loss(category)


def _win_as_loss(category: Category) -> DealerMistake:
    """A winning hand misread: the kinds that are read against a board most often."""

    def gain(deal: DealEnding) -> Fraction | None:
        met = deal.won and deal.category == category
        return when(met, -2 - deal.multiple - deal.all_three)

    slug = CATEGORY_SLUGS[category]
    return _mistake(
        f"win-as-loss-{slug}", ALL, f"takes all three wagers of a winning {hand_words(slug)}", gain
    )
