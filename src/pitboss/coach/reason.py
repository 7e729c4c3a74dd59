"""Why one choice is the best: short sentences, each a counted fact, or what is not counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.cards import CATEGORY_SLUGS, Category, hand_name, strength
from pitboss.coach.amounts import about, in_percent
from pitboss.coach.situation import CHECK, FOLD, Situation
from pitboss.coach.uncounted import BANK, SHARED_LIMIT
from pitboss.rules import Street

if TYPE_CHECKING:
    from pitboss.odds import Explanation, HandDecision

# Every phrase of the coach.
DOING: Final = {CHECK: "Checking", FOLD: "Folding"}  # a raise: "Betting 4x"
BETTING: Final = "Betting {times}"
SAYS: Final = {
    "best": "{best} is best.",
    "only": "You have no other choice.",
    "equal": "{other} is worth the same.",
    "gives-up": "{other} gives up {chips} on average.",
    "short": "Your chips do not pay for {raises}, so this is not counted.",
    "seen": "{cards} seen elsewhere cannot come.",
    "hand": "You have {hand}.",
    "chances": "Played to the end, you win {win}, tie {tie} and lose {lose} of {deals} deals.",
    "qualifies": "The dealer qualifies in {qualifies} of them.",
    "outs": "{cards} left would improve your own hand, not only the board: {makes}.",
    "no-outs": "No single card left improves your own hand.",
    "beaten": "{cards} alone would give the dealer a better hand.",
    "limits": "Payout limits and what a fold gives up are counted in.",
    "blind": "The Blind alone brings {values}.",
    SHARED_LIMIT: "One payout limit holds for all hands of the round; what others take of it is not"
    " counted.",
    BANK: "A player banks; that the bank may run out is not counted.",
}
CHOICES_TOLD: Final = 2  # the best and the next; more would not fit one screen


def reason(
    situation: Situation, found: HandDecision, why: Explanation | None, *, is_plain: bool = True
) -> tuple[str, ...]:
    """Return the sentences in the order in which they are read.

    Without `is_plain` limits or forfeits are in the values: what the Blind brings is not split off.
    """
    return (
        *_verdict(situation, found),
        *_limits(situation),
        *_hand(situation, why),
        SAYS["chances"].format(
            win=in_percent(found.win),
            tie=in_percent(found.tie),
            lose=in_percent(found.lose),
            deals=f"{found.deals:,}",
        ),
        SAYS["qualifies"].format(qualifies=in_percent(1 - found.unqualified)),
        *(_behind(situation, found, why, is_plain=is_plain) if why is not None else ()),
        *(() if is_plain else (SAYS["limits"],)),
        *(SAYS[name] for name in situation.left_out),
    )


def doing(choice: str) -> str:
    """Name a choice as something one does.

    >>> doing("4x"), doing("fold")
    ('Betting 4×', 'Folding')
    """
    return DOING.get(choice) or BETTING.format(times=_times(choice))


def _times(choice: str) -> str:
    return choice.replace("x", "×")


def _ranked(found: HandDecision) -> list[str]:
    """List the choices, the best first; of equals the smaller wager."""
    return sorted(found.values, key=lambda choice: found.values[choice], reverse=True)


def _verdict(situation: Situation, found: HandDecision) -> Iterator[str]:
    best, *others = _ranked(found)
    if not others:
        yield SAYS["only"]
        return
    yield SAYS["best"].format(best=doing(best))
    for other in others:
        lost = (found.values[best] - found.values[other]) * situation.ante
        name = "gives-up" if lost else "equal"
        yield SAYS[name].format(other=doing(other), chips=about(lost))


def _limits(situation: Situation) -> Iterator[str]:
    if situation.unpaid:
        yield SAYS["short"].format(raises=_joined(map(_times, situation.unpaid), "and"))
    if seen := len(situation.dead) + len(situation.dealer):
        yield SAYS["seen"].format(cards=_cards(seen))


def _hand(situation: Situation, why: Explanation | None) -> Iterator[str]:
    if why is not None:
        name = hand_name(strength((*situation.hole, *situation.board)))
        article = "" if name.startswith(_WITHOUT_ARTICLE) else "a "
        yield SAYS["hand"].format(hand=article + name)


_WITHOUT_ARTICLE: Final = ("high card", "two pair", "three ", "four ")


def _behind(
    situation: Situation, found: HandDecision, why: Explanation, *, is_plain: bool
) -> Iterator[str]:
    if situation.street == Street.FLOP:
        yield _outs(Counter(out.makes for out in why.outs))
    elif why.dealer_outs:
        yield SAYS["beaten"].format(cards=_cards(len(why.dealer_outs)))
    if not is_plain:
        return
    told = _ranked(found)[:CHOICES_TOLD]
    values = [f"{_signed(why.blind[c] * situation.ante)} with {_noun(c)}" for c in told]
    yield SAYS["blind"].format(values=_joined(values, "and"))


def _outs(makes: Counter[Category]) -> str:
    if not makes:
        return SAYS["no-outs"]
    kinds = [
        f"{count} to {_kind(category)}" for category, count in sorted(makes.items(), reverse=True)
    ]
    return SAYS["outs"].format(cards=_cards(sum(makes.values())), makes=_joined(kinds, "and"))


def _kind(category: Category) -> str:
    words = CATEGORY_SLUGS[category].replace("-", " ")
    plain = category in (Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
    return words if plain else f"a {words}"


def _noun(choice: str) -> str:
    return _times(choice) if choice.endswith("x") else f"a {choice}"


def _signed(cents: Fraction) -> str:
    return f"+{about(cents)}" if round(cents) > 0 else about(cents)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _joined(words: Iterable[str], last: str) -> str:
    listed: Sequence[str] = tuple(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {last} {listed[-1]}"
