"""Conditions of a strategy a person can memorise, each by name and each worked out once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.cards import Category
from pitboss.odds.hands import RANK_LETTERS
from pitboss.odds.strategies.facts import BoardFacts, Flags

FLOP: Final = "flop"
RIVER: Final = "river"
OUTS_MAX: Final = 45  # cards that a player has not seen on the river

# They stand for no fact of their own: the solver's choice, every hand, no hand.
OPTIMAL: Final = "optimal"
ALWAYS: Final = "always"
NEVER: Final = "never"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a condition may be told more exactly; ranks are numbers, 0 for a two."""

    besides: frozenset[int] = frozenset()  # ranks of pocket pairs that do not count
    least: int = 0  # rank of the least hole card that will do
    outs: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: on which streets it can be asked, what it must be told, what it means.

    `words` is the line for people where a strategy has none of its own.
    """

    name: str
    words: str
    streets: tuple[str, ...]
    keys: tuple[str, ...]
    meaning: str
    holds: Callable[[BoardFacts, Settings], Flags]

    def in_words(self, settings: Settings) -> str:
        """Say the condition as it is set."""
        spared = ", ".join(RANK_LETTERS[rank] * 2 for rank in sorted(settings.besides))
        besides = f", but not {spared}" if spared else ""
        least = RANK_LETTERS[settings.least]
        return self.words.format(besides=besides, least=least, outs=settings.outs)


def _two_pair_or_better(facts: BoardFacts, _: Settings) -> Flags:
    return facts.category >= Category.TWO_PAIR


def _hidden_pair(facts: BoardFacts, settings: Settings) -> Flags:
    spared = [rank in settings.besides for rank in facts.pocket.tolist()]
    found: Flags = facts.hidden.copy()
    found[:, spared] = False
    return found


def _hidden_pair_or_better(facts: BoardFacts, _: Settings) -> Flags:
    return facts.category > facts.on_board[:, None]


def _four_to_a_flush(facts: BoardFacts, settings: Settings) -> Flags:
    return facts.draw >= settings.least


def _fewer_outs(facts: BoardFacts, settings: Settings) -> Flags:
    return facts.outs < settings.outs


_BOTH: Final = (FLOP, RIVER)
_ALL: Final = (
    Condition(
        "two-pair-or-better",
        "two pair or better",
        _BOTH,
        (),
        "the best five of all cards seen are two pair or better, wherever they lie: three of a "
        "kind on the flop itself counts",
        _two_pair_or_better,
    ),
    Condition(
        "hidden-pair",
        "a hidden pair{besides}",
        _BOTH,
        ("except",),
        "a pair with a hole card in it: a pocket pair, or a hole card of the same rank as a board "
        "card; `except` lists pocket pairs that do not count",
        _hidden_pair,
    ),
    Condition(
        "hidden-pair-or-better",
        "a hidden pair or better",
        _BOTH,
        (),
        "the hole cards lift the hand above what the board shows by itself: it is a pair or "
        "better, and of a better category than the board alone",
        _hidden_pair_or_better,
    ),
    Condition(
        "four-to-a-flush",
        "four to a flush, with a hidden {least} or better of that suit",
        (FLOP,),
        ("hidden",),
        "four or five of the cards seen are of one suit, and a hole card of that suit is of the "
        "rank `hidden` or higher",
        _four_to_a_flush,
    ),
    Condition(
        "fewer-outs",
        "fewer than {outs} dealer outs beat you",
        (RIVER,),
        ("outs",),
        "fewer than `outs` of the 45 unseen cards beat the hand: each is put to the five board "
        "cards alone, and those six must make a better hand than the player's seven; ties do not "
        "count",
        _fewer_outs,
    ),
)
CONDITIONS: Final[Mapping[str, Condition]] = {condition.name: condition for condition in _ALL}
