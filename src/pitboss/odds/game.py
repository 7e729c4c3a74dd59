"""The base game as numbers: what Ante, Blind and Play bring, and the multiples of each street."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final, assert_never

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.rules import (
    Consequence,
    Odds,
    Outcome,
    Paytable,
    Rules,
    Street,
    Wager,
    in_force,
    rule_set,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# In the order of the kernels' columns: a showdown's endings as the rule sets call them.
SITUATIONS: Final = ("win", "unqualified-win", "tie", "lose", "unqualified-lose")
FOLD: Final = "fold"
STANDARD: Final = "maryland"  # whose Blind table A and multiples are the usual ones

# Sums run over the 20,975,724,000 deals of a hole, of up to 24 holes together; with larger pays
# than this a sum might leave 63 bits.
PAY_MAX: Final = 15_000_000
MULTIPLE_MAX: Final = 1_000
NO_RAISE: Final = 0  # where a multiple stands otherwise


class GameError(ValueError):
    """A game that cannot be worked out; the line says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Game:
    """Ante, Blind and Play under one Blind table; pays are whole numbers of 1/`unit` of the Ante.

    `deal`, `flop` and `river` are the multiples that a Play wager may have on each street, rising;
    a street without any has no raise, and a river without any leaves only the fold.

    `pays` has a row for each category of the player's hand, high card first: what Ante and Blind
    bring by `SITUATIONS`, what each Ante of the Play wager brings by `SITUATIONS`, and the fold.
    `ante_pays` has what the Ante alone brings by `SITUATIONS`, and at the fold.
    """

    rules: str
    blind: str
    qualifies: Category
    deal: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]
    unit: int
    pays: tuple[tuple[int, ...], ...]
    blind_lines: tuple[tuple[str, str], ...] = field(default=())
    edition: int = 1
    ante_pays: tuple[tuple[int, ...], ...] = field(default=())

    def pay_array(self) -> NDArray[np.int64]:
        """Return the pays as the kernels want them."""
        import numpy as np  # a server has games without kernels: it starts without this

        return np.array(self.pays, np.int64)

    def multiples(self) -> NDArray[np.int64]:
        """Return the ends of flop and river for the kernels, to which 0 means no raise."""
        import numpy as np

        return np.array((*ends(self.flop), *ends(self.river)), np.int64)

    def raises(self, street: Street) -> tuple[int, ...]:
        """Return the multiples of a street."""
        return {Street.DEAL: self.deal, Street.FLOP: self.flop, Street.RIVER: self.river}[street]

    def with_raise(self, street: Street, multiple: int) -> Game:
        """Return the game with one multiple on a street instead of its own."""
        only = (multiple,)
        match street:
            case Street.DEAL:
                return replace(self, deal=only)
            case Street.FLOP:
                return replace(self, flop=only)
            case Street.RIVER:
                return replace(self, river=only)
            case _:
                assert_never(street)

    def qualifying(self) -> int:
        """Return the least strength with which the dealer qualifies."""
        return int(self.qualifies) << 20

    def pay(self, category: int, ending: int) -> Fraction:
        """Return what Ante and Blind bring together, in Antes."""
        return Fraction(self.pays[category][ending], self.unit)

    def numbers(self) -> Game:
        """Return the game without its names: places with equal numbers have equal odds."""
        return replace(self, rules="", blind="", blind_lines=(), edition=1)


def ends(multiples: tuple[int, ...]) -> tuple[int, int]:
    """Return the lowest and highest multiple of a street, between which the value is linear.

    >>> ends((3, 4)), ends((2,)), ends(())
    ((3, 4), (2, 2), (0, 0))
    """
    return (multiples[0], multiples[-1]) if multiples else (NO_RAISE, NO_RAISE)


def game_of(
    rules: Rules,
    *,
    blind: Paytable | None = None,
    deal: Iterable[int] | None = None,
    flop: Iterable[int] | None = None,
    river: Iterable[int] | None = None,
    qualifies: Category | None = None,
) -> Game:
    """Take the base game out of the rules in force, with what is given instead of theirs.

    No multiples, `()`, is a street on which nobody can raise.

    >>> game_of(in_force(rule_set("maryland"))).deal
    (3, 4)
    """
    table = blind or rules.tables[Wager.BLIND]
    wanted = {Street.DEAL: deal, Street.FLOP: flop, Street.RIVER: river}
    streets = {street: _multiples(street, given, rules) for street, given in wanted.items()}
    least = rules.qualifies if qualifies is None else qualifies
    exact = [_pays(rules, table, category, least) for category in Category]
    unit = lcm(*(pay.denominator for row in exact for pay in (*row.together, *row.ante)))
    pays = tuple(tuple(int(pay * unit) for pay in row.together) for row in exact)
    largest = max(ends(multiples)[1] for multiples in streets.values())
    most = max(abs(pay) for row in pays for pay in row)
    if (1 + largest) * most > PAY_MAX:
        raise GameError(
            f"Blind {table.name}: a pay of {most:,}/{unit:,} of the Ante, and Play up to "
            f"{largest:,}x, are too much to count exactly: {most:,} times {1 + largest:,} must not "
            f"be above {PAY_MAX:,}; take smaller pays or multiples, or fewer different fractions"
        )
    return Game(
        rules=rules.set.name,
        blind=table.name,
        qualifies=least,
        deal=streets[Street.DEAL],
        flop=streets[Street.FLOP],
        river=streets[Street.RIVER],
        unit=unit,
        pays=pays,
        blind_lines=tuple((line.hand, str(line.pays)) for line in table.lines),
        edition=rules.set.edition,
        ante_pays=tuple(tuple(int(pay * unit) for pay in row.ante) for row in exact),
    )


def affordable_game(game: Game, *, ante: int, chips: int, play_max: int | None = None) -> Game:
    """Return the game that a seat can play with the chips it has left after its opening wagers.

    All amounts are in cents. A multiple stays where the whole Play wager can be paid for; what is
    left beside it does not count. `play_max` is the largest Play wager that limits in force allow.
    A seat that can pay for nothing still checks, and folds on the river, as the table has it.

    >>> game = affordable_game(standard_game(), ante=1_000, chips=3_999)
    >>> game.deal, game.flop, game.river
    ((3,), (2,), (1,))
    >>> affordable_game(standard_game(), ante=1_000, chips=999).river
    ()
    """
    if ante < 1:
        raise GameError(f"an Ante of {ante} cents is no wager; give the cents of the Ante")
    if chips < 0:
        raise GameError(f"{chips} cents are no chips; give what the seat has left, 0 or more")
    most = chips if play_max is None else min(chips, play_max)

    def paid(multiples: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(multiple for multiple in multiples if multiple * ante <= most)

    return replace(game, deal=paid(game.deal), flop=paid(game.flop), river=paid(game.river))


def standard_game() -> Game:
    """The game with the usual Blind table, pays 500, 50, 10, 3, 3 to 2 and 1, and Play 3x or 4x."""
    return game_of(in_force(rule_set(STANDARD)))


def _multiples(street: Street, given: Iterable[int] | None, rules: Rules) -> tuple[int, ...]:
    chosen = tuple(sorted(set(rules.street(street).play if given is None else given)))
    if chosen and (chosen[0] < 1 or chosen[-1] > MULTIPLE_MAX):
        raise GameError(f"multiples on the {street}: give whole numbers from 1 to {MULTIPLE_MAX:,}")
    return chosen


@dataclass(frozen=True, slots=True)
class _Pays:
    """What one category brings: in the order of the kernels' columns, and by the Ante alone."""

    together: tuple[Fraction, ...]
    ante: tuple[Fraction, ...]


def _pays(rules: Rules, table: Paytable, category: Category, least: Category) -> _Pays:
    """Return what one category of the player's hand brings."""
    slug = CATEGORY_SLUGS[category]
    # Two equal hands both qualify or both do not.
    tie = "tie" if category >= least else "unqualified-tie"
    names = [tie if name == "tie" else name for name in SITUATIONS]
    odds: Mapping[str, Odds] = {
        line.hand: line.pays for line in table.lines if isinstance(line.pays, Odds)
    }

    def brings(wager: Wager, name: str) -> Fraction:
        rule = rules.consequence(wager, name)
        if rule.by_paytable:
            line = odds.get(slug)
            if line is None:
                return _plain(rule.below or rule)
            return Fraction(line.num, line.den) - line.stake_kept
        return _plain(rule)

    ante = [brings(Wager.ANTE, name) for name in (*names, FOLD)]
    blind = [brings(Wager.BLIND, name) for name in (*names, FOLD)]
    *stands, folded = (one + other for one, other in zip(ante, blind, strict=True))
    play = [brings(Wager.PLAY, name) for name in names]
    return _Pays((*stands, *play, folded), tuple(ante))


def _plain(rule: Consequence) -> Fraction:
    if rule.outcome == Outcome.LOSE:
        return Fraction(-1)
    if rule.outcome == Outcome.WIN and rule.odds is not None:
        return Fraction(rule.odds.num, rule.odds.den)
    return Fraction(0)
